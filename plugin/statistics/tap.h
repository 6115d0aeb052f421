/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What every message tells to statistics: one record per transport message (Wireshark's tap "bcnet").
 *
 * Records live as long as the packet. Nothing here costs anything while nobody listens. */
#pragma once

#include <epan/tap.h>

#include "game/relays.h"
#include "game/tap-facts.h"
#include "messages/datagram.h"

typedef struct {
    union {
        bcnet_message_t message; /* facts: never NULL */
        struct {
            BCNET_MESSAGE
        };
    };
    const bcnet_stay_t         *client; /* at the other end from the host; NULL: it is nobody yet */
    const bcnet_round_t        *round;
    const bcnet_wire_message_t *wire;
    const char                 *summary; /* NULL when neither columns nor labels are wanted */
    proto_node                 *node; /* the message's subtree; NULL when nobody looks at fields */
    bcnet_datagram_form_t       datagram;
    bool                        again; /* no message: a datagram that was captured again (10.11); all else is empty */
    unsigned left_out; /* with `again`: no datagram either, but so many messages that a frame has too many of */
    bool     unread; /* with `again`: a datagram of which nothing could be read */
} bcnet_tap_message_t;

/* What is told of a message. */
typedef struct {
    bcnet_tap_facts_t   facts;
    bcnet_tap_message_t message;
} bcnet_told_t;

/* Who sends and who is meant, in the words of bcnet.from and bcnet.to. */
const char *bcnet_tap_from(wmem_allocator_t *pool, const bcnet_tap_message_t *message);
const char *bcnet_tap_to(wmem_allocator_t *pool, const bcnet_tap_message_t *message);

/* Who did what the message tells, in the words of bcnet.actor; NULL: nobody. */
const char *bcnet_tap_actor(wmem_allocator_t *pool, const bcnet_tap_message_t *message);
/* As an act, or a copy of one; NULL: as neither. */
static inline const bcnet_appearance_t *bcnet_appearance_of(const bcnet_tap_message_t *message)
{
    return message->relayed ? message->relayed->appearance : NULL;
}

/* The frame of the original that this is a copy of; 0: it is none. */
uint32_t bcnet_tap_copy_of(const bcnet_tap_message_t *message);
/* Whether the host handed the client's message on to a link before it came: bcnet_is_told_early. */
bool bcnet_tap_is_told_early(const bcnet_tap_message_t *message, const bcnet_link_t *link);

/* Whom a message tells of, in a game: so many, of whom some are NULL and some the same. */
unsigned            bcnet_tap_stay_count(const bcnet_tap_message_t *message);
const bcnet_stay_t *bcnet_tap_stay(const bcnet_tap_message_t *message, unsigned index);

/* The two directions of a link are told apart by addresses within it. */
const void *bcnet_tap_direction(const bcnet_tap_message_t *message, bool from_host);

/* How long before the message in hand that was. */
nstime_t bcnet_tap_since(const packet_info *pinfo, const nstime_t *then);

/* Whether anybody listens, to messages or to the files in them: asked once for all messages of a datagram, which go
 * without the two below if nobody does. */
bool bcnet_tap_wanted(void);
/* Whether that was asked for any datagram yet. */
bool bcnet_tap_was_asked(void);
/* Prepares the facts of a message, for those who listen in packet memory, and `here` for the rules alone. */
bcnet_told_t *bcnet_tap_prepare(const bcnet_datagram_t *datagram, bcnet_msg_t *msg, bcnet_told_t *here);
/* Somebody reads along: summaries are wanted. */
bool bcnet_follow_wanted(void);
/* What the message tells; NULL: it is quoted. */
const bcnet_tap_message_t *bcnet_tap_record(const bcnet_datagram_t *datagram, const bcnet_msg_t *msg,
                                            const bcnet_wire_message_t *wire, bcnet_told_t *told);
/* Hands it to the listeners. */
void bcnet_tap_queue(const bcnet_msg_t *msg, const bcnet_tap_message_t *record);
/* Tells them of a datagram that is none of their business, so that they can say how many there were: nothing of it could be
 * read, or it was captured again. */
void bcnet_tap_no_message(packet_info *pinfo, bool unread);

/* What was not counted. */
typedef struct {
    unsigned again; /* datagrams */
    unsigned unread; /* the same */
    unsigned messages; /* beyond what Wireshark hands on of a frame */
} bcnet_left_out_t;

/* Whether this is no message; then it is noted. */
bool bcnet_is_left_out(bcnet_left_out_t *left_out, const bcnet_tap_message_t *message);
/* "2 datagrams captured again, left out"; NULL: nothing is. */
char *bcnet_left_out_words(wmem_allocator_t *pool, const bcnet_left_out_t *left_out);

/* A text on the game's port (80): hands the name of the server, should it tell one, to the listeners of
 * "bcnet.server", as a string. */
void bcnet_tap_text(tvbuff_t *tvb, packet_info *pinfo);

/* Of the command line's -z ARGUMENT: the path that follows NAME in it. These end tshark with a word when there is none, when it
 * cannot be written, as errno says, and when the filter or the tap is wrong. */
const char *bcnet_path_in(const char *argument, const char *name, const char *what, const char *example);
void        bcnet_cannot_write(const char *path) G_GNUC_NORETURN;
void        bcnet_listen(const char *argument, const char *tap, void *data, const char *filter, tap_reset_cb reset,
                         tap_packet_cb packet, tap_draw_cb draw, tap_finish_cb finish);

/* ---- Addresses in words ---- */

/* "10.10.10.1:22101", "[fd00::1]:22101". Packet memory. */
const char *bcnet_address_words(wmem_allocator_t *pool, const address *host, unsigned port);
/* The client's end of a link. */
const char *bcnet_link_words(wmem_allocator_t *pool, const bcnet_link_t *link);
/* Where somebody is; empty: not known. */
const char *bcnet_stay_address(wmem_allocator_t *pool, const bcnet_stay_t *stay);

void bcnet_register_tap(int proto);

/* export-files.c: File > Export Objects and tshark --export-objects bcnet,DIR: files that a host sends to clients (35.6).
 * Whether anybody exports; offers a file that a message has told of. */
bool bcnet_files_wanted(void);
void bcnet_export_file(packet_info *pinfo, const bcnet_tap_file_t *file);
void bcnet_register_export_files(int proto);
