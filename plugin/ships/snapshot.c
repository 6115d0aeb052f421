/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ships/layout.h"

#include <stdlib.h>

#include "reading/primitives.h"

enum {
    WHOLE = 0xFF, /* a condition */
    MOST_SETTINGS = 15 /* levels, kinds of ammunition and modes are few (40.4) */
};

typedef struct {
    const uint8_t *bytes;
    unsigned       there;
    unsigned       at;
    unsigned       booleans; /* that are to come */
    unsigned       in_group; /* that the last group byte has room for */
    bool           reads;
} bcnet_snapshot_walk_t;

/* A group byte counts the booleans up to the next one, and has no bits beyond them. */
static bool is_group(uint8_t byte, unsigned booleans)
{
    const unsigned due = MIN(booleans, (unsigned)BCNET_BITS_PER_GROUP);

    return bcnet_bits_stated_count(byte) == due && (byte & ((1U << BCNET_BITS_PER_GROUP) - 1) >> due << due) == 0;
}

/* Where a list differs, conditions of whole parts stand in such places: 0xFF would be 1 %, switched off. */
static bool is_power(uint8_t byte)
{
    return abs((int8_t)byte) <= BCNET_POWER_MAX && byte != WHOLE;
}

static bool fits(unsigned part, uint8_t byte)
{
    return part == BCNET_SNAPSHOT_POWER ? is_power(byte) : part != BCNET_SNAPSHOT_SETTING || byte <= MOST_SETTINGS;
}

static void pass_bit(bcnet_snapshot_walk_t *walk)
{
    if (walk->in_group == 0) {
        walk->reads = walk->reads && (walk->at >= walk->there || is_group(walk->bytes[walk->at], walk->booleans));
        walk->in_group = BCNET_BITS_PER_GROUP;
        walk->at++;
    }
    walk->in_group--;
    walk->booleans--;
}

static void pass_entry(bcnet_snapshot_walk_t *walk, const bcnet_subsystem_t *subsystem)
{
    const unsigned parts = bcnet_classes[subsystem->class_id].snapshot;

    walk->at += 1 + subsystem->child_count;
    for (unsigned part = 1; part <= parts; part <<= 1) {
        if (!(parts & part))
            continue;
        if (part == BCNET_SNAPSHOT_BIT)
            pass_bit(walk);
        else if (walk->at < walk->there)
            walk->reads = walk->reads && fits(part, walk->bytes[walk->at]);
        walk->at += bcnet_snapshot_part_length(part);
    }
}

static bcnet_snapshot_walk_t walk_snapshot(const bcnet_layout_t *layout, const uint8_t *bytes, unsigned there)
{
    bcnet_snapshot_walk_t walk = { .bytes = bytes, .there = there, .reads = true };

    for (unsigned i = 0; i < layout->count; i++)
        walk.booleans += (bcnet_classes[layout->subsystems[i].class_id].snapshot & BCNET_SNAPSHOT_BIT) != 0;
    for (unsigned i = 0; i < layout->count; i++)
        pass_entry(&walk, &layout->subsystems[i]);
    return walk;
}

unsigned bcnet_layout_snapshot_length(const bcnet_layout_t *layout)
{
    return walk_snapshot(layout, NULL, 0).at;
}

static bool reads(const bcnet_layout_t *layout, const uint8_t *snapshot, unsigned there, unsigned length)
{
    const bcnet_snapshot_walk_t walk = walk_snapshot(layout, snapshot, there);

    return walk.reads && walk.at == length;
}

const bcnet_layout_t *bcnet_snapshot_layout(const bcnet_layout_t *layout, const uint8_t *snapshot, unsigned there,
                                            unsigned length)
{
    if (reads(layout, snapshot, there, length))
        return layout;
    for (unsigned i = 0; i < layout->variant_count; i++)
        if (reads(layout->variants[i], snapshot, there, length))
            return layout->variants[i];
    return NULL;
}
