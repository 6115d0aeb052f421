/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fragments (protocol chapter 10.5).
 *
 * Only fragment 0 tells how many there are, and fragments come in any order. Wireshark's reassembly wants the
 * total early, and throws when it lies below an index it was given before. So fragments wait here, on the
 * first pass, until the message is complete; then all that belong to it are handed over at once, each with
 * the frame it came in. */
#include "messages/reliability.h"

#include <string.h>

#include <epan/reassemble.h>

#include "reading/labels.h"
#include "reading/reader.h"

static reassembly_table fragments;
static uint32_t         next_reassembly;

static int ett_fragment = -1;
static int ett_fragments = -1;

#define FRAGMENT_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_fragments, "Fragments of the message", "bcnet.fragments", FT_NONE, BASE_NONE, NULL, 0,                    \
          "The message was joined from these (10.5)")                                                                  \
    FIELD(hf_fragment, "Fragment", "bcnet.fragment", FT_FRAMENUM, BASE_NONE, NULL, 0,                                  \
          "Frame that holds a fragment of the message (10.5)")                                                         \
    FIELD(hf_fragment_overlap, "Fragment overlap", "bcnet.fragment.overlap", FT_BOOLEAN, BASE_NONE, NULL, 0,           \
          "The fragment repeats one that is there (10.5)")                                                             \
    FIELD(hf_fragment_overlap_conflict, "Conflicting fragment overlap", "bcnet.fragment.overlap.conflict", FT_BOOLEAN, \
          BASE_NONE, NULL, 0, "The repeated fragment has other bytes (10.5)")                                          \
    FIELD(hf_fragment_multiple_tails, "Several last fragments", "bcnet.fragment.multiple_tails", FT_BOOLEAN,           \
          BASE_NONE, NULL, 0, "Several fragments claim to be the last (10.5)")                                         \
    FIELD(hf_fragment_too_long, "Fragment too long", "bcnet.fragment.too_long_fragment", FT_BOOLEAN, BASE_NONE, NULL,  \
          0, "The fragment reaches beyond the message (10.5)")                                                         \
    FIELD(hf_fragment_error, "Reassembly error", "bcnet.fragment.error", FT_FRAMENUM, BASE_NONE, NULL, 0,              \
          "Frame that broke the reassembly (10.5)")                                                                    \
    FIELD(hf_fragment_count, "Fragments", "bcnet.fragment.count", FT_UINT32, BASE_DEC, NULL, 0,                        \
          "Number of fragments of the message (10.5)")                                                                 \
    FIELD(hf_reassembled_in, "Reassembled in", "bcnet.reassembled.in", FT_FRAMENUM, BASE_NONE, NULL, 0,                \
          "Frame that completes the message (10.5)")                                                                   \
    FIELD(hf_reassembled_length, "Reassembled length", "bcnet.reassembled.length", FT_UINT32,                          \
          BASE_DEC | BASE_UNIT_STRING, UNS(&bcnet_units_bytes), 0, "Bytes of the joined message (10.5)")
BCNET_FIELDS(fragment_fields, FRAGMENT_FIELDS)

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

/* A fragment that waits for the others. */
typedef struct bcnet_piece {
    struct bcnet_piece *next;
    uint32_t            frame;
    uint16_t            length;
    uint8_t             index;
    uint8_t             bytes[];
} bcnet_piece_t;

/* A message in pieces. */
struct bcnet_assembly {
    bcnet_piece_t *pieces; /* gone once the message is complete */
    uint32_t       id; /* in Wireshark's table: unique in the capture */
    uint8_t        total; /* 0: not told yet */
    uint8_t        highest; /* index seen */
    uint8_t        seen[32]; /* a bit per index */
    bool           complete;
};

/* ---- Bookkeeping: first pass only ---- */

/* The message a new fragment belongs to. A different fragment with the number of a message that is already
 * complete starts another one: the numbers have wrapped. */
static bcnet_assembly_t *assembly_of(bcnet_link_t *link, bool from_host, uint32_t number)
{
    bcnet_assembly_t *assembly = (bcnet_assembly_t *)bcnet_kept_under(link->assemblies[from_host], number);

    if (!assembly || assembly->complete) {
        assembly = wmem_new0(wmem_file_scope(), bcnet_assembly_t);
        assembly->id = ++next_reassembly;
        bcnet_keep_under(&link->assemblies[from_host], number, assembly);
    }
    return assembly;
}

static bool is_seen(const bcnet_assembly_t *assembly, unsigned index)
{
    return assembly->seen[index / 8] >> index % 8 & 1;
}

/* Why a fragment cannot be used. */
static bcnet_fragment_fault_t fragment_fault(const bcnet_assembly_t *assembly, const bcnet_wire_message_t *wire)
{
    if (bcnet_wire_has(wire, BCNET_HEADER_FRAG_TOTAL) && wire->frag_total == 0)
        return BCNET_FRAGMENT_NO_TOTAL;
    if (bcnet_wire_has(wire, BCNET_HEADER_FRAG_TOTAL) && assembly->total != 0 && assembly->total != wire->frag_total)
        return BCNET_FRAGMENT_OTHER_TOTAL;
    if (assembly->total != 0 && wire->frag_index >= assembly->total)
        return BCNET_FRAGMENT_BEYOND;
    if (is_seen(assembly, wire->frag_index))
        return BCNET_FRAGMENT_CONFLICT;
    return BCNET_FRAGMENT_FINE;
}

static void keep_piece(bcnet_assembly_t *assembly, const bcnet_wire_message_t *wire, const uint8_t *bytes,
                       uint32_t frame)
{
    const uint16_t length = (uint16_t)(wire->length - wire->header);
    bcnet_piece_t *piece = (bcnet_piece_t *)wmem_alloc(wmem_file_scope(), sizeof(bcnet_piece_t) + length);

    piece->next = assembly->pieces;
    piece->frame = frame;
    piece->length = length;
    piece->index = wire->frag_index;
    memcpy(piece->bytes, bytes + wire->header, length);
    assembly->pieces = piece;
    assembly->seen[wire->frag_index / 8] |= (uint8_t)(1u << wire->frag_index % 8);
    assembly->highest = MAX(assembly->highest, wire->frag_index);
}

void bcnet_analyse_fragment(const bcnet_datagram_t *datagram, const bcnet_wire_message_t *wire,
                            bcnet_sequence_analysis_t *analysis)
{
    const bool whole = wire->offset + wire->length <= datagram->captured;

    if (analysis->sending > 0)
        return; /* a resend belongs where the first sending went, and adds nothing */
    bcnet_assembly_t *assembly =
        assembly_of(datagram->link, bcnet_is_from_host(datagram), bcnet_sent_number(analysis->sent));
    analysis->fragment_fault = (uint8_t)fragment_fault(assembly, wire);
    if (analysis->fragment_fault || !whole)
        return; /* a short capture must never complete a message */
    analysis->sent->assembly = assembly;
    keep_piece(assembly, wire, datagram->data + wire->offset, datagram->pinfo->num);
    if (bcnet_wire_has(wire, BCNET_HEADER_FRAG_TOTAL)) {
        assembly->total = wire->frag_total;
        if (assembly->highest >= assembly->total)
            analysis->fragment_fault = BCNET_FRAGMENT_EARLIER_BEYOND;
    }
    unsigned there = 0;
    while (there < assembly->total && is_seen(assembly, there))
        there++;
    assembly->complete = assembly->total > 0 && there == assembly->total;
    analysis->frag_completes = assembly->complete;
}

/* ---- Handing the pieces to Wireshark ---- */

static void add_piece(const packet_info *pinfo, const bcnet_assembly_t *assembly, const bcnet_piece_t *piece)
{
    packet_info origin = *pinfo; /* the fragment is listed with the frame it came in */

    origin.num = piece->frame;
    tvbuff_t *tvb = tvb_new_real_data(piece->bytes, piece->length, piece->length);
    fragment_add_seq_check(&fragments, tvb, 0, &origin, assembly->id, NULL, piece->index, piece->length,
                           piece->index + 1 != assembly->total);
    tvb_free(tvb);
}

/* All pieces, that of the completing frame last: Wireshark takes the message as reassembled there. */
static void add_pieces(const packet_info *pinfo, bcnet_assembly_t *assembly)
{
    const bcnet_piece_t *last = assembly->pieces; /* the newest stands first in the list */

    for (const bcnet_piece_t *piece = last->next; piece; piece = piece->next) {
        if (piece->index < assembly->total)
            add_piece(pinfo, assembly, piece);
    }
    add_piece(pinfo, assembly, last);
    while (assembly->pieces) {
        bcnet_piece_t *next = assembly->pieces->next;
        wmem_free(wmem_file_scope(), assembly->pieces);
        assembly->pieces = next;
    }
}

/* What is wrong with a fragment, as a sentence. */
static const char *fault_words(uint8_t fault)
{
    static const char *const words[] = {
        [BCNET_FRAGMENT_NO_TOTAL] = "Fragment 0 says that the message has no fragments",
        [BCNET_FRAGMENT_OTHER_TOTAL] = "A second fragment 0 gives another number of fragments",
        [BCNET_FRAGMENT_BEYOND] = "The fragment's index lies beyond the number of fragments",
        [BCNET_FRAGMENT_CONFLICT] = "The same fragment was seen before with other bytes",
        [BCNET_FRAGMENT_EARLIER_BEYOND] = "A fragment seen before lies beyond the number of fragments",
    };

    return words[fault];
}

tvbuff_t *bcnet_reassemble(bcnet_msg_t *msg)
{
    const bcnet_sequence_analysis_t *analysis = msg->analysis;
    bcnet_assembly_t                *assembly = analysis && analysis->sent ? analysis->sent->assembly : NULL;

    if (analysis && analysis->fragment_fault)
        bcnet_complain(msg, BCNET_EI_FRAGMENT, fault_words(analysis->fragment_fault));
    if (!assembly)
        return NULL;
    if (analysis->frag_completes && assembly->pieces)
        add_pieces(msg->pinfo, assembly);
    packet_info origin = *msg->pinfo;
    origin.num = analysis->sent->first_frame; /* resends were not handed in */
    fragment_head *head = fragment_get_reassembled_id(&fragments, &origin, assembly->id);
    if (!head) /* it never became whole, or is not whole yet */
        return NULL;
    if (!analysis->frag_completes) {
        /* Within one frame there is nowhere to go, and on the first pass the end is not known yet. */
        if (head->reassembled_in != msg->pinfo->num)
            bcnet_generated_uint(msg, hf_reassembled_in, head->reassembled_in);
        return NULL;
    }
    return process_reassembled_data(msg->tvb, msg->pos, msg->pinfo, "Reassembled message", head, &items, NULL,
                                    msg->tree);
}

void bcnet_register_reassembly(int proto)
{
    static int *ett[] = { &ett_fragment, &ett_fragments };

    BCNET_REGISTER(proto, fragment_fields);
    proto_register_subtree_array(ett, array_length(ett));
    reassembly_table_register(&fragments, &addresses_ports_reassembly_table_functions);
}
