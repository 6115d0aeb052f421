/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network of the collected game: bytes, resends, losses, round trips and silences of each connection over time,
 * and the shares of message kinds. */
#include "report/world-private.h"

#include "messages/reliability.h"
#include "messages/transport.h"
#include "opcodes/opcodes.h"
#include "statistics/tap.h"

enum { TYPES_FROM = 256, MILLISECOND = 1000000 };

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
    for (unsigned i = 0; i < wmem_array_get_count(world->records.lists[BCNET_RECORD_LINK]); i++) {
        bcnet_world_link_t *link = (bcnet_world_link_t *)bcnet_record_at(world->records.lists[BCNET_RECORD_LINK], i);
        if (link->buckets)
            link->buckets = halve(world->records.pool, link->buckets);
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

static void note_round_trip(const bcnet_sequence_analysis_t *analysis, bcnet_traffic_t *traffic)
{
    const float ms = (float)analysis->since_sending / MILLISECOND;

    traffic->counts[BCNET_COUNT_ACKS]++;
    traffic->rtt_sum += ms;
    traffic->rtt_max = MAX(traffic->rtt_max, ms);
}

static void note_silence(const bcnet_world_t *world, unsigned end)
{
    const double          how_long = world->link->is.silence;
    const bcnet_silence_t silence = { .from = world->now - how_long, .to = world->now, .end = (int)end };

    if (how_long > 0 && wmem_array_get_count(world->link->silences) < BCNET_WORLD_SILENCES)
        wmem_array_append_one(world->link->silences, silence);
}

static void note_kind(const bcnet_world_t *world)
{
    const bcnet_tap_message_t *message = world->records.message;
    const bool                 opcode = message->has_opcode;

    bcnet_world_kind_t *kind = &world->game->kinds[opcode ? message->opcode_value : TYPES_FROM + message->wire->type];
    if (!kind->name && opcode)
        kind->name = message->opcode ? bcnet_opcode_label(message->opcode) : "Script message";
    else if (!kind->name)
        kind->name = message->wire->type == BCNET_TYPE_GAME ? "Fragment" : bcnet_message_type_name(message->wire->type);
    kind->count++;
    kind->from_host += message->from_host;
    kind->bytes += message->wire->length;
    kind->resends += message->resend;
}

void bcnet_world_note_traffic(bcnet_world_t *world)
{
    const bcnet_tap_message_t *message = world->records.message;
    const unsigned             end = message->from_host ? 1 : 0;
    bcnet_world_link_t        *link = world->link;

    note_kind(world);
    if (!link)
        return;
    if (!link->buckets) {
        link->buckets = wmem_array_new(world->records.pool, sizeof(bcnet_bucket_t));
        link->silences = wmem_array_new(world->records.pool, sizeof(bcnet_silence_t));
    }
    bcnet_traffic_t *traffic = &bucket_at(world, link, world->now)->ends[end];
    traffic->counts[BCNET_COUNT_BYTES] += message->wire->length;
    traffic->counts[BCNET_COUNT_MESSAGES]++;
    traffic->counts[BCNET_COUNT_RESENDS] += message->resend;
    traffic->counts[BCNET_COUNT_LOST] += bcnet_is_lost(message);
    if (message->analysis && bcnet_is_trip(message->analysis))
        note_round_trip(message->analysis, traffic);
    note_silence(world, end);
}

/* ---- Where the capture was taken ---- */

/* Of all links, the median of each: a clock that is set makes one trip last for hours. Negative: no acks. */
static double mean_round_trip(const bcnet_world_t *world, const bcnet_game_record_t *game, bool of_host)
{
    double sum = 0, count = 0;

    for (unsigned i = 0; i < wmem_array_get_count(world->records.lists[BCNET_RECORD_LINK]); i++) {
        const bcnet_link_record_t *link =
            (const bcnet_link_record_t *)bcnet_record_at(world->records.lists[BCNET_RECORD_LINK], i);
        const bcnet_way_figures_t *way = &link->figures->ways[of_host];
        if (link->is.game != game || !way->trips)
            continue;
        const double trips = bcnet_quantiles_count(way->trips);
        sum += bcnet_quantiles_at(way->trips, 50) * trips;
        count += trips;
    }
    return count > 0 ? sum / count : -1;
}

const char *bcnet_world_side(const bcnet_world_t *world, const bcnet_game_record_t *game)
{
    const double clearly = 1.5;
    const double client = mean_round_trip(world, game, true), host = mean_round_trip(world, game, false);

    if (client < 0 || host < 0)
        return NULL;
    /* Whose acks come quickly sits near: the way there and back is short. */
    if (client > host * clearly)
        return "host";
    return host > client * clearly ? "client" : NULL;
}
