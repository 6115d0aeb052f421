/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a ship's subsystems look in the tree and in words: the snapshot of ObjectCreate (40.4) and the blocks
 * of StateUpdate (60.2) show them alike.
 *
 * The two formats differ, so nothing here reads a stream: the callers' walkers say where a value stands.
 * Positions count from the beginning of msg->tvb; the caller has made sure that the bytes are there. Every
 * function works without a tree, none moves msg->pos.
 *
 * An entry is shown like this:
 *
 *     bcnet_entry_t entry = bcnet_open_entry(msg, subsystem, index, start, before);   condition and children
 *     bcnet_show_batteries(msg, &entry, batteries);                           whatever it has, in wire order
 *     bcnet_close_entry(msg, &entry, end); */
#pragma once

#include "game/ship-records.h"
#include "reading/reader.h"
#include "reading/info.h"
#include "game/shots.h"

/* An entry of a ship's list while its fields are added. */
typedef struct {
    const bcnet_subsystem_t *subsystem;
    const bcnet_known_t     *before; /* what the receiver was told last; NULL: nothing, or nobody may say */
    bcnet_scope_t            scope;
} bcnet_entry_t;

/* Opens "Torpedoes (5): 100→87 %" and shows what every entry begins with: the condition at `start`, and the
 * conditions of the children behind it. */
bcnet_entry_t bcnet_open_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start,
                               const bcnet_known_t *before);
/* `end` is the first byte behind the entry. */
void bcnet_close_entry(bcnet_msg_t *msg, bcnet_entry_t *entry, int end);

/* StateUpdate: whatever it has; the walker's offsets count from `start`. */
void bcnet_show_entry_values(bcnet_msg_t *msg, bcnet_entry_t *entry, const bcnet_block_entry_t *at, int start);
/* Snapshot: power byte with a sign, switched on or off (40.4). */
void bcnet_show_signed_power(bcnet_msg_t *msg, bcnet_entry_t *entry, int position);
/* Main and backup battery: two bytes. */
void bcnet_show_batteries(bcnet_msg_t *msg, bcnet_entry_t *entry, int position);
/* Front, rear, top, bottom, left, right: six bytes. */
void bcnet_show_facings(bcnet_msg_t *msg, bcnet_entry_t *entry, int position);

/* Snapshot: the boolean of a weapon system or cloaking device, in the group byte at `position`, and the
 * setting of a phaser (level), torpedo (ammunition) or tractor system (mode). */
void bcnet_show_snapshot_bit(bcnet_msg_t *msg, bcnet_entry_t *entry, int position, bool value);
void bcnet_show_weapon_setting(bcnet_msg_t *msg, bcnet_entry_t *entry, int position);

/* "Front shields", and "front". */
const char              *bcnet_facing_name(unsigned facing);
extern const char *const bcnet_facing_words[BCNET_FACINGS];

/* 255 is 100 %; what is not quite 0 or 100 never reads so. */
unsigned bcnet_whole_percent(uint8_t value);

/* Damage in the summary: "Forward Torp 2 41 %", "Hull 100→71 %" where it is worse than told before, "shields 40 to
 * 100 %", and how many more. Undamaged things are not mentioned. */
enum { BCNET_MENTIONS_MAX = 128, BCNET_MENTIONS_SAID = 6 };

typedef struct {
    const char *name;
    uint8_t     value; /* the weakest of several */
    uint8_t     best;
    uint8_t     before; /* as told before where that was better, else as it is */
    unsigned    place; /* in the message */
} bcnet_mention_t;

typedef struct {
    bcnet_mention_t list[BCNET_MENTIONS_MAX];
    unsigned        count;
    unsigned        beyond; /* no room in the list */
} bcnet_damage_t;

static inline bool bcnet_is_new_damage(const bcnet_mention_t *mention)
{
    return mention->before > mention->value;
}

/* The condition of an entry and those of its children, and its shield facings, as they stand `now`; `before`: as the
 * receiver was told before, or NULL. */
void        bcnet_mention_entry(bcnet_damage_t *damage, const bcnet_subsystem_t *subsystem, unsigned children,
                                const uint8_t *now, const uint8_t *before);
void        bcnet_mention_facings(bcnet_damage_t *damage, const uint8_t *now, const uint8_t *before);
const char *bcnet_mention_words(wmem_allocator_t *pool, const bcnet_mention_t *mention);

/* The tail of a StateUpdate: subsystem states (60.2), wanted power (60.3) and the known ship state (60.5). */

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
