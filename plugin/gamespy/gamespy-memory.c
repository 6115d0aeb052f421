/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a conversation of GameSpy text has shown: challenges, and who asked for a server list.
 *
 * Written on the first pass only, read as of a stamp; so an answer is judged by the challenges that came
 * before it, on every pass and in any click order. */
#include <epan/conversation.h>

#include "gamespy/gamespy.h"

/* A master server may ask again before an answer is there, so some older challenges count too. */
enum { CHALLENGES_THAT_COUNT = 4 };

typedef struct {
    /* By the end that asked: the answers expected, as base64 text. */
    bcnet_timeline_t *expected[2];
    bcnet_stamp_t     list_request[2]; /* the first one of this end, 0 for none */
} bcnet_conversation_memory_t;

static wmem_map_t *memories; /* conversation_t -> bcnet_conversation_memory_t */

/* The two ends of a conversation in an order that does not depend on who sends. */
static unsigned sender_end(const packet_info *pinfo)
{
    int order = cmp_address(&pinfo->src, &pinfo->dst);

    return order < 0 || (order == 0 && pinfo->srcport < pinfo->destport) ? 0 : 1;
}

/* NULL when nothing is remembered of this conversation and nothing is to be. */
static bcnet_conversation_memory_t *memory_of(packet_info *pinfo, bool create)
{
    conversation_t *conversation = create ? find_or_create_conversation(pinfo) : find_conversation_pinfo(pinfo, 0);

    if (!conversation)
        return NULL;
    bcnet_conversation_memory_t *memory = (bcnet_conversation_memory_t *)wmem_map_lookup(memories, conversation);
    if (!memory && create) {
        memory = wmem_new0(wmem_file_scope(), bcnet_conversation_memory_t);
        wmem_map_insert(memories, conversation, memory);
    }
    return memory;
}

static void note_challenge(const bcnet_gamespy_message_t *message, bcnet_gamespy_span_t challenge)
{
    bcnet_conversation_memory_t *memory = memory_of(message->pinfo, true);
    bcnet_timeline_t           **expected = &memory->expected[sender_end(message->pinfo)];
    char                        *answer = bcnet_gamespy_answer(message->bytes + challenge.offset, challenge.length);
    const char                  *newest = (const char *)bcnet_timeline_at(*expected, message->stamp, NULL);

    /* A challenge that is repeated until the answer comes is one challenge. */
    if (answer && g_strcmp0(answer, newest) != 0)
        bcnet_keep_fact(expected, message->stamp, wmem_strdup(wmem_file_scope(), answer));
    g_free(answer);
}

static bcnet_gamespy_answer_t judge(const bcnet_gamespy_message_t *message, bcnet_gamespy_span_t answer)
{
    const bcnet_conversation_memory_t *memory = memory_of(message->pinfo, false);

    if (!memory)
        return BCNET_ANSWER_UNCHECKED;
    const bcnet_timeline_t *expected = memory->expected[1 - sender_end(message->pinfo)];
    unsigned                known = bcnet_timeline_count_at(expected, message->stamp);
    unsigned                oldest = known > CHALLENGES_THAT_COUNT ? known - CHALLENGES_THAT_COUNT : 0;

    for (unsigned i = known; i > oldest; i--) {
        const char *right = (const char *)bcnet_timeline_get(expected, i - 1, NULL);
        if (bcnet_gamespy_span_is(message->bytes, answer, right))
            return BCNET_ANSWER_RIGHT;
    }
    return known > 0 ? BCNET_ANSWER_WRONG : BCNET_ANSWER_UNCHECKED;
}

/* A value that the capture may have cut off is neither a challenge nor an answer. NULL: there is none. */
static const bcnet_gamespy_span_t *whole_value(const bcnet_gamespy_message_t *message, bcnet_gamespy_key_t key)
{
    const bcnet_gamespy_pair_t *pair = &message->summary.pairs[key];
    const bool whole = message->missing == 0 || pair->value.offset + pair->value.length < (size_t)message->length;

    return pair->key.length > 0 && !pair->torn && whole ? &pair->value : NULL;
}

bcnet_gamespy_answer_t bcnet_gamespy_remember(const bcnet_gamespy_message_t *message)
{
    const bcnet_gamespy_span_t *challenge = whole_value(message, BCNET_KEY_SECURE);
    const bcnet_gamespy_span_t *answer = whole_value(message, BCNET_KEY_VALIDATE);

    /* What an ICMP error quotes is no traffic: it teaches nothing, and nobody judges it (10.9). */
    if (message->pinfo->flags.in_error_pkt)
        return BCNET_ANSWER_UNCHECKED;
    if (!PINFO_FD_VISITED(message->pinfo)) {
        if (challenge)
            note_challenge(message, *challenge);
        if (message->over_tcp && message->summary.type == BCNET_GAMESPY_LIST_REQUEST) {
            bcnet_stamp_t *first = &memory_of(message->pinfo, true)->list_request[sender_end(message->pinfo)];
            *first = *first ? *first : message->stamp;
        }
    }
    return answer ? judge(message, *answer) : BCNET_ANSWER_UNCHECKED;
}

bcnet_list_asked_t bcnet_gamespy_list_asked(packet_info *pinfo, bcnet_stamp_t stamp)
{
    const bcnet_conversation_memory_t *memory = memory_of(pinfo, false);
    unsigned                           sender = sender_end(pinfo);

    if (!memory)
        return BCNET_LIST_NOT_ASKED;
    if (memory->list_request[1 - sender] != 0 && memory->list_request[1 - sender] < stamp)
        return BCNET_LIST_ASKED_BY_RECEIVER;
    if (memory->list_request[sender] != 0 && memory->list_request[sender] < stamp)
        return BCNET_LIST_ASKED_BY_SENDER;
    return BCNET_LIST_NOT_ASKED;
}

void bcnet_gamespy_init_memory(void)
{
    memories = wmem_map_new_autoreset(wmem_epan_scope(), wmem_file_scope(), g_direct_hash, g_direct_equal);
}
