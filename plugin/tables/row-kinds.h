/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of -z bcnet,tables: rows as structures, whose members are the columns. Names are a promise (docs/data.md).
 *
 * A table is a list of its columns: what a cell is, its name, and what docs/data.md says of it. KEY is one of those that
 * together are the table's key. The structure of a row is made of the list, and so is what writes it (row-facts.c). */
#pragma once

#include "tables/rows.h"

/* THE tables, first those of what is known in the end: name, row, columns, whether where and when stand before them and
 * are the key, and what docs/data.md says. */
#define BCNET_ROW_TABLES(TABLE)                                                                                        \
    TABLE(GAMES, games, bcnet_game_row_t, BCNET_GAME_COLUMNS, NO_WHEN, "A game is a host: an address and a port")      \
    TABLE(ROUNDS, rounds, bcnet_round_row_t, BCNET_ROUND_COLUMNS, NO_WHEN,                                             \
          "From the start of the game, or a restart of the server or the round, to the next restart")                  \
    TABLE(LINKS, links, bcnet_link_row_t, BCNET_LINK_COLUMNS, NO_WHEN,                                                 \
          "What one client and the host send each other; figures of both ways together")                               \
    TABLE(STAYS, stays, bcnet_stay_row_t, BCNET_STAY_COLUMNS, NO_WHEN,                                                 \
          "A stay of a player in a game; the host has one, too")                                                       \
    TABLE(SHIPS, ships, bcnet_ship_row_t, BCNET_SHIP_COLUMNS, NO_WHEN,                                                 \
          "A ship from its creation, or the first word about it, to its end")                                          \
    TABLE(MESSAGES, messages, bcnet_message_row_t, BCNET_MESSAGE_COLUMNS, WHEN,                                        \
          "Every message of the transport, with resends and copies; a datagram that was captured again is one row")    \
    TABLE(POSITIONS, positions, bcnet_position_row_t, BCNET_POSITION_COLUMNS, WHEN,                                    \
          "Where ships are and how they move, told by one source at a time")                                           \
    TABLE(CONDITIONS, conditions, bcnet_condition_row_t, BCNET_CONDITION_COLUMNS, WHEN,                                \
          "Conditions of ships: a row when one is told first, and whenever it is told to be another")                  \
    TABLE(DAMAGE, damage, bcnet_condition_row_t, BCNET_DAMAGE_COLUMNS, WHEN,                                           \
          "Conditions that fell. No message says who did it: see attackers")                                           \
    TABLE(SHOTS, shots, bcnet_shot_row_t, BCNET_SHOT_COLUMNS, WHEN, "Every shot once; a beam when it starts")          \
    TABLE(KILLS, kills, bcnet_kill_row_t, BCNET_KILL_COLUMNS, WHEN,                                                    \
          "What the host scores when a ship dies (ScoreChange); the numbers are new totals")                           \
    TABLE(CHAT, chat, bcnet_chat_row_t, BCNET_CHAT_COLUMNS, WHEN, "Every line of chat once")                           \
    TABLE(FILES, files, bcnet_file_row_t, BCNET_FILE_COLUMNS, WHEN_ONLY,                                               \
          "Files of which clients told checksums, as they answered")                                                   \
    TABLE(REMARKS, remarks, bcnet_remark_row_t, BCNET_REMARK_COLUMNS, NO_WHEN, "Expert infos")

#define BCNET_ROW_KIND(kind, ...) BCNET_##kind,
typedef enum { BCNET_ROW_TABLES(BCNET_ROW_KIND) BCNET_ROW_KINDS } bcnet_row_kind_t;

extern const bcnet_rows_kind_t bcnet_row_kinds[BCNET_ROW_KINDS];

#define BCNET_ROW(type, COLUMNS)                                                                                       \
    typedef struct {                                                                                                   \
        COLUMNS(type, BCNET_MEMBER, BCNET_MEMBER)                                                                      \
    } type;
#define BCNET_MEMBER(row, kind, member, comment) BCNET_TYPE_OF_##kind member;

/* ---- What is known in the end ---- */

#define BCNET_GAME_COLUMNS(row, KEY, COLUMN)                                                                           \
    KEY(row, ID, game, "number in this capture")                                                                       \
    COLUMN(row, TEXT, host_address, "of the host")                                                                     \
    COLUMN(row, SECONDS, first, "first message; seconds since the capture started, as all times here")                 \
    COLUMN(row, SECONDS, last, "last message")                                                                         \
    COLUMN(row, INTEGER, stock,                                                                                        \
           "1 if its files are those of the game as it was sold; 0 if not, or if the host is another program")         \
    COLUMN(row, SECONDS, start_epoch, "the moment that is 0 in all times, in seconds since 1970")
BCNET_ROW(bcnet_game_row_t, BCNET_GAME_COLUMNS)

#define BCNET_ROUND_COLUMNS(row, KEY, COLUMN)                                                                          \
    KEY(row, ID, game, "number in games")                                                                              \
    KEY(row, ID, round, "number in its game")                                                                          \
    COLUMN(row, ID, frame, "in which it starts")                                                                       \
    COLUMN(row, SECONDS, t, "when it starts")                                                                          \
    COLUMN(row, TEXT, how, "first, server restart, restart")                                                           \
    COLUMN(row, TEXT, map, "as Settings name it")                                                                      \
    COLUMN(row, TEXT, system, "star system")                                                                           \
    COLUMN(row, INTEGER, mission, "number of the mission")                                                             \
    COLUMN(row, INTEGER, collisions, "1 if ships can collide")                                                         \
    COLUMN(row, INTEGER, players, "at most")                                                                           \
    COLUMN(row, INTEGER, minutes, "time limit; 0: none")                                                               \
    COLUMN(row, INTEGER, limit_points, "of points or ships; 0: none")                                                  \
    COLUMN(row, SECONDS, ended, "when its end was told")                                                               \
    COLUMN(row, TEXT, reason, "why it ended")
BCNET_ROW(bcnet_round_row_t, BCNET_ROUND_COLUMNS)

#define BCNET_LINK_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, game, "number in games")                                                                           \
    KEY(row, ID, link, "number in this capture")                                                                       \
    COLUMN(row, ID, player_id, "network id of the last player on it")                                                  \
    COLUMN(row, ID, stay, "number of that stay")                                                                       \
    COLUMN(row, TEXT, address, "of the client")                                                                        \
    COLUMN(row, SECONDS, first, "first message")                                                                       \
    COLUMN(row, SECONDS, last, "last message")                                                                         \
    COLUMN(row, COUNT, messages, "with resends")                                                                       \
    COLUMN(row, COUNT, bytes, "of them")                                                                               \
    COLUMN(row, REAL, rtt_ms_median, "round trip; of the direction whose acks come from the far side")                 \
    COLUMN(row, REAL, rtt_ms_p95, "95 of 100 are not longer")                                                          \
    COLUMN(row, COUNT, reliable, "reliable messages and fragments, each once")                                         \
    COLUMN(row, COUNT, resent, "resends")                                                                              \
    COLUMN(row, REAL, held_up_s, "seconds in which messages waited for a missing one")                                 \
    COLUMN(row, COUNT, lost, "reliable messages that were sent again: they, or their acks, were lost")
BCNET_ROW(bcnet_link_row_t, BCNET_LINK_COLUMNS)

#define BCNET_STAY_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, game, "number in games")                                                                           \
    KEY(row, ID, stay, "number in this capture")                                                                       \
    COLUMN(row, ID, link, "number in links; empty: only the host told of this player")                                 \
    COLUMN(row, ID, id, "network id; empty: turned away before there was one")                                         \
    COLUMN(row, TEXT, name, "newest known")                                                                            \
    COLUMN(row, TEXT, address, "of the player")                                                                        \
    COLUMN(row, INTEGER, slot, "of object ids")                                                                        \
    COLUMN(row, SECONDS, first, "when first told of, or heard")                                                        \
    COLUMN(row, SECONDS, until, "when somebody else got the id")                                                       \
    COLUMN(row, SECONDS, joined, "when the host told of it")                                                           \
    COLUMN(row, SECONDS, gone, "end")                                                                                  \
    COLUMN(row, TEXT, how, "of the end")                                                                               \
    COLUMN(row, INTEGER, kills, "total as told last")                                                                  \
    COLUMN(row, INTEGER, deaths, "total as told last")                                                                 \
    COLUMN(row, INTEGER, score, "total as told last")
BCNET_ROW(bcnet_stay_row_t, BCNET_STAY_COLUMNS)

#define BCNET_SHIP_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, game, "number in games")                                                                           \
    KEY(row, ID, ship, "number in this capture")                                                                       \
    COLUMN(row, ID, object, "object id; another ship may have it later")                                               \
    COLUMN(row, ID, player_id, "network id of its player; empty: nobody, or not known")                                \
    COLUMN(row, ID, stay, "number of that stay")                                                                       \
    COLUMN(row, TEXT, name, "of what belongs to no player")                                                            \
    COLUMN(row, TEXT, class, "such as Sovereign; Akira/Nebula: one of them")                                           \
    COLUMN(row, TEXT, how_known, "how that is known")                                                                  \
    COLUMN(row, SECONDS, first, "first word about it")                                                                 \
    COLUMN(row, SECONDS, last, "last word about it")                                                                   \
    COLUMN(row, ID, first_frame, "of the first word")                                                                  \
    COLUMN(row, ID, last_frame, "of the last word")                                                                    \
    COLUMN(row, COUNT, updates, "StateUpdates, to each receiver")                                                      \
    COLUMN(row, TEXT, fate, "what became of it")                                                                       \
    COLUMN(row, SECONDS, died, "when it exploded")                                                                     \
    COLUMN(row, SECONDS, gone, "when it was taken away, or ended otherwise")                                           \
    COLUMN(row, ID, killer_id, "network id of the killer; empty: nobody, or not known")                                \
    COLUMN(row, ID, killer_stay, "number of that stay")
BCNET_ROW(bcnet_ship_row_t, BCNET_SHIP_COLUMNS)

/* ---- What happens. All begin with where and when. ---- */

typedef struct {
    uint32_t game, frame, number;
    int64_t  t;
} bcnet_when_t;

#define BCNET_HAPPENING(type, COLUMNS)                                                                                 \
    typedef struct {                                                                                                   \
        bcnet_when_t when;                                                                                             \
        COLUMNS(type, BCNET_MEMBER, BCNET_MEMBER)                                                                      \
    } type;

#define BCNET_MESSAGE_COLUMNS(row, KEY, COLUMN)                                                                        \
    COLUMN(row, ID, link, "number in links")                                                                           \
    COLUMN(row, SECONDS, epoch, "seconds since 1970")                                                                  \
    COLUMN(row, TEXT, type, "of the transport")                                                                        \
    COLUMN(row, INTEGER, opcode, "of a game message")                                                                  \
    COLUMN(row, TEXT, label, "its name")                                                                               \
    COLUMN(row, ID, from_id, "network id of the sender; empty: has none yet")                                          \
    COLUMN(row, ID, to_id, "of the receiver")                                                                          \
    COLUMN(row, ID, actor_id, "of the player whose act it is")                                                         \
    COLUMN(row, INTEGER, length, "bytes")                                                                              \
    COLUMN(row, INTEGER, seq, "sequence number")                                                                       \
    COLUMN(row, INTEGER, resend, "1: was sent before")                                                                 \
    COLUMN(row, ID, resend_of_frame, "first sending")                                                                  \
    COLUMN(row, ID, copy_of_frame, "the original, which the host hands on")                                            \
    COLUMN(row, ID, acked_in_frame, "first ack")                                                                       \
    COLUMN(row, REAL, ack_ms, "milliseconds from the first sending to the first ack")
BCNET_HAPPENING(bcnet_message_row_t, BCNET_MESSAGE_COLUMNS)

#define BCNET_POSITION_COLUMNS(row, KEY, COLUMN)                                                                       \
    COLUMN(row, ID, ship, "number in ships")                                                                           \
    COLUMN(row, REAL, x, "game units; empty: the message does not tell, as in all that follow")                        \
    COLUMN(row, REAL, y, "as x")                                                                                       \
    COLUMN(row, REAL, z, "as x")                                                                                       \
    COLUMN(row, REAL, forward_x, "direction of the bow")                                                               \
    COLUMN(row, REAL, forward_y, "as forward_x")                                                                       \
    COLUMN(row, REAL, forward_z, "as forward_x")                                                                       \
    COLUMN(row, REAL, up_x, "direction of the ship's top")                                                             \
    COLUMN(row, REAL, up_y, "as up_x")                                                                                 \
    COLUMN(row, REAL, up_z, "as up_x")                                                                                 \
    COLUMN(row, REAL, speed, "game units a second")
BCNET_HAPPENING(bcnet_position_row_t, BCNET_POSITION_COLUMNS)

/* Rows of damage say more of the same. */
#define BCNET_CONDITION_COLUMNS(row, KEY, COLUMN)                                                                      \
    COLUMN(row, ID, ship, "number in ships")                                                                           \
    KEY(row, COUNT, entry, "place in the ship's list, from 0")                                                         \
    KEY(row, COUNT, place, "0: the entry itself, from 1: its parts, from 256: shield facings")                         \
    COLUMN(row, TEXT, kind, "hull, shields, systems")                                                                  \
    COLUMN(row, TEXT, part, "name of the entry or part")                                                               \
    COLUMN(row, TEXT, facing, "front, rear, top, bottom, left, right")                                                 \
    COLUMN(row, REAL, value, "percent")                                                                                \
    COLUMN(row, REAL, points, "hit points; empty: those of the part are not known")

#define BCNET_DAMAGE_COLUMNS(row, KEY, COLUMN)                                                                         \
    COLUMN(row, ID, ship, "number in ships: the one that was hit")                                                     \
    KEY(row, COUNT, entry, "as in conditions")                                                                         \
    KEY(row, COUNT, place, "as in conditions")                                                                         \
    COLUMN(row, TEXT, kind, "hull, shields, systems")                                                                  \
    COLUMN(row, TEXT, part, "name of the entry or part")                                                               \
    COLUMN(row, TEXT, facing, "of shields")                                                                            \
    COLUMN(row, REAL, value, "percent by which it fell")                                                               \
    COLUMN(row, REAL, points, "hit points lost; empty: those of the part are not known")                               \
    COLUMN(row, TEXT, attackers, "who was just seen firing at the ship: none, one, several")                           \
    COLUMN(row, ID, by_id, "network id of that one, who probably did it")                                              \
    COLUMN(row, ID, by_stay, "number of that stay")                                                                    \
    COLUMN(row, TEXT, weapon, "newest shot of that one")
BCNET_HAPPENING(bcnet_condition_row_t, BCNET_DAMAGE_COLUMNS)

#define BCNET_SHOT_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, TEXT, kind, "torpedo, pulse, phaser, tractor, beam")                                                   \
    COLUMN(row, TEXT, weapon, "name of the tube, bank or projector")                                                   \
    COLUMN(row, ID, player_id, "network id of who fires; empty: a ship that is no player's")                           \
    COLUMN(row, ID, stay, "number of that stay")                                                                       \
    COLUMN(row, ID, ship, "number of the ship that fires")                                                             \
    COLUMN(row, ID, target, "number of the ship that is aimed at")
BCNET_HAPPENING(bcnet_shot_row_t, BCNET_SHOT_COLUMNS)

#define BCNET_KILL_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, killer_id, "network id; empty: nobody")                                                            \
    COLUMN(row, ID, killer_stay, "number of that stay")                                                                \
    COLUMN(row, ID, victim_id, "network id; empty: a ship that is no player's")                                        \
    COLUMN(row, ID, victim_stay, "number of that stay")                                                                \
    COLUMN(row, INTEGER, kills, "of the killer")                                                                       \
    COLUMN(row, INTEGER, deaths, "of the victim")                                                                      \
    COLUMN(row, INTEGER, score, "of the killer")
BCNET_HAPPENING(bcnet_kill_row_t, BCNET_KILL_COLUMNS)

#define BCNET_CHAT_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, from_id, "network id of the author")                                                               \
    COLUMN(row, ID, stay, "number of that stay")                                                                       \
    COLUMN(row, COUNT, team, "1: for the author's team only")                                                          \
    COLUMN(row, TEXT, text, "what it says")
BCNET_HAPPENING(bcnet_chat_row_t, BCNET_CHAT_COLUMNS)

#define BCNET_FILE_COLUMNS(row, KEY, COLUMN)                                                                           \
    COLUMN(row, ID, link, "number in links")                                                                           \
    COLUMN(row, TEXT, directory, "folder")                                                                             \
    COLUMN(row, TEXT, file, "name, as far as it is known from its hash")                                               \
    COLUMN(row, INTEGER, content,                                                                                      \
           "hash of its contents; empty: the client does not have it, or its answer is not in the capture")            \
    COLUMN(row, TEXT, status, "stock, other content, not in the stock game, missing; empty: not known")
BCNET_HAPPENING(bcnet_file_row_t, BCNET_FILE_COLUMNS)

#define BCNET_REMARK_COLUMNS(row, KEY, COLUMN)                                                                         \
    COLUMN(row, ID, frame, "number of the frame")                                                                      \
    COLUMN(row, SECONDS, t, "seconds since the capture started")                                                       \
    COLUMN(row, TEXT, filter, "name of the field")                                                                     \
    COLUMN(row, TEXT, severity, "chat, note, warning, error")                                                          \
    COLUMN(row, TEXT, text, "what it says")
BCNET_ROW(bcnet_remark_row_t, BCNET_REMARK_COLUMNS)
