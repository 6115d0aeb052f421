/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of -z bcnet,tables: rows as structures, whose members are the columns. Names are a promise (docs/data.md).
 */
#pragma once

#include "tables/rows.h"

typedef enum {
    BCNET_GAMES,
    BCNET_ROUNDS,
    BCNET_LINKS,
    BCNET_STAYS,
    BCNET_SHIPS,
    BCNET_MESSAGES,
    BCNET_POSITIONS,
    BCNET_CONDITIONS,
    BCNET_DAMAGE,
    BCNET_SHOTS,
    BCNET_KILLS,
    BCNET_CHAT,
    BCNET_FILES,
    BCNET_REMARKS,
    BCNET_ROW_KINDS
} bcnet_row_kind_t;

extern const bcnet_rows_kind_t bcnet_row_kinds[BCNET_ROW_KINDS];

/* ---- What is known in the end ---- */

typedef struct {
    uint32_t    game;
    const char *host_address;
    int64_t     first, last, stock, start_epoch;
} bcnet_game_row_t;

typedef struct {
    uint32_t    game, round, frame;
    int64_t     t, mission, collisions, players, minutes, limit_points, ended;
    const char *how, *map, *system, *reason;
} bcnet_round_row_t;

typedef struct {
    uint32_t    game, link, player_id, stay, messages, bytes, reliable, resent, lost;
    const char *address;
    int64_t     first, last;
    double      rtt_ms_median, rtt_ms_p95, held_up_s;
} bcnet_link_row_t;

typedef struct {
    uint32_t    game, stay, link, id;
    const char *name, *address, *how;
    int64_t     slot, first, until, joined, gone, kills, deaths, score;
} bcnet_stay_row_t;

typedef struct {
    uint32_t    game, ship, object, player_id, stay, killer_id, killer_stay, first_frame, last_frame, updates;
    const char *name, *class, *how_known, *fate;
    int64_t     first, last, died, gone;
} bcnet_ship_row_t;

/* ---- What happens. All begin with where and when. ---- */

typedef struct {
    uint32_t game, frame, number;
    int64_t  t;
} bcnet_when_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     link, from_id, to_id, actor_id, copy_of_frame, acked_in_frame, resend_of_frame;
    int64_t      epoch, opcode, length, seq, resend;
    const char  *type, *label;
    double       ack_ms;
} bcnet_message_row_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     ship;
    double       x, y, z, forward_x, forward_y, forward_z, up_x, up_y, up_z, speed;
} bcnet_position_row_t;

/* Of an entry of the ship's list, or of what belongs to it. */
typedef struct {
    bcnet_when_t when;
    uint32_t     ship, entry, place, by_id, by_stay;
    const char  *kind, *part, *facing, *attackers, *weapon;
    double       value, points;
} bcnet_condition_row_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     player_id, stay, ship, target;
    const char  *kind, *weapon;
} bcnet_shot_row_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     killer_id, killer_stay, victim_id, victim_stay;
    int64_t      kills, deaths, score;
} bcnet_kill_row_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     from_id, stay, team;
    const char  *text;
} bcnet_chat_row_t;

typedef struct {
    bcnet_when_t when;
    uint32_t     link;
    int64_t      content;
    const char  *directory, *file, *status;
} bcnet_file_row_t;

typedef struct {
    uint32_t    frame;
    int64_t     t;
    const char *filter, *severity, *text;
} bcnet_remark_row_t;
