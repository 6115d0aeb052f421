/* THE table of opcodes (protocol chapter 30.2): names, directions, lengths and functions in one place.
 *
 * A new opcode is one row in opcodes.c and one function in its family's file:
 *   op-session.c  joining and leaving        op-checksum.c  file checks and transfer
 *   op-object.c   objects come and go        op-combat.c    torpedoes, pulses, damage
 *   op-event.c    events                     op-state.c     StateUpdate
 *   op-script.c   chat, mission, scores
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_OPCODES_H
#define BCNET_OPCODES_H

#include "reading/message.h"

typedef enum {
    BCNET_FROM_ANYBODY,
    BCNET_FROM_HOST,
    BCNET_FROM_CLIENT,
    BCNET_FROM_NOBODY /* the game never uses the number */
} bcnet_direction_t;

struct bcnet_opcode {
    uint8_t           value;
    const char       *label; /* the name in the community's documents */
    const char       *word; /* for summaries; NULL where the label reads well */
    const char       *game_name; /* the game's own constant, NULL where it is the label */
    bcnet_direction_t direction;
    bool              direction_checked; /* the other direction gets a note (50.6, 70.7) */
    uint16_t          shortest; /* payload with the opcode byte */
    uint16_t          longest; /* 0: no limit */
    void (*dissect)(bcnet_msg_t *msg); /* NULL: bytes */
};

/* Shows a plain payload: of one message, or joined from fragments. */
void bcnet_dissect_payload(bcnet_msg_t *msg);

/* The row of an opcode, or NULL for numbers that are free for mods. */
const bcnet_opcode_t *bcnet_opcode_find(uint8_t value);
/* All rows, for tests and documents. */
const bcnet_opcode_t *bcnet_opcode_table(unsigned *count);
/* Delivery and length fit the opcode: evidence for the recogniser (10.6). */
bool bcnet_opcode_fits(uint8_t opcode, bool reliable, size_t length);

/* The word for summaries: "Chat" for CHAT_MESSAGE. */
const char *bcnet_opcode_word(const bcnet_opcode_t *row);

extern value_string bcnet_opcode_names[];

void bcnet_register_opcodes(int proto);
void bcnet_register_op_session(int proto);
void bcnet_register_op_checksum(int proto);
void bcnet_register_op_object(int proto);
void bcnet_register_op_combat(int proto);
void bcnet_register_op_event(int proto);
void bcnet_register_op_state(int proto);
void bcnet_register_op_script(int proto);

/* op-session.c */
void bcnet_op_settings(bcnet_msg_t *msg);
void bcnet_op_game_init(bcnet_msg_t *msg);
void bcnet_op_self_destruct(bcnet_msg_t *msg);
void bcnet_op_collision_setting(bcnet_msg_t *msg);
void bcnet_op_player_left(bcnet_msg_t *msg);
void bcnet_op_client_ready(bcnet_msg_t *msg);
void bcnet_op_unused(bcnet_msg_t *msg);
/* op-checksum.c */
void bcnet_op_checksum_request(bcnet_msg_t *msg);
void bcnet_op_checksum_response(bcnet_msg_t *msg);
void bcnet_op_checksum_failed(bcnet_msg_t *msg);
void bcnet_op_version_different(bcnet_msg_t *msg);
void bcnet_op_file(bcnet_msg_t *msg);
void bcnet_op_file_received(bcnet_msg_t *msg);
void bcnet_op_checksum_complete(bcnet_msg_t *msg);
/* op-object.c */
void bcnet_op_create_object(bcnet_msg_t *msg);
void bcnet_op_create_player_object(bcnet_msg_t *msg);
void bcnet_op_delete_object(bcnet_msg_t *msg);
void bcnet_op_verify_enter_set(bcnet_msg_t *msg);
void bcnet_op_send_object(bcnet_msg_t *msg);
void bcnet_op_exited_warp(bcnet_msg_t *msg);
/* op-combat.c */
void bcnet_op_create_torpedo(bcnet_msg_t *msg);
void bcnet_op_create_pulse(bcnet_msg_t *msg);
void bcnet_op_damage_volume(bcnet_msg_t *msg);
/* op-event.c: one function, the opcode in msg->opcode tells the rest (50) */
void bcnet_op_event(bcnet_msg_t *msg);
/* op-state.c */
void bcnet_op_ship_update(bcnet_msg_t *msg);
/* op-script.c */
void bcnet_op_chat(bcnet_msg_t *msg);
void bcnet_op_mission_init(bcnet_msg_t *msg);
void bcnet_op_score_change(bcnet_msg_t *msg);
void bcnet_op_score(bcnet_msg_t *msg);
void bcnet_op_end_game(bcnet_msg_t *msg);
void bcnet_op_restart_game(bcnet_msg_t *msg);
void bcnet_op_score_init(bcnet_msg_t *msg);
void bcnet_op_team_score(bcnet_msg_t *msg);
void bcnet_op_team(bcnet_msg_t *msg);

#endif
