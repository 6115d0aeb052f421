/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Subsystem states of a StateUpdate, flag 0x20: one walker for everybody (chapter 60.2).
 *
 * A block has no lengths and no count; only the ship's layout says where an entry ends. The walker
 * goes over the bytes once, checks them against the layout and notes where every value stands. It
 * allocates nothing, reads no byte beyond `end`, and shows nothing: the dissector, the known ship
 * state and the inference share it.
 *
 * Booleans (20.1): one group byte holds up to five, wherever the stream has got to. A group that
 * has_hash or cloaked opened before the block goes on inside the block; the caller hands it in.
 *
 * No Wireshark include here. */
#pragma once

#include "reading/primitives.h"
#include "ships/layout.h"

/* Who a block was written for: the hasData bits tell (60.1). */
typedef enum {
    BCNET_VIEW_UNKNOWN, /* the block holds no hasData bit */
    BCNET_VIEW_OWNER, /* all bits 0: to the ship's own player */
    BCNET_VIEW_REMOTE, /* all bits 1: to the others */
    BCNET_VIEW_MIXED /* both: no stock host writes that */
} bcnet_view_t;

typedef enum {
    BCNET_WALK_LENIENT, /* to the end of the bytes, or to the first that does not fit the layout */
    BCNET_WALK_BOUNDED, /* the same, but no further than the stock writer: the rest is somebody else's (60.1) */
    BCNET_WALK_STRICT /* ... or to the first that the stock writer would not have written */
} bcnet_walk_mode_t;

/* Why a block does not fit its layout (60.2). */
typedef enum {
    BCNET_BLOCK_FITS,
    BCNET_BLOCK_EMPTY, /* not even a start index */
    BCNET_BLOCK_START, /* start index beyond the list */
    BCNET_BLOCK_CUT, /* the bytes end inside an entry */
    BCNET_BLOCK_BIT_COUNT, /* a group byte with count 0, 6 or 7 */
    BCNET_BLOCK_BITS_FEWER, /* a group byte announces more booleans than follow */
    BCNET_BLOCK_BITS_MORE, /* a new group although the last one held fewer than five */
    BCNET_BLOCK_POWER, /* power above 125 % */
    BCNET_BLOCK_FULL, /* more entries than the caller has room for */
    BCNET_BLOCK_NOT_WRITTEN /* strict only: one of the notes below */
} bcnet_block_problem_t;

/* Things a stock host does not do, but which leave the block readable. */
enum {
    BCNET_NOTE_ENDS_EARLY = 1 << 0, /* the writer would have gone on: fewer than 10 bytes */
    BCNET_NOTE_ENDS_LATE = 1 << 1, /* the writer would have stopped before */
    BCNET_NOTE_MIXED = 1 << 2, /* hasData bits differ */
    BCNET_NOTE_SURPLUS = 1 << 3 /* bits beyond the count of a group byte are set */
};

enum {
    BCNET_BLOCK_BUDGET = 10, /* the writer stops once so many bytes are used, start index included */
    BCNET_ENTRIES_ENOUGH = 64 /* room for every block a stock host can write for a stock ship, and to spare */
};

/* The group byte in use when the block begins: its offset, and how many of its booleans were read. */
typedef struct {
    uint32_t offset;
    unsigned used; /* 0: none */
} bcnet_open_group_t;

/* Where the values of one entry stand. All offsets count from `payload`; 0 means absent. */
typedef struct {
    uint32_t offset; /* condition; the children follow it directly */
    uint32_t end; /* first byte behind the entry */
    uint32_t group; /* byte that holds hasData, perhaps before the entry */
    uint32_t power;
    uint32_t batteries; /* main, then backup */
    uint32_t facings; /* front, rear, top, bottom, left, right */
    uint8_t  index; /* position in the layout's list */
    uint8_t  format; /* bcnet_format_t as read: base for the shield generator of the dialect */
    uint8_t  children;
    uint8_t  bit; /* of the group byte, 0..4 */
    bool     opens; /* the group byte stands in this entry */
    bool     has_power;
} bcnet_block_entry_t;

typedef struct {
    const bcnet_layout_t *layout;
    const uint8_t        *payload; /* of the whole message, opcode first */
    uint32_t              start; /* offset of the start index */
    uint32_t              end; /* length of the payload */
    bcnet_open_group_t    group;
    bcnet_walk_mode_t     mode;
    bool                  dialect; /* one-byte shields, groups closed early; then the 10-byte rule is not checked */
    bcnet_block_entry_t  *entries; /* may be NULL */
    unsigned              capacity; /* of `entries` */
} bcnet_block_t;

typedef struct {
    bcnet_block_problem_t problem;
    uint32_t              problem_offset; /* the byte that does not fit */
    unsigned              problem_index; /* position in the list of the entry where it happened */
    unsigned              notes; /* BCNET_NOTE_... */
    unsigned              entry_count; /* complete entries, all before the problem */
    uint32_t              end; /* behind the last complete entry: the rest is unexplained */
    unsigned              next; /* start index that a stock host uses next */
    bcnet_view_t          view;
} bcnet_block_result_t;

/* Walks a block. True when it fits; in lenient mode the notes do not count. */
bool bcnet_block_walk(const bcnet_block_t *block, bcnet_block_result_t *result);

/* What the problem is, for a message: "the bytes end inside an entry". */
const char *bcnet_block_problem_text(bcnet_block_problem_t problem);

/* Bytes a stock host writes after the start index, with `open_bits` booleans already in the group
 * byte of the message; view is OWNER or REMOTE. *next receives the start index of the following
 * block. 0 when the start index is beyond the list. */
unsigned bcnet_block_written(const bcnet_layout_t *layout, unsigned start, unsigned open_bits, bcnet_view_t view,
                             unsigned *next);

/* A StateUpdate taken apart (protocol chapter 60.1): once, for the tree, for statistics and for what is remembered.
 *
 * Where its parts stand and what those say of which somebody always wants to know; the rest is worked out by whoever
 * asks. Nothing is allocated and nothing shown. No Wireshark include here. */

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

/* Whether the part is there to its last byte. */
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
