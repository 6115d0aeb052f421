/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first pass over a datagram (protocol chapters 10.3, 10.4, 10.6). */

#include "game/relays.h"
#include "game/objects.h"
#include "messages/reliability.h"

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

static void note_connection(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, unsigned captured,
                            bcnet_stamp_t stamp)
{
    const bool request = wire->type == BCNET_TYPE_CONNECT && datagram->peer == BCNET_PEER_NEW;

    if (!request || !bcnet_is_new_connection(datagram->link, datagram->data + wire->offset, captured))
        return;
    end_ships(bcnet_present_on(datagram->link, stamp), datagram);
    bcnet_note_new_client(datagram->link, (bcnet_moment_t){ stamp, datagram->pinfo->abs_ts });
    bcnet_note_connection(datagram->link, stamp);
    bcnet_note_listener(datagram->link, stamp, false);
}

/* An answer, or the end of what one began. */
static void note_answer(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire)
{
    const bool from_host = bcnet_is_from_host(datagram);

    if (wire->type == (from_host ? BCNET_TYPE_BOOT : BCNET_TYPE_DISCONNECT))
        datagram->link->is_over = true;
    if (from_host && wire->type == BCNET_TYPE_CONNECT && wire->offset + wire->length <= datagram->captured)
        bcnet_note_new_answer(datagram->link, datagram->data + wire->offset, wire->length);
}

static void analyse_message(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire, bcnet_stamp_t stamp)
{
    const unsigned captured = MIN(wire->length, datagram->captured - wire->offset);

    note_connection(datagram, wire, captured, stamp);
    if (!bcnet_wire_has(wire, BCNET_HEADER_SEQ)) /* no reliable message, no ack */
        return;
    bcnet_sequence_analysis_t analysis = bcnet_analyse_sequence(datagram, wire, captured, stamp);
    if (wire->fragment && !analysis.is_ack)
        bcnet_analyse_fragment(datagram, wire, &analysis);
    bcnet_analyse_order(datagram, wire, stamp, &analysis);
    bcnet_keep_analysis(datagram->link, stamp, &analysis);
    if (analysis.sending == 0)
        note_assigned_id(datagram, wire);
}

void bcnet_analyse(const bcnet_datagram_t *datagram)
{
    bcnet_note_game(datagram->link->game, &datagram->pinfo->abs_ts);
    if (!bcnet_is_from_host(datagram) && datagram->peer != BCNET_PEER_NEW) /* byte 0 tells the network id (10.1) */
        bcnet_note_own_id(datagram->link, moment_of(datagram), datagram->peer);
    if (datagram->origin.assigned != BCNET_NO_ID)
        give_id(datagram, datagram->origin.assigned);
    bcnet_note_sides(datagram);
    for (unsigned i = 0; i < datagram->list->whole; i++) /* names may stand before it */
        note_answer(datagram, &datagram->list->messages[i]);
    for (unsigned i = 0; i < datagram->list->whole; i++)
        analyse_message(datagram, &datagram->list->messages[i], bcnet_stamp_of(datagram, i));
    if (!bcnet_is_from_host(datagram))
        bcnet_note_heard(datagram->link, moment_of(datagram));
}
