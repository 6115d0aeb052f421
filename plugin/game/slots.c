/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/stays.h"

#include "game/objects.h"

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

/* The host gives up who is silent, and gives the slot away, which it tells only the next one. */
static const bcnet_slot_owner_t *present_owner(const bcnet_msg_t *msg, unsigned slot, bcnet_stamp_t stamp)
{
    const bcnet_slot_owner_t *owner = owner_at(msg->game, slot, stamp);

    return owner && !bcnet_is_silent_at(owner->stay, stamp, &msg->pinfo->abs_ts) ? owner : NULL;
}

static void note_owner(bcnet_msg_t *msg, unsigned slot, bcnet_stay_t *stay, bcnet_slot_source_t source)
{
    const bcnet_slot_owner_t *known = present_owner(msg, slot, BCNET_LATEST), owner = { stay, source };

    if (!stay || (known && known->stay == stay && known->source == source) || (known && known->source > source))
        return;
    if (known && source == USED_BY_CLIENT && known->source == USED_BY_CLIENT) /* no client takes another's */
        return;
    bcnet_keep_fact(&msg->game->slots[slot], msg->stamp, wmem_memdup(wmem_file_scope(), &owner, sizeof owner));
    stay->slot = (int8_t)slot;
}

void bcnet_note_slot_given(bcnet_msg_t *msg, int slot)
{
    if (msg->may_learn && msg->from_host && slot >= 0 && slot < BCNET_SLOTS)
        note_owner(msg, (unsigned)slot, bcnet_present_on(msg->link, msg->stamp), GIVEN);
}

void bcnet_note_slot_used(bcnet_msg_t *msg, uint32_t object_id, bcnet_stay_t *stay)
{
    const int slot = bcnet_object_slot(object_id, NULL);

    if (!msg->may_learn || slot < 0)
        return;
    if (msg->from_host) {
        note_owner(msg, (unsigned)slot, stay, NAMED_BY_HOST);
        bcnet_note_slot_confirmed(msg, object_id);
    } else if (stay) { /* the newest one counts: an object that the host never speaks of must not stand in the way */
        bcnet_claim_t **claim = &msg->game->claims[slot];
        if (!*claim)
            *claim = wmem_new(wmem_file_scope(), bcnet_claim_t);
        **claim = (bcnet_claim_t){ stay, object_id };
    }
}

void bcnet_note_slot_confirmed(bcnet_msg_t *msg, uint32_t object_id)
{
    const int slot = bcnet_object_slot(object_id, NULL);

    if (!msg->may_learn || !msg->from_host || slot < 0)
        return;
    bcnet_claim_t *claim = msg->game->claims[slot];
    if (!claim || claim->object_id != object_id)
        return;
    if (!bcnet_is_over(claim->stay, msg->stamp))
        note_owner(msg, (unsigned)slot, claim->stay, USED_BY_CLIENT);
    claim->object_id = BCNET_OBJECT_NONE;
}

/* First pass: whether a slot of its own is known, by more than the host's word for a ship. */
static bool has_slot(const bcnet_stay_t *stay)
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
    const int                 slot = bcnet_object_slot(object_id, NULL);
    const bcnet_slot_owner_t *owner = msg->game && slot >= 0 ? present_owner(msg, (unsigned)slot, msg->stamp) : NULL;

    return owner ? owner->stay : NULL;
}

/* ---- Who may say what (10.12) ---- */

/* Where the ids stand, behind the opcode (40.1, 50.1). */
enum { FIRST = 0, IN_CREATION = 5, IN_PLAYERS_CREATION = 6, EVENT_SOURCE = 8, EVENT_DESTINATION = 12, ID_LENGTH = 4 };

/* NOBODYS: it is in no slot, or nobody knows whose. */
typedef enum { NOBODYS, OWN, ANOTHERS } bcnet_owner_t;

static uint32_t id_at(const bcnet_msg_t *msg, int offset)
{
    return msg->pos + offset + ID_LENGTH <= msg->limit ? tvb_get_letohl(msg->tvb, msg->pos + offset)
                                                       : BCNET_OBJECT_NONE;
}

/* A client whose own slot is not known yet is not judged, unless it is on a link of its own under the id of somebody who is
 * there. */
static bcnet_owner_t owner_of(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_stay_t *owner = bcnet_slot_owner(msg, object_id), *sender = bcnet_present_on(msg->link, msg->stamp);

    if (!owner || !sender)
        return NOBODYS;
    if (owner == sender)
        return OWN;
    const bool impostor = sender->origin == BCNET_STAY_BY_ID &&
                          sender != bcnet_stay_with(sender->game, sender->id, BCNET_LATEST);
    return impostor || has_slot(sender) ? ANOTHERS : NOBODYS;
}

static bcnet_owner_t owner_named_at(const bcnet_msg_t *msg, int offset)
{
    return owner_of(msg, id_at(msg, offset));
}

/* The host neither takes nor hands on a creation of what is there. */
static bool is_anothers_creation(bcnet_msg_t *msg, int offset)
{
    const uint32_t object_id = id_at(msg, offset);

    if (owner_of(msg, object_id) == ANOTHERS)
        return true;
    const bcnet_object_t *object = bcnet_object_ref(msg, object_id).any;
    msg->claims = bcnet_is_alive(msg, object_id) && !bcnet_is_told_early(msg, object->link, &object->born.time);
    return msg->claims;
}

static bool is_anothers_end(const bcnet_msg_t *msg, bcnet_ownership_t own)
{
    const bcnet_owner_t source = owner_named_at(msg, EVENT_SOURCE),
                        destination = owner_named_at(msg, EVENT_DESTINATION);

    if (own == BCNET_OWN_EITHER_END && (source == OWN || destination == OWN))
        return false;
    return source == ANOTHERS || destination == ANOTHERS;
}

/* First pass. */
static bool is_of_another(bcnet_msg_t *msg, bcnet_ownership_t own)
{
    switch (own) {
    case BCNET_OWN_OBJECT:
        return owner_named_at(msg, FIRST) == ANOTHERS;
    case BCNET_OWN_HANDLER:
        return owner_named_at(msg, EVENT_DESTINATION) == ANOTHERS;
    case BCNET_OWN_CREATION:
        return is_anothers_creation(msg, IN_CREATION);
    case BCNET_OWN_PLAYERS_CREATION:
        return is_anothers_creation(msg, IN_PLAYERS_CREATION);
    default:
        return is_anothers_end(msg, own);
    }
}

/* A resend says what its first sending said, in the datagram that name_stamp ends. */
static bool is_unbelieved(const bcnet_msg_t *msg, const void *message)
{
    const bcnet_timeline_t *unbelieved = msg->game->unbelieved;
    bcnet_stamp_t           at = msg->name_stamp;

    for (unsigned i = bcnet_timeline_count_at(unbelieved, at);
         i > 0 && bcnet_stamp_frame(at) == bcnet_stamp_frame(msg->name_stamp); i--) {
        if (bcnet_timeline_get(unbelieved, i - 1, &at) == message && (msg->resend || at == msg->stamp))
            return true;
    }
    return false;
}

bool bcnet_is_anothers(bcnet_msg_t *msg, bcnet_ownership_t own)
{
    void *message = msg->analysis ? (void *)msg->analysis->sent : (void *)msg->link;

    if (own == BCNET_OWN_ANYTHING || msg->from_host || !msg->link)
        return false;
    if (msg->may_learn && is_of_another(msg, own))
        bcnet_keep_fact(&msg->game->unbelieved, msg->stamp, message);
    return is_unbelieved(msg, message);
}
