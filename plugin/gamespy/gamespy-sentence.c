/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GameSpy text in one line, for the packet list and the tree's headings. */
#include <string.h>

#include "gamespy/gamespy.h"
#include "reading/words.h"

enum {
    LONGEST_PIECE = 80, /* characters of a name in a line */
    MOST_PLAYERS = 16 /* slots of the game's table (80.4) */
};

const char *bcnet_gamespy_words(const bcnet_gamespy_message_t *message, bcnet_gamespy_span_t span)
{
    wmem_strbuf_t *words = wmem_strbuf_new(message->pinfo->pool, NULL);

    for (size_t i = 0; i < span.length; i++) {
        if (i == LONGEST_PIECE) {
            bcnet_append_visible(words, 0x2026); /* an ellipsis */
            break;
        }
        /* The game writes 0x01 for a character that Latin-1 does not have (80.2). */
        bcnet_append_visible(words, message->bytes[span.offset + i]);
    }
    return wmem_strbuf_get_str(words);
}

static bool has(const bcnet_gamespy_message_t *message, bcnet_gamespy_key_t key)
{
    return message->summary.pairs[key].key.length > 0;
}

/* The words of a key's value; NULL when the key is not there or has no value. */
static const char *value_of(const bcnet_gamespy_message_t *message, bcnet_gamespy_key_t key)
{
    const bcnet_gamespy_span_t value = message->summary.pairs[key].value;

    return value.length > 0 ? bcnet_gamespy_words(message, value) : NULL;
}

/* ---- What is said of a value, where that is not the value ---- */

static const char *player_names(const bcnet_gamespy_message_t *message)
{
    wmem_strbuf_t         *names = wmem_strbuf_new(message->pinfo->pool, NULL);
    bcnet_gamespy_cursor_t cursor = { message->bytes, (size_t)message->length, 0 };
    bcnet_gamespy_pair_t   pair;
    unsigned               shown = 0;

    while (shown < MOST_PLAYERS && bcnet_gamespy_next(&cursor, &pair))
        if (bcnet_gamespy_key(message->bytes, pair.key) == BCNET_KEY_PLAYER)
            wmem_strbuf_append_printf(names, "%s%s", shown++ > 0 ? ", " : "", bcnet_gamespy_words(message, pair.value));
    return wmem_strbuf_get_str(names);
}

/* NULL: nothing. A reply with a host's name is about that game: neither what it is called nor who plays is said. */
static const char *said_of(const bcnet_gamespy_message_t *message, bcnet_gamespy_key_t key)
{
    static const char *const judgements[] = {
        [BCNET_ANSWER_UNCHECKED] = "",
        [BCNET_ANSWER_WRONG] = " (wrong)",
        [BCNET_ANSWER_RIGHT] = " (right)",
    };
    wmem_allocator_t *pool = message->pinfo->pool;
    const bool        reply = message->summary.type == BCNET_GAMESPY_REPLY;
    const char       *value = value_of(message, key);

    if (key == BCNET_KEY_PLAYER)
        return has(message, key) && !value_of(message, BCNET_KEY_HOSTNAME) ? player_names(message) : NULL;
    if (!value)
        return NULL;
    switch (key) {
    case BCNET_KEY_GAMENAME:
    case BCNET_KEY_GAMEVER:
        return reply && value_of(message, BCNET_KEY_HOSTNAME) ? NULL : value;
    case BCNET_KEY_HOSTNAME:
        return wmem_strdup_printf(pool, "\"%s\"", value);
    case BCNET_KEY_MISSIONSCRIPT: /* "Mission1" of Multiplayer.Episode.Mission1.Mission1 */
        return strrchr(value, '.') ? strrchr(value, '.') + 1 : value;
    case BCNET_KEY_NUMPLAYERS:
        if (value_of(message, BCNET_KEY_MAXPLAYERS))
            return wmem_strdup_printf(pool, "%s of %s players", value, value_of(message, BCNET_KEY_MAXPLAYERS));
        return wmem_strdup_printf(pool, "%s players", value);
    case BCNET_KEY_MAXPLAYERS:
        return value_of(message, BCNET_KEY_NUMPLAYERS) ? NULL : wmem_strdup_printf(pool, "%s players", value);
    case BCNET_KEY_GAMEMODE:
        return reply && strcmp(value, "openplaying") == 0 ? NULL : value;
    case BCNET_KEY_HEARTBEAT:
        return strcmp(value, "0") == 0 ? NULL : value;
    case BCNET_KEY_STATECHANGED:
        return "state changed";
    case BCNET_KEY_VALIDATE:
        return wmem_strdup_printf(pool, "%s%s", value, judgements[message->answer]);
    default:
        return value;
    }
}

/* ---- Sentences ---- */

/* ": first, second, third": what the text has of the keys that stand in its kind. */
static void say_keys(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    unsigned said = BCNET_KEY_UNKNOWN;

    for (unsigned key = 0; key < BCNET_GAMESPY_KEY_COUNT; key++) {
        const bcnet_gamespy_key_row_t *row = &bcnet_gamespy_keys[key];
        const bool                     fits = row->before && row->texts & 1U << message->summary.type;
        const char                    *words = fits ? said_of(message, (bcnet_gamespy_key_t)key) : NULL;
        if (!words)
            continue;
        const bool continues = *row->before == ' ';
        if (continues && said + 1 == key)
            wmem_strbuf_append_printf(line, " %s", words);
        else
            wmem_strbuf_append_printf(line, "%s%s%s", said == BCNET_KEY_UNKNOWN ? ": " : ", ", row->before + continues,
                                      words);
        said = key;
    }
    if (said == BCNET_KEY_UNKNOWN && message->summary.type == BCNET_GAMESPY_REPLY)
        wmem_strbuf_append(line, ": empty");
}

/* A reply in several datagrams (80.5): which part this is. */
static void say_part(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    const bool           last = has(message, BCNET_KEY_FINAL);
    bcnet_gamespy_span_t number, part;

    if (bcnet_gamespy_queryid(message->bytes, message->summary.pairs[BCNET_KEY_QUERYID].value, &number, &part) &&
        (!last || !bcnet_gamespy_span_is(message->bytes, part, "1")))
        wmem_strbuf_append_printf(line, " (part %s%s)", bcnet_gamespy_words(message, part), last ? ", the last" : "");
}

const char *bcnet_gamespy_sentence(const bcnet_gamespy_message_t *message)
{
    static const char *const heads[] = {
        [BCNET_GAMESPY_UNKNOWN] = "text",       [BCNET_GAMESPY_QUERY] = "query",
        [BCNET_GAMESPY_REPLY] = "reply",        [BCNET_GAMESPY_HEARTBEAT] = "heartbeat",
        [BCNET_GAMESPY_MASTER_LOGIN] = "login", [BCNET_GAMESPY_LIST_REQUEST] = "list request",
    };
    const bcnet_gamespy_type_t type = message->summary.type;
    const char                *challenge = value_of(message, BCNET_KEY_SECURE);
    wmem_strbuf_t             *line = wmem_strbuf_new(message->pinfo->pool, "GameSpy ");

    if (type == BCNET_GAMESPY_QUERY && challenge && has(message, BCNET_KEY_FINAL)) {
        wmem_strbuf_append_printf(line, "challenge %s", challenge); /* of one that ends like a reply only that counts */
        return wmem_strbuf_get_str(line);
    }
    wmem_strbuf_append(line, heads[type]);
    if (type == BCNET_GAMESPY_QUERY || type == BCNET_GAMESPY_UNKNOWN)
        wmem_strbuf_append_printf(line, " %s",
                                  bcnet_gamespy_words(message, (bcnet_gamespy_span_t){ 0, (size_t)message->length }));
    else
        say_keys(message, line);
    if (type == BCNET_GAMESPY_REPLY)
        say_part(message, line);
    return wmem_strbuf_get_str(line);
}
