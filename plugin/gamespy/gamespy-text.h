/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GameSpy text (query and reporting, version 1): the plain text that shares the game's UDP port
 * and, towards the master server, a TCP connection (protocol chapter 80).
 *
 * Nothing here allocates, except bcnet_gamespy_answer: a text is walked pair by pair, and what is
 * found is told as offsets into the text. So the heuristic can use it for foreign traffic too.
 *
 * No Wireshark include here: the unit tests use this file too. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* THE table of GameSpy's keys (protocol chapters 80.3 to 80.8).
 *
 * KEY(constant, name, texts in which it stands, words before its value in a sentence, label of its field, type, display,
 * strings, meaning). The field is bcnet.gamespy.NAME. A sentence says the keys in this order; NULL: not this one; with a
 * blank in front, it continues what the row above says. BARE: a key without a field of its own. */

#define BCNET_GAMESPY_KEYS(KEY, BARE)                                                                                  \
    KEY(GAMENAME, "gamename", IN(REPLY) | IN(HEARTBEAT) | IN(MASTER_LOGIN) | IN(LIST_REQUEST), "", "Game", FT_STRING,  \
        BASE_NONE, NULL, "Name of the game, bcommander (80.4)")                                                        \
    KEY(GAMEVER, "gamever", IN(REPLY) | IN(MASTER_LOGIN), " ", "Game version", FT_STRING, BASE_NONE, NULL,             \
        "Version of the game, 60 or 1.6 (80.4)")                                                                       \
    KEY(LOCATION, "location", IN(REPLY) | IN(MASTER_LOGIN), NULL, "Location", FT_INT32, BASE_DEC, NULL,                \
        "A number of unknown meaning; 1 in stock replies (80.4)")                                                      \
    KEY(HOSTNAME, "hostname", IN(REPLY), "", "Name of the game", FT_STRING, BASE_NONE, NULL,                           \
        "Host name of the game; an asterisk in front if a password is set (80.4)")                                     \
    KEY(MISSIONSCRIPT, "missionscript", IN(REPLY), "", "Mission script", FT_STRING, BASE_NONE, NULL,                   \
        "Script of the mission (80.4)")                                                                                \
    KEY(MAPNAME, "mapname", IN(REPLY), " ", "Mission", FT_STRING, BASE_NONE, NULL, "Short name of the mission (80.4)") \
    KEY(NUMPLAYERS, "numplayers", IN(REPLY), "", "Players", FT_INT32, BASE_DEC, NULL,                                  \
        "Players in the table; a dedicated host does not count (80.4)")                                                \
    KEY(MAXPLAYERS, "maxplayers", IN(REPLY), "at most ", "Most players", FT_INT32, BASE_DEC, NULL,                     \
        "How many players the host lets in (80.4)")                                                                    \
    KEY(SYSTEM, "system", IN(REPLY), "", "Star system", FT_STRING, BASE_NONE, NULL,                                    \
        "Script of the star system (80.4)")                                                                            \
    KEY(HEARTBEAT, "heartbeat", IN(HEARTBEAT), "port ", "Heartbeat for port", FT_UINT16, BASE_DEC | BASE_SPECIAL_VALS, \
        VALS(heartbeat_ports), "Port of the server; 0 for the source port of the datagram (80.7)")                     \
    KEY(STATECHANGED, "statechanged", IN(HEARTBEAT), "", "State changed", FT_UINT32, BASE_DEC, NULL,                   \
        "A player has come or gone, or the server shuts down; 1 (80.7)")                                               \
    KEY(GAMEMODE, "gamemode", IN(REPLY) | IN(HEARTBEAT), "", "Game mode", FT_STRING, BASE_NONE, NULL,                  \
        "State of the game: settings, openplaying, exiting (80.4)")                                                    \
    KEY(TIMELIMIT, "timelimit", IN(REPLY), NULL, "Time limit in minutes", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,      \
        VALS(time_limits), "Most likely the time limit in minutes; -1 for none (80.4)")                                \
    KEY(FRAGLIMIT, "fraglimit", IN(REPLY), NULL, "Kill or score limit", FT_INT32, BASE_DEC | BASE_RANGE_STRING,        \
        RVALS(frag_limits), "Kills below 10000, points from there on; -1 and -2 for none (80.4)")                      \
    KEY(PASSWORD, "password", IN(REPLY), NULL, "Password needed", FT_BOOLEAN, BASE_NONE, TFS(&bcnet_tfs_yes_no),       \
        "Most likely: whether joining needs a password (80.4)")                                                        \
    BARE(PLAYER, "player_", IN(REPLY), "players ") /* with a number behind it */                                       \
    KEY(ECHO, "echo", IN(QUERY) | IN(REPLY), "echo ", "Echo", FT_STRING, BASE_NONE, NULL,                              \
        "Text that the server sends back (80.3)")                                                                      \
    KEY(LIST, "list", IN(LIST_REQUEST), "form ", "Form of the list", FT_STRING, BASE_NONE, NULL,                       \
        "Form of the list that is asked for, cmp (80.8)")                                                              \
    KEY(WHERE, "where", IN(LIST_REQUEST), "where ", "Filter of the list", FT_STRING, BASE_NONE, NULL,                  \
        "Which servers the list shall hold (80.8)")                                                                    \
    KEY(SECURE, "secure", IN(QUERY), NULL, "Challenge", FT_STRING, BASE_NONE, NULL,                                    \
        "Challenge to prove the game's key (80.6)")                                                                    \
    KEY(VALIDATE, "validate", IN(REPLY) | IN(MASTER_LOGIN), "answer ", "Answer", FT_STRING, BASE_NONE, NULL,           \
        "Answer to a challenge (80.6)")                                                                                \
    KEY(FINAL, "final", 0, NULL, "Final", FT_NONE, BASE_NONE, NULL,                                                    \
        "Last datagram of a reply, end of a list (80.5, 80.8)")                                                        \
    KEY(QUERYID, "queryid", 0, NULL, "Query id", FT_STRING, BASE_NONE, NULL,                                           \
        "Number of the query and of the part of the reply, N.M (80.5)")                                                \
    BARE(BASIC, "basic", IN(QUERY), NULL)                                                                              \
    BARE(INFO, "info", IN(QUERY), NULL)                                                                                \
    BARE(RULES, "rules", IN(QUERY), NULL)                                                                              \
    BARE(PLAYERS, "players", IN(QUERY), NULL)                                                                          \
    BARE(STATUS, "status", IN(QUERY), NULL)                                                                            \
    BARE(PACKETS, "packets", IN(QUERY), NULL)

enum {
    BCNET_GAMESPY_SEPARATOR = 0x5C, /* '\': begins a text, so no sender has it as its id (80.1) */
    BCNET_GAMESPY_CHALLENGE_MAX = 128, /* a longer challenge is not answered (80.5) */
    BCNET_GAMESPY_RECORD_SIZE = 6, /* server list: IPv4 and port (80.8) */
    BCNET_GAMESPY_LIST_END_SIZE = 7 /* "\final\" behind the last record */
};

/* The values of bcnet.gamespy.type (80.2). */
typedef enum {
    BCNET_GAMESPY_UNKNOWN = 0,
    BCNET_GAMESPY_QUERY = 1,
    BCNET_GAMESPY_REPLY = 2,
    BCNET_GAMESPY_HEARTBEAT = 3,
    BCNET_GAMESPY_MASTER_LOGIN = 4,
    BCNET_GAMESPY_LIST_REQUEST = 5,
    BCNET_GAMESPY_SERVER_LIST = 6
} bcnet_gamespy_type_t;

/* How surely a text belongs to this game: other games of that time speak the same protocol (80.1). */
typedef enum {
    BCNET_GAMESPY_NOT_TEXT, /* not GameSpy text at all */
    BCNET_GAMESPY_OTHER_GAME, /* names another game */
    BCNET_GAMESPY_GENERIC, /* names no game: claim it only where the game is known to be */
    BCNET_GAMESPY_THIS_GAME /* gamename is bcommander */
} bcnet_gamespy_evidence_t;

typedef struct {
    size_t offset;
    size_t length;
} bcnet_gamespy_span_t;

/* A pair covers the backslash before the key up to the last byte of the value. */
typedef struct {
    bcnet_gamespy_span_t key;
    bcnet_gamespy_span_t value;
    bool                 torn; /* the text ends before the backslash that begins the value */
} bcnet_gamespy_pair_t;

typedef struct {
    const uint8_t *text;
    size_t         length;
    size_t         offset; /* of the backslash before the next key; when all is read: of what is left over */
} bcnet_gamespy_cursor_t;

#define BCNET_GAMESPY_CONSTANT(constant, ...) BCNET_KEY_##constant,
typedef enum {
    BCNET_GAMESPY_KEYS(BCNET_GAMESPY_CONSTANT, BCNET_GAMESPY_CONSTANT) BCNET_GAMESPY_KEY_COUNT,
    BCNET_KEY_UNKNOWN = BCNET_GAMESPY_KEY_COUNT
} bcnet_gamespy_key_t;
#undef BCNET_GAMESPY_CONSTANT

typedef struct {
    const char *name;
    unsigned    texts; /* in which it stands: bits of bcnet_gamespy_type_t */
    const char *before; /* its value in a sentence; NULL: not said */
} bcnet_gamespy_key_row_t;

extern const bcnet_gamespy_key_row_t bcnet_gamespy_keys[BCNET_GAMESPY_KEY_COUNT];

/* What one walk over a text tells. */
typedef struct {
    bcnet_gamespy_type_t     type;
    bcnet_gamespy_key_t      first; /* key of the first pair */
    bcnet_gamespy_pair_t     pairs[BCNET_GAMESPY_KEY_COUNT]; /* the first with each key; key.length 0: there is none */
    bcnet_gamespy_evidence_t evidence;
    size_t                   rest; /* offset of an empty key and all behind it; the text's length when there is none */
    bool                     torn; /* the last pair has no value */
} bcnet_gamespy_summary_t;

/* True when byte 0 is a backslash and all other bytes are text (80.1). */
bool bcnet_gamespy_is_text(const uint8_t *text, size_t length);

/* Walks the pairs in order, from a cursor at 0. Returns false at the end and at an empty key; cursor->offset is
 * then the text's length, or the offset of the backslash before the empty key (80.2). */
bool bcnet_gamespy_next(bcnet_gamespy_cursor_t *cursor, bcnet_gamespy_pair_t *pair);

bool bcnet_gamespy_span_is(const uint8_t *text, bcnet_gamespy_span_t span, const char *word);

/* Kind of message and evidence. A master login exists over TCP only (80.2). */
void bcnet_gamespy_summarize(const uint8_t *text, size_t length, bool over_tcp, bcnet_gamespy_summary_t *summary);

bcnet_gamespy_key_t bcnet_gamespy_key(const uint8_t *text, bcnet_gamespy_span_t span);
/* Whether a key (or value) is one of the queries of 80.3. */
bool bcnet_gamespy_is_query(const uint8_t *text, bcnet_gamespy_span_t span);

/* A decimal number, nothing around it. False when the bytes are no number, or none between these. */
bool bcnet_gamespy_number(const uint8_t *text, bcnet_gamespy_span_t span, int64_t least, int64_t most, int64_t *value);
/* N of the key player_N. */
bool bcnet_gamespy_player_index(const uint8_t *text, bcnet_gamespy_span_t key, int64_t *index);
/* The two numbers of a queryid, N.M (80.5). */
bool bcnet_gamespy_queryid(const uint8_t *text, bcnet_gamespy_span_t value, bcnet_gamespy_span_t *number,
                           bcnet_gamespy_span_t *part);

/* The answer to a challenge (80.6), to be freed with g_free. NULL for a challenge that the game does
 * not answer. */
char *bcnet_gamespy_answer(const uint8_t *challenge, size_t length);

/* A TCP connection carries one text behind the other. The length of the first one, ending with
 * \final\ or the queryid behind it; 0 when that is not there (yet). */
size_t bcnet_gamespy_message_length(const uint8_t *text, size_t length);

/* Walks the records of a server list. Returns their number; `complete` tells whether "\final\" follows.
 * A record may hold a backslash, so the end is looked for at record boundaries only (80.8). */
size_t bcnet_gamespy_list_records(const uint8_t *list, size_t length, bool *complete);
