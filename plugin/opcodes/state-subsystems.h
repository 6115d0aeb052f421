/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tail of a StateUpdate: subsystem states (60.2), wanted power (60.3) and the known ship state (60.5). */
#ifndef BCNET_STATE_SUBSYSTEMS_H
#define BCNET_STATE_SUBSYSTEMS_H

#include "reading/info.h"
#include "game/ship-records.h"
#include "game/shots.h"
#include "opcodes/subsystems.h"
#include "ships/update.h"

/* A message, its ship as it is known when the message arrives, and what is found out on the way. */
typedef struct {
    bcnet_update_t        update;
    int                   start; /* of the opcode in msg->tvb */
    bcnet_object_ref_t    ship;
    bcnet_ship_history_t *history;
    bcnet_layout_choice_t choice;
    bcnet_block_t         block; /* its layout is set when it is walked, once, into result */
    bcnet_block_result_t  result;
    bcnet_known_t        *known; /* by place in the ship's list, before the message came; NULL: nobody looks */
    bcnet_attack_t        attack; /* once asked for; while nobody looks it is not */
    bool                  attack_asked;
    wmem_strbuf_t        *parts; /* " SUB 2-5" or " SUB 8-10,0-1" goes there; NULL: nobody reads it */
} bcnet_state_t;

/* Steps over a block that fits, on the first pass, where nobody looks: most messages come and go like that. */
bool bcnet_fits_unseen(bcnet_msg_t *msg, bcnet_state_t *state);
/* Reads the block at msg->pos; damage becomes items of the report, unless that is NULL. */
void bcnet_show_subsystem_states(bcnet_msg_t *msg, bcnet_state_t *state, bcnet_ship_report_t *report);
/* Reads the pairs of flag 0x80 at msg->pos. */
void bcnet_show_wanted_power(bcnet_msg_t *msg, const bcnet_state_t *state);

void bcnet_register_state_subsystems(int proto);

#endif
