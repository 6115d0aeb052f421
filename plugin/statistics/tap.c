/* What every message tells to statistics (Wireshark's tap "bcnet").
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/tap.h"

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

static void tell_condition(bcnet_msg_t *msg, unsigned index, unsigned part, const char *name, uint8_t condition)
{
    bcnet_facts_t               *facts = bcnet_facts(msg);
    const bcnet_condition_fact_t fact = {
        .index = (uint16_t)index, .part = (uint16_t)part, .name = name, .condition = condition
    };

    if (!facts->conditions)
        facts->conditions = wmem_array_new(msg->pinfo->pool, sizeof fact);
    wmem_array_append_one(facts->conditions, fact);
}

void bcnet_tell_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start)
{
    if (!bcnet_facts(msg))
        return;
    tell_condition(msg, index, BCNET_PART_SELF, subsystem->name, msg->data[start]);
    for (unsigned c = 0; c < subsystem->child_count; c++)
        tell_condition(msg, index, BCNET_PART_FIRST_CHILD + c, subsystem->children[c].name,
                       msg->data[start + 1 + (int)c]);
}

void bcnet_tell_facings(bcnet_msg_t *msg, unsigned index, int position)
{
    static const char *const names[BCNET_FACINGS] = { "Front shields",  "Rear shields", "Top shields",
                                                      "Bottom shields", "Left shields", "Right shields" };

    if (!bcnet_facts(msg))
        return;
    for (unsigned i = 0; i < BCNET_FACINGS; i++)
        tell_condition(msg, index, BCNET_PART_FIRST_FACING + i, names[i], msg->data[position + (int)i]);
}

void bcnet_tell_death(bcnet_msg_t *msg, uint32_t ship, int32_t killer)
{
    bcnet_facts_t *facts = bcnet_facts(msg);

    if (!facts)
        return;
    bcnet_death_fact_t *death = wmem_new(msg->pinfo->pool, bcnet_death_fact_t);
    death->ship = ship;
    death->life = bcnet_object_at(msg, ship);
    death->killer = killer;
    facts->death = death;
}

void bcnet_register_tap(int proto)
{
    tap_id = register_tap("bcnet");
}
