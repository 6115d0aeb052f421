/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ships/block.h"

#include <string.h>

#include "datagram/little-endian.h"

enum { HEADER = 10, OFFSET_OBJECT = 1, OFFSET_TIME = 5, OFFSET_FLAGS = 9, DIRECTION = 3 };

static const struct {
    uint8_t flag;
    uint8_t length; /* in bytes; behind the position stands a boolean, perhaps with a hash, and cloak is one */
} forms[BCNET_UPDATE_PARTS] = {
    [BCNET_UPDATE_POSITION] = { BCNET_STATE_POSITION, 12 },
    [BCNET_UPDATE_DELTA] = { BCNET_STATE_DELTA, DIRECTION + 2 },
    [BCNET_UPDATE_FORWARD] = { BCNET_STATE_FORWARD, DIRECTION },
    [BCNET_UPDATE_UP] = { BCNET_STATE_UP, DIRECTION },
    [BCNET_UPDATE_SPEED] = { BCNET_STATE_SPEED, 2 },
    [BCNET_UPDATE_CLOAK] = { BCNET_STATE_CLOAK, 0 },
};

/* Whether the flags announce the part. */
static bool has(const bcnet_update_t *update, bcnet_update_part_t part)
{
    return update->flags & forms[part].flag;
}

bool bcnet_update_holds(const bcnet_update_t *update, bcnet_update_part_t part)
{
    const uint32_t at = update->parts[part];

    return at > 0 && at + forms[part].length <= update->end && (part != BCNET_UPDATE_CLOAK || update->whole);
}

/* update->tail is the next byte until all are read. True when `length` more are there; steps over them. */
static bool skip(bcnet_update_t *update, uint32_t length)
{
    if (update->end - update->tail < length)
        return false;
    update->tail += length;
    return true;
}

static bool read_bit(bcnet_update_t *update, bool *value)
{
    if (!bcnet_bits_open(&update->bits)) {
        const uint8_t byte = update->tail < update->end ? update->payload[update->tail] : 0;
        if (!skip(update, 1))
            return false;
        update->bits_outcome = bcnet_bits_outcome(update->bits_outcome, bcnet_bits_count_is_possible(byte) &&
                                                                            bcnet_bits_may_follow(&update->bits));
        bcnet_bits_begin(&update->bits, (int)update->tail - 1, byte);
    }
    *value = bcnet_bits_next(&update->bits);
    return true;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The position was stepped over; what follows it? */
static bool read_position(bcnet_update_t *update)
{
    for (unsigned i = 0; i < 3; i++)
        update->position[i] = float_of(bcnet_le32(update->payload + update->parts[BCNET_UPDATE_POSITION] + 4 * i));
    update->has_position = true;
    if (!read_bit(update, &update->has_hash) || (update->has_hash && !skip(update, 2)))
        return false;
    if (update->has_hash)
        update->hash = bcnet_le16(update->payload + update->tail - 2);
    return true;
}

static bool read_part(bcnet_update_t *update, bcnet_update_part_t part)
{
    update->parts[part] = update->tail;
    if (!skip(update, forms[part].length))
        return false;
    return part == BCNET_UPDATE_POSITION ? read_position(update)
                                         : part != BCNET_UPDATE_CLOAK || read_bit(update, &update->cloaked);
}

void bcnet_update_read(const uint8_t *payload, uint32_t end, bcnet_update_t *update)
{
    memset(update, 0, sizeof *update);
    update->payload = payload;
    update->end = end;
    bcnet_bits_start(&update->bits);
    if (end < HEADER)
        return;
    update->object = bcnet_le32(payload + OFFSET_OBJECT);
    update->game_time = bcnet_le32(payload + OFFSET_TIME);
    update->flags = payload[OFFSET_FLAGS];
    update->tail = HEADER;
    update->whole = true;
    const bool ends_here = !(update->flags & ~(BCNET_STATE_SUBSYSTEMS | BCNET_STATE_WEAPONS)); /* many do */
    for (unsigned part = 0; !ends_here && part < BCNET_UPDATE_PARTS && update->whole; part++)
        update->whole = !has(update, (bcnet_update_part_t)part) || read_part(update, (bcnet_update_part_t)part);
}

float bcnet_update_time(const bcnet_update_t *update)
{
    return float_of(update->game_time);
}

void bcnet_update_direction(const bcnet_update_t *update, bcnet_update_part_t part, float direction[3])
{
    for (unsigned i = 0; i < 3; i++)
        direction[i] = bcnet_direction_component((int8_t)update->payload[update->parts[part] + i]);
}

float bcnet_update_delta_length(const bcnet_update_t *update)
{
    return bcnet_cf16_decode(bcnet_le16(update->payload + update->parts[BCNET_UPDATE_DELTA] + DIRECTION));
}

float bcnet_update_speed(const bcnet_update_t *update)
{
    return bcnet_cf16_decode(bcnet_le16(update->payload + update->parts[BCNET_UPDATE_SPEED]));
}

bcnet_block_t bcnet_update_block(const bcnet_update_t *update)
{
    const bool grouped = update->bits.last >= 0;

    /* The walker wants to know how many booleans were taken from the newest group byte, even when the group closed with
     * the last of them. */
    return (bcnet_block_t){
        .payload = update->payload,
        .start = update->tail,
        .end = update->end,
        .group = { grouped ? (uint32_t)update->bits.last : 0, grouped ? update->bits.used : 0 },
        .mode = update->flags & BCNET_STATE_WEAPONS ? BCNET_WALK_BOUNDED : BCNET_WALK_LENIENT,
    };
}
