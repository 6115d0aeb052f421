/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first pass over a datagram (protocol chapters 10.3, 10.4, 10.6). */

#include "game/relays.h"
#include "game/objects.h"
#include "messages/reliability.h"
#include "reading/hash.h"

static bcnet_moment_t moment_of(const bcnet_datagram_t *datagram)
{
    return (bcnet_moment_t){ datagram->stamp, datagram->pinfo->abs_ts };
}

/* Whoever has an id no more has no ships (60.4). */
static void end_ships(bcnet_stay_t *stay, const bcnet_datagram_t *datagram)
{
    if (stay)
        bcnet_note_owner_gone(stay, moment_of(datagram));
}

static void give_id(const bcnet_datagram_t *datagram, uint8_t id)
{
    if (bcnet_id_assigned_by(datagram->link, datagram->stamp) == id)
        return;
    end_ships(bcnet_stay_with(datagram->link->game, id, datagram->stamp), datagram);
    bcnet_note_assigned_id(datagram->link, moment_of(datagram), id);
}

/* The host's answer to a connect request gives an id to the client: known from the datagram's beginning on, so that
 * it names its own receiver. */
static void note_assigned_id(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire)
{
    const uint32_t at = wire->offset + wire->header;
    const bool     answer = bcnet_is_from_host(datagram) && wire->type == BCNET_TYPE_CONNECT &&
                        wire->length == wire->header + 1u;

    if (answer && at < datagram->captured)
        give_id(datagram, datagram->data[at]);
}

static void note_connection(bcnet_link_t *link, bcnet_stamp_t stamp)
{
    bcnet_note_connection(link, stamp);
    bcnet_note_listener(link, stamp, false);
}

/* Numbers start afresh, and whoever was there before has no ships any more (10.4, 60.4). */
static void begin_connection(const bcnet_datagram_t *datagram, bcnet_stamp_t stamp)
{
    bcnet_link_t *link = datagram->link;

    link->connection++;
    link->sequences = NULL;
    link->assemblies[false] = link->assemblies[true] = NULL;
    link->is_over = false;
    end_ships(bcnet_present_on(link, stamp), datagram);
    note_connection(link, stamp);
}

/* Frames that are not in order of time have the answer in front of its request: it began the connection. */
static bool is_answered(const bcnet_datagram_t *datagram)
{
    const bcnet_link_t *link = datagram->link;

    return link->answer_hash != 0 && bcnet_is_shortly_before(&datagram->pinfo->abs_ts, &link->answered.time);
}

/* A connect request with other bytes than the last one (10.4). */
static void note_request(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, unsigned captured,
                         bcnet_stamp_t stamp)
{
    bcnet_link_t *link = datagram->link;

    if (wire->type != BCNET_TYPE_CONNECT || datagram->peer != BCNET_PEER_NEW)
        return;
    const uint32_t hash = (uint32_t)bcnet_hash(datagram->data + wire->offset, captured);
    if (link->connect_hash == hash)
        return;
    link->connect_hash = hash;
    if (is_answered(datagram)) {
        note_connection(link, link->answered.stamp - 1);
        return;
    }
    link->answer_hash = 0;
    begin_connection(datagram, stamp);
    bcnet_note_new_client(link, (bcnet_moment_t){ stamp, datagram->pinfo->abs_ts });
}

/* An answer, or the end of what one began. An answer that differs from the last one, or follows an end or a silence, is to a
 * request that the capture lacks, or has behind it: the connection begins in front of it, so that the id in it is the new one's. */
static void note_answer(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire)
{
    const bool    from_host = bcnet_is_from_host(datagram);
    bcnet_link_t *link = datagram->link;

    if (wire->type == (from_host ? BCNET_TYPE_BOOT : BCNET_TYPE_DISCONNECT))
        link->is_over = true;
    if (!from_host || wire->type != BCNET_TYPE_CONNECT || wire->offset + wire->length > datagram->captured)
        return;
    const uint32_t hash = (uint32_t)bcnet_hash(datagram->data + wire->offset, wire->length);
    if (link->answer_hash == hash && !link->is_over && link->resumed != datagram->pinfo->num)
        return;
    if (link->answer_hash != 0)
        begin_connection(datagram, datagram->stamp - 1);
    link->answer_hash = hash;
    link->answered = moment_of(datagram);
}

static void analyse_message(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, bcnet_stamp_t stamp)
{
    const unsigned captured = MIN(wire->length, datagram->captured - wire->offset);

    note_request(datagram, wire, captured, stamp);
    if (bcnet_wire_has(wire, BCNET_HEADER_SEQ) && /* a reliable message, or an ack */
        bcnet_analyse_sequence(datagram, wire, captured, stamp))
        note_assigned_id(datagram, wire);
}

static void note_sides(const bcnet_datagram_t *datagram)
{
    const int64_t silence = BCNET_SILENCE_SECONDS * INT64_C(1000000000);
    bcnet_link_t *link = datagram->link;

    if (datagram->now - MAX(link->heard[false], link->heard[true]) > silence)
        link->resumed = datagram->pinfo->num;
    link->heard[bcnet_is_from_host(datagram)] = datagram->now;
    if (datagram->captured < datagram->reported && link->cut[bcnet_is_from_host(datagram)] == 0)
        link->cut[bcnet_is_from_host(datagram)] = datagram->stamp;
}

void bcnet_analyse(const bcnet_datagram_t *datagram)
{
    bcnet_note_game(datagram->link->game, &datagram->pinfo->abs_ts);
    if (!bcnet_is_from_host(datagram) && datagram->peer != BCNET_PEER_NEW) /* byte 0 tells the network id (10.1) */
        bcnet_note_own_id(datagram->link, moment_of(datagram), datagram->peer);
    if (datagram->origin.assigned != BCNET_NO_ID)
        give_id(datagram, datagram->origin.assigned);
    note_sides(datagram);
    bcnet_note_captured_twice(datagram);
    for (unsigned i = 0; i < datagram->list->whole; i++) /* names may stand before it */
        note_answer(datagram, &datagram->list->messages[i]);
    for (unsigned i = 0; i < datagram->list->whole; i++)
        analyse_message(datagram, &datagram->list->messages[i], bcnet_stamp_of(datagram, i));
    if (!bcnet_is_from_host(datagram))
        bcnet_note_heard(datagram->link, moment_of(datagram));
}
