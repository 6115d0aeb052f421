/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/stays.h"

#include "game/objects.h"

/* Where the ids stand, behind the opcode (40.1, 50.1). */
enum { FIRST = 0, IN_CREATION = 5, IN_PLAYERS_CREATION = 6, EVENT_SOURCE = 8, EVENT_DESTINATION = 12, ID_LENGTH = 4 };

/* NOBODYS: it is in no slot, or nobody knows whose. */
typedef enum { NOBODYS, OWN, ANOTHERS } bcnet_owner_t;

static uint32_t id_at(const bcnet_msg_t *msg, int offset)
{
    return msg->pos + offset + ID_LENGTH <= msg->limit ? tvb_get_letohl(msg->tvb, msg->pos + offset)
                                                       : BCNET_OBJECT_NONE;
}

/* On a link of its own under the id of somebody who is there. */
static bool is_impostor(const bcnet_stay_t *sender)
{
    return sender->origin == BCNET_STAY_BY_ID && sender != bcnet_stay_with(sender->game, sender->id, BCNET_LATEST);
}

/* A client whose own slot is not known yet is not judged. */
static bcnet_owner_t owner_of(const bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_stay_t *owner = bcnet_slot_owner(msg, object_id), *sender = bcnet_present_on(msg->link, msg->stamp);

    if (!owner || !sender)
        return NOBODYS;
    if (owner == sender)
        return OWN;
    return is_impostor(sender) || bcnet_has_slot(sender) ? ANOTHERS : NOBODYS;
}

static bcnet_owner_t owner_at(const bcnet_msg_t *msg, int offset)
{
    return owner_of(msg, id_at(msg, offset));
}

/* The host neither takes nor hands on a creation of what is there. */
static bool is_anothers_creation(bcnet_msg_t *msg, int offset)
{
    const uint32_t object_id = id_at(msg, offset);

    if (owner_of(msg, object_id) == ANOTHERS)
        return true;
    msg->claims = bcnet_is_alive(msg, object_id);
    return msg->claims;
}

static bool is_anothers_end(const bcnet_msg_t *msg, bcnet_ownership_t own)
{
    const bcnet_owner_t source = owner_at(msg, EVENT_SOURCE), destination = owner_at(msg, EVENT_DESTINATION);

    if (own == BCNET_OWN_EITHER_END && (source == OWN || destination == OWN))
        return false;
    return source == ANOTHERS || destination == ANOTHERS;
}

/* First pass. */
static bool is_of_another(bcnet_msg_t *msg, bcnet_ownership_t own)
{
    switch (own) {
    case BCNET_OWN_OBJECT:
        return owner_at(msg, FIRST) == ANOTHERS;
    case BCNET_OWN_HANDLER:
        return owner_at(msg, EVENT_DESTINATION) == ANOTHERS;
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
