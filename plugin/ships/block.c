/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walker over subsystem states (60.2).
 *
 * It reads the way the game's reader does, by the counts of the group bytes (20.1), and checks on
 * the way that the stock writer would have produced the same bytes: that makes the look ahead to
 * the number of booleans unnecessary. */
#include "ships/block.h"

typedef struct {
    const bcnet_block_t  *block;
    bcnet_block_result_t *result;
    uint32_t              offset; /* next byte */
    unsigned              index; /* entry being read */
    uint32_t              group; /* offset of the last group byte */
    unsigned              used; /* booleans read from it; 0: none yet */
    unsigned              count; /* booleans it announces; 0: none left to read */
    bool                  saw_off, saw_on;
} bcnet_block_walk_t;

/* Ends the walk: behind bytes that do not fit, every name would be a guess (60.2). Always false. */
static bool problem(bcnet_block_walk_t *walk, bcnet_block_problem_t what, uint32_t offset)
{
    walk->result->problem = what;
    walk->result->problem_offset = offset;
    walk->result->problem_index = walk->index;
    return false;
}

static bool note(bcnet_block_walk_t *walk, unsigned what, uint32_t offset)
{
    walk->result->notes |= what;
    return walk->block->mode != BCNET_WALK_STRICT || problem(walk, BCNET_BLOCK_NOT_WRITTEN, offset);
}

static bool cut(bcnet_block_walk_t *walk)
{
    return problem(walk, BCNET_BLOCK_CUT, walk->block->end);
}

/* Reads count and surplus bits of the group byte at walk->group. */
static bool enter_group(bcnet_block_walk_t *walk)
{
    const uint8_t byte = walk->block->payload[walk->group];

    walk->count = bcnet_bits_stated_count(byte);
    if (!bcnet_bits_count_is_possible(byte))
        return problem(walk, BCNET_BLOCK_BIT_COUNT, walk->group);
    if ((byte & ((1U << BCNET_BITS_PER_GROUP) - 1) & ~((1U << walk->count) - 1)) != 0)
        return note(walk, BCNET_NOTE_SURPLUS, walk->group);
    return true;
}

static bool open_group(bcnet_block_walk_t *walk, bcnet_block_entry_t *entry)
{
    /* Only a full group byte has a successor. */
    if (walk->used > 0 && walk->used < BCNET_BITS_PER_GROUP)
        return problem(walk, BCNET_BLOCK_BITS_MORE, walk->offset);
    if (walk->offset >= walk->block->end)
        return cut(walk);
    walk->group = walk->offset++;
    walk->used = 0;
    entry->opens = true;
    return enter_group(walk);
}

static bool read_bit(bcnet_block_walk_t *walk, bcnet_block_entry_t *entry, bool *bit)
{
    if ((walk->used == 0 || walk->used >= walk->count) && !open_group(walk, entry))
        return false;
    *bit = bcnet_bits_value(walk->block->payload[walk->group], walk->used);
    entry->group = walk->group;
    entry->bit = (uint8_t)walk->used++;
    return true;
}

/* The last group byte announces more booleans than were in the message. */
static bool check_group_end(bcnet_block_walk_t *walk)
{
    return walk->used == 0 || walk->used >= walk->count || problem(walk, BCNET_BLOCK_BITS_FEWER, walk->group);
}

/* The dialect: no boolean may follow in the group byte of before. */
static bool close_group(bcnet_block_walk_t *walk)
{
    bool go_on = check_group_end(walk);

    walk->used = 0;
    return go_on;
}

static bool read_power(bcnet_block_walk_t *walk, bcnet_block_entry_t *entry)
{
    if (!read_bit(walk, entry, &entry->has_power))
        return false;
    walk->saw_on = walk->saw_on || entry->has_power;
    walk->saw_off = walk->saw_off || !entry->has_power;
    if (walk->saw_on && walk->saw_off && !note(walk, BCNET_NOTE_MIXED, entry->group))
        return false;
    if (!entry->has_power)
        return true;
    if (walk->offset >= walk->block->end)
        return cut(walk);
    entry->power = walk->offset++;
    return walk->block->payload[entry->power] <= BCNET_POWER_MAX || problem(walk, BCNET_BLOCK_POWER, entry->power);
}

static bool take(bcnet_block_walk_t *walk, uint32_t length, uint32_t *place)
{
    if (length > walk->block->end - walk->offset)
        return cut(walk);
    *place = walk->offset;
    walk->offset += length;
    return true;
}

static bool read_entry(bcnet_block_walk_t *walk, bcnet_form_t form, bcnet_block_entry_t *entry)
{
    *entry =
        (bcnet_block_entry_t){ .index = (uint8_t)walk->index, .format = form.format, .children = form.child_count };
    if (walk->block->dialect && form.format == BCNET_FORMAT_SHIELD)
        entry->format = BCNET_FORMAT_BASE;
    if (!take(walk, 1U + form.child_count, &entry->offset))
        return false;
    if (entry->format == BCNET_FORMAT_REACTOR && !take(walk, 2, &entry->batteries))
        return false;
    if ((entry->format == BCNET_FORMAT_POWERED || entry->format == BCNET_FORMAT_SHIELD) && !read_power(walk, entry))
        return false;
    if (entry->format == BCNET_FORMAT_SHIELD && !take(walk, BCNET_FACINGS, &entry->facings))
        return false;
    if (walk->block->dialect && entry->format != BCNET_FORMAT_POWERED && !close_group(walk))
        return false;
    entry->end = walk->offset;
    return true;
}

/* True when the stock writer would have ended the block before the next entry: 10 bytes are used,
 * or the list went round once. */
static bool writer_stops(const bcnet_block_walk_t *walk)
{
    return walk->offset - walk->block->start >= BCNET_BLOCK_BUDGET ||
           walk->result->entry_count >= walk->block->layout->count;
}

/* Whether another entry follows. */
static bool goes_on(bcnet_block_walk_t *walk)
{
    bool stops = writer_stops(walk);

    if (walk->offset >= walk->block->end) {
        if (!stops && !walk->block->dialect)
            note(walk, BCNET_NOTE_ENDS_EARLY, walk->block->end);
        return false;
    }
    if (!stops || walk->block->dialect)
        return true;
    return walk->block->mode != BCNET_WALK_BOUNDED && note(walk, BCNET_NOTE_ENDS_LATE, walk->offset);
}

static inline void read_entries(bcnet_block_walk_t *walk)
{
    const bcnet_block_t  *block = walk->block;
    bcnet_block_result_t *result = walk->result;
    bcnet_block_entry_t   scratch;

    while (goes_on(walk)) {
        if (block->entries && result->entry_count == block->capacity) {
            problem(walk, BCNET_BLOCK_FULL, walk->offset);
            return;
        }
        if (!read_entry(walk, block->layout->forms[walk->index],
                        block->entries ? &block->entries[result->entry_count] : &scratch))
            return;
        result->entry_count++;
        result->end = walk->offset;
        walk->index = walk->index + 1 < block->layout->count ? walk->index + 1 : 0;
    }
    if (result->problem == BCNET_BLOCK_FITS)
        check_group_end(walk);
}

static bcnet_view_t seen_view(const bcnet_block_walk_t *walk)
{
    if (walk->saw_on)
        return walk->saw_off ? BCNET_VIEW_MIXED : BCNET_VIEW_REMOTE;
    return walk->saw_off ? BCNET_VIEW_OWNER : BCNET_VIEW_UNKNOWN;
}

bool bcnet_block_walk(const bcnet_block_t *block, bcnet_block_result_t *result)
{
    bcnet_block_walk_t walk = { .block = block,
                                .result = result,
                                .offset = block->start + 1,
                                .group = block->group.offset,
                                .used = block->group.used };

    *result = (bcnet_block_result_t){ .problem = BCNET_BLOCK_FITS, .end = block->start };
    if (block->start >= block->end) {
        problem(&walk, BCNET_BLOCK_EMPTY, block->start);
        return false;
    }
    result->end = walk.offset;
    walk.index = block->payload[block->start];
    result->next = walk.index;
    if (walk.index >= block->layout->count) {
        problem(&walk, BCNET_BLOCK_START, block->start);
        return false;
    }
    if (walk.used == 0 || enter_group(&walk))
        read_entries(&walk);
    result->next = walk.index;
    result->view = seen_view(&walk);
    return result->problem == BCNET_BLOCK_FITS;
}

const char *bcnet_block_problem_text(bcnet_block_problem_t problem_id)
{
    static const char *const texts[] = {
        [BCNET_BLOCK_FITS] = "the block fits the layout",
        [BCNET_BLOCK_EMPTY] = "the start index is missing",
        [BCNET_BLOCK_START] = "the start index lies beyond the ship's list",
        [BCNET_BLOCK_CUT] = "the bytes end inside an entry",
        [BCNET_BLOCK_BIT_COUNT] = "the count of a bit group is not 1 to 5",
        [BCNET_BLOCK_BITS_FEWER] = "a bit group announces more booleans than follow",
        [BCNET_BLOCK_BITS_MORE] = "a bit group starts although the one before has room left",
        [BCNET_BLOCK_POWER] = "the power is above 125 %",
        [BCNET_BLOCK_FULL] = "there are more entries than a ship can have",
        [BCNET_BLOCK_NOT_WRITTEN] = "the game's own host would not have written it so",
    };

    return texts[problem_id];
}

/* What one entry adds, with `*bits` booleans in the group byte so far. */
static unsigned written_entry(bcnet_form_t form, bcnet_view_t view, unsigned *bits)
{
    unsigned length = 1U + form.child_count;

    if (form.format == BCNET_FORMAT_REACTOR)
        return length + 2;
    if (form.format == BCNET_FORMAT_BASE)
        return length;
    if (form.format == BCNET_FORMAT_SHIELD)
        length += BCNET_FACINGS;
    if (*bits % BCNET_BITS_PER_GROUP == 0)
        length++; /* a new group byte */
    (*bits)++;
    return view == BCNET_VIEW_REMOTE ? length + 1 : length;
}

unsigned bcnet_block_written(const bcnet_layout_t *layout, unsigned start, unsigned open_bits, bcnet_view_t view,
                             unsigned *next)
{
    unsigned used = 1, index = start;

    *next = start;
    if (start >= layout->count)
        return 0;
    do {
        used += written_entry(layout->forms[index], view, &open_bits);
        index = index + 1 < layout->count ? index + 1 : 0;
    } while (used < BCNET_BLOCK_BUDGET && index != start);
    *next = index;
    return used - 1;
}
