/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of -z bcnet,tables: their columns. */
#include "tables/row-kinds.h"

#include <stddef.h>

#define COLUMN(row, member, kind, key, comment)                                                                        \
    {                                                                                                                  \
#member, BCNET_CELL_##kind, offsetof(row, member), key, comment                                                \
    }
/* The key that most rows of what happens have: a message. */
#define WHEN(row, key)                                                                                                 \
    { "game", BCNET_CELL_ID, offsetof(row, when.game), false, "number in games" },                                     \
        { "frame", BCNET_CELL_ID, offsetof(row, when.frame), key, "number of the frame" },                             \
        { "number", BCNET_CELL_ID, offsetof(row, when.number), key, "number of the message in its frame" },            \
    {                                                                                                                  \
        "t", BCNET_CELL_SECONDS, offsetof(row, when.t), false, "seconds since the capture started"                     \
    }

static const bcnet_column_t games[] = {
    COLUMN(bcnet_game_row_t, game, ID, true, "number in this capture"),
    COLUMN(bcnet_game_row_t, host_address, TEXT, false, "of the host"),
    COLUMN(bcnet_game_row_t, first, SECONDS, false,
           "first message; seconds since the capture started, as all times here"),
    COLUMN(bcnet_game_row_t, last, SECONDS, false, "last message"),
    COLUMN(bcnet_game_row_t, stock, INTEGER, false,
           "1 if its files are those of the game as it was sold; 0 if not, or if the host is another program"),
    COLUMN(bcnet_game_row_t, start_epoch, SECONDS, false, "what is 0 in all times, in seconds since 1970"),
};

static const bcnet_column_t rounds[] = {
    COLUMN(bcnet_round_row_t, game, ID, true, "number in games"),
    COLUMN(bcnet_round_row_t, round, ID, true, "number in its game"),
    COLUMN(bcnet_round_row_t, frame, ID, false, "in which it starts"),
    COLUMN(bcnet_round_row_t, t, SECONDS, false, "when it starts"),
    COLUMN(bcnet_round_row_t, how, TEXT, false, "first, server restart, restart"),
    COLUMN(bcnet_round_row_t, map, TEXT, false, "as Settings name it"),
    COLUMN(bcnet_round_row_t, system, TEXT, false, "star system"),
    COLUMN(bcnet_round_row_t, mission, INTEGER, false, "number of the mission"),
    COLUMN(bcnet_round_row_t, collisions, INTEGER, false, "1 if ships can collide"),
    COLUMN(bcnet_round_row_t, players, INTEGER, false, "at most"),
    COLUMN(bcnet_round_row_t, minutes, INTEGER, false, "time limit; 0: none"),
    COLUMN(bcnet_round_row_t, limit_points, INTEGER, false, "of points or ships; 0: none"),
    COLUMN(bcnet_round_row_t, ended, SECONDS, false, "when its end was told"),
    COLUMN(bcnet_round_row_t, reason, TEXT, false, "why it ended"),
};

static const bcnet_column_t links[] = {
    COLUMN(bcnet_link_row_t, game, ID, false, "number in games"),
    COLUMN(bcnet_link_row_t, link, ID, true, "number in this capture"),
    COLUMN(bcnet_link_row_t, player_id, ID, false, "network id of the newest player on it"),
    COLUMN(bcnet_link_row_t, stay, ID, false, "number of that stay"),
    COLUMN(bcnet_link_row_t, address, TEXT, false, "of the client"),
    COLUMN(bcnet_link_row_t, first, SECONDS, false, "first message"),
    COLUMN(bcnet_link_row_t, last, SECONDS, false, "last message"),
    COLUMN(bcnet_link_row_t, messages, COUNT, false, "with resends"),
    COLUMN(bcnet_link_row_t, bytes, COUNT, false, "of them"),
    COLUMN(bcnet_link_row_t, rtt_ms_median, REAL, false, "round trip, of the way whose acks come from afar"),
    COLUMN(bcnet_link_row_t, rtt_ms_p95, REAL, false, "95 of 100 are not longer"),
    COLUMN(bcnet_link_row_t, reliable, COUNT, false, "reliable messages and fragments, each once"),
    COLUMN(bcnet_link_row_t, resent, COUNT, false, "resends"),
    COLUMN(bcnet_link_row_t, held_up_s, REAL, false, "seconds in which messages waited for a missing one"),
    COLUMN(bcnet_link_row_t, lost, COUNT, false,
           "reliable messages that were sent again: they, or their acks, were lost"),
};

static const bcnet_column_t stays[] = {
    COLUMN(bcnet_stay_row_t, game, ID, false, "number in games"),
    COLUMN(bcnet_stay_row_t, stay, ID, true, "number in this capture"),
    COLUMN(bcnet_stay_row_t, link, ID, false, "number in links; of those whom only the host tells of there is none"),
    COLUMN(bcnet_stay_row_t, id, ID, false, "network id; empty: turned away before there was one"),
    COLUMN(bcnet_stay_row_t, name, TEXT, false, "newest known"),
    COLUMN(bcnet_stay_row_t, address, TEXT, false, "of the player"),
    COLUMN(bcnet_stay_row_t, slot, INTEGER, false, "of object ids"),
    COLUMN(bcnet_stay_row_t, first, SECONDS, false, "first told of, or heard"),
    COLUMN(bcnet_stay_row_t, until, SECONDS, false, "when somebody else got the id"),
    COLUMN(bcnet_stay_row_t, joined, SECONDS, false, "when the host told of it"),
    COLUMN(bcnet_stay_row_t, gone, SECONDS, false, "end"),
    COLUMN(bcnet_stay_row_t, how, TEXT, false, "of the end"),
    COLUMN(bcnet_stay_row_t, kills, INTEGER, false, "total as told last"),
    COLUMN(bcnet_stay_row_t, deaths, INTEGER, false, "total as told last"),
    COLUMN(bcnet_stay_row_t, score, INTEGER, false, "total as told last"),
};

static const bcnet_column_t ships[] = {
    COLUMN(bcnet_ship_row_t, game, ID, false, "number in games"),
    COLUMN(bcnet_ship_row_t, ship, ID, true, "number in this capture"),
    COLUMN(bcnet_ship_row_t, object, ID, false, "object id; another ship may have it later"),
    COLUMN(bcnet_ship_row_t, player_id, ID, false, "network id of its player; empty: nobody, or not known"),
    COLUMN(bcnet_ship_row_t, stay, ID, false, "number of that stay"),
    COLUMN(bcnet_ship_row_t, name, TEXT, false, "of what is no player's"),
    COLUMN(bcnet_ship_row_t, class, TEXT, false, "such as Sovereign; Akira/Nebula: one of them"),
    COLUMN(bcnet_ship_row_t, how_known, TEXT, false, "how that is known"),
    COLUMN(bcnet_ship_row_t, first, SECONDS, false, "first word about it"),
    COLUMN(bcnet_ship_row_t, last, SECONDS, false, "last word about it"),
    COLUMN(bcnet_ship_row_t, first_frame, ID, false, "of the first word"),
    COLUMN(bcnet_ship_row_t, last_frame, ID, false, "of the last word"),
    COLUMN(bcnet_ship_row_t, updates, COUNT, false, "StateUpdates, to each receiver"),
    COLUMN(bcnet_ship_row_t, fate, TEXT, false, "what became of it"),
    COLUMN(bcnet_ship_row_t, died, SECONDS, false, "when it exploded"),
    COLUMN(bcnet_ship_row_t, gone, SECONDS, false, "when it was taken away, or ended otherwise"),
    COLUMN(bcnet_ship_row_t, killer_id, ID, false, "network id of the killer; empty: nobody, or not known"),
    COLUMN(bcnet_ship_row_t, killer_stay, ID, false, "number of that stay"),
};

static const bcnet_column_t messages[] = {
    WHEN(bcnet_message_row_t, true),
    COLUMN(bcnet_message_row_t, link, ID, false, "number in links"),
    COLUMN(bcnet_message_row_t, epoch, SECONDS, false, "seconds since 1970"),
    COLUMN(bcnet_message_row_t, type, TEXT, false, "of the transport"),
    COLUMN(bcnet_message_row_t, opcode, INTEGER, false, "of a game message"),
    COLUMN(bcnet_message_row_t, label, TEXT, false, "its name"),
    COLUMN(bcnet_message_row_t, from_id, ID, false, "network id of the sender; empty: has none yet"),
    COLUMN(bcnet_message_row_t, to_id, ID, false, "of the receiver"),
    COLUMN(bcnet_message_row_t, actor_id, ID, false, "of the one who does what it tells"),
    COLUMN(bcnet_message_row_t, length, INTEGER, false, "bytes"),
    COLUMN(bcnet_message_row_t, seq, INTEGER, false, "sequence number"),
    COLUMN(bcnet_message_row_t, resend, INTEGER, false, "1: was sent before"),
    COLUMN(bcnet_message_row_t, resend_of_frame, ID, false, "first sending"),
    COLUMN(bcnet_message_row_t, copy_of_frame, ID, false, "the original, which the host hands on"),
    COLUMN(bcnet_message_row_t, acked_in_frame, ID, false, "first ack"),
    COLUMN(bcnet_message_row_t, ack_ms, REAL, false, "from the first sending to it"),
};

static const bcnet_column_t positions[] = {
    WHEN(bcnet_position_row_t, true),
    COLUMN(bcnet_position_row_t, ship, ID, false, "number in ships"),
    COLUMN(bcnet_position_row_t, x, REAL, false, "game units; empty: not in this message, as all that follow"),
    COLUMN(bcnet_position_row_t, y, REAL, false, "as x"),
    COLUMN(bcnet_position_row_t, z, REAL, false, "as x"),
    COLUMN(bcnet_position_row_t, forward_x, REAL, false, "direction of the bow"),
    COLUMN(bcnet_position_row_t, forward_y, REAL, false, "as forward_x"),
    COLUMN(bcnet_position_row_t, forward_z, REAL, false, "as forward_x"),
    COLUMN(bcnet_position_row_t, up_x, REAL, false, "direction of what is up within"),
    COLUMN(bcnet_position_row_t, up_y, REAL, false, "as up_x"),
    COLUMN(bcnet_position_row_t, up_z, REAL, false, "as up_x"),
    COLUMN(bcnet_position_row_t, speed, REAL, false, "game units a second"),
};

static const bcnet_column_t conditions[] = {
    WHEN(bcnet_condition_row_t, true),
    COLUMN(bcnet_condition_row_t, ship, ID, false, "number in ships"),
    COLUMN(bcnet_condition_row_t, entry, COUNT, true, "place in the ship's list, from 0"),
    COLUMN(bcnet_condition_row_t, place, COUNT, true,
           "0: the entry itself, from 1: its parts, from 256: shield facings"),
    COLUMN(bcnet_condition_row_t, kind, TEXT, false, "hull, shields, systems"),
    COLUMN(bcnet_condition_row_t, part, TEXT, false, "name of the entry or part"),
    COLUMN(bcnet_condition_row_t, facing, TEXT, false, "front, rear, top, bottom, left, right"),
    COLUMN(bcnet_condition_row_t, value, REAL, false, "percent"),
    COLUMN(bcnet_condition_row_t, points, REAL, false, "hit points; empty: those of the part are not known"),
};

static const bcnet_column_t damage[] = {
    WHEN(bcnet_condition_row_t, true),
    COLUMN(bcnet_condition_row_t, ship, ID, false, "number in ships: whom it hurt"),
    COLUMN(bcnet_condition_row_t, entry, COUNT, true, "as in conditions"),
    COLUMN(bcnet_condition_row_t, place, COUNT, true, "as in conditions"),
    COLUMN(bcnet_condition_row_t, kind, TEXT, false, "hull, shields, systems"),
    COLUMN(bcnet_condition_row_t, part, TEXT, false, "name of the entry or part"),
    COLUMN(bcnet_condition_row_t, facing, TEXT, false, "of shields"),
    COLUMN(bcnet_condition_row_t, value, REAL, false, "percent by which it fell"),
    COLUMN(bcnet_condition_row_t, points, REAL, false, "hit points lost; empty: those of the part are not known"),
    COLUMN(bcnet_condition_row_t, attackers, TEXT, false, "who was just seen firing at the ship: none, one, several"),
    COLUMN(bcnet_condition_row_t, by_id, ID, false, "network id of that one: likely it was that one's fire"),
    COLUMN(bcnet_condition_row_t, by_stay, ID, false, "number of that stay"),
    COLUMN(bcnet_condition_row_t, weapon, TEXT, false, "newest shot of that one"),
};

static const bcnet_column_t shots[] = {
    WHEN(bcnet_shot_row_t, true),
    COLUMN(bcnet_shot_row_t, kind, TEXT, false, "torpedo, pulse, phaser, tractor, beam"),
    COLUMN(bcnet_shot_row_t, weapon, TEXT, false, "name of the tube, bank or projector"),
    COLUMN(bcnet_shot_row_t, player_id, ID, false, "network id of who fires; empty: a ship that is no player's"),
    COLUMN(bcnet_shot_row_t, stay, ID, false, "number of that stay"),
    COLUMN(bcnet_shot_row_t, ship, ID, false, "number of the ship that fires"),
    COLUMN(bcnet_shot_row_t, target, ID, false, "number of the ship that is aimed at"),
};

static const bcnet_column_t kills[] = {
    WHEN(bcnet_kill_row_t, true),
    COLUMN(bcnet_kill_row_t, killer_id, ID, false, "network id; empty: nobody"),
    COLUMN(bcnet_kill_row_t, killer_stay, ID, false, "number of that stay"),
    COLUMN(bcnet_kill_row_t, victim_id, ID, false, "network id; empty: a ship that is no player's"),
    COLUMN(bcnet_kill_row_t, victim_stay, ID, false, "number of that stay"),
    COLUMN(bcnet_kill_row_t, kills, INTEGER, false, "of the killer"),
    COLUMN(bcnet_kill_row_t, deaths, INTEGER, false, "of the victim"),
    COLUMN(bcnet_kill_row_t, score, INTEGER, false, "of the killer"),
};

static const bcnet_column_t chat[] = {
    WHEN(bcnet_chat_row_t, true),
    COLUMN(bcnet_chat_row_t, from_id, ID, false, "network id of the author"),
    COLUMN(bcnet_chat_row_t, stay, ID, false, "number of that stay"),
    COLUMN(bcnet_chat_row_t, team, COUNT, false, "1: for the author's team only"),
    COLUMN(bcnet_chat_row_t, text, TEXT, false, "what it says"),
};

static const bcnet_column_t files[] = {
    WHEN(bcnet_file_row_t, false),
    COLUMN(bcnet_file_row_t, link, ID, false, "number in links"),
    COLUMN(bcnet_file_row_t, directory, TEXT, false, "folder"),
    COLUMN(bcnet_file_row_t, file, TEXT, false, "name, as far as it is known from its hash"),
    COLUMN(bcnet_file_row_t, content, INTEGER, false, "hash of its contents; empty: the client does not have it"),
    COLUMN(bcnet_file_row_t, status, TEXT, false,
           "stock, other content, not in the stock game, missing; empty: not known"),
};

static const bcnet_column_t remarks[] = {
    COLUMN(bcnet_remark_row_t, frame, ID, false, "number of the frame"),
    COLUMN(bcnet_remark_row_t, t, SECONDS, false, "seconds since the capture started"),
    COLUMN(bcnet_remark_row_t, filter, TEXT, false, "name of the field"),
    COLUMN(bcnet_remark_row_t, severity, TEXT, false, "chat, note, warning, error"),
    COLUMN(bcnet_remark_row_t, text, TEXT, false, "what it says"),
};

#define TABLE(columns, comment)                                                                                        \
    {                                                                                                                  \
#columns, comment, columns, G_N_ELEMENTS(columns)                                                              \
    }

const bcnet_rows_kind_t bcnet_row_kinds[] = {
    [BCNET_GAMES] = TABLE(games, "A game is a host: an address and a port"),
    [BCNET_ROUNDS] = TABLE(rounds, "From the start of the game, a restart of the server or of the round to the next"),
    [BCNET_LINKS] = TABLE(links, "What one client and the host send each other; figures of both ways together"),
    [BCNET_STAYS] = TABLE(stays, "A stay of a player in a game; the host has one, too"),
    [BCNET_SHIPS] = TABLE(ships, "A ship from its creation, or the first word about it, to its end"),
    [BCNET_MESSAGES] = TABLE(
        messages,
        "Every message of the transport, resends and copies as well; of what was captured again, a row a datagram"),
    [BCNET_POSITIONS] = TABLE(positions, "Where ships are and how they move, as one teller at a time tells"),
    [BCNET_CONDITIONS] =
        TABLE(conditions, "Conditions of ships: a row when one is told first, and whenever it is told otherwise"),
    [BCNET_DAMAGE] = TABLE(damage, "Conditions that fell. No message says who did it: see attackers"),
    [BCNET_SHOTS] = TABLE(shots, "Every shot once; a beam when it starts"),
    [BCNET_KILLS] = TABLE(kills, "What the host scores when a ship dies (ScoreChange); the numbers are new totals"),
    [BCNET_CHAT] = TABLE(chat, "Every line of chat once"),
    [BCNET_FILES] = TABLE(files, "Files of which clients told checksums, as they answered"),
    [BCNET_REMARKS] = TABLE(remarks, "Expert infos"),
};
