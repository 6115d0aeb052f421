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

void bcnet_world_link_free(void *data)
{
    bcnet_world_link_t *link = (bcnet_world_link_t *)data;

    g_array_free(link->buckets, TRUE);
    g_array_free(link->silences, TRUE);
    g_free(link->address);
    g_free(link);
}

/* ---- Links ---- */

static const char *client_address(const bcnet_telling_t *telling)
{
    const packet_info *pinfo = telling->pinfo;

    return telling->message->from_host ? bcnet_end_words(pinfo->pool, &pinfo->dst, pinfo->destport)
                                       : bcnet_end_words(pinfo->pool, &pinfo->src, pinfo->srcport);
}

/* NULL when there are too many. */
static bcnet_world_link_t *link_of(const bcnet_telling_t *telling)
{
    bcnet_world_game_t *game = telling->game;
    const bcnet_link_t *key = telling->message->link;
    const guint         place = GPOINTER_TO_UINT(g_hash_table_lookup(game->link_of, key));

    if (place > 0)
        return (bcnet_world_link_t *)game->links->pdata[place - 1];
    if (game->links->len >= BCNET_WORLD_LINKS) {
        telling->world->left_out++;
        return NULL;
    }
    bcnet_world_link_t *link = g_new0(bcnet_world_link_t, 1);
    link->link = key;
    link->player = BCNET_NONE;
    link->heard[0] = link->heard[1] = -1.0;
    link->address = g_strdup(client_address(telling));
    link->buckets = g_array_new(FALSE, TRUE, sizeof(bcnet_bucket_t));
    link->silences = g_array_new(FALSE, FALSE, sizeof(bcnet_silence_t));
    g_ptr_array_add(game->links, link);
    g_hash_table_insert(game->link_of, (gpointer)key, GUINT_TO_POINTER(game->links->len));
    return link;
}

/* ---- Buckets ---- */

static void merge_into(bcnet_bucket_t *bucket, const bcnet_bucket_t *other)
{
    for (unsigned end = 0; end < 2; end++) {
        bucket->bytes[end] += other->bytes[end];
        bucket->messages[end] += other->messages[end];
        bucket->resends[end] += other->resends[end];
        bucket->lost[end] += other->lost[end];
        bucket->rtts[end] += other->rtts[end];
        bucket->rtt_sum[end] += other->rtt_sum[end];
        bucket->rtt_max[end] = MAX(bucket->rtt_max[end], other->rtt_max[end]);
    }
}

static void halve(GArray *buckets)
{
    const guint count = (buckets->len + 1) / 2;

    for (guint i = 0; i < count; i++) {
        bcnet_bucket_t merged = g_array_index(buckets, bcnet_bucket_t, 2 * i);
        if (2 * i + 1 < buckets->len)
            merge_into(&merged, &g_array_index(buckets, bcnet_bucket_t, 2 * i + 1));
        g_array_index(buckets, bcnet_bucket_t, i) = merged;
    }
    g_array_set_size(buckets, count);
}

/* All links of all games have buckets of one width. */
static void widen_buckets(bcnet_world_t *world)
{
    world->bucket *= 2;
    for (guint g = 0; g < world->games->len; g++) {
        const bcnet_world_game_t *game = (const bcnet_world_game_t *)world->games->pdata[g];
        for (guint l = 0; l < game->links->len; l++)
            halve(((bcnet_world_link_t *)game->links->pdata[l])->buckets);
    }
}

static bcnet_bucket_t *bucket_at(bcnet_world_t *world, bcnet_world_link_t *link, double now)
{
    while (now / world->bucket >= BCNET_WORLD_BUCKETS)
        widen_buckets(world);
    const guint index = (guint)(MAX(now, 0.0) / world->bucket);
    if (index >= link->buckets->len)
        g_array_set_size(link->buckets, index + 1);
    return &g_array_index(link->buckets, bcnet_bucket_t, index);
}

/* ---- Messages ---- */

static void note_round_trip(const bcnet_telling_t *telling, bcnet_bucket_t *bucket, unsigned end)
{
    const bcnet_verdict_t *verdict = telling->message->verdict;

    if (!verdict || !verdict->is_ack || !verdict->sent || verdict->stale_ack)
        return;
    const float ms = (float)verdict->since_sending / MILLISECOND;
    bucket->rtts[end]++;
    bucket->rtt_sum[end] += ms;
    bucket->rtt_max[end] = MAX(bucket->rtt_max[end], ms);
    if (verdict->sent->sendings <= 1) {
        telling->game->rtts[end]++;
        telling->game->rtt_sum[end] += (double)ms;
    }
}

static void note_silence(bcnet_world_link_t *link, unsigned end, double now)
{
    const bcnet_silence_t silence = { .from = link->heard[end], .to = now, .end = (int)end };

    if (link->heard[end] >= 0 && now - link->heard[end] > SILENCE_SECONDS && link->silences->len < BCNET_WORLD_SILENCES)
        g_array_append_val(link->silences, silence);
    link->heard[end] = now;
}

static void note_kind(const bcnet_telling_t *telling, unsigned end)
{
    const bcnet_tap_message_t *message = telling->message;
    const bool                 opcode = message->has_opcode;

    bcnet_world_kind_t *kind = &telling->game->kinds[opcode ? message->opcode_value : TYPES_FROM + message->wire->type];
    if (!kind->name && opcode)
        kind->name = message->opcode ? bcnet_opcode_label(message->opcode) : "Script message";
    else if (!kind->name)
        kind->name = message->wire->type == BCNET_TYPE_GAME ? "Fragment" : bcnet_message_type_name(message->wire->type);
    kind->count[end]++;
    kind->bytes[end] += message->wire->length;
    kind->resends[end] += message->resend;
}

void bcnet_world_note_traffic(const bcnet_telling_t *telling)
{
    const bcnet_tap_message_t *message = telling->message;
    const unsigned             end = message->from_host ? 1 : 0;
    bcnet_world_link_t        *link = link_of(telling);

    note_kind(telling, end);
    if (!link)
        return;
    bcnet_bucket_t *bucket = bucket_at(telling->world, link, telling->now);
    bucket->bytes[end] += message->wire->length;
    bucket->messages[end]++;
    bucket->resends[end] += message->resend;
    bucket->lost[end] += message->verdict ? message->verdict->gap : 0;
    note_round_trip(telling, bucket, end);
    note_silence(link, end, telling->now);
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
