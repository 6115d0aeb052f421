/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/stays.h"

/* How an owner was learned; what stands below outranks what stands above. */
typedef enum { NAMED_BY_HOST, USED_BY_CLIENT, GIVEN } bcnet_slot_source_t;

/* The owner of a slot. */
typedef struct {
    bcnet_stay_t       *stay;
    bcnet_slot_source_t source;
} bcnet_slot_owner_t;

/* A client has created an object in a slot. */
typedef struct bcnet_claim {
    bcnet_stay_t *stay;
    uint32_t      object_id; /* BCNET_OBJECT_NONE: the host has spoken of it */
} bcnet_claim_t;

/* None of before a restart of the server; NULL: nobody. */
static const bcnet_slot_owner_t *owner_at(const bcnet_game_t *game, unsigned slot, bcnet_stamp_t stamp)
{
    bcnet_stamp_t             since;
    const bcnet_slot_owner_t *owner = (const bcnet_slot_owner_t *)bcnet_timeline_at(game->slots[slot], stamp, &since);

    return owner && since >= bcnet_game_start(game, stamp) && !bcnet_is_over(owner->stay, stamp) ? owner : NULL;
}

static void note_owner(bcnet_msg_t *msg, unsigned slot, bcnet_stay_t *stay, bcnet_slot_source_t source)
{
    const bcnet_slot_owner_t *known = owner_at(msg->game, slot, BCNET_LATEST), owner = { stay, source };

    if (!stay || (known && known->stay == stay && known->source == source) || (known && known->source > source))
        return;
    if (known && source == USED_BY_CLIENT && known->source == USED_BY_CLIENT) /* no client takes another's */
        return;
    bcnet_keep_fact(&msg->game->slots[slot], msg->stamp, wmem_memdup(wmem_file_scope(), &owner, sizeof owner));
}

void bcnet_note_slot_given(bcnet_msg_t *msg, int slot)
{
    if (msg->may_learn && msg->from_host && slot >= 0 && slot < BCNET_SLOTS)
        note_owner(msg, (unsigned)slot, bcnet_present_on(msg->link, msg->stamp), GIVEN);
}

/* The newest one counts: an object that the host never speaks of must not stand in the way. */
static void claim(bcnet_game_t *game, unsigned slot, uint32_t object_id, bcnet_stay_t *stay)
{
    if (!stay)
        return;
    if (!game->claims[slot])
        game->claims[slot] = wmem_new(wmem_file_scope(), bcnet_claim_t);
    *game->claims[slot] = (bcnet_claim_t){ stay, object_id };
}

void bcnet_note_slot_used(bcnet_msg_t *msg, uint32_t object_id, bcnet_stay_t *stay)
{
    unsigned slot;
    uint32_t serial;

    if (!msg->may_learn || !bcnet_object_slot(object_id, &slot, &serial))
        return;
    if (!msg->from_host) {
        claim(msg->game, slot, object_id, stay);
        return;
    }
    note_owner(msg, slot, stay, NAMED_BY_HOST);
    bcnet_note_slot_confirmed(msg, object_id);
}

void bcnet_note_slot_confirmed(bcnet_msg_t *msg, uint32_t object_id)
{
    unsigned slot;
    uint32_t serial;

    if (!msg->may_learn || !msg->from_host || !bcnet_object_slot(object_id, &slot, &serial))
        return;
    bcnet_claim_t *claim = msg->game->claims[slot];
    if (!claim || claim->object_id != object_id)
        return;
    if (!bcnet_is_over(claim->stay, msg->stamp))
        note_owner(msg, slot, claim->stay, USED_BY_CLIENT);
    claim->object_id = BCNET_OBJECT_NONE;
}

bool bcnet_has_slot(const bcnet_stay_t *stay)
{
    for (unsigned slot = 0; slot < BCNET_SLOTS; slot++) {
        const bcnet_slot_owner_t *owner = owner_at(stay->game, slot, BCNET_LATEST);
        if (owner && owner->stay == stay && owner->source >= USED_BY_CLIENT)
            return true;
    }
    return false;
}

bcnet_stay_t *bcnet_slot_owner(const bcnet_msg_t *msg, uint32_t object_id)
{
    unsigned slot;
    uint32_t serial;

    if (!msg->game || !bcnet_object_slot(object_id, &slot, &serial))
        return NULL;
    const bcnet_slot_owner_t *owner = owner_at(msg->game, slot, msg->stamp);
    return owner ? owner->stay : NULL;
}

int bcnet_slot_of(const bcnet_stay_t *stay)
{
    int           slot = -1;
    bcnet_stamp_t newest = 0;

    for (int i = 0; i < BCNET_SLOTS; i++) {
        const bcnet_timeline_t *owners = stay->game->slots[i];
        for (unsigned n = bcnet_timeline_count_at(owners, BCNET_LATEST); n-- > 0;) {
            bcnet_stamp_t             since;
            const bcnet_slot_owner_t *owner = (const bcnet_slot_owner_t *)bcnet_timeline_get(owners, n, &since);
            if (owner->stay == stay && since >= newest) {
                slot = i;
                newest = since;
            }
        }
    }
    return slot;
}
