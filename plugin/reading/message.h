/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all rooms of the dissector share: the message in hand and what is known about its game.
 *
 * Data flows one way: datagram -> plain bytes -> messages -> payloads -> fields. A bcnet_msg_t travels down
 * that way; opcode functions read from it (reader.h) and ask what was known at its stamp (session.h,
 * objects.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <epan/packet.h>

#include "datagram/wire.h"
#include "reading/compat.h"
#include "reading/primitives.h"

/* Facts in the order in which a capture shows them.
 *
 * Everything the dissector remembers is written on the first pass, with the stamp of the message that
 * told it, and read "as of" a stamp. So a frame shows the same on every pass and in any click order: what
 * was known when it arrived, never what came later. */

/* Orders all messages of a capture: frame, protocol layer within the frame, message within the datagram. The lowest bit
 * marks messages that were exported and so have a frame each, one behind the other: all that were captured in one frame
 * have the first one's number, and are counted through (messages/datagram.h). */
typedef uint64_t bcnet_stamp_t;

/* Wireshark ends at 500 layers; datagrams that Wi-Fi joins in a frame have several each. */
enum {
    BCNET_STAMP_MESSAGES = 0x1FF,
    BCNET_STAMP_LAYERS = 0x1FF,
    BCNET_STAMP_LAYER_SHIFT = 10,
    BCNET_STAMP_FRAME_SHIFT = 19
};

/* Message 0 stands for the moment before a datagram's first message. */
static inline bcnet_stamp_t bcnet_stamp(uint32_t frame, unsigned layer, unsigned message)
{
    return (bcnet_stamp_t)frame << BCNET_STAMP_FRAME_SHIFT |
           (bcnet_stamp_t)(layer & BCNET_STAMP_LAYERS) << BCNET_STAMP_LAYER_SHIFT |
           (bcnet_stamp_t)(message & BCNET_STAMP_MESSAGES) << 1;
}

static inline bcnet_stamp_t bcnet_exported_stamp(uint32_t first_frame, unsigned layer)
{
    return bcnet_stamp(first_frame, layer, 0) | 1;
}

static inline bool bcnet_stamp_is_exported(bcnet_stamp_t stamp)
{
    return stamp & 1;
}

/* A message of the datagram. */
static inline bcnet_stamp_t bcnet_message_stamp(bcnet_stamp_t datagram, unsigned message)
{
    return datagram | (bcnet_stamp_t)(message & BCNET_STAMP_MESSAGES) << 1;
}

/* Where it stands. */
static inline uint32_t bcnet_stamp_frame(bcnet_stamp_t stamp)
{
    const uint32_t frame = (uint32_t)(stamp >> BCNET_STAMP_FRAME_SHIFT);
    const unsigned message = (unsigned)(stamp >> 1) & BCNET_STAMP_MESSAGES;

    return bcnet_stamp_is_exported(stamp) && message > 0 ? frame + message - 1 : frame;
}

/* The moment before a datagram's first message. */
static inline bcnet_stamp_t bcnet_datagram_stamp(bcnet_stamp_t stamp)
{
    return stamp & ~((bcnet_stamp_t)BCNET_STAMP_MESSAGES << 1);
}

/* What a frame tells of its sender holds from the next one on (10.9); what one exported message tells, from the next
 * datagram on. */
static inline bcnet_stamp_t bcnet_next_frame(bcnet_stamp_t stamp)
{
    return bcnet_stamp((uint32_t)(stamp >> BCNET_STAMP_FRAME_SHIFT) + 1, 0, 0);
}

/* A growing list of facts about one thing; NULL: none. It lives as long as the capture. */
typedef struct {
    bcnet_stamp_t stamp;
    void         *fact;
} bcnet_timeline_entry_t;

typedef struct {
    unsigned                count;
    unsigned                allocated;
    bcnet_timeline_entry_t *entries;
} bcnet_timeline_t;

/* Appends a fact, the first one to a list that is made for it. Facts that would stand behind it, or have its stamp, are
 * gone. */
void bcnet_keep_fact(bcnet_timeline_t **timeline, bcnet_stamp_t stamp, void *fact);
/* Before that, when nobody needs its facts any more; they are the caller's. */
void bcnet_timeline_free(bcnet_timeline_t *timeline);
/* Walking backwards: the number of facts up to a stamp, and the fact with an index below it. */
unsigned bcnet_timeline_count_before(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp); /* not the newest one */

static inline unsigned bcnet_timeline_count_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp)
{
    const unsigned count = timeline ? timeline->count : 0;

    /* On the first pass the newest fact is nearly always the one. */
    return count == 0 || timeline->entries[count - 1].stamp <= stamp ? count
                                                                     : bcnet_timeline_count_before(timeline, stamp);
}

static inline void *bcnet_timeline_get(const bcnet_timeline_t *timeline, unsigned index, bcnet_stamp_t *since)
{
    if (since)
        *since = timeline->entries[index].stamp;
    return timeline->entries[index].fact;
}

/* The newest fact up to and including a stamp, or NULL; `since`, when given, receives its stamp. Asked several times in
 * every message. */
static inline void *bcnet_timeline_at(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp, bcnet_stamp_t *since)
{
    const unsigned count = bcnet_timeline_count_at(timeline, stamp);

    return count > 0 ? bcnet_timeline_get(timeline, count - 1, since) : NULL;
}

/* Since when that holds; 0: there is none. */
bcnet_stamp_t bcnet_fact_since(const bcnet_timeline_t *timeline, bcnet_stamp_t stamp);

/* Everything the dissector can find fault with or wants to point out: one table of expert infos. */

/* THE table of expert infos: EXPERT(constant, filter, group, severity as in the field tables of the chapters named, meaning).
 * One behind another with its filter is the same at note level: of an object of an unknown kind, or odd and shown in full. */
#define BCNET_EXPERTS(EXPERT)                                                                                          \
    EXPERT(TRANSPORT, "bcnet.expert.transport", PI_MALFORMED, PI_WARN,                                                 \
           "The messages do not fill the datagram exactly (10.3)")                                                     \
    EXPERT(FRAGMENT, "bcnet.expert.fragment", PI_REASSEMBLE, PI_WARN, "Fragment headers contradict each other (10.5)") \
    EXPERT(TRUNCATED, "bcnet.expert.truncated", PI_MALFORMED, PI_WARN,                                                 \
           "A field goes beyond the end of the message (30.1)")                                                        \
    EXPERT(TRUNCATED_NOTE, "bcnet.expert.truncated", PI_MALFORMED, PI_NOTE,                                            \
           "A field of an unknown kind of object crosses the end (60.4)")                                              \
    EXPERT(TRAILING, "bcnet.expert.trailing", PI_PROTOCOL, PI_NOTE, "Bytes are left after the last field (30.1)")      \
    EXPERT(BITS, "bcnet.expert.bits", PI_PROTOCOL, PI_WARN,                                                            \
           "A bit group holds another number of booleans than the message needs (20.1)")                               \
    EXPERT(BITS_NOTE, "bcnet.expert.bits", PI_PROTOCOL, PI_NOTE,                                                       \
           "A bit group of an unknown kind of object does not fit (60.4)")                                             \
    EXPERT(VALUE, "bcnet.expert.value", PI_PROTOCOL, PI_NOTE, "A value outside its range (30.1)")                      \
    EXPERT(UNUSED_OPCODE, "bcnet.expert.unused_opcode", PI_PROTOCOL, PI_NOTE,                                          \
           "An opcode that the game never uses (30.10)")                                                               \
    EXPERT(FOREIGN, "bcnet.expert.foreign", PI_PROTOCOL, PI_NOTE,                                                      \
           "The layout of a reimplementation, not of the game (30.8)")                                                 \
    EXPERT(PASSWORD, "bcnet.expert.password", PI_SECURITY, PI_NOTE,                                                    \
           "A password that anybody can read: take care whom you give the capture (70.14)")                            \
    EXPERT(CLASS, "bcnet.expert.class", PI_PROTOCOL, PI_WARN,                                                          \
           "A class that is not on the wire in a stock game (40.2, 50.2)")                                             \
    EXPERT(SNAPSHOT_LENGTH, "bcnet.expert.snapshot_length", PI_PROTOCOL, PI_NOTE,                                      \
           "Snapshot and ship layout differ in length (40.4)")                                                         \
    EXPERT(SPECIES, "bcnet.expert.species", PI_PROTOCOL, PI_NOTE,                                                      \
           "Not the ship that its species number stands for (60.11)")                                                  \
    EXPERT(EVENT_CLASS, "bcnet.expert.event_class", PI_PROTOCOL, PI_NOTE,                                              \
           "An event class that does not belong to the opcode (50.6)")                                                 \
    EXPERT(EVENT_CODE, "bcnet.expert.event_code", PI_PROTOCOL, PI_NOTE,                                                \
           "An event code that does not belong to the opcode (50.6)")                                                  \
    EXPERT(IDENTITY, "bcnet.expert.identity", PI_PROTOCOL, PI_NOTE,                                                    \
           "Contradicts who the sender or the owner is, or speaks for another (10.9, 10.12)")                          \
    EXPERT(DIRECTION, "bcnet.expert.direction", PI_PROTOCOL, PI_NOTE,                                                  \
           "The sender of the datagram cannot send this (50.6)")                                                       \
    EXPERT(LAYOUT, "bcnet.expert.layout", PI_PROTOCOL, PI_WARN, "The bytes do not fit the ship's layout (60.2)")       \
    EXPERT(LAYOUT_NOTE, "bcnet.expert.layout", PI_PROTOCOL, PI_NOTE,                                                   \
           "Not as the game's own writer would have written it (60.2)")                                                \
    EXPERT(HASH_CHANGED, "bcnet.expert.hash", PI_SECURITY, PI_WARN,                                                    \
           "The integrity hash changed while the ship lives (98.3)")                                                   \
    EXPERT(HASH_DIFFERS, "bcnet.expert.hash", PI_SECURITY, PI_NOTE,                                                    \
           "The integrity hash differs from the known one (98.3)")                                                     \
    EXPERT(GAMESPY, "bcnet.expert.gamespy", PI_PROTOCOL, PI_NOTE, "Keys and values do not come in pairs (80.2)")       \
    EXPERT(RETRANSMISSION, "bcnet.analysis.retransmission", PI_SEQUENCE, PI_NOTE,                                      \
           "This message was sent before (10.4)")                                                                      \
    EXPERT(STALE_ACK, "bcnet.analysis.stale_ack", PI_SEQUENCE, PI_CHAT,                                                \
           "Acknowledges what was acknowledged before: normal up to the ninth time (10.3)")                            \
    EXPERT(UNKNOWN_ACK, "bcnet.analysis.unknown_ack", PI_SEQUENCE, PI_NOTE,                                            \
           "Acknowledges what the capture does not hold (10.4)")                                                       \
    EXPERT(WRONG_ACK_SPACE, "bcnet.analysis.wrong_ack_space", PI_SEQUENCE, PI_NOTE,                                    \
           "Acknowledges in the wrong sequence space: the sender will resend for ever (10.3)")                         \
    EXPERT(LOST, "bcnet.analysis.lost", PI_SEQUENCE, PI_NOTE, "Earlier sequence numbers were not seen (10.4)")         \
    EXPERT(OUT_OF_ORDER, "bcnet.analysis.out_of_order", PI_SEQUENCE, PI_NOTE,                                          \
           "An older number arrives for the first time (10.4)")                                                        \
    EXPERT(NUMBER_REUSED, "bcnet.analysis.number_reused", PI_SEQUENCE, PI_WARN,                                        \
           "The game throws this message away: its number was used before (10.4)")                                     \
    EXPERT(STALLED, "bcnet.analysis.stalled", PI_SEQUENCE, PI_WARN,                                                    \
           "A number before it never came: the game waits with all that is reliable (10.4)")                           \
    EXPERT(NEEDLESS_RESEND, "bcnet.analysis.needless_resend", PI_SEQUENCE, PI_CHAT,                                    \
           "Sent again although it was acknowledged long before (10.4)")                                               \
    EXPERT(LIMIT, "bcnet.expert.limit", PI_UNDECODED, PI_WARN,                                                         \
           "More than the dissector shows: the rest is left as bytes")                                                 \
    EXPERT(CAPTURE, "bcnet.expert.capture", PI_ASSUMPTION, PI_CHAT, "How the capture was taken (10.11)")               \
    EXPERT(PLAIN, "bcnet.expert.plain", PI_DECRYPTION, PI_WARN,                                                        \
           "A datagram that is not enciphered as the game does it (10.2)")                                             \
    EXPERT(STOCK, "bcnet.expert.stock", PI_PROTOCOL, PI_CHAT, "No stock game does this (90.7, 90.8)")

#define BCNET_EXPERT_CONSTANT(constant, ...) BCNET_EI_##constant,
typedef enum { BCNET_EXPERTS(BCNET_EXPERT_CONSTANT) BCNET_EI_COUNT } bcnet_expert_t;
#undef BCNET_EXPERT_CONSTANT

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

enum { BCNET_PORT = 22101, BCNET_MASTER_PORT = 28900, BCNET_MASTER_UDP_PORT = 27900, BCNET_MASTER_QUERY_PORT = 27901 };

typedef struct bcnet_game      bcnet_game_t;
typedef struct bcnet_link      bcnet_link_t;
typedef struct bcnet_sent      bcnet_sent_t;
typedef struct bcnet_stray_ack bcnet_stray_ack_t;
typedef struct bcnet_opcode    bcnet_opcode_t;

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
    bcnet_stray_ack_t *stray; /* an ack of what nobody saw; of a message: the ack that cannot have meant it */
    int64_t            since_sending; /* ns since the sending before, or to the first ack */
    int64_t            held; /* ns: so long something waited for this */
    uint16_t           sending; /* 0 first sending, n the n-th resend */
    uint16_t           gap; /* numbers skipped before this one */
    uint16_t           closed; /* and those that come behind it in its datagram */
    uint8_t            fragment_fault; /* bcnet_fragment_fault_t */
    unsigned           is_ack : 1;
    unsigned           stale_ack : 1;
    unsigned           unknown_ack : 1;
    unsigned           wrong_space : 1; /* of an ack, as is certain when it comes */
    unsigned           out_of_order : 1;
    unsigned           frag_completes : 1; /* the last missing fragment of its message */
    unsigned           number_reused : 1; /* for other bytes */
    unsigned           needless : 1; /* sent again although acknowledged */
    unsigned           stalled : 1; /* a number before it never comes */
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

/* What a message is: in the message in hand, and in the records of the tap (statistics/tap.h). */
#define BCNET_MESSAGE                                                                                                  \
    bcnet_game_t                      *game;                                                                           \
    bcnet_link_t                      *link;                                                                           \
    const bcnet_sequence_analysis_t   *analysis; /* NULL for messages that need none */                                \
    const bcnet_opcode_t              *opcode; /* NULL: none, or a free one */                                         \
    struct bcnet_tap_facts            *facts; /* of statistics; NULL in hand while nobody listens */                   \
    const struct bcnet_relay_analysis *relayed; /* relays.h; NULL: it is none, or nobody looks */                      \
    const uint8_t                     *payload; /* of a game message, fragments joined; NULL: none, or cut short */    \
    bcnet_stamp_t                      stamp;                                                                          \
    uint32_t                           payload_length; /* with the opcode, which these three have */                   \
    uint8_t                            opcode_value;                                                                   \
    bool                               has_opcode;                                                                     \
    uint8_t                            peer; /* byte 0 of the datagram: the sender's network id */                     \
    bool                               from_host;                                                                      \
    bool                               resend; /* a retransmission: shown, but not a new event (10.4) */               \
    bool                               unbelieved; /* a client says what is not its to say (10.12): nobody does */     \
    bcnet_bits_outcome_t               bits_outcome;

typedef struct {
    BCNET_MESSAGE
} bcnet_message_t;

typedef struct bcnet_msg {
    packet_info                    *pinfo;
    const struct bcnet_ship_report *report; /* info.h: the summary in parts; NULL: it has none */
    bcnet_relay_key_t               relay_key;
    bcnet_stamp_t  name_stamp; /* when it was said first, where it comes later: it speaks of those of then */
    bool           may_learn; /* what it says may be remembered: packet-bcnet.c decides */
    bool           claims; /* unbelieved, but it may be meant, should the host speak of it; first pass */
    bool           quoted; /* in an ICMP error: shown, but no traffic */
    bool           of_unknown_kind; /* nobody called the object a ship: its form may be another (60.4) */
    bool           stands_alone; /* the summary is read by itself, too, and not only in Info */
    bcnet_secret_t secret; /* of the text that is read now */
    int8_t         weight; /* bcnet_weight_t, info.h: its place in Info */
    bool           several_ships; /* the ship may be one of several: hit points could be those of another */

    struct bcnet_answers *answers; /* objects.h: what the ids in it mean, once they were asked for */
    proto_item           *item; /* the message's own item */
    wmem_strbuf_t        *text; /* the summary; NULL when nobody reads it */

    const bcnet_reader_t *around; /* of a message joined from fragments: where the last of them was read; else NULL */
    union {
        bcnet_message_t message;
        struct {
            BCNET_MESSAGE
        };
    };
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
    static hf_register_info name[] = { LIST(BCNET_DESCRIBE_FIELD, BCNET_DESCRIBE_FIELD){ NULL, { 0 } } };
#define BCNET_DECLARE_FIELD(hf, ...) static int hf = -1;
#define BCNET_NO_FIELD(...)
#define BCNET_DESCRIBE_FIELD(hf, ...) { &hf, { __VA_ARGS__, HFILL } },
