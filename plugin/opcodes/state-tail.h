/* The tail of a StateUpdate while it is shown (protocol chapters 60.2, 60.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATE_TAIL_H
#define BCNET_STATE_TAIL_H

#include "reading/info.h"
#include "game/ship-records.h"
#include "opcodes/subsystems.h"

typedef struct {
    const bcnet_subject_t *ship;
    const bcnet_track_t   *track;
    const bcnet_binding_t *binding;
    const bcnet_block_t   *block; /* where the tail stands; offsets count from the opcode */
    int                    start; /* of the opcode in msg->tvb */
    bcnet_block_entry_t   *entries; /* room for BCNET_ENTRIES_ENOUGH */

    /* Filled in by bcnet_show_subsystem_states. */
    bool                 walked;
    bool                 dialect;
    bcnet_block_result_t result;
    const bcnet_told_t  *told; /* of each entry what was told before; NULL: nobody looks, or nobody knows */
} bcnet_state_t;

#endif
