/* GameSpy text in one line, for the packet list and the tree's headings.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "gamespy/gamespy.h"
#include "reading/visible.h"

enum {
    LONGEST_PIECE = 80, /* characters of a name in a line */
    MOST_PLAYERS = 16 /* slots of the game's table (80.4) */
};

const char *bcnet_gamespy_words(const bcnet_gamespy_message_t *message, bcnet_gamespy_span_t span)
{
    wmem_strbuf_t *words = wmem_strbuf_new(message->pinfo->pool, NULL);

    for (size_t i = 0; i < span.length; i++) {
        uint8_t byte = message->bytes[span.offset + i];
        if (i == LONGEST_PIECE) {
            wmem_strbuf_append_unichar(words, 0x2026); /* an ellipsis */
            break;
        }
        /* The game writes 0x01 for a character that Latin-1 does not have (80.2). */
        if (bcnet_leads_astray(byte))
            wmem_strbuf_append_printf(words, "\\u%04X", byte);
        else
            wmem_strbuf_append_unichar(words, g_unichar_iscntrl(byte) ? 0xFFFD : byte);
    }
    return wmem_strbuf_get_str(words);
}

/* A sentence in the making: what was said, and then a list of what it tells: ": first, second, third". */
typedef struct {
    const bcnet_gamespy_message_t *message;
    wmem_strbuf_t                 *line;
    bool                           any; /* items are there */
} bcnet_sentence_t;

static bool find(const bcnet_sentence_t *sentence, const char *key, bcnet_gamespy_pair_t *pair)
{
    return bcnet_gamespy_find(sentence->message->bytes, (size_t)sentence->message->length, key, pair);
}

/* The words of a key's value; NULL when the key is not there or has no value. */
static const char *value_of(const bcnet_sentence_t *sentence, const char *key)
{
    bcnet_gamespy_pair_t pair;

    return find(sentence, key, &pair) && pair.value.length > 0 ? bcnet_gamespy_words(sentence->message, pair.value)
                                                               : NULL;
}

/* An item; none where there are no words. */
static void add(bcnet_sentence_t *sentence, const char *before, const char *words, const char *behind)
{
    if (!words)
        return;
    wmem_strbuf_append_printf(sentence->line, "%s%s%s%s", sentence->any ? ", " : ": ", before, words, behind);
    sentence->any = true;
}

static void add_value(bcnet_sentence_t *sentence, const char *before, const char *key)
{
    add(sentence, before, value_of(sentence, key), "");
}

static void add_both(bcnet_sentence_t *sentence, const char *one, const char *other)
{
    if (one && other)
        one = wmem_strdup_printf(sentence->message->pinfo->pool, "%s %s", one, other);
    add(sentence, "", one ? one : other, "");
}

/* "Mission1 DM": of Multiplayer.Episode.Mission1.Mission1 only the last part tells something. */
static void add_mission(bcnet_sentence_t *sentence)
{
    const char *script = value_of(sentence, "missionscript");
    const char *last = script ? strrchr(script, '.') : NULL;

    add_both(sentence, last ? last + 1 : script, value_of(sentence, "mapname"));
}

static void add_player_count(bcnet_sentence_t *sentence)
{
    const char *players = value_of(sentence, "numplayers");
    const char *most = value_of(sentence, "maxplayers");

    if (players && most)
        players = wmem_strdup_printf(sentence->message->pinfo->pool, "%s of %s", players, most);
    add(sentence, players ? "" : "at most ", players ? players : most, " players");
}

static void add_player_names(bcnet_sentence_t *sentence)
{
    const bcnet_gamespy_message_t *message = sentence->message;
    bcnet_gamespy_cursor_t         cursor;
    bcnet_gamespy_pair_t           pair;
    uint32_t                       index;
    unsigned                       shown = 0;

    bcnet_gamespy_start(&cursor, message->bytes, (size_t)message->length);
    while (shown < MOST_PLAYERS && bcnet_gamespy_next(&cursor, &pair)) {
        if (bcnet_gamespy_player_index(message->bytes, pair.key, &index)) {
            add(sentence, shown == 0 ? "players " : "", bcnet_gamespy_words(message, pair.value), "");
            shown++;
        }
    }
}

static void add_answer(bcnet_sentence_t *sentence)
{
    static const char *const judgements[] = {
        [BCNET_ANSWER_UNCHECKED] = "",
        [BCNET_ANSWER_WRONG] = " (wrong)",
        [BCNET_ANSWER_RIGHT] = " (right)",
    };

    add(sentence, "answer ", value_of(sentence, "validate"), judgements[sentence->message->answer]);
}

static void add_game_and_version(bcnet_sentence_t *sentence)
{
    add_both(sentence, value_of(sentence, "gamename"), value_of(sentence, "gamever"));
}

/* A reply in several datagrams (80.5): which part this is. */
static void add_part(const bcnet_sentence_t *sentence)
{
    const bcnet_gamespy_message_t *message = sentence->message;
    bcnet_gamespy_pair_t           pair;
    bcnet_gamespy_span_t           number, part;
    const bool                     last = find(sentence, "final", &pair);

    if (find(sentence, "queryid", &pair) && bcnet_gamespy_queryid(message->bytes, pair.value, &number, &part) &&
        (!last || !bcnet_gamespy_span_is(message->bytes, part, "1")))
        wmem_strbuf_append_printf(sentence->line, " (part %s%s)", bcnet_gamespy_words(message, part),
                                  last ? ", the last" : "");
}

static void describe_reply(bcnet_sentence_t *sentence)
{
    const char *host = value_of(sentence, "hostname");
    const char *mode = value_of(sentence, "gamemode");

    if (host)
        add(sentence, "\"", host, "\"");
    else
        add_game_and_version(sentence);
    add_mission(sentence);
    add_player_count(sentence);
    add_value(sentence, "", "system");
    add(sentence, "", g_strcmp0(mode, "openplaying") != 0 ? mode : NULL, "");
    if (!host)
        add_player_names(sentence);
    add_value(sentence, "echo ", "echo");
    add_answer(sentence);
    if (!sentence->any)
        add(sentence, "", "empty", "");
    add_part(sentence);
}

static void describe_heartbeat(bcnet_sentence_t *sentence)
{
    const char *port = value_of(sentence, "heartbeat");

    add_value(sentence, "", "gamename");
    add(sentence, "port ", g_strcmp0(port, "0") != 0 ? port : NULL, "");
    add(sentence, "", value_of(sentence, "statechanged") ? "state changed" : NULL, "");
    add_value(sentence, "", "gamemode");
}

static void describe_list_request(bcnet_sentence_t *sentence)
{
    add_value(sentence, "", "gamename");
    add_value(sentence, "form ", "list");
    add_value(sentence, "where ", "where");
}

static void describe_login(bcnet_sentence_t *sentence)
{
    add_game_and_version(sentence);
    add_answer(sentence);
}

static const char *whole_text(const bcnet_gamespy_message_t *message)
{
    return bcnet_gamespy_words(message, (bcnet_gamespy_span_t){ 0, (size_t)message->length });
}

/* As it is; of one that ends like a reply only the challenge counts. */
static void describe_query(const bcnet_sentence_t *sentence)
{
    bcnet_gamespy_pair_t final;
    const char          *challenge = value_of(sentence, "secure");

    if (challenge && find(sentence, "final", &final))
        wmem_strbuf_append_printf(sentence->line, "challenge %s", challenge);
    else
        wmem_strbuf_append_printf(sentence->line, "query %s", whole_text(sentence->message));
}

const char *bcnet_gamespy_sentence(const bcnet_gamespy_message_t *message)
{
    wmem_strbuf_t   *line = wmem_strbuf_new(message->pinfo->pool, "GameSpy ");
    bcnet_sentence_t sentence = { .message = message, .line = line };

    switch (message->summary.type) {
    case BCNET_GAMESPY_QUERY:
        describe_query(&sentence);
        break;
    case BCNET_GAMESPY_REPLY:
        wmem_strbuf_append(line, "reply");
        describe_reply(&sentence);
        break;
    case BCNET_GAMESPY_HEARTBEAT:
        wmem_strbuf_append(line, "heartbeat");
        describe_heartbeat(&sentence);
        break;
    case BCNET_GAMESPY_MASTER_LOGIN:
        wmem_strbuf_append(line, "login");
        describe_login(&sentence);
        break;
    case BCNET_GAMESPY_LIST_REQUEST:
        wmem_strbuf_append(line, "list request");
        describe_list_request(&sentence);
        break;
    case BCNET_GAMESPY_SERVER_LIST: /* not a text */
    case BCNET_GAMESPY_UNKNOWN:
        wmem_strbuf_append_printf(line, "text %s", whole_text(message));
        break;
    }
    return wmem_strbuf_get_str(line);
}
