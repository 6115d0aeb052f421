/* The network of the collected game: bytes, resends, losses, round trips and silences of each connection over time,
 * and the shares of message kinds.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"
#include "statistics/stats.h"

/* A peer sends something after 5 s at the latest (90.2); a second for the way. */
#define SILENCE_SECONDS 6.0

enum { TYPES_FROM = 256, MILLISECOND = 1000000 };

/* ---- Links ---- */

/* NULL when there are too many. */
static bcnet_world_link_t *link_of(const bcnet_world_input_t *input)
{
    bcnet_world_game_t *game = input->game;
    const bcnet_link_t *key = input->message->link;
    wmem_allocator_t   *pool = input->world->pool;
    bcnet_world_link_t *link = (bcnet_world_link_t *)wmem_map_lookup(game->link_of, key);

    if (link)
        return link;
    if (!bcnet_world_has_room(input->world, wmem_array_get_count(game->links), BCNET_WORLD_LINKS))
        return NULL;
    link = wmem_new0(pool, bcnet_world_link_t);
    link->player = BCNET_NONE;
    link->heard[0] = link->heard[1] = -1.0;
    link->address = wmem_strdup(pool, bcnet_link_words(input->pinfo->pool, key));
    link->buckets = wmem_array_new(pool, sizeof(bcnet_bucket_t));
    link->silences = wmem_array_new(pool, sizeof(bcnet_silence_t));
    link->place = bcnet_world_append(game->links, link);
    wmem_map_insert(game->link_of, key, link);
    return link;
}

/* ---- Buckets ---- */

static bcnet_bucket_t *bucket_in(wmem_array_t *buckets, unsigned index)
{
    return (bcnet_bucket_t *)wmem_array_index(buckets, index);
}

static void merge_into(bcnet_bucket_t *bucket, const bcnet_bucket_t *other)
{
    for (unsigned end = 0; end < 2; end++) {
        bcnet_traffic_t       *sum = &bucket->ends[end];
        const bcnet_traffic_t *more = &other->ends[end];
        for (unsigned i = 0; i < BCNET_COUNTS; i++)
            sum->counts[i] += more->counts[i];
        sum->rtt_sum += more->rtt_sum;
        sum->rtt_max = MAX(sum->rtt_max, more->rtt_max);
    }
}

static wmem_array_t *halve(wmem_allocator_t *pool, wmem_array_t *buckets)
{
    wmem_array_t  *halves = wmem_array_new(pool, sizeof(bcnet_bucket_t));
    const unsigned count = wmem_array_get_count(buckets);

    for (unsigned i = 0; i < count; i += 2) {
        bcnet_bucket_t merged = *bucket_in(buckets, i);
        if (i + 1 < count)
            merge_into(&merged, bucket_in(buckets, i + 1));
        wmem_array_append_one(halves, merged);
    }
    wmem_destroy_array(buckets);
    return halves;
}

/* All links of all games have buckets of one width. */
static void widen_buckets(bcnet_world_t *world)
{
    world->bucket *= 2;
    for (int g = 0; g < (int)wmem_array_get_count(world->games); g++) {
        wmem_array_t *links = ((const bcnet_world_game_t *)bcnet_world_at(world->games, g))->links;
        for (int l = 0; l < (int)wmem_array_get_count(links); l++) {
            bcnet_world_link_t *link = (bcnet_world_link_t *)bcnet_world_at(links, l);
            link->buckets = halve(world->pool, link->buckets);
        }
    }
}

static bcnet_bucket_t *bucket_at(bcnet_world_t *world, bcnet_world_link_t *link, double now)
{
    static const bcnet_bucket_t empty;

    while (now / world->bucket >= BCNET_WORLD_BUCKETS)
        widen_buckets(world);
    const unsigned index = (unsigned)(MAX(now, 0.0) / world->bucket);
    while (index >= wmem_array_get_count(link->buckets))
        wmem_array_append_one(link->buckets, empty);
    return bucket_in(link->buckets, index);
}

/* ---- Messages ---- */

static void note_round_trip(const bcnet_world_input_t *input, bcnet_traffic_t *traffic, unsigned end)
{
    const bcnet_sequence_analysis_t *analysis = input->message->analysis;

    if (!analysis || !analysis->is_ack || !analysis->sent || analysis->stale_ack)
        return;
    const float ms = (float)analysis->since_sending / MILLISECOND;
    traffic->counts[BCNET_COUNT_ACKS]++;
    traffic->rtt_sum += ms;
    traffic->rtt_max = MAX(traffic->rtt_max, ms);
    if (analysis->sent->sendings <= 1) {
        input->game->rtts[end]++;
        input->game->rtt_sum[end] += (double)ms;
    }
}

static void note_silence(bcnet_world_link_t *link, unsigned end, double now)
{
    const bcnet_silence_t silence = { .from = link->heard[end], .to = now, .end = (int)end };

    if (link->heard[end] >= 0 && now - link->heard[end] > SILENCE_SECONDS &&
        wmem_array_get_count(link->silences) < BCNET_WORLD_SILENCES)
        wmem_array_append_one(link->silences, silence);
    link->heard[end] = now;
}

static void note_kind(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;
    const bool                 opcode = message->has_opcode;

    bcnet_world_kind_t *kind = &input->game->kinds[opcode ? message->opcode_value : TYPES_FROM + message->wire->type];
    if (!kind->name && opcode)
        kind->name = message->opcode ? bcnet_opcode_label(message->opcode) : "Script message";
    else if (!kind->name)
        kind->name = message->wire->type == BCNET_TYPE_GAME ? "Fragment" : bcnet_message_type_name(message->wire->type);
    kind->count++;
    kind->from_host += message->from_host;
    kind->bytes += message->wire->length;
    kind->resends += message->resend;
}

void bcnet_world_note_traffic(const bcnet_world_input_t *input)
{
    const bcnet_tap_message_t *message = input->message;
    const unsigned             end = message->from_host ? 1 : 0;
    bcnet_world_link_t        *link = link_of(input);

    note_kind(input);
    if (!link)
        return;
    bcnet_traffic_t *traffic = &bucket_at(input->world, link, input->now)->ends[end];
    traffic->counts[BCNET_COUNT_BYTES] += message->wire->length;
    traffic->counts[BCNET_COUNT_MESSAGES]++;
    traffic->counts[BCNET_COUNT_RESENDS] += message->resend;
    traffic->counts[BCNET_COUNT_LOST] += message->analysis ? message->analysis->gap : 0;
    note_round_trip(input, traffic, end);
    note_silence(link, end, input->now);
}

/* ---- Where the capture was taken ---- */

const char *bcnet_world_side(const bcnet_world_game_t *game)
{
    const double clearly = 1.5;

    if (game->rtts[0] == 0 || game->rtts[1] == 0)
        return NULL;
    /* Whose acks come quickly sits near: the way there and back is short. */
    const double client = game->rtt_sum[0] / game->rtts[0], host = game->rtt_sum[1] / game->rtts[1];
    if (client > host * clearly)
        return "host";
    return host > client * clearly ? "client" : NULL;
}
