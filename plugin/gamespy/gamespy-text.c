/* GameSpy text: syntax, kinds of message, challenge and answer (protocol chapter 80).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "gamespy/gamespy-text.h"

#include <string.h>

#include <glib.h>

static const char *const query_names[BCNET_GAMESPY_QUERY_COUNT] = {
    "basic", "info", "rules", "players", "status", "packets", "echo", "secure",
};

/* Keys of a reply (80.4) without player_N, final and queryid: those two are framing, so a queryid
 * alone does not make a reply. */
static const char *const reply_keys[] = {
    "gamename", "gamever",   "location",  "hostname", "missionscript", "mapname", "numplayers", "maxplayers",
    "gamemode", "timelimit", "fraglimit", "system",   "password",      "echo",    "validate",
};

/* Keys that decide, with the first one, what kind a message is (80.2). */
enum { GAMENAME, HOSTNAME, SECURE, VALIDATE, FINAL, QUERYID, DECIDING_KEYS };

static const char *const deciding_keys[DECIDING_KEYS] = {
    "gamename", "hostname", "secure", "validate", "final", "queryid",
};

static const char list_end[] = "\\final\\";

/* Characters above U+00FF arrive as 0x01 (80.2). */
static bool is_text_byte(uint8_t byte)
{
    return (byte >= 0x20 && byte <= 0x7E) || byte >= 0xA0 || byte == 0x01;
}

bool bcnet_gamespy_is_text(const uint8_t *text, size_t length)
{
    if (length == 0 || text[0] != BCNET_GAMESPY_SEPARATOR)
        return false;
    for (size_t i = 1; i < length; i++) {
        if (!is_text_byte(text[i]))
            return false;
    }
    return true;
}

void bcnet_gamespy_start(bcnet_gamespy_cursor_t *cursor, const uint8_t *text, size_t length)
{
    cursor->text = text;
    cursor->length = length;
    cursor->offset = 0;
}

/* From `offset` up to the next backslash or the end. */
static bcnet_gamespy_span_t span_from(const bcnet_gamespy_cursor_t *cursor, size_t offset)
{
    bcnet_gamespy_span_t span = { offset, cursor->length - offset };
    const uint8_t       *separator = NULL;

    if (span.length > 0)
        separator = memchr(cursor->text + offset, BCNET_GAMESPY_SEPARATOR, span.length);
    if (separator)
        span.length = (size_t)(separator - cursor->text) - offset;
    return span;
}

bool bcnet_gamespy_next(bcnet_gamespy_cursor_t *cursor, bcnet_gamespy_pair_t *pair)
{
    if (cursor->offset >= cursor->length || cursor->text[cursor->offset] != BCNET_GAMESPY_SEPARATOR)
        return false;
    if (cursor->offset > 0 && cursor->offset + 1 == cursor->length) {
        cursor->offset = cursor->length; /* a single backslash at the very end is no key */
        return false;
    }
    pair->key = span_from(cursor, cursor->offset + 1);
    if (pair->key.length == 0)
        return false; /* here the game's parser stops */
    size_t key_end = pair->key.offset + pair->key.length;
    pair->torn = key_end == cursor->length;
    pair->value = pair->torn ? (bcnet_gamespy_span_t){ key_end, 0 } : span_from(cursor, key_end + 1);
    cursor->offset = pair->value.offset + pair->value.length;
    return true;
}

bool bcnet_gamespy_span_is(const uint8_t *text, bcnet_gamespy_span_t span, const char *word)
{
    return span.length == strlen(word) && memcmp(text + span.offset, word, span.length) == 0;
}

bool bcnet_gamespy_find(const uint8_t *text, size_t length, const char *key, bcnet_gamespy_pair_t *pair)
{
    bcnet_gamespy_cursor_t cursor;

    bcnet_gamespy_start(&cursor, text, length);
    while (bcnet_gamespy_next(&cursor, pair)) {
        if (bcnet_gamespy_span_is(text, pair->key, key))
            return true;
    }
    return false;
}

/* -1: the span is none of the words. */
static int index_among(const char *const *words, unsigned count, const uint8_t *text, bcnet_gamespy_span_t span)
{
    for (unsigned i = 0; i < count; i++) {
        if (bcnet_gamespy_span_is(text, span, words[i]))
            return (int)i;
    }
    return -1;
}

int bcnet_gamespy_query_index(const uint8_t *text, bcnet_gamespy_span_t span)
{
    return index_among(query_names, BCNET_GAMESPY_QUERY_COUNT, text, span);
}

static bool is_reply_key(const uint8_t *text, bcnet_gamespy_span_t key)
{
    uint32_t index;

    return index_among(reply_keys, G_N_ELEMENTS(reply_keys), text, key) >= 0 ||
           bcnet_gamespy_player_index(text, key, &index);
}

typedef struct {
    bool any;
    bool heartbeat_first;
    bool list_first;
    bool query_first;
    bool has[DECIDING_KEYS];
    bool reply_key;
} bcnet_seen_keys_t;

static void note_key(bcnet_seen_keys_t *seen, const uint8_t *text, bcnet_gamespy_span_t key)
{
    const int deciding = index_among(deciding_keys, DECIDING_KEYS, text, key);

    if (!seen->any) {
        seen->any = true;
        seen->heartbeat_first = bcnet_gamespy_span_is(text, key, "heartbeat");
        seen->list_first = bcnet_gamespy_span_is(text, key, "list");
        seen->query_first = bcnet_gamespy_query_index(text, key) >= 0;
    }
    if (deciding >= 0)
        seen->has[deciding] = true;
    seen->reply_key |= is_reply_key(text, key);
}

static bcnet_gamespy_type_t kind_of_message(const bcnet_seen_keys_t *seen, bool over_tcp)
{
    if (seen->heartbeat_first)
        return BCNET_GAMESPY_HEARTBEAT;
    if (seen->list_first)
        return BCNET_GAMESPY_LIST_REQUEST;
    if (over_tcp && seen->has[VALIDATE] && seen->has[GAMENAME] && !seen->has[HOSTNAME])
        return BCNET_GAMESPY_MASTER_LOGIN;
    /* Other master servers end a challenge as if it were a reply; but a reply has something to tell. */
    if (seen->query_first && seen->has[SECURE] && !seen->reply_key)
        return BCNET_GAMESPY_QUERY;
    if (seen->has[FINAL] || (seen->has[QUERYID] && seen->reply_key))
        return BCNET_GAMESPY_REPLY;
    return seen->query_first ? BCNET_GAMESPY_QUERY : BCNET_GAMESPY_UNKNOWN;
}

void bcnet_gamespy_summarize(const uint8_t *text, size_t length, bool over_tcp, bcnet_gamespy_summary_t *summary)
{
    bcnet_gamespy_cursor_t cursor;
    bcnet_gamespy_pair_t   pair;
    bcnet_seen_keys_t      seen = { 0 };

    memset(summary, 0, sizeof *summary);
    if (!bcnet_gamespy_is_text(text, length))
        return;
    summary->evidence = BCNET_GAMESPY_GENERIC;
    bcnet_gamespy_start(&cursor, text, length);
    while (bcnet_gamespy_next(&cursor, &pair)) {
        if (!seen.has[GAMENAME] && pair.value.length > 0 && bcnet_gamespy_span_is(text, pair.key, "gamename")) {
            summary->evidence = bcnet_gamespy_span_is(text, pair.value, "bcommander") ? BCNET_GAMESPY_THIS_GAME
                                                                                      : BCNET_GAMESPY_OTHER_GAME;
        }
        note_key(&seen, text, pair.key);
        summary->torn = pair.torn;
    }
    summary->rest = cursor.offset;
    summary->type = kind_of_message(&seen, over_tcp);
}

/* At most ten digits, so that 64 bits cannot overflow. */
static bool parse_digits(const uint8_t *digits, size_t length, uint64_t *value)
{
    if (length == 0 || length > 10)
        return false;
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isdigit(digits[i]))
            return false;
        *value = *value * 10 + (uint64_t)(digits[i] - '0');
    }
    return true;
}

bool bcnet_gamespy_int32(const uint8_t *text, bcnet_gamespy_span_t span, int32_t *value)
{
    bool     negative = span.length > 0 && text[span.offset] == '-';
    uint64_t magnitude;

    if (!parse_digits(text + span.offset + negative, span.length - negative, &magnitude) ||
        magnitude > (uint64_t)INT32_MAX + negative)
        return false;
    *value = (int32_t)(negative ? -(int64_t)magnitude : (int64_t)magnitude);
    return true;
}

bool bcnet_gamespy_uint32(const uint8_t *text, bcnet_gamespy_span_t span, uint32_t *value)
{
    uint64_t magnitude;

    if (!parse_digits(text + span.offset, span.length, &magnitude) || magnitude > UINT32_MAX)
        return false;
    *value = (uint32_t)magnitude;
    return true;
}

bool bcnet_gamespy_player_index(const uint8_t *text, bcnet_gamespy_span_t key, uint32_t *index)
{
    static const char    prefix[] = "player_";
    const size_t         prefix_length = sizeof prefix - 1;
    bcnet_gamespy_span_t digits;

    if (key.length <= prefix_length || memcmp(text + key.offset, prefix, prefix_length) != 0)
        return false;
    digits = (bcnet_gamespy_span_t){ key.offset + prefix_length, key.length - prefix_length };
    return bcnet_gamespy_uint32(text, digits, index);
}

bool bcnet_gamespy_queryid(const uint8_t *text, bcnet_gamespy_span_t value, bcnet_gamespy_span_t *number,
                           bcnet_gamespy_span_t *part)
{
    const uint8_t *dot = value.length > 0 ? memchr(text + value.offset, '.', value.length) : NULL;
    uint32_t       ignored;

    if (!dot)
        return false;
    *number = (bcnet_gamespy_span_t){ value.offset, (size_t)(dot - text) - value.offset };
    *part = (bcnet_gamespy_span_t){ number->offset + number->length + 1, value.length - number->length - 1 };
    return bcnet_gamespy_uint32(text, *number, &ignored) && bcnet_gamespy_uint32(text, *part, &ignored);
}

/* The key schedule is that of RC4, with the key that this game shares with the master server (80.6). */
static void schedule_key(uint8_t state[256])
{
    static const uint8_t key[] = { 'N', 'm', '3', 'a', 'Z', '9' };
    uint8_t              j = 0;

    for (unsigned i = 0; i < 256; i++)
        state[i] = (uint8_t)i;
    for (unsigned i = 0; i < 256; i++) {
        uint8_t swapped = state[i];
        j = (uint8_t)(j + swapped + key[i % sizeof key]);
        state[i] = state[j];
        state[j] = swapped;
    }
}

/* Unlike RC4, the position runs on by the plain byte. */
static void encrypt_challenge(uint8_t *bytes, size_t length)
{
    uint8_t state[256];
    uint8_t i = 0;
    uint8_t j = 0;

    schedule_key(state);
    for (size_t n = 0; n < length; n++) {
        i = (uint8_t)(i + bytes[n] + 1);
        uint8_t swapped = state[i];
        j = (uint8_t)(j + swapped);
        state[i] = state[j];
        state[j] = swapped;
        bytes[n] ^= state[(uint8_t)(state[i] + state[j])];
    }
}

char *bcnet_gamespy_answer(const uint8_t *challenge, size_t length)
{
    uint8_t padded[BCNET_GAMESPY_CHALLENGE_MAX + 2] = { 0 };

    if (length > BCNET_GAMESPY_CHALLENGE_MAX)
        return NULL;
    if (length > 0)
        memcpy(padded, challenge, length);
    encrypt_challenge(padded, length);
    /* An incomplete last group is filled up with zero bytes: base64 of whole groups, never a '='. */
    return g_base64_encode(padded, (length + 2) / 3 * 3);
}

/* Behind \final\ may stand the queryid, and behind that the backslash that a login has (80.8). */
static size_t end_behind_final(bcnet_gamespy_cursor_t cursor)
{
    size_t               end = cursor.offset;
    bcnet_gamespy_pair_t pair;

    if (!bcnet_gamespy_next(&cursor, &pair))
        return cursor.offset == cursor.length ? cursor.length : end;
    if (!bcnet_gamespy_span_is(cursor.text, pair.key, "queryid"))
        return pair.torn ? 0 : end;
    if (pair.torn)
        return 0;
    bool more = cursor.offset < cursor.length;
    bool ends_text = more &&
                     (cursor.offset + 1 == cursor.length || cursor.text[cursor.offset + 1] == BCNET_GAMESPY_SEPARATOR);
    return cursor.offset + ends_text;
}

size_t bcnet_gamespy_message_length(const uint8_t *text, size_t length)
{
    bcnet_gamespy_cursor_t cursor;
    bcnet_gamespy_pair_t   pair;

    bcnet_gamespy_start(&cursor, text, length);
    while (bcnet_gamespy_next(&cursor, &pair)) {
        if (!pair.torn && bcnet_gamespy_span_is(text, pair.key, "final"))
            return end_behind_final(cursor);
    }
    return 0;
}

size_t bcnet_gamespy_list_records(const uint8_t *list, size_t length, bool *complete)
{
    size_t records = 0;

    for (size_t offset = 0; offset < length; offset += BCNET_GAMESPY_RECORD_SIZE) {
        size_t left = length - offset;
        *complete = left >= BCNET_GAMESPY_LIST_END_SIZE &&
                    memcmp(list + offset, list_end, BCNET_GAMESPY_LIST_END_SIZE) == 0;
        if (*complete || left < BCNET_GAMESPY_RECORD_SIZE)
            return records;
        records++;
    }
    *complete = false;
    return records;
}
