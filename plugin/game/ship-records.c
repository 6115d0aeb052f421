/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/ship-records.h"

#include <string.h>

struct bcnet_ship_history {
    uint32_t          block_time; /* bits of the newest block's game time; first pass only */
    bcnet_timeline_t *bases; /* of float[3] */
    bcnet_timeline_t *blocks; /* of bcnet_kept_block_t */
};

/* A block as it was on the wire, behind the group byte that was open before it. */
typedef struct {
    uint8_t group_used; /* booleans taken from the group before the block; 0: none */
    uint8_t length; /* of bytes: group byte and block */
    uint8_t bytes[];
} bcnet_kept_block_t;

/* A hash from some message on; kept when it is the first, when it changed, and when the ship's class became known. */
typedef struct {
    uint32_t            object_id;
    unsigned            species; /* 0: the class is not certain */
    uint16_t            hash;
    uint16_t            before;
    bcnet_hash_change_t change;
} bcnet_kept_hash_t;

enum {
    KEPT_BLOCK_MAX = 255,
    BLOCKS_SEARCHED = 64, /* a full cycle takes 3 to 6 blocks; more only helps ships seen long ago */
    CYCLES_SEARCHED = 4, /* where mods' lists are so long that each block holds a single entry */
    OTHERS_SEARCHED = 16
};

bcnet_ship_history_t *bcnet_ship_history_of(bcnet_msg_t *msg, uint32_t object_id, bool make)
{
    wmem_map_t          **histories = msg->link ? &msg->link->histories[msg->from_host] : NULL;
    bcnet_ship_history_t *history = histories ? (bcnet_ship_history_t *)bcnet_kept_under(*histories, object_id) : NULL;

    if (!history && make && msg->may_learn) {
        history = wmem_new0(wmem_file_scope(), bcnet_ship_history_t);
        bcnet_keep_under(histories, object_id, history);
    }
    return history;
}

/* ---- Positions ---- */

void bcnet_note_base(bcnet_msg_t *msg, bcnet_ship_history_t *history, const float position[3])
{
    if (msg->may_learn && history)
        bcnet_keep_fact(&history->bases, msg->stamp, wmem_memdup(wmem_file_scope(), position, 3 * sizeof *position));
}

bool bcnet_base_position(const bcnet_msg_t *msg, const bcnet_ship_history_t *history, const bcnet_object_ref_t *ship,
                         float position[3])
{
    bcnet_stamp_t since;
    const float  *base = history ? (const float *)bcnet_timeline_at(history->bases, msg->stamp, &since) : NULL;

    if (!base || since < ship->since)
        return false;
    memcpy(position, base, 3 * sizeof *position);
    return true;
}

/* ---- Integrity hashes ---- */

void bcnet_note_hash(bcnet_msg_t *msg, const bcnet_object_ref_t *ship, unsigned species, uint16_t hash)
{
    bcnet_stamp_t since = 0;

    if (!msg->may_learn)
        return;
    const bcnet_kept_hash_t *last =
        (const bcnet_kept_hash_t *)bcnet_fact_under(msg->game->hashes, ship->id, msg->stamp, &since);
    if (since < ship->since)
        last = NULL;
    const bool same = last && last->hash == hash;
    if (same && (species == 0 || last->species == species)) /* it adds nothing */
        return;
    bcnet_kept_hash_t *kept = wmem_new(wmem_file_scope(), bcnet_kept_hash_t);
    kept->object_id = ship->id;
    kept->species = species;
    kept->hash = hash;
    kept->before = last ? last->hash : 0;
    kept->change = !last ? BCNET_HASH_FIRST : same ? BCNET_HASH_SAME : BCNET_HASH_CHANGED;
    bcnet_keep_fact_under(&msg->game->hashes, ship->id, msg->stamp, kept);
    if (species != 0)
        bcnet_keep_fact_under(&msg->game->hashes_by_species, species, msg->stamp, kept);
}

/* The newest hash of another ship of the class, if it differs; the same game, not one before a restart. */
static void compare_with_others(const bcnet_msg_t *msg, const bcnet_kept_hash_t *own,
                                bcnet_hash_comparison_t *comparison)
{
    const bcnet_timeline_t *hashes =
        (const bcnet_timeline_t *)bcnet_kept_under(msg->game->hashes_by_species, own->species);
    const unsigned count = bcnet_timeline_count_at(hashes, msg->stamp);

    for (unsigned i = 0; i < MIN(count, OTHERS_SEARCHED); i++) {
        bcnet_stamp_t            since;
        const bcnet_kept_hash_t *other = (const bcnet_kept_hash_t *)bcnet_timeline_get(hashes, count - 1 - i, &since);
        if (since < bcnet_game_start(msg->game, msg->stamp))
            return;
        if (other->object_id == own->object_id)
            continue;
        comparison->other_differs = other->hash != own->hash;
        comparison->other_frame = bcnet_stamp_frame(since);
        comparison->other_hash = other->hash;
        return;
    }
}

bcnet_hash_comparison_t bcnet_compare_hash(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship)
{
    bcnet_hash_comparison_t  comparison = { .change = BCNET_HASH_SAME };
    bcnet_stamp_t            since = 0;
    const bcnet_kept_hash_t *kept =
        msg->game ? (const bcnet_kept_hash_t *)bcnet_fact_under(msg->game->hashes, ship->id, msg->stamp, &since) : NULL;

    if (!kept || since != msg->stamp)
        return comparison;
    comparison.is_new = true;
    comparison.change = kept->change;
    comparison.before = kept->before;
    if (kept->species != 0)
        compare_with_others(msg, kept, &comparison);
    return comparison;
}

/* ---- Subsystem blocks ---- */

bool bcnet_note_state_block(bcnet_msg_t *msg, bcnet_ship_history_t *history, uint32_t game_time,
                            const bcnet_block_t *block)
{
    const uint32_t length = block->end - block->start;

    if (!msg->may_learn || !history || length == 0 || length >= KEPT_BLOCK_MAX)
        return true;
    bcnet_kept_block_t *kept =
        (bcnet_kept_block_t *)wmem_alloc(wmem_file_scope(), sizeof(bcnet_kept_block_t) + length + 1);
    kept->group_used = (uint8_t)block->group.used;
    kept->length = (uint8_t)(length + 1);
    kept->bytes[0] = block->group.used ? block->payload[block->group.offset] : 0;
    memcpy(kept->bytes + 1, block->payload + block->start, length);
    const bcnet_kept_block_t *last = (const bcnet_kept_block_t *)bcnet_timeline_at(history->blocks, msg->stamp, NULL);
    if (history->block_time == game_time && last && last->length == kept->length &&
        last->group_used == kept->group_used && memcmp(last->bytes, kept->bytes, kept->length) == 0) {
        wmem_free(wmem_file_scope(), kept);
        return false;
    }
    history->block_time = game_time;
    bcnet_keep_fact(&history->blocks, msg->stamp, kept);
    return true;
}

/* ---- What was told before ---- */

/* Kept blocks from the newest back to the beginning of the ship's life. */
typedef struct {
    const bcnet_layout_t     *layout;
    const bcnet_timeline_t   *blocks;
    bcnet_stamp_t             since;
    unsigned                  older; /* these many stand before the one in hand */
    unsigned                  searched; /* as many more are looked at */
    bool                      dialect;
    const bcnet_kept_block_t *kept; /* in hand */
    bcnet_stamp_t             stamp;
    bcnet_block_entry_t       entries[BCNET_ENTRIES_ENOUGH];
    bcnet_block_result_t      result;
} bcnet_past_t;

static bool walk_kept(bcnet_past_t *past, bool dialect)
{
    const bcnet_block_t block = {
        .layout = past->layout,
        .payload = past->kept->bytes,
        .start = 1,
        .end = past->kept->length,
        .group = { .offset = 0, .used = past->kept->group_used },
        .mode = BCNET_WALK_LENIENT,
        .dialect = dialect,
        .entries = past->entries,
        .capacity = BCNET_ENTRIES_ENOUGH,
    };

    return bcnet_block_walk(&block, &past->result);
}

/* The next one. A block that does not fit the layout teaches nothing, not even by what stands before the misfit. */
static bool next_block(bcnet_past_t *past)
{
    while (past->searched > 0 && past->older > 0) {
        past->searched--;
        past->kept = (const bcnet_kept_block_t *)bcnet_timeline_get(past->blocks, --past->older, &past->stamp);
        if (past->stamp < past->since)
            return false;
        if (walk_kept(past, past->dialect) || (past->dialect && walk_kept(past, false)))
            return true;
    }
    return false;
}

static void take_entries(const bcnet_past_t *past, bcnet_known_t *known)
{
    for (unsigned i = 0; i < past->result.entry_count; i++) {
        const bcnet_block_entry_t *entry = &past->entries[i];
        if (known[entry->index].conditions)
            continue;
        known[entry->index].conditions = past->kept->bytes + entry->offset;
        known[entry->index].facings = entry->facings ? past->kept->bytes + entry->facings : NULL;
        known[entry->index].frame = bcnet_stamp_frame(past->stamp);
    }
}

/* Of the entries, or of the whole list. */
static bool is_all_known(const bcnet_known_t *known, const bcnet_block_entry_t *entries, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!known[entries ? entries[i].index : i].conditions)
            return false;
    return true;
}

bool bcnet_is_block_kept(const bcnet_msg_t *msg, const bcnet_ship_history_t *history)
{
    return history && bcnet_fact_since(history->blocks, msg->stamp) == msg->stamp;
}

bcnet_known_t *bcnet_known_before(const bcnet_msg_t *msg, const bcnet_ship_history_t *history,
                                  const bcnet_object_ref_t *ship, const bcnet_layout_t *layout,
                                  const bcnet_block_entry_t *entries, unsigned count)
{
    bcnet_known_t *known = (bcnet_known_t *)wmem_alloc0(msg->pinfo->pool, layout->count * sizeof *known);
    bcnet_past_t   past;

    past.layout = layout;
    past.blocks = history ? history->blocks : NULL;
    past.since = ship->since;
    past.older = bcnet_timeline_count_at(past.blocks, msg->stamp) - bcnet_is_block_kept(msg, history);
    past.searched = MAX(BLOCKS_SEARCHED, CYCLES_SEARCHED * layout->count);
    past.dialect = bcnet_dialect_since(msg) != 0;
    while (!is_all_known(known, entries, entries ? count : layout->count) && next_block(&past))
        take_entries(&past, known);
    return known;
}
