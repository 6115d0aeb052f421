/* Who was in a game at a moment.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/receivers.h"

#include "opcodes/opcodes.h"

enum { MOST_GAMES = 1000 };
enum { IDS = BCNET_PEER_LAST_CLIENT + 1 };

/* In one game. */
typedef struct {
    const bcnet_link_t *link[IDS]; /* NULL: not in the game */
    nstime_t            heard[IDS];
} bcnet_audience_t;

struct bcnet_receivers {
    wmem_allocator_t *pool;
    wmem_map_t       *audiences; /* game -> bcnet_audience_t */
};

bcnet_receivers_t *bcnet_receivers_new(wmem_allocator_t *pool)
{
    bcnet_receivers_t *receivers = wmem_new(pool, bcnet_receivers_t);

    receivers->pool = pool;
    receivers->audiences = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    return receivers;
}

bool bcnet_ids_have(const bcnet_id_set_t *set, uint32_t id)
{
    return id < IDS && set->ids[id / 64] >> id % 64 & 1;
}

void bcnet_ids_add(bcnet_id_set_t *set, uint32_t id)
{
    if (id < IDS)
        set->ids[id / 64] |= UINT64_C(1) << id % 64;
}

void bcnet_ids_remove(bcnet_id_set_t *set, uint32_t id)
{
    if (id < IDS)
        set->ids[id / 64] &= ~(UINT64_C(1) << id % 64);
}

unsigned bcnet_ids_count(const bcnet_id_set_t *set)
{
    unsigned count = 0;

    for (uint32_t id = 0; id < IDS; id++)
        count += bcnet_ids_have(set, id);
    return count;
}

static bcnet_audience_t *audience_of(const bcnet_receivers_t *receivers, const bcnet_game_t *game)
{
    return (bcnet_audience_t *)wmem_map_lookup(receivers->audiences, game);
}

/* The file checks come before the game (30.9); whatever else a client sends, he sends in it. */
static bool is_in_game(const bcnet_tap_message_t *message)
{
    const bool checks = bcnet_opcode_is_of(message->opcode, &bcnet_family_checksum);

    return !message->from_host && message->has_opcode && !checks && message->client_id != BCNET_NO_ID &&
           message->client_id < IDS;
}

static void leave(bcnet_audience_t *audience, uint32_t id)
{
    if (id < IDS)
        audience->link[id] = NULL;
}

void bcnet_receivers_note(bcnet_receivers_t *receivers, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    bcnet_audience_t *audience = audience_of(receivers, message->game);

    if (!audience && (!is_in_game(message) || wmem_map_size(receivers->audiences) >= MOST_GAMES))
        return;
    if (!audience) {
        audience = wmem_new0(receivers->pool, bcnet_audience_t);
        wmem_map_insert(receivers->audiences, message->game, audience);
    }
    if (is_in_game(message))
        audience->link[message->client_id] = message->link;
    if (!message->from_host && message->client_id < IDS)
        audience->heard[message->client_id] = pinfo->abs_ts;
    if (message->resend)
        return;
    const bool connects = message->wire->type == BCNET_TYPE_CONNECT && message->peer == BCNET_PEER_NEW;
    for (uint32_t id = 0; connects && id < IDS; id++) {
        if (audience->link[id] == message->link)
            leave(audience, id);
    }
    leave(audience, message->facts->left);
    if (message->wire->type == BCNET_TYPE_DISCONNECT && !message->from_host) /* whatever id stands in it (10.9) */
        leave(audience, message->client_id);
}

bcnet_id_set_t bcnet_receivers_now(bcnet_receivers_t *receivers, const bcnet_tap_message_t *message,
                                   const packet_info *pinfo)
{
    const bcnet_audience_t *audience = audience_of(receivers, message->game);
    bcnet_id_set_t          set = { { 0 } };

    for (uint32_t id = 0; audience && id < IDS; id++)
        if (audience->link[id] && bcnet_tap_since(pinfo, &audience->heard[id]).secs < BCNET_SILENCE_SECONDS)
            bcnet_ids_add(&set, id);
    return set;
}
