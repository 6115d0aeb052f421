/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A datagram in plain bytes: the front door takes it apart, the first pass learns from it, every pass shows it. */
#pragma once

#include "game/session.h"

/* Messages that were exported, one a frame (windows/export-messages.c): where they come from.
 *
 * A datagram is looked at as a whole before its messages are shown: whoever sends it and is meant keeps one name
 * throughout, and the numbers of its messages are put in order first (protocol chapters 10.4, 10.9). Messages on their
 * own cannot tell, so each carries in a tag of its frame which one of its datagram it was, and the two things that
 * only a later one shows; and whether its link was captured on both sides, as datagrams told that are not exported. */

/* A tag of our own among those of Wireshark's exported frames, whose readers pass over what they do not know. */
enum { BCNET_ORIGIN_TAG = 0xBC01, BCNET_ORIGIN_LENGTH = 4 };
enum { BCNET_TWICE = 1, BCNET_TWICE_BY_TWO_CLOCKS = 2 };

typedef struct {
    uint32_t frame; /* where it was captured */
    uint8_t  number; /* of the message in its datagram, from 1; 0: no exported message */
    uint8_t  assigned; /* the id that the datagram assigns to its receiver; 0: none */
    uint8_t  twice; /* BCNET_TWICE_...: how its link was captured, as of the message */
    uint8_t  closed; /* numbers that are missing before it and come behind it in the datagram */
} bcnet_origin_t;

/* What the tags before a datagram's bytes in its frame tell. */
bcnet_origin_t bcnet_origin_of(const packet_info *pinfo, tvbuff_t *tvb);
/* Where an exported message stands: what was captured in one frame stays together. */
typedef struct {
    uint32_t first; /* frame of the first exported message of the captured frame */
    uint8_t  datagram; /* number of its datagram in the captured frame, from 0 */
    bool     continues; /* messages of its datagram stand before it */
} bcnet_export_position_t;

/* `first_pass`: seen for the first time, and remembered. */
bcnet_export_position_t bcnet_export_position(packet_info *pinfo, const bcnet_origin_t *origin, bool first_pass);

void bcnet_setup_origin(void);

/* The messages of a datagram, as far as they can be read. */
typedef struct {
    unsigned             whole; /* these many are read; what follows them, if any, is broken */
    size_t               end; /* behind them */
    bool                 only_acks; /* of these */
    bcnet_wire_status_t  status; /* of the one behind them; OK: there is none */
    bcnet_wire_message_t messages[UINT8_MAX];
} bcnet_message_list_t;

/* How its bytes came: the last two are nothing that the game would understand (10.2). */
typedef enum { BCNET_ENCIPHERED, BCNET_DECIPHERED, BCNET_NOT_ENCIPHERED, BCNET_ENCIPHERED_WHOLE } bcnet_writing_t;

/* Its form, as a whole. */
typedef struct {
    uint32_t        length;
    bcnet_writing_t writing;
    bool            is_there; /* to its last byte */
    bool            is_filled; /* by its messages, and nothing is behind them */
    bool            has_only_acks;
} bcnet_datagram_form_t;

/* A datagram in plain bytes. */
typedef struct {
    packet_info          *pinfo;
    tvbuff_t             *plain;
    const uint8_t        *data;
    unsigned              captured;
    unsigned              reported;
    bcnet_origin_t        origin; /* of an exported message */
    bcnet_stamp_t         stamp; /* before its first message */
    unsigned              before; /* so many exported messages of its captured frame stand before it */
    bool                  continues; /* and some of them are of the same datagram */
    uint8_t               peer;
    uint8_t               count;
    bcnet_link_t         *link;
    bcnet_datagram_form_t form;
    bool                  quoted; /* in an ICMP error: shown, but no traffic */
    int64_t               now; /* first pass: its time, ns */
    uint32_t              again; /* captured again: frame of the first; 0: this is the first */
    bool                  exports; /* each message is wanted as a frame of its own */
    bool                  counted; /* somebody listens to what messages tell */
    bool                  judged; /* by the rules of a stock game: once, on the first pass */
    bool        may_learn; /* seen for the first time, on a known link, neither quoted nor captured again: may be
                              * remembered */
    proto_tree *tree; /* NULL when nobody looks at our fields */
    proto_item *item;
    bool        wants_text; /* columns or visible labels */
    bool        stands_alone; /* summaries of messages are wanted one by one, too */

    const bcnet_message_list_t *list;
} bcnet_datagram_t;

/* Times of a hostile capture can lie anywhere: two that lie within 146 years of 1970 can be subtracted. Of a negative span both
 * parts are negative. */
static inline int64_t bcnet_nanoseconds(const nstime_t *time)
{
    const int64_t second = INT64_C(1000000000), most = INT64_MAX / 2 / second - 1;

    if ((uint64_t)time->secs <= (uint64_t)most && (uint64_t)time->nsecs < (uint64_t)second)
        return time->secs * second + time->nsecs;
    return CLAMP((int64_t)time->secs, -most, most) * second + CLAMP(time->nsecs, 1 - (int)second, (int)second - 1);
}

static inline bool bcnet_is_from_host(const bcnet_datagram_t *datagram)
{
    return datagram->peer == BCNET_PEER_HOST;
}

/* Of its messages, which count from 0. */
static inline bcnet_stamp_t bcnet_stamp_of(const bcnet_datagram_t *datagram, unsigned index)
{
    return bcnet_message_stamp(datagram->stamp, datagram->before + index + 1);
}

/* analysis.c: the first pass over a datagram that may be learned from. Its messages are placed among their like before any
 * of them is shown. */
void bcnet_analyse(const bcnet_datagram_t *datagram);

/* captured-again.c: THE gate before all others. What was captured again is shown, and is nothing else. It decides on the
 * first pass, of a datagram on a link; `bytes`, `data`: as captured. Returns the frame of the first one; 0: this is it. */
uint32_t bcnet_find_captured_before(const bcnet_datagram_t *datagram, tvbuff_t *bytes, const uint8_t *data);
/* What was decided; any pass. */
uint32_t bcnet_captured_before(packet_info *pinfo);
/* Whether the link's datagrams are there by two clocks, or two addresses, as of a stamp. */
bool bcnet_is_captured_twice(const bcnet_link_t *link, bcnet_stamp_t stamp);
/* The same for an exported message: BCNET_TWICE_... of it, or of what it says (first pass). */
uint8_t bcnet_captured_twice_bits(const bcnet_datagram_t *datagram);
void    bcnet_note_captured_twice(const bcnet_datagram_t *datagram);
/* "bcnet.captured_again", and, once per direction of a link, how far apart its two captures are. */
void bcnet_show_captured_again(const bcnet_datagram_t *datagram);
void bcnet_register_captured_again(int proto);
