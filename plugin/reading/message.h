/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all rooms of the dissector share: the message in hand and what is known about its game.
 *
 * Data flows one way: datagram -> plain bytes -> messages -> payloads -> fields. A bcnet_msg_t travels down
 * that way; opcode functions read from it (reader.h) and ask what was known at its stamp (session.h,
 * objects.h). */
#ifndef BCNET_MESSAGE_H
#define BCNET_MESSAGE_H

#include "datagram/wire.h"
#include "reading/compat.h"
#include "reading/expert.h"
#include "reading/primitives.h"
#include "reading/timeline.h"

enum { BCNET_PORT = 22101, BCNET_MASTER_PORT = 28900, BCNET_MASTER_UDP_PORT = 27900, BCNET_MASTER_QUERY_PORT = 27901 };

typedef struct bcnet_game   bcnet_game_t;
typedef struct bcnet_link   bcnet_link_t;
typedef struct bcnet_sent   bcnet_sent_t;
typedef struct bcnet_opcode bcnet_opcode_t;

/* What can be wrong with a fragment (10.5). */
typedef enum {
    BCNET_FRAGMENT_FINE,
    BCNET_FRAGMENT_NO_TOTAL,
    BCNET_FRAGMENT_OTHER_TOTAL,
    BCNET_FRAGMENT_BEYOND,
    BCNET_FRAGMENT_CONFLICT,
    BCNET_FRAGMENT_EARLIER_BEYOND
} bcnet_fragment_fault_t;

/* What the first pass found out about one reliable message or ack. Kept small: there is one for each of them. */
typedef struct {
    bcnet_sent_t *sent; /* the message, all its sendings share the record; for acks what is acknowledged, if seen */
    bcnet_sent_t *meant; /* by an ack in the wrong sequence space */
    int64_t       since_sending; /* ns since the sending before, or to the first ack */
    int64_t       held; /* ns: so long something waited for this */
    uint16_t      sending; /* 0 first sending, n the n-th resend */
    uint16_t      gap; /* numbers skipped before this one */
    uint16_t      closed; /* and those that come behind it in its datagram */
    uint8_t       fragment_fault; /* bcnet_fragment_fault_t */
    unsigned      is_ack : 1;
    unsigned      stale_ack : 1;
    unsigned      unknown_ack : 1;
    unsigned      out_of_order : 1;
    unsigned      frag_completes : 1; /* the last missing fragment of its message */
    unsigned      number_reused : 1; /* for other bytes */
    unsigned      needless : 1; /* sent again although acknowledged */
    unsigned      stalled : 1; /* a number before it never comes */
} bcnet_sequence_analysis_t;

/* What a payload says of who does it to what (10.10), as it is read. */
typedef struct {
    uint32_t    player; /* author, shooter, owner; 0: none is named */
    uint32_t    object; /* what is created, handles the event, or fires; 0: none */
    const char *text; /* a line of chat; NULL: none */
    /* What happens once, by the original. */
    const struct bcnet_tap_shot *shot; /* NULL: none */
    bool                         restarts; /* the round */
} bcnet_relay_key_t;

/* Where the reader stands. It is saved and put back as a whole, msg->reader; each member is the message's own, too. */
#define BCNET_READER                                                                                                   \
    tvbuff_t         *tvb; /* fields point into it */                                                                  \
    const uint8_t    *data; /* its first byte */                                                                       \
    int               pos;                                                                                             \
    int               end; /* of the message, exclusive */                                                             \
    int               captured; /* end of the bytes that are there */                                                  \
    int               limit; /* the nearer of the two */                                                               \
    bool              truncated; /* a field crossed the end; nothing is read any more */                               \
    bcnet_bit_group_t bits;                                                                                            \
    proto_tree       *tree; /* where fields go; NULL when nobody looks */                                              \
    proto_item       *last; /* of the field read last, for labels and children; NULL when nobody looks */

typedef struct {
    BCNET_READER
} bcnet_reader_t;

typedef enum {
    BCNET_NO_SECRET,
    BCNET_SECRET,
    BCNET_SECRET_CUT
} bcnet_secret_t; /* a password, or what is there of it */

typedef struct bcnet_msg {
    packet_info                       *pinfo;
    bcnet_game_t                      *game;
    bcnet_link_t                      *link;
    const bcnet_sequence_analysis_t   *analysis; /* NULL for messages that need none */
    const bcnet_opcode_t              *opcode;
    struct bcnet_tap_facts            *facts; /* for statistics (tap.h); NULL while nobody listens */
    const struct bcnet_relay_analysis *relayed; /* relays.h; NULL: it is none, or nobody looks */
    const struct bcnet_ship_report    *report; /* info.h: the summary in parts; NULL: it has none */
    bcnet_relay_key_t                  relay_key;
    bcnet_stamp_t                      stamp;
    bcnet_stamp_t  name_stamp; /* of a resend, that of its first sending: it speaks of those of then */
    uint8_t        peer; /* byte 0 of the datagram: the sender's network id */
    bool           from_host;
    bool           may_learn; /* what it says may be remembered: packet-bcnet.c decides */
    bool           unbelieved; /* a client says what is not its to say (10.12); then nothing is */
    bool           claims; /* but it may be meant, should the host speak of it; first pass */
    uint32_t       payload_length; /* with the opcode; valid with has_opcode, like the next two */
    const uint8_t *payload; /* joined, where it came in fragments; NULL: cut short by the capture */
    uint8_t        opcode_value;
    bool           has_opcode;
    bool           resend; /* a retransmission: shown, but not a new event (10.4) */
    bool           quoted; /* in an ICMP error: shown, but no traffic */
    bool           of_unknown_kind; /* nobody called the object a ship: its form may be another (60.4) */
    bool           stands_alone; /* the summary is read by itself, too, and not only in Info */
    bcnet_secret_t secret; /* of the text that is read now */
    int8_t         weight; /* bcnet_weight_t, info.h: its place in Info */
    bool           several_ships; /* the ship may be one of several: hit points could be those of another */

    struct bcnet_answers *answers; /* objects.h: what the ids in it mean, once they were asked for */
    proto_item           *item; /* the message's own item */
    wmem_strbuf_t        *text; /* the summary; NULL when nobody reads it */
    bcnet_bits_outcome_t  bits_outcome;

    const bcnet_reader_t *around; /* of a message joined from fragments: where the last of them was read; else NULL */
    union {
        bcnet_reader_t reader;
        struct {
            BCNET_READER
        };
    };
} bcnet_msg_t;

extern int proto_bcnet;

/* Fields that belong together, each written once: LIST is a macro with a row for each, FIELD(hf_x, and then what stands in
 * header_field_info up to the blurb), or PART of a variable that is declared elsewhere: of a vector, or of an array. */
#define BCNET_FIELDS(name, LIST)                                                                                       \
    LIST(BCNET_DECLARE_FIELD, BCNET_NO_FIELD)                                                                          \
    static hf_register_info name[] = { LIST(BCNET_DESCRIBE_FIELD, BCNET_DESCRIBE_FIELD) };
#define BCNET_DECLARE_FIELD(hf, ...) static int hf = -1;
#define BCNET_NO_FIELD(...)
#define BCNET_DESCRIBE_FIELD(hf, ...) { &hf, { __VA_ARGS__, HFILL } },

#endif
