/* The first pass over a datagram (protocol chapters 10.3, 10.4, 10.6).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "messages/analysis.h"

#include "game/acts.h"
#include "game/players.h"
#include "game/presence.h"
#include "messages/reassembly.h"
#include "messages/reliability.h"

void bcnet_analyse_sender(const bcnet_arrival_t *arrival)
{
    if (!arrival->from_host && arrival->peer != BCNET_PEER_NEW)
        bcnet_note_own_id(arrival->link, arrival->stamp, arrival->peer);
}

/* The host's answer to a connect request gives an id to the client: known from the datagram's beginning on, so that
 * it names its own receiver. */
static void note_assigned_id(const bcnet_arrival_t *arrival, const bcnet_wire_message_t *wire)
{
    const uint32_t at = wire->offset + wire->header;
    const bool     answer = arrival->from_host && wire->type == BCNET_TYPE_CONNECT && wire->length == wire->header + 1u;

    if (!answer || at >= arrival->captured ||
        bcnet_link_assigned_by(arrival->link, arrival->stamp) == arrival->data[at])
        return;
    bcnet_note_assigned_id(arrival->link, arrival->stamp, arrival->data[at]);
    bcnet_note_id_given(arrival->link->game, arrival->stamp, arrival->data[at]);
}

void bcnet_analyse_origin(const bcnet_arrival_t *arrival, uint8_t assigned)
{
    if (assigned == BCNET_NO_ID || bcnet_link_assigned_by(arrival->link, arrival->stamp) == assigned)
        return;
    bcnet_note_assigned_id(arrival->link, arrival->stamp, assigned);
    bcnet_note_id_given(arrival->link->game, arrival->stamp, assigned);
}

static void note_connection(const bcnet_arrival_t *arrival, const bcnet_wire_message_t *wire, unsigned captured,
                            bcnet_stamp_t stamp)
{
    const bool request = wire->type == BCNET_TYPE_CONNECT && arrival->peer == BCNET_PEER_NEW;

    if (!request || !bcnet_is_new_connection(arrival->link, arrival->data + wire->offset, captured))
        return;
    bcnet_reassembly_restart(arrival->link);
    bcnet_note_new_client(arrival->link, stamp);
    bcnet_note_listener(arrival->link, stamp, false);
}

void bcnet_analyse_message(const bcnet_arrival_t *arrival, const bcnet_wire_message_t *wire, bcnet_stamp_t stamp)
{
    const uint8_t *bytes = arrival->data + wire->offset;
    const unsigned captured = MIN(wire->length, arrival->captured - wire->offset);

    note_connection(arrival, wire, captured, stamp);
    if (!bcnet_wire_has(wire, BCNET_HEADER_SEQ)) /* no reliable message, no ack */
        return;
    bcnet_verdict_t verdict = bcnet_judge(arrival->link, arrival->pinfo, arrival->stamp, arrival->from_host, wire,
                                          bytes, captured, arrival->closed);
    if (wire->fragment && !verdict.is_ack)
        bcnet_analyse_fragment(arrival->link, arrival->pinfo, arrival->from_host, wire, bytes, captured >= wire->length,
                               &verdict);
    bcnet_keep_verdict(arrival->link, stamp, &verdict);
    if (verdict.sending == 0)
        note_assigned_id(arrival, wire);
}
