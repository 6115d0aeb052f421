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

/* The words of a key's value; NULL when the key is not there or has no value. */
static const char *value_of(const bcnet_gamespy_message_t *message, const char *key)
{
    bcnet_gamespy_pair_t pair;

    if (!bcnet_gamespy_find(message->bytes, (size_t)message->length, key, &pair) || pair.value.length == 0)
        return NULL;
    return bcnet_gamespy_words(message, pair.value);
}

/* Items of a list: ": first, second, third". */
static void add(wmem_strbuf_t *line, bool *any, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void add(wmem_strbuf_t *line, bool *any, const char *format, ...)
{
    va_list arguments;

    wmem_strbuf_append(line, *any ? ", " : ": ");
    va_start(arguments, format);
    wmem_strbuf_append_vprintf(line, format, arguments);
    va_end(arguments);
    *any = true;
}

static void add_both(wmem_strbuf_t *line, bool *any, const char *one, const char *other)
{
    if (one && other)
        add(line, any, "%s %s", one, other);
    else if (one || other)
        add(line, any, "%s", one ? one : other);
}

/* "Mission1 DM": of Multiplayer.Episode.Mission1.Mission1 only the last part tells something. */
static void add_mission(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bool *any)
{
    const char *script = value_of(message, "missionscript");
    const char *last = script ? strrchr(script, '.') : NULL;

    add_both(line, any, last ? last + 1 : script, value_of(message, "mapname"));
}

static void add_player_count(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bool *any)
{
    const char *players = value_of(message, "numplayers");
    const char *most = value_of(message, "maxplayers");

    if (players && most)
        add(line, any, "%s of %s players", players, most);
    else if (players)
        add(line, any, "%s players", players);
    else if (most)
        add(line, any, "at most %s players", most);
}

static void add_player_names(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bool *any)
{
    bcnet_gamespy_cursor_t cursor;
    bcnet_gamespy_pair_t   pair;
    uint32_t               index;
    unsigned               shown = 0;

    bcnet_gamespy_start(&cursor, message->bytes, (size_t)message->length);
    while (shown < MOST_PLAYERS && bcnet_gamespy_next(&cursor, &pair)) {
        if (bcnet_gamespy_player_index(message->bytes, pair.key, &index)) {
            add(line, any, "%s%s", shown == 0 ? "players " : "", bcnet_gamespy_words(message, pair.value));
            shown++;
        }
    }
}

static void add_answer(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bool *any)
{
    static const char *const judgements[] = {
        [BCNET_ANSWER_UNCHECKED] = "",
        [BCNET_ANSWER_WRONG] = " (wrong)",
        [BCNET_ANSWER_RIGHT] = " (right)",
    };
    const char *answer = value_of(message, "validate");

    if (answer)
        add(line, any, "answer %s%s", answer, judgements[message->answer]);
}

static void add_game_and_version(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bool *any)
{
    add_both(line, any, value_of(message, "gamename"), value_of(message, "gamever"));
}

/* A reply in several datagrams (80.5): which part this is. */
static void add_part(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    bcnet_gamespy_pair_t pair;
    bcnet_gamespy_span_t number;
    bcnet_gamespy_span_t part;
    bool                 last = bcnet_gamespy_find(message->bytes, (size_t)message->length, "final", &pair);

    if (bcnet_gamespy_find(message->bytes, (size_t)message->length, "queryid", &pair) &&
        bcnet_gamespy_queryid(message->bytes, pair.value, &number, &part) &&
        (!last || !bcnet_gamespy_span_is(message->bytes, part, "1")))
        wmem_strbuf_append_printf(line, " (part %s%s)", bcnet_gamespy_words(message, part), last ? ", the last" : "");
}

static void describe_reply(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    const char *host = value_of(message, "hostname");
    const char *system = value_of(message, "system");
    const char *mode = value_of(message, "gamemode");
    const char *echo = value_of(message, "echo");
    bool        any = false;

    if (host)
        add(line, &any, "\"%s\"", host);
    else
        add_game_and_version(message, line, &any);
    add_mission(message, line, &any);
    add_player_count(message, line, &any);
    if (system)
        add(line, &any, "%s", system);
    if (mode && strcmp(mode, "openplaying") != 0)
        add(line, &any, "%s", mode);
    if (!host)
        add_player_names(message, line, &any);
    if (echo)
        add(line, &any, "echo %s", echo);
    add_answer(message, line, &any);
    if (!any)
        add(line, &any, "empty");
    add_part(message, line);
}

static void describe_heartbeat(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    const char *port = value_of(message, "heartbeat");
    const char *game = value_of(message, "gamename");
    const char *mode = value_of(message, "gamemode");
    bool        any = false;

    if (game)
        add(line, &any, "%s", game);
    if (port && strcmp(port, "0") != 0)
        add(line, &any, "port %s", port);
    if (value_of(message, "statechanged"))
        add(line, &any, "state changed");
    if (mode)
        add(line, &any, "%s", mode);
}

static void describe_list_request(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    const char *game = value_of(message, "gamename");
    const char *form = value_of(message, "list");
    const char *filter = value_of(message, "where");
    bool        any = false;

    if (game)
        add(line, &any, "%s", game);
    if (form)
        add(line, &any, "form %s", form);
    if (filter)
        add(line, &any, "where %s", filter);
}

static void describe_login(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line)
{
    bool any = false;

    add_game_and_version(message, line, &any);
    add_answer(message, line, &any);
}

/* As it is; of one that ends like a reply only the challenge counts. */
static void describe_query(const bcnet_gamespy_message_t *message, wmem_strbuf_t *line, bcnet_gamespy_span_t all)
{
    bcnet_gamespy_pair_t final;
    const char          *challenge = value_of(message, "secure");

    if (challenge && bcnet_gamespy_find(message->bytes, (size_t)message->length, "final", &final))
        wmem_strbuf_append_printf(line, "challenge %s", challenge);
    else
        wmem_strbuf_append_printf(line, "query %s", bcnet_gamespy_words(message, all));
}

const char *bcnet_gamespy_sentence(const bcnet_gamespy_message_t *message)
{
    wmem_strbuf_t       *line = wmem_strbuf_new(message->pinfo->pool, "GameSpy ");
    bcnet_gamespy_span_t all = { 0, (size_t)message->length };

    switch (message->summary.type) {
    case BCNET_GAMESPY_QUERY:
        describe_query(message, line, all);
        break;
    case BCNET_GAMESPY_REPLY:
        wmem_strbuf_append(line, "reply");
        describe_reply(message, line);
        break;
    case BCNET_GAMESPY_HEARTBEAT:
        wmem_strbuf_append(line, "heartbeat");
        describe_heartbeat(message, line);
        break;
    case BCNET_GAMESPY_MASTER_LOGIN:
        wmem_strbuf_append(line, "login");
        describe_login(message, line);
        break;
    case BCNET_GAMESPY_LIST_REQUEST:
        wmem_strbuf_append(line, "list request");
        describe_list_request(message, line);
        break;
    case BCNET_GAMESPY_SERVER_LIST: /* not a text */
    case BCNET_GAMESPY_UNKNOWN:
        wmem_strbuf_append_printf(line, "text %s", bcnet_gamespy_words(message, all));
        break;
    }
    return wmem_strbuf_get_str(line);
}
