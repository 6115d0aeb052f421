/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GameSpy text: syntax, kinds of message, challenge and answer (protocol chapter 80). */
#include "gamespy/gamespy-text.h"

#include <string.h>

#include <glib.h>

#define IN(type) (1U << BCNET_GAMESPY_##type)
#define BARE_ROW(constant, name, texts, before) [BCNET_KEY_##constant] = { name, texts, before },
#define ROW(constant, name, texts, before, label, ...) BARE_ROW(constant, name, texts, before)
const bcnet_gamespy_key_row_t bcnet_gamespy_keys[BCNET_GAMESPY_KEY_COUNT] = { BCNET_GAMESPY_KEYS(ROW, BARE_ROW) };

static const char list_end[] = "\\final\\";

/* Characters above U+00FF arrive as 0x01 (80.2). */
bool bcnet_gamespy_is_text(const uint8_t *text, size_t length)
{
    if (length == 0 || text[0] != BCNET_GAMESPY_SEPARATOR)
        return false;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] < 0x20 && text[i] != 0x01) || (text[i] > 0x7E && text[i] < 0xA0))
            return false;
    }
    return true;
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

bcnet_gamespy_key_t bcnet_gamespy_key(const uint8_t *text, bcnet_gamespy_span_t span)
{
    int64_t index;

    if (bcnet_gamespy_player_index(text, span, &index))
        return BCNET_KEY_PLAYER;
    for (unsigned key = 0; key < BCNET_GAMESPY_KEY_COUNT; key++)
        if (key != BCNET_KEY_PLAYER && bcnet_gamespy_span_is(text, span, bcnet_gamespy_keys[key].name))
            return (bcnet_gamespy_key_t)key;
    return BCNET_KEY_UNKNOWN;
}

static bool stands_in(bcnet_gamespy_key_t key, unsigned texts)
{
    return key != BCNET_KEY_UNKNOWN && bcnet_gamespy_keys[key].texts & texts;
}

bool bcnet_gamespy_is_query(const uint8_t *text, bcnet_gamespy_span_t span)
{
    return stands_in(bcnet_gamespy_key(text, span), IN(QUERY));
}

static bool has(const bcnet_gamespy_summary_t *summary, bcnet_gamespy_key_t key)
{
    return summary->pairs[key].key.length > 0;
}

/* `tells`: a key of a reply is there (80.4). */
static bcnet_gamespy_type_t kind_of_message(const bcnet_gamespy_summary_t *summary, bool tells, bool over_tcp)
{
    const bool asks = stands_in(summary->first, IN(QUERY));

    if (summary->first == BCNET_KEY_HEARTBEAT)
        return BCNET_GAMESPY_HEARTBEAT;
    if (summary->first == BCNET_KEY_LIST)
        return BCNET_GAMESPY_LIST_REQUEST;
    if (over_tcp && has(summary, BCNET_KEY_VALIDATE) && has(summary, BCNET_KEY_GAMENAME) &&
        !has(summary, BCNET_KEY_HOSTNAME))
        return BCNET_GAMESPY_MASTER_LOGIN;
    /* Other master servers end a challenge as if it were a reply; but a reply has something to tell. */
    if (asks && has(summary, BCNET_KEY_SECURE) && !tells)
        return BCNET_GAMESPY_QUERY;
    if (has(summary, BCNET_KEY_FINAL) || (has(summary, BCNET_KEY_QUERYID) && tells))
        return BCNET_GAMESPY_REPLY;
    return asks ? BCNET_GAMESPY_QUERY : BCNET_GAMESPY_UNKNOWN;
}

void bcnet_gamespy_summarize(const uint8_t *text, size_t length, bool over_tcp, bcnet_gamespy_summary_t *summary)
{
    bcnet_gamespy_cursor_t cursor = { text, length, 0 };
    bcnet_gamespy_pair_t   pair;
    bool                   any = false, tells = false;

    memset(summary, 0, sizeof *summary);
    summary->first = BCNET_KEY_UNKNOWN;
    if (!bcnet_gamespy_is_text(text, length))
        return;
    while (bcnet_gamespy_next(&cursor, &pair)) {
        const bcnet_gamespy_key_t key = bcnet_gamespy_key(text, pair.key);
        if (!any)
            summary->first = key;
        if (key != BCNET_KEY_UNKNOWN && !has(summary, key))
            summary->pairs[key] = pair;
        any = true;
        tells |= stands_in(key, IN(REPLY));
        summary->torn = pair.torn;
    }
    summary->rest = cursor.offset;
    const bcnet_gamespy_span_t game = summary->pairs[BCNET_KEY_GAMENAME].value;
    summary->evidence = game.length == 0                                ? BCNET_GAMESPY_GENERIC
                      : bcnet_gamespy_span_is(text, game, "bcommander") ? BCNET_GAMESPY_THIS_GAME
                                                                        : BCNET_GAMESPY_OTHER_GAME;
    summary->type = kind_of_message(summary, tells, over_tcp);
}

/* At most ten digits, so that 64 bits cannot overflow. */
bool bcnet_gamespy_number(const uint8_t *text, bcnet_gamespy_span_t span, int64_t least, int64_t most, int64_t *value)
{
    const bool negative = least < 0 && span.length > 0 && text[span.offset] == '-';
    int64_t    magnitude = 0;

    if (span.length == negative || span.length - negative > 10)
        return false;
    for (size_t i = negative; i < span.length; i++) {
        if (!g_ascii_isdigit(text[span.offset + i]))
            return false;
        magnitude = magnitude * 10 + (text[span.offset + i] - '0');
    }
    *value = negative ? -magnitude : magnitude;
    return *value >= least && *value <= most;
}

bool bcnet_gamespy_player_index(const uint8_t *text, bcnet_gamespy_span_t key, int64_t *index)
{
    static const char prefix[] = "player_";
    const size_t      length = sizeof prefix - 1;

    return key.length > length && memcmp(text + key.offset, prefix, length) == 0 &&
           bcnet_gamespy_number(text, (bcnet_gamespy_span_t){ key.offset + length, key.length - length }, 0, UINT32_MAX,
                                index);
}

bool bcnet_gamespy_queryid(const uint8_t *text, bcnet_gamespy_span_t value, bcnet_gamespy_span_t *number,
                           bcnet_gamespy_span_t *part)
{
    const uint8_t *dot = value.length > 0 ? memchr(text + value.offset, '.', value.length) : NULL;
    int64_t        ignored;

    if (!dot)
        return false;
    *number = (bcnet_gamespy_span_t){ value.offset, (size_t)(dot - text) - value.offset };
    *part = (bcnet_gamespy_span_t){ number->offset + number->length + 1, value.length - number->length - 1 };
    return bcnet_gamespy_number(text, *number, 0, UINT32_MAX, &ignored) &&
           bcnet_gamespy_number(text, *part, 0, UINT32_MAX, &ignored);
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
    bcnet_gamespy_cursor_t cursor = { text, length, 0 };
    bcnet_gamespy_pair_t   pair;

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
