/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A StateUpdate taken apart (protocol chapter 60.1): once, for the tree, for statistics and for what is remembered.
 *
 * Where its parts stand and what those say of which somebody always wants to know; the rest is worked out by whoever
 * asks. Nothing is allocated and nothing shown. No Wireshark include here. */
#ifndef BCNET_UPDATE_H
#define BCNET_UPDATE_H

#include "ships/block.h"

/* Which parts it has. */
enum {
    BCNET_STATE_POSITION = 0x01,
    BCNET_STATE_DELTA = 0x02,
    BCNET_STATE_FORWARD = 0x04,
    BCNET_STATE_UP = 0x08,
    BCNET_STATE_SPEED = 0x10,
    BCNET_STATE_SUBSYSTEMS = 0x20,
    BCNET_STATE_CLOAK = 0x40, /* stands before the subsystems */
    BCNET_STATE_WEAPONS = 0x80 /* wanted power, of weapons or not */
};

/* Those before the subsystems, in the order in which they stand. */
typedef enum {
    BCNET_UPDATE_POSITION,
    BCNET_UPDATE_DELTA,
    BCNET_UPDATE_FORWARD,
    BCNET_UPDATE_UP,
    BCNET_UPDATE_SPEED,
    BCNET_UPDATE_CLOAK,
    BCNET_UPDATE_PARTS
} bcnet_update_part_t;

/* All offsets count from the opcode. */
typedef struct {
    const uint8_t *payload;
    uint32_t       end; /* bytes that are there */
    uint32_t       object;
    uint32_t       game_time; /* the bits of the float */
    uint32_t       parts[BCNET_UPDATE_PARTS]; /* where they stand, of those that the flags announce */
    uint32_t tail; /* behind the last part that was read: start index or first pair; 0: not even the flags are there */
    float    position[3];
    uint16_t hash;
    uint8_t  flags;
    bool     whole; /* no part before the tail is missing */
    bool     has_position;
    bool     has_hash;
    bool     cloaked;
    bcnet_bit_group_t    bits; /* as they are before the tail */
    bcnet_bits_outcome_t bits_outcome;
} bcnet_update_t;

void bcnet_update_read(const uint8_t *payload, uint32_t end, bcnet_update_t *update);

/* Whether the flags announce the part; whether it is there to its last byte. */
bool bcnet_update_has(const bcnet_update_t *update, bcnet_update_part_t part);
bool bcnet_update_holds(const bcnet_update_t *update, bcnet_update_part_t part);
/* Whether it ends in subsystem states, or in wanted power, and not in both. */
static inline bool bcnet_update_ends_in(const bcnet_update_t *update, uint8_t flag)
{
    return (update->flags & (BCNET_STATE_SUBSYSTEMS | BCNET_STATE_WEAPONS)) == flag;
}

float bcnet_update_time(const bcnet_update_t *update);
/* Of parts that it holds: delta, forward and up as unit vectors, the length of the delta, the speed. */
void  bcnet_update_direction(const bcnet_update_t *update, bcnet_update_part_t part, float direction[3]);
float bcnet_update_delta_length(const bcnet_update_t *update);
float bcnet_update_speed(const bcnet_update_t *update);
/* The block that its tail begins with; layout and room for entries are the caller's. */
bcnet_block_t bcnet_update_block(const bcnet_update_t *update);

#endif
