/* What StateUpdates have told of a ship so far (protocol chapters 60.1, 60.5, 98.3).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/ship-records.h"

#include <string.h>

struct bcnet_track {
    int64_t           key;
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

struct bcnet_ship_records {
    wmem_map_t *tracks; /* by object, link and direction */
    wmem_map_t *hashes_by_object; /* object id -> timeline of bcnet_kept_hash_t */
    wmem_map_t *hashes_by_species; /* species -> the same, of all objects of the class */
};

enum {
    KEPT_BLOCK_MAX = 255,
    BLOCKS_SEARCHED = 64, /* a full cycle takes 3 to 6 blocks; more only helps ships seen long ago */
    CYCLES_SEARCHED = 4, /* where mods' lists are so long that each block holds a single entry */
    OTHERS_SEARCHED = 16
};

static struct bcnet_ship_records *records_of(bcnet_game_t *game)
{
    if (!game->records) {
        game->records = wmem_new(wmem_file_scope(), struct bcnet_ship_records);
        game->records->tracks = wmem_map_new(wmem_file_scope(), wmem_int64_hash, g_int64_equal);
        game->records->hashes_by_object = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        game->records->hashes_by_species = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    }
    return game->records;
}

static int64_t track_key(const bcnet_msg_t *msg, uint32_t object_id)
{
    return (int64_t)((uint64_t)object_id << 32 | msg->link->index << 1 | msg->from_host);
}

bcnet_track_t *bcnet_track_of(bcnet_msg_t *msg, uint32_t object_id, bool make)
{
    make = make && msg->news;
    if (!msg->link || (!msg->game->records && !make))
        return NULL;
    const int64_t  key = track_key(msg, object_id);
    bcnet_track_t *track = (bcnet_track_t *)wmem_map_lookup(records_of(msg->game)->tracks, &key);
    if (!track && make) {
        track = wmem_new(wmem_file_scope(), bcnet_track_t);
        track->key = key;
        track->block_time = 0;
        track->bases = bcnet_timeline_new();
        track->blocks = bcnet_timeline_new();
        wmem_map_insert(msg->game->records->tracks, &track->key, track);
    }
    return track;
}

/* ---- Positions ---- */

void bcnet_note_base(bcnet_msg_t *msg, bcnet_track_t *track, const float position[3])
{
    if (msg->news && track)
        bcnet_timeline_add(track->bases, msg->stamp, wmem_memdup(wmem_file_scope(), position, 3 * sizeof *position));
}

bool bcnet_base_position(const bcnet_msg_t *msg, const bcnet_track_t *track, const bcnet_subject_t *ship,
                         float position[3])
{
    bcnet_stamp_t since;
    const float  *base = track ? (const float *)bcnet_timeline_at(track->bases, msg->stamp, &since) : NULL;

    if (!base || since < ship->since)
        return false;
    memcpy(position, base, 3 * sizeof *position);
    return true;
}

/* ---- Integrity hashes ---- */

static bcnet_timeline_t *hashes_under(wmem_map_t *map, uint32_t key, bool make)
{
    bcnet_timeline_t *hashes = (bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(key));

    if (!hashes && make) {
        hashes = bcnet_timeline_new();
        wmem_map_insert(map, GUINT_TO_POINTER(key), hashes);
    }
    return hashes;
}

/* What the hash adds to the one of before; NULL for nothing. */
static bcnet_kept_hash_t *new_hash(const bcnet_kept_hash_t *last, unsigned species, uint16_t hash)
{
    const bool same = last && last->hash == hash;

    if (same && (species == 0 || last->species == species))
        return NULL;
    bcnet_kept_hash_t *kept = wmem_new(wmem_file_scope(), bcnet_kept_hash_t);
    kept->species = species;
    kept->hash = hash;
    kept->before = last ? last->hash : 0;
    kept->change = !last ? BCNET_HASH_FIRST : same ? BCNET_HASH_SAME : BCNET_HASH_CHANGED;
    return kept;
}

void bcnet_note_hash(bcnet_msg_t *msg, const bcnet_subject_t *ship, unsigned species, uint16_t hash)
{
    if (!msg->news)
        return;
    struct bcnet_ship_records *records = records_of(msg->game);
    bcnet_timeline_t          *own = hashes_under(records->hashes_by_object, ship->id, true);
    bcnet_stamp_t              since = 0;
    const bcnet_kept_hash_t   *last = (const bcnet_kept_hash_t *)bcnet_timeline_at(own, msg->stamp, &since);
    bcnet_kept_hash_t         *kept = new_hash(since >= ship->since ? last : NULL, species, hash);

    if (!kept)
        return;
    kept->object_id = ship->id;
    bcnet_timeline_add(own, msg->stamp, kept);
    if (species != 0)
        bcnet_timeline_add(hashes_under(records->hashes_by_species, species, true), msg->stamp, kept);
}

/* The newest hash of another ship of the class, if it differs; the same game, not one before a restart. */
static void compare_with_others(const bcnet_msg_t *msg, const bcnet_kept_hash_t *own, bcnet_hash_verdict_t *verdict)
{
    const bcnet_timeline_t *hashes = hashes_under(msg->game->records->hashes_by_species, own->species, false);
    const unsigned          count = hashes ? bcnet_timeline_count_at(hashes, msg->stamp) : 0;

    for (unsigned i = 0; i < MIN(count, OTHERS_SEARCHED); i++) {
        bcnet_stamp_t            since;
        const bcnet_kept_hash_t *other = (const bcnet_kept_hash_t *)bcnet_timeline_get(hashes, count - 1 - i, &since);
        if (since < bcnet_game_start(msg->game, msg->stamp))
            return;
        if (other->object_id == own->object_id)
            continue;
        verdict->other_differs = other->hash != own->hash;
        verdict->other_frame = bcnet_stamp_frame(since);
        verdict->other_hash = other->hash;
        return;
    }
}

bcnet_hash_verdict_t bcnet_judge_hash(const bcnet_msg_t *msg, const bcnet_subject_t *ship)
{
    bcnet_hash_verdict_t verdict = { .change = BCNET_HASH_SAME };

    if (!msg->game || !msg->game->records)
        return verdict;
    const bcnet_timeline_t  *own = hashes_under(msg->game->records->hashes_by_object, ship->id, false);
    bcnet_stamp_t            since = 0;
    const bcnet_kept_hash_t *kept = own ? (const bcnet_kept_hash_t *)bcnet_timeline_at(own, msg->stamp, &since) : NULL;
    if (!kept || since != msg->stamp)
        return verdict;
    verdict.is_news = true;
    verdict.change = kept->change;
    verdict.before = kept->before;
    if (kept->species != 0)
        compare_with_others(msg, kept, &verdict);
    return verdict;
}

/* ---- Subsystem blocks ---- */

static bool repeats(const bcnet_track_t *track, bcnet_stamp_t stamp, const bcnet_kept_block_t *block)
{
    const bcnet_kept_block_t *last = (const bcnet_kept_block_t *)bcnet_timeline_at(track->blocks, stamp, NULL);

    return last && last->length == block->length && last->group_used == block->group_used &&
           memcmp(last->bytes, block->bytes, block->length) == 0;
}

bool bcnet_note_state_block(bcnet_msg_t *msg, bcnet_track_t *track, uint32_t game_time, const bcnet_block_t *block)
{
    const uint32_t length = block->end - block->start;

    if (!msg->news || !track || length == 0 || length >= KEPT_BLOCK_MAX)
        return true;
    bcnet_kept_block_t *kept =
        (bcnet_kept_block_t *)wmem_alloc(wmem_file_scope(), sizeof(bcnet_kept_block_t) + length + 1);
    kept->group_used = (uint8_t)block->group.used;
    kept->length = (uint8_t)(length + 1);
    kept->bytes[0] = block->group.used ? block->payload[block->group.offset] : 0;
    memcpy(kept->bytes + 1, block->payload + block->start, length);
    if (track->block_time == game_time && repeats(track, msg->stamp, kept)) {
        wmem_free(wmem_file_scope(), kept);
        return false;
    }
    track->block_time = game_time;
    bcnet_timeline_add(track->blocks, msg->stamp, kept);
    return true;
}

static void take_entry(const uint8_t *payload, const bcnet_block_entry_t *entry, uint32_t frame, bcnet_known_t *known)
{
    known->known = true;
    known->frame = frame;
    known->condition = payload[entry->offset];
    known->has_children = entry->children > 0;
    known->worst_child_condition = 255;
    for (unsigned i = 0; i < entry->children; i++) {
        const uint8_t condition = payload[entry->offset + 1 + i];
        if (condition < known->worst_child_condition) {
            known->worst_child_condition = condition;
            known->worst_child = (uint8_t)i;
        }
    }
}

static bool walk_kept(const bcnet_kept_block_t *kept, const bcnet_layout_t *layout, bool dialect,
                      bcnet_block_entry_t *entries, bcnet_block_result_t *result)
{
    const bcnet_block_t block = {
        .layout = layout,
        .payload = kept->bytes,
        .start = 1,
        .end = kept->length,
        .group = { .offset = 0, .used = kept->group_used },
        .mode = BCNET_WALK_LENIENT,
        .dialect = dialect,
        .entries = entries,
        .capacity = BCNET_ENTRIES_ENOUGH,
    };

    return bcnet_block_walk(&block, result);
}

/* A block that does not fit the layout teaches nothing, not even by what stands before the misfit. */
static bool read_kept(const bcnet_kept_block_t *kept, const bcnet_layout_t *layout, bool dialect,
                      bcnet_block_entry_t *entries, bcnet_block_result_t *result)
{
    return walk_kept(kept, layout, dialect, entries, result) ||
           (dialect && walk_kept(kept, layout, false, entries, result));
}

static unsigned take_block(const bcnet_kept_block_t *kept, uint32_t frame, const bcnet_layout_t *layout, bool dialect,
                           bcnet_known_t *known)
{
    bcnet_block_entry_t  entries[BCNET_ENTRIES_ENOUGH];
    bcnet_block_result_t result;
    unsigned             fresh = 0;

    if (!read_kept(kept, layout, dialect, entries, &result))
        return 0;
    for (unsigned i = 0; i < result.entry_count; i++) {
        if (known[entries[i].index].known)
            continue;
        take_entry(kept->bytes, &entries[i], frame, &known[entries[i].index]);
        fresh++;
    }
    return fresh;
}

/* ---- What was told before ---- */

static unsigned compare_block(const bcnet_kept_block_t *kept, uint32_t frame, const bcnet_layout_t *layout,
                              bool dialect, const bcnet_block_entry_t *now, unsigned count, bcnet_told_t *before)
{
    bcnet_block_entry_t  entries[BCNET_ENTRIES_ENOUGH];
    bcnet_block_result_t result;
    unsigned             found = 0;

    if (!read_kept(kept, layout, dialect, entries, &result))
        return 0;
    for (unsigned i = 0; i < result.entry_count; i++) {
        for (unsigned k = 0; k < count; k++) {
            if (now[k].index != entries[i].index || before[k].conditions)
                continue;
            before[k].conditions = kept->bytes + entries[i].offset;
            before[k].facings = entries[i].facings ? kept->bytes + entries[i].facings : NULL;
            before[k].frame = frame;
            found++;
        }
    }
    return found;
}

static unsigned blocks_searched(const bcnet_layout_t *layout)
{
    return MAX(BLOCKS_SEARCHED, CYCLES_SEARCHED * layout->count);
}

void bcnet_told_before(const bcnet_msg_t *msg, const bcnet_track_t *track, const bcnet_subject_t *ship,
                       const bcnet_layout_t *layout, const bcnet_block_entry_t *entries, unsigned count,
                       bcnet_told_t *before)
{
    const bool dialect = bcnet_dialect_since(msg) != 0;
    unsigned   found = 0, kept_count = track ? bcnet_timeline_count_at(track->blocks, msg->stamp) : 0;

    memset(before, 0, count * sizeof *before);
    for (unsigned i = 0; i < blocks_searched(layout) && kept_count > 0 && found < count; i++) {
        bcnet_stamp_t             since;
        const bcnet_kept_block_t *kept =
            (const bcnet_kept_block_t *)bcnet_timeline_get(track->blocks, --kept_count, &since);
        if (since < ship->since)
            return;
        if (since < msg->stamp)
            found += compare_block(kept, bcnet_stamp_frame(since), layout, dialect, entries, count, before);
    }
}

/* ---- All that is known ---- */

unsigned bcnet_known_state(const bcnet_msg_t *msg, const bcnet_track_t *track, const bcnet_subject_t *ship,
                           const bcnet_layout_t *layout, bcnet_known_t *known)
{
    const bool dialect = bcnet_dialect_since(msg) != 0;
    unsigned   found = 0, count = track ? bcnet_timeline_count_at(track->blocks, msg->stamp) : 0;

    memset(known, 0, layout->count * sizeof *known);
    for (unsigned i = 0; i < blocks_searched(layout) && count > 0 && found < layout->count; i++) {
        bcnet_stamp_t             since;
        const bcnet_kept_block_t *kept = (const bcnet_kept_block_t *)bcnet_timeline_get(track->blocks, --count, &since);
        if (since < ship->since)
            break;
        found += take_block(kept, bcnet_stamp_frame(since), layout, dialect, known);
    }
    return found;
}
