/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GameSpy text inside Wireshark: one text or one server list, what is remembered of its conversation, and
 * how it is shown (protocol chapter 80). */
#pragma once

#include "reading/message.h"
#include "gamespy/gamespy-text.h"

/* ---- The way in: UDP and TCP ---- */

int  bcnet_dissect_gamespy(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree);
int  bcnet_dissect_gamespy_tcp(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, void *data);
void bcnet_register_gamespy(int proto);

/* What listeners of the tap "bcnet.text" are told of each text or list. */
typedef struct {
    const char *from; /* as in bcnet.from */
    const char *to;
    const char *sentence;
    int         length; /* bytes */
} bcnet_gamespy_said_t;

/* ---- Within this room ---- */

typedef enum {
    BCNET_ANSWER_UNCHECKED, /* no answer, or its challenge was not seen */
    BCNET_ANSWER_WRONG,
    BCNET_ANSWER_RIGHT
} bcnet_gamespy_answer_t;

/* A text in a datagram or in a TCP stream. */
typedef struct {
    packet_info            *pinfo;
    tvbuff_t               *tvb; /* of the text alone */
    int                     length; /* bytes of it that are there */
    int                     missing; /* bytes that the capture cut off */
    const uint8_t          *bytes;
    bool                    over_tcp;
    bcnet_stamp_t           stamp;
    bcnet_gamespy_summary_t summary;
    bcnet_gamespy_answer_t  answer;
} bcnet_gamespy_message_t;

/* ---- gamespy-memory.c: what a conversation has shown, as of a stamp ---- */

void bcnet_gamespy_init_memory(void);

/* On the first pass notes a challenge or a list request; on every pass judges an answer. */
bcnet_gamespy_answer_t bcnet_gamespy_remember(const bcnet_gamespy_message_t *message);
/* Who asked for a list in this TCP conversation: only then is binary data of the other end a list (80.8). */
typedef enum { BCNET_LIST_NOT_ASKED, BCNET_LIST_ASKED_BY_SENDER, BCNET_LIST_ASKED_BY_RECEIVER } bcnet_list_asked_t;
bcnet_list_asked_t bcnet_gamespy_list_asked(packet_info *pinfo, bcnet_stamp_t stamp);

/* ---- gamespy-sentence.c ---- */

/* The text in one line: `GameSpy reply: "My Game23", Mission1 DM, 1 of 8 players, Multi1`. Packet memory. */
const char *bcnet_gamespy_sentence(const bcnet_gamespy_message_t *message);
/* A piece of a text as UTF-8; long ones are cut short. Packet memory. */
const char *bcnet_gamespy_words(const bcnet_gamespy_message_t *message, bcnet_gamespy_span_t span);
