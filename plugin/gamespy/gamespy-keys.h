/* SPDX-License-Identifier: GPL-2.0-or-later */
/* THE table of GameSpy's keys (protocol chapters 80.3 to 80.8).
 *
 * KEY(constant, name, texts in which it stands, words before its value in a sentence, label of its field, type, display,
 * strings, meaning). The field is bcnet.gamespy.NAME. A sentence says the keys in this order; NULL: not this one; with a
 * blank in front, it continues what the row above says. BARE: a key without a field of its own. */
#ifndef BCNET_GAMESPY_KEYS_H
#define BCNET_GAMESPY_KEYS_H

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

#endif
