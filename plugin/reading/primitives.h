/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compressed numbers of the game's stream (protocol chapter 20): arithmetic only, no Wireshark include. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* CF16, the 16-bit float with eight decades (20.2). */
float bcnet_cf16_decode(uint16_t code);

/* One component of a direction: a signed byte that stands for byte / 127 (20.3). */
static inline float bcnet_direction_component(int8_t byte)
{
    return (float)byte / 127.0f;
}

/* A length byte that stands for byte / 255 of something (20.3, 60.2). */
static inline float bcnet_fraction(uint8_t byte)
{
    return (float)byte / 255.0f;
}

/* The same as a percentage, for conditions, batteries and shield facings (60.2). */
static inline float bcnet_percent(uint8_t byte)
{
    return (float)byte * 100.0f / 255.0f;
}

/* Power goes up to 125 %. Wanted power of flag 0x80: 204 is 100 %, 255 is 125 % (60.3). */
enum { BCNET_POWER_MAX = 125, BCNET_WANTED_NORMAL = 255 * 100 / BCNET_POWER_MAX };

static inline float bcnet_wanted_percent(uint8_t byte)
{
    return (float)byte * 100.0f / (float)BCNET_WANTED_NORMAL;
}

/* Object ids (20.4): ids from 0x3FFFFFFF on belong to player slots of 0x40000 ids each. */
enum { BCNET_SLOT_IDS = 0x40000, BCNET_SLOTS = 16 };
#define BCNET_FIRST_SLOT_ID 0x3FFFFFFFu
#define BCNET_OBJECT_NONE 0u
#define BCNET_OBJECT_DESTROYED 0xFFFFFFFFu

/* Negative for ids that belong to no player's slot. `serial`: its number within it; NULL: not wanted. */
int bcnet_object_slot(uint32_t object_id, uint32_t *serial);

/* Bit groups (20.1): booleans share a byte that stays open over everything written in between.
 * The reader asks where the next boolean lies; the bytes themselves stay with the caller. */
typedef struct {
    int     position; /* of the group byte; -1 when no group is open */
    int     last; /* of the newest group byte, open or not; -1 when there was none */
    uint8_t byte;
    uint8_t used; /* booleans taken from it */
    uint8_t count; /* booleans it holds by its own account, as the game reads it (0 counts as 1) */
} bcnet_bit_group_t;

enum { BCNET_BITS_PER_GROUP = 5 };

static inline void bcnet_bits_start(bcnet_bit_group_t *group)
{
    group->position = group->last = -1;
    group->byte = group->used = group->count = 0;
}

static inline bool bcnet_bits_open(const bcnet_bit_group_t *group)
{
    return group->position >= 0;
}

/* What the groups of a message are like (20.1). */
typedef enum { BCNET_BITS_NONE, BCNET_BITS_FINE, BCNET_BITS_WRONG } bcnet_bits_outcome_t;

void bcnet_bits_begin(bcnet_bit_group_t *group, int position, uint8_t byte);
/* The next boolean of an open group; closes the group after the last one. */
bool bcnet_bits_next(bcnet_bit_group_t *group);
/* The count as it stands in the byte, 0..7. */
static inline unsigned bcnet_bits_stated_count(uint8_t byte)
{
    return byte >> BCNET_BITS_PER_GROUP;
}

/* Only counts of 1 to 5 come from the game. */
static inline bool bcnet_bits_count_is_possible(uint8_t byte)
{
    const unsigned stated = bcnet_bits_stated_count(byte);

    return stated >= 1 && stated <= BCNET_BITS_PER_GROUP;
}

/* Only a full group has a successor. */
static inline bool bcnet_bits_may_follow(const bcnet_bit_group_t *group)
{
    return group->last < 0 || bcnet_bits_stated_count(group->byte) >= BCNET_BITS_PER_GROUP;
}

/* The outcome once another group byte is met; a message that was wrong stays so. */
static inline bcnet_bits_outcome_t bcnet_bits_outcome(bcnet_bits_outcome_t before, bool fits)
{
    return before == BCNET_BITS_WRONG || !fits ? BCNET_BITS_WRONG : BCNET_BITS_FINE;
}

/* The boolean with a number below BCNET_BITS_PER_GROUP. */
static inline bool bcnet_bits_value(uint8_t byte, unsigned number)
{
    return byte >> number & 1;
}
