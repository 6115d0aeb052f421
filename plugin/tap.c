/* What every message tells to statistics (Wireshark's tap "bcnet").
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tap.h"

#include <epan/tap.h>

static int tap_id = -1;

void bcnet_tap_begin(bcnet_msg_t *msg)
{
    if (have_tap_listener(tap_id))
        msg->facts = wmem_new0(msg->pinfo->pool, bcnet_facts_t);
}

void bcnet_tap_end(const bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    if (!msg->facts)
        return;
    /* The listeners run when the whole packet is dissected: each message needs a record of its own. */
    bcnet_tap_message_t *record = wmem_new0(msg->pinfo->pool, bcnet_tap_message_t);
    record->link = msg->link;
    record->game = msg->game;
    record->wire = (const bcnet_wire_message_t *)wmem_memdup(msg->pinfo->pool, wire, sizeof *wire);
    record->verdict = msg->verdict;
    record->opcode = msg->opcode;
    record->facts = msg->facts;
    record->summary = msg->text ? wmem_strbuf_get_str(msg->text) : NULL;
    record->node = msg->item;
    record->stamp = msg->stamp;
    record->peer = msg->peer;
    record->client_id = bcnet_link_client_id(msg->link, msg->stamp);
    record->payload_length = msg->payload_length;
    record->opcode_value = msg->opcode_value;
    record->has_opcode = msg->has_opcode;
    record->from_host = msg->from_host;
    record->resend = msg->resend;
    tap_queue_packet(tap_id, msg->pinfo, record);
}

void bcnet_tell_score(bcnet_msg_t *msg, uint32_t player, bcnet_total_t total, int32_t value)
{
    bcnet_facts_t           *facts = bcnet_facts(msg);
    const bcnet_score_fact_t fact = { .player = player, .total = total, .value = value };

    if (!facts || msg->truncated)
        return;
    if (!facts->scores)
        facts->scores = wmem_array_new(msg->pinfo->pool, sizeof fact);
    wmem_array_append_one(facts->scores, fact);
}

void bcnet_tell_condition(bcnet_msg_t *msg, const char *subsystem, uint8_t condition)
{
    bcnet_facts_t               *facts = bcnet_facts(msg);
    const bcnet_condition_fact_t fact = { .subsystem = subsystem, .condition = condition };

    if (!facts)
        return;
    if (!facts->conditions)
        facts->conditions = wmem_array_new(msg->pinfo->pool, sizeof fact);
    wmem_array_append_one(facts->conditions, fact);
}

void bcnet_register_tap(int proto)
{
    tap_id = register_tap("bcnet");
}
