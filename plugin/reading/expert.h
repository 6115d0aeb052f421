/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything the dissector can find fault with or wants to point out: one table of expert infos. */
#ifndef BCNET_EXPERT_H
#define BCNET_EXPERT_H

#include <epan/packet.h>

typedef enum {
    BCNET_EI_TRANSPORT,
    BCNET_EI_FRAGMENT,
    BCNET_EI_TRUNCATED,
    BCNET_EI_TRUNCATED_NOTE, /* the same filter at note level: of an object of an unknown kind */
    BCNET_EI_TRAILING,
    BCNET_EI_BITS,
    BCNET_EI_BITS_NOTE, /* likewise */
    BCNET_EI_VALUE,
    BCNET_EI_UNUSED_OPCODE,
    BCNET_EI_FOREIGN,
    BCNET_EI_PASSWORD,
    BCNET_EI_CLASS,
    BCNET_EI_SNAPSHOT_LENGTH,
    BCNET_EI_SPECIES,
    BCNET_EI_EVENT_CLASS,
    BCNET_EI_EVENT_CODE,
    BCNET_EI_DIRECTION,
    BCNET_EI_IDENTITY,
    BCNET_EI_LAYOUT,
    BCNET_EI_LAYOUT_NOTE, /* the same filter as EI_LAYOUT at note level: shown in full, but odd */
    BCNET_EI_HASH_CHANGED,
    BCNET_EI_HASH_DIFFERS, /* the same filter as EI_HASH_CHANGED at note level */
    BCNET_EI_GAMESPY,
    BCNET_EI_RETRANSMISSION,
    BCNET_EI_STALE_ACK,
    BCNET_EI_UNKNOWN_ACK,
    BCNET_EI_WRONG_ACK_SPACE,
    BCNET_EI_LOST,
    BCNET_EI_OUT_OF_ORDER,
    BCNET_EI_NUMBER_REUSED,
    BCNET_EI_STALLED,
    BCNET_EI_NEEDLESS_RESEND,
    BCNET_EI_LIMIT,
    BCNET_EI_CAPTURE,
    BCNET_EI_PLAIN,
    BCNET_EI_STOCK,
    BCNET_EI_COUNT
} bcnet_expert_t;

void bcnet_register_experts(int proto);

/* Of what was captured again: it was said of the first. */
void bcnet_mute_experts(bool muted);

/* Hangs an expert info on an item (which may be NULL: it still counts in the expert statistics). The summary is
 * a constant of its place in the code, so that Wireshark's lists of expert infos count what is alike. */
void bcnet_expert(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary);
/* The same, with what is particular to this one. It stands in the line of the item, in brackets:
 * "Bit group: 0x60, 3 booleans [the ship's systems take 2]". */
void bcnet_expert_with(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, ...) G_GNUC_PRINTF(5, 6);
/* What both do; for functions that take arguments themselves. */
void bcnet_expert_list(packet_info *pinfo, proto_item *item, bcnet_expert_t which, const char *summary,
                       const char *format, va_list arguments) G_GNUC_PRINTF(5, 0);

#endif
