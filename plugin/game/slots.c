/* Whose a slot of object ids is (protocol chapters 10.9, 20.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/slots.h"

/* How an owner was learned; what stands below outranks what stands above. */
typedef enum { NAMED_BY_HOST, USED_BY_CLIENT, GIVEN } bcnet_slot_source_t;

/* The owner of a slot: source and network id in one number, 0 where that one is gone. */
static unsigned owner_at(const bcnet_game_t *game, unsigned slot, bcnet_stamp_t stamp)
{
    return GPOINTER_TO_UINT(bcnet_timeline_at(game->slots[slot], stamp, NULL));
}

static uint32_t player_of(unsigned owner)
{
    return owner & UINT8_MAX;
}

static bcnet_slot_source_t source_of(unsigned owner)
{
    return (bcnet_slot_source_t)(owner >> 8);
}

static void note_owner(bcnet_msg_t *msg, unsigned slot, uint32_t player, bcnet_slot_source_t source)
{
    const unsigned owner = (unsigned)source << 8 | player;
    const unsigned known = owner_at(msg->game, slot, G_MAXUINT64);

    if (!bcnet_is_player_id(player) || known == owner || (known && source_of(known) > source))
        return;
    if (known && source == USED_BY_CLIENT && source_of(known) == USED_BY_CLIENT) /* no client takes another's */
        return;
    bcnet_keep_fact(&msg->game->slots[slot], msg->stamp, GUINT_TO_POINTER(owner));
}

void bcnet_note_slot_given(bcnet_msg_t *msg, int slot, uint32_t player)
{
    if (msg->may_learn && msg->from_host && slot >= 0 && slot < BCNET_SLOTS)
        note_owner(msg, (unsigned)slot, player, GIVEN);
}

void bcnet_note_slot_used(bcnet_msg_t *msg, uint32_t object_id, uint32_t player)
{
    unsigned slot;
    uint32_t serial;

    if (msg->may_learn && bcnet_object_slot(object_id, &slot, &serial))
        note_owner(msg, slot, player, msg->from_host ? NAMED_BY_HOST : USED_BY_CLIENT);
}

void bcnet_free_slots(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player)
{
    for (unsigned slot = 0; slot < BCNET_SLOTS; slot++) {
        if (player_of(owner_at(game, slot, G_MAXUINT64)) == player)
            bcnet_keep_fact(&game->slots[slot], stamp, NULL);
    }
}

uint32_t bcnet_slot_owner(const bcnet_msg_t *msg, uint32_t object_id)
{
    unsigned slot;
    uint32_t serial;

    if (!msg->game || !bcnet_object_slot(object_id, &slot, &serial))
        return BCNET_NO_ID;
    return player_of(owner_at(msg->game, slot, msg->stamp));
}
