/* Fragments (protocol chapter 10.5).
 *
 * Only fragment 0 tells how many there are. Wireshark's reassembly takes totals as the index of the last
 * fragment, does nothing with one before the first fragment is there, and throws when a total lies below an
 * index it knows. So the bookkeeping here decides, on the first pass, which fragments may reach it: no
 * duplicates, nothing behind a known total, and no total below a known index.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reassembly.h"

#include <epan/reassemble.h>

#include "reader.h"
#include "reliability.h"

static reassembly_table fragments;
static uint32_t         next_reassembly; /* restarted with every capture */

static int hf_fragments = -1;
static int hf_fragment = -1;
static int hf_fragment_overlap = -1;
static int hf_fragment_overlap_conflict = -1;
static int hf_fragment_multiple_tails = -1;
static int hf_fragment_too_long = -1;
static int hf_fragment_error = -1;
static int hf_fragment_count = -1;
static int hf_reassembled_in = -1;
static int hf_reassembled_length = -1;
static int ett_fragment = -1;
static int ett_fragments = -1;

static const fragment_items items = {
    &ett_fragment,
    &ett_fragments,
    &hf_fragments,
    &hf_fragment,
    &hf_fragment_overlap,
    &hf_fragment_overlap_conflict,
    &hf_fragment_multiple_tails,
    &hf_fragment_too_long,
    &hf_fragment_error,
    &hf_fragment_count,
    &hf_reassembled_in,
    &hf_reassembled_length,
    NULL,
    "fragments",
};

/* A message in pieces. */
typedef struct {
    int64_t  key;
    uint32_t id; /* in Wireshark's table: unique in the capture */
    uint16_t received;
    uint8_t  total;   /* 0: not told yet */
    uint8_t  highest; /* index seen */
    uint8_t  seen[32]; /* a bit per index */
    bool     complete;
} bcnet_assembly_t;

void bcnet_reassembly_restart(bcnet_link_t *link)
{
    link->assemblies = NULL;
}

static bcnet_assembly_t *new_assembly(bcnet_link_t *link, int64_t key)
{
    bcnet_assembly_t *assembly = wmem_new0(wmem_file_scope(), bcnet_assembly_t);

    assembly->key = key;
    assembly->id = ++next_reassembly;
    wmem_map_insert(link->assemblies, &assembly->key, assembly);
    return assembly;
}

/* The message a new fragment belongs to. A different fragment with the number of a message that is already
 * complete starts another one: the numbers have wrapped. */
static bcnet_assembly_t *assembly_of(bcnet_link_t *link, bool from_host, uint32_t number)
{
    const int64_t key = (int64_t)number << 1 | from_host;

    if (!link->assemblies)
        link->assemblies = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
    bcnet_assembly_t *assembly = (bcnet_assembly_t *)wmem_map_lookup(link->assemblies, &key);
    return assembly && !assembly->complete ? assembly : new_assembly(link, key);
}

static bool is_seen(const bcnet_assembly_t *assembly, uint8_t index)
{
    return assembly->seen[index / 8] >> index % 8 & 1;
}

static const char *total_fault(const bcnet_assembly_t *assembly, const bcnet_wire_message_t *wire)
{
    if (wire->frag_total == 0)
        return "Fragment 0 says that the message has no fragments";
    if (assembly->total != 0 && assembly->total != wire->frag_total)
        return "A second fragment 0 gives another number of fragments";
    if (assembly->received > 0 && assembly->highest >= wire->frag_total)
        return "Fragment 0 gives a number of fragments that does not reach one seen before";
    if (is_seen(assembly, 0))
        return "The same fragment was seen before with other bytes";
    return NULL;
}

static const char *fragment_fault(const bcnet_assembly_t *assembly, const bcnet_wire_message_t *wire)
{
    if (is_seen(assembly, wire->frag_index) && !wire->has_frag_total)
        return "The same fragment was seen before with other bytes";
    if (wire->has_frag_total)
        return total_fault(assembly, wire);
    if (assembly->total != 0 && wire->frag_index >= assembly->total)
        return "The fragment's index lies beyond the number of fragments";
    return NULL;
}

void bcnet_analyse_fragment(bcnet_link_t *link, bool from_host, const bcnet_wire_message_t *wire, bool whole,
                            bcnet_verdict_t *verdict)
{
    if (verdict->sending > 0) { /* a resend belongs where the first sending went, and adds nothing */
        verdict->reassembly = verdict->sent->reassembly;
        return;
    }
    bcnet_assembly_t *assembly = assembly_of(link, from_host, verdict->sent->number);
    verdict->fragment_fault = fragment_fault(assembly, wire);
    if (verdict->fragment_fault || !whole)
        return; /* a short capture must never complete a message */
    verdict->sent->reassembly = verdict->reassembly = assembly->id;
    if (wire->has_frag_total && assembly->total == 0) {
        assembly->total = wire->frag_total;
        verdict->frag_tells_total = true;
        verdict->frag_known_before = assembly->received > 0;
    }
    assembly->received++;
    assembly->seen[wire->frag_index / 8] |= (uint8_t)(1u << wire->frag_index % 8);
    assembly->highest = MAX(assembly->highest, wire->frag_index);
    verdict->frag_last = assembly->total != 0 && wire->frag_index == assembly->total - 1;
    assembly->complete = assembly->total != 0 && assembly->received >= assembly->total;
    verdict->frag_completes = assembly->complete;
}

/* Hands a fragment to Wireshark. */
static fragment_head *add_fragment(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    const bcnet_verdict_t *verdict = msg->verdict;
    const uint32_t         length = wire->length - wire->header;
    const bool             tells_total = msg->first_pass && verdict->frag_tells_total && wire->frag_total > 1;

    if (tells_total && verdict->frag_known_before)
        fragment_set_tot_len(&fragments, msg->pinfo, verdict->reassembly, NULL, wire->frag_total - 1);
    fragment_head *head = fragment_add_seq_check(&fragments, msg->tvb, msg->pos, msg->pinfo, verdict->reassembly,
                                                 NULL, wire->frag_index, length, !verdict->frag_last);
    if (tells_total && !verdict->frag_known_before)
        fragment_set_tot_len(&fragments, msg->pinfo, verdict->reassembly, NULL, wire->frag_total - 1);
    return head;
}

static fragment_head *fragment_of(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    const bcnet_verdict_t *verdict = msg->verdict;

    if (!verdict || verdict->reassembly == 0)
        return NULL;
    if (verdict->sending > 0)
        return fragment_get_reassembled_id(&fragments, msg->pinfo, verdict->reassembly);
    return add_fragment(msg, wire);
}

tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg, const bcnet_wire_message_t *wire)
{
    fragment_head *head = fragment_of(msg, wire);

    if (!head)
        return NULL;
    if (!msg->verdict->frag_completes) {
        if (head->reassembled_in != 0)
            bcnet_generated_frame(msg, hf_reassembled_in, head->reassembled_in);
        return NULL;
    }
    return process_reassembled_data(msg->tvb, msg->pos, msg->pinfo, "Reassembled message", head, &items, NULL,
                                    msg->tree);
}

static void start_capture(void)
{
    next_reassembly = 0;
}

void bcnet_register_reassembly(int proto)
{
    static hf_register_info hf[] = {
        { &hf_fragments, { "Fragments of the message", "bcnet.fragments", FT_NONE, BASE_NONE, NULL, 0,
            "The message was joined from these (10.5)", HFILL } },
        { &hf_fragment, { "Fragment", "bcnet.fragment", FT_FRAMENUM, BASE_NONE, NULL, 0,
            "Frame that holds a fragment of the message (10.5)", HFILL } },
        { &hf_fragment_overlap, { "Fragment overlap", "bcnet.fragment.overlap", FT_BOOLEAN, BASE_NONE, NULL, 0,
            "The fragment repeats one that is there (10.5)", HFILL } },
        { &hf_fragment_overlap_conflict, { "Conflicting fragment overlap", "bcnet.fragment.overlap.conflict",
            FT_BOOLEAN, BASE_NONE, NULL, 0, "The repeated fragment has other bytes (10.5)", HFILL } },
        { &hf_fragment_multiple_tails, { "Several last fragments", "bcnet.fragment.multiple_tails", FT_BOOLEAN,
            BASE_NONE, NULL, 0, "Several fragments claim to be the last (10.5)", HFILL } },
        { &hf_fragment_too_long, { "Fragment too long", "bcnet.fragment.too_long_fragment", FT_BOOLEAN, BASE_NONE,
            NULL, 0, "The fragment reaches beyond the message (10.5)", HFILL } },
        { &hf_fragment_error, { "Reassembly error", "bcnet.fragment.error", FT_FRAMENUM, BASE_NONE, NULL, 0,
            "Frame that broke the reassembly (10.5)", HFILL } },
        { &hf_fragment_count, { "Fragments", "bcnet.fragment.count", FT_UINT32, BASE_DEC, NULL, 0,
            "Number of fragments of the message (10.5)", HFILL } },
        { &hf_reassembled_in, { "Reassembled in", "bcnet.reassembled.in", FT_FRAMENUM, BASE_NONE, NULL, 0,
            "Frame that completes the message (10.5)", HFILL } },
        { &hf_reassembled_length, { "Reassembled length", "bcnet.reassembled.length", FT_UINT32,
            BASE_DEC | BASE_UNIT_STRING, &units_byte_bytes, 0, "Bytes of the joined message (10.5)", HFILL } },
    };
    static int *ett[] = { &ett_fragment, &ett_fragments };

    proto_register_field_array(proto, hf, array_length(hf));
    proto_register_subtree_array(ett, array_length(ett));
    reassembly_table_register(&fragments, &addresses_ports_reassembly_table_functions);
    register_init_routine(start_capture);
}
