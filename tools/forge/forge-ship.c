/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships of a made-up battle and the game messages about them. */
#include "forge/forge-ship.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "forge/forge-bytes.h"

enum { FLAG_POSITION = 0x01, FLAG_DELTA = 0x02, FLAG_FORWARD = 0x04, FLAG_UP = 0x08, FLAG_SPEED = 0x10 };
enum { FLAG_SUBSYSTEMS = 0x20, FLAG_WEAPONS = 0x80 };
enum { CLASS_SHIP = 0x8008, FULL_POWER = 100, FULL_WANTED = 0xCC, FACINGS = 6, BATTERIES = 2 };
/* A block ends when it has this many bytes, counted from its start index (60.2). */
enum { BLOCK_BYTES = 10 };
#define ABSOLUTE_EVERY G_USEC_PER_SEC /* 90.2 */

/* Subsystems and their offsets from the game's ship scripts; the hash of the Akira is that of real clients
 * (98.2), the two others are made up: theirs are not known. */
static const forge_class_t classes[] = {
    { "Sovereign", 5, "h0s0p0r0p2t6p0f8g4p2h0", 33, 26, 6, 7, 6, 25, 0x5A10, { 1, 2, 4 } },
    { "Akira", 1, "h0s0p0r0p2f8p2t6p0g2h0", 31, 6, 8, 14, 6, 13, 0xFB37, { 1, 2, 4 } },
    { "Galaxy", 3, "h0r0s0p0t6f8p3p2g4h0p0", 34, 12, 5, 6, 6, 32, 0x3C41, { 2, 3, 6 } },
};

const forge_class_t *bcnet_forge_class(guint index)
{
    return &classes[index % G_N_ELEMENTS(classes)];
}

/* Writing. */

static float length_of(const float *vector)
{
    return sqrtf(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

/* cv3: components times 127, truncated (20.3). */
static void put_direction(GByteArray *out, const float *vector)
{
    float length = length_of(vector);

    for (guint i = 0; i < 3; i++)
        bcnet_forge_append(out, length > 0 ? (guint8)(gint8)(vector[i] / length * 127.0f) : 0, 1);
}

/* Bit groups (20.1): up to five booleans in a byte that stands where the first one was written. */
typedef struct {
    GByteArray *out;
    guint       place;
    guint       count;
} bits_t;

static void put_bit(bits_t *bits, gboolean value)
{
    if (bits->count == 0 || bits->count == 5) {
        bits->place = bits->out->len;
        bits->count = 0;
        bcnet_forge_append(bits->out, 0, 1);
    }
    guint8 *byte = &bits->out->data[bits->place];
    *byte = (guint8)((*byte & 0x1F) | (value ? 1u << bits->count : 0u) | (bits->count + 1) << 5);
    bits->count++;
}

/* The ship. */

static guint entry_count(const forge_class_t *class)
{
    return (guint)strlen(class->entries) / 2;
}

static char entry_kind(const forge_class_t *class, guint index)
{
    return class->entries[2 * index];
}

static gboolean takes_power(char kind)
{
    return kind != 'h' && kind != 'r';
}

/* Bytes of an entry that say how it is: itself, children, batteries, facings. */
static guint entry_conditions(const forge_class_t *class, guint index)
{
    guint count = 1 + (guint)((guchar) class->entries[2 * index + 1] - '0');
    char  kind = entry_kind(class, index);

    return count + (kind == 'r' ? BATTERIES : 0) + (kind == 's' ? FACINGS : 0);
}

static guint first_condition(const forge_class_t *class, guint index)
{
    guint first = 0;

    for (guint i = 0; i < index; i++)
        first += entry_conditions(class, i);
    return first;
}

static void turn(forge_ship_t *ship, forge_random_t *random)
{
    float length = 0;

    while (length < 0.1f) {
        for (guint i = 0; i < 3; i++)
            ship->direction[i] = (float)(bcnet_random_unit(random) * 2 - 1);
        length = length_of(ship->direction);
    }
    for (guint i = 0; i < 3; i++)
        ship->direction[i] /= length;
    ship->speed = (float)bcnet_random_between(random, 0, 63) / 10.0f;
}

void bcnet_forge_ship_create(forge_ship_t *ship, forge_random_t *random)
{
    for (guint i = 0; i < 3; i++)
        ship->position[i] = (float)bcnet_random_between(random, -90, 90);
    turn(ship, random);
    ship->set = "Multi1";
    ship->base.time = -1;
    ship->told_power = FALSE;
    for (guint i = 0; i < BCNET_FORGE_MAX_PLAYERS; i++) {
        ship->host_base[i].time = -1;
        ship->cursor[i] = 0;
    }
    memset(ship->conditions, 0xFF, sizeof ship->conditions);
    ship->alive = TRUE;
}

void bcnet_forge_ship_fly(forge_ship_t *ship, forge_random_t *random, double seconds)
{
    if (bcnet_random_chance(random, seconds / 4))
        turn(ship, random);
    for (guint i = 0; i < 3; i++)
        ship->position[i] += ship->direction[i] * ship->speed * (float)seconds;
}

void bcnet_forge_ship_suffer(forge_ship_t *ship, forge_random_t *random)
{
    guint   count = first_condition(ship->class, entry_count(ship->class));
    guint8 *condition = &ship->conditions[bcnet_random_between(random, 0, count - 1)];
    gint64  change = bcnet_random_between(random, -60, 30);

    *condition = (guint8)CLAMP(*condition + change, 0, 255);
}

/* What nobody has changed yet: phasers medium, tractor beams tow, the first kind of torpedoes (40.4); -1: none. */
static int setting_of(char kind)
{
    return kind == 't' ? 0 : kind == 'f' || kind == 'g' ? 1 : -1;
}

typedef enum { VIEW_SNAPSHOT, VIEW_OWNER, VIEW_REMOTE } view_t;

/* What every subsystem tells: conditions, and its power, which a snapshot always has and its owner knows. */
static void put_entry(bits_t *bits, const forge_ship_t *ship, guint index, view_t view)
{
    char          kind = entry_kind(ship->class, index);
    const guint8 *conditions = ship->conditions + first_condition(ship->class, index);
    guint         count = entry_conditions(ship->class, index), facings = kind == 's' ? FACINGS : 0;

    g_byte_array_append(bits->out, conditions, count - facings);
    if (takes_power(kind) && view != VIEW_SNAPSHOT)
        put_bit(bits, view == VIEW_REMOTE);
    if (takes_power(kind) && view != VIEW_OWNER)
        bcnet_forge_append(bits->out, FULL_POWER, 1);
    g_byte_array_append(bits->out, conditions + count - facings, facings);
}

static void put_snapshot(GByteArray *out, const forge_ship_t *ship)
{
    bits_t bits = { .out = out };

    for (guint i = 0; i < entry_count(ship->class); i++) {
        char kind = entry_kind(ship->class, i);
        put_entry(&bits, ship, i, VIEW_SNAPSHOT);
        if (strchr("cutfg", kind))
            put_bit(&bits, FALSE);
        if (setting_of(kind) >= 0)
            bcnet_forge_append(out, (guint8)setting_of(kind), 1);
    }
}

static void put_position(GByteArray *out, const forge_ship_t *ship)
{
    bcnet_forge_pack(out, "fff", ship->position[0], ship->position[1], ship->position[2]);
}

/* 0x03 ObjectCreateTeam (40.1, 40.3). */
GByteArray *bcnet_forge_ship_creation(const forge_ship_t *ship)
{
    GByteArray *out = bcnet_forge_pack(NULL, "bbbwwb", 0x03, ship->slot, ship->player, CLASS_SHIP, ship->object,
                                       ship->class->species);

    put_position(out, ship);
    bcnet_forge_pack(out, "ffff", 1.0, 0.0, 0.0, 0.0); /* the quaternion of no rotation */
    put_direction(out, ship->direction);
    bcnet_forge_pack(out, "ftt", ship->speed, ship->name, ship->set);
    put_snapshot(out, ship);
    return out;
}

/* StateUpdate (60). */

static GByteArray *begin_update(const forge_ship_t *ship, gint64 now, guint8 flags)
{
    return bcnet_forge_pack(NULL, "bwfb", 0x1C, ship->object, (double)now / G_USEC_PER_SEC, flags);
}

/* Everything before flag 0x40, with has_hash in the bit group. */
static void put_movement(bits_t *bits, const forge_ship_t *ship, guint8 flags, const float *base, gboolean has_hash)
{
    static const float up[3] = { 0, 0, 1 };

    if (flags & FLAG_POSITION) {
        put_position(bits->out, ship);
        put_bit(bits, has_hash);
        if (has_hash)
            bcnet_forge_append(bits->out, ship->class->hash, 2);
    }
    if (flags & FLAG_DELTA) {
        const float delta[3] = { ship->position[0] - base[0], ship->position[1] - base[1],
                                 ship->position[2] - base[2] };
        put_direction(bits->out, delta);
        bcnet_forge_append(bits->out, bcnet_forge_cf16(length_of(delta)), 2);
    }
    if (flags & FLAG_FORWARD)
        put_direction(bits->out, ship->direction);
    if (flags & FLAG_UP)
        put_direction(bits->out, up);
    if (flags & FLAG_SPEED)
        bcnet_forge_append(bits->out, bcnet_forge_cf16(ship->speed), 2);
}

static void put_wanted(GByteArray *out, forge_ship_t *ship, forge_random_t *random)
{
    guint changed = bcnet_random_chance(random, 0.02) ? 1 : 0;

    if (!ship->told_power) {
        changed = G_N_ELEMENTS(ship->class->wanted);
        ship->told_power = TRUE;
    }
    for (guint i = 0; i < changed; i++)
        bcnet_forge_pack(out, "bb", ship->class->wanted[i], FULL_WANTED);
}

/* Whether it is time to tell the absolute position. If so, it counts as told. */
static gboolean rebase(forge_base_t *base, const forge_ship_t *ship, gint64 now)
{
    if (base->time >= 0 && now - base->time < ABSOLUTE_EVERY)
        return FALSE;
    memcpy(base->position, ship->position, sizeof base->position);
    base->time = now;
    return TRUE;
}

GByteArray *bcnet_forge_client_update(forge_ship_t *ship, forge_random_t *random, gint64 now)
{
    static const guint8 usual[] = { 0x9E, 0x96, 0x92, 0x8E, 0x80 }; /* 60.1 */
    guint8              flags = 0x9D;

    if (!rebase(&ship->base, ship, now))
        flags = usual[bcnet_random_between(random, 0, G_N_ELEMENTS(usual) - 1)];
    bits_t bits = { .out = begin_update(ship, now, flags) };
    put_movement(&bits, ship, flags, ship->base.position, TRUE);
    put_wanted(bits.out, ship, random);
    return bits.out;
}

/* Entries from the start index on, wrapping, until the block is full or all are in it. */
static guint put_block(bits_t *bits, const forge_ship_t *ship, guint start, gboolean remote)
{
    guint begin = bits->out->len;
    guint count = entry_count(ship->class);
    guint index = start;

    bcnet_forge_append(bits->out, (guint8)start, 1);
    do {
        put_entry(bits, ship, index, remote ? VIEW_REMOTE : VIEW_OWNER);
        index = (index + 1) % count;
    } while (index != start && bits->out->len - begin < BLOCK_BYTES);
    return index;
}

GByteArray *bcnet_forge_subsystem_block(const forge_ship_t *ship, guint start, gboolean remote, guint open_bits,
                                        guint *next)
{
    bits_t bits = { .out = g_byte_array_new() };

    for (guint i = 0; i < open_bits; i++)
        put_bit(&bits, FALSE);
    *next = put_block(&bits, ship, start, remote);
    return bits.out;
}

GByteArray *bcnet_forge_block_update(const forge_ship_t *ship, guint start, gboolean remote, gint64 now, guint *next)
{
    bits_t bits = { .out = begin_update(ship, now, FLAG_SUBSYSTEMS) };

    *next = put_block(&bits, ship, start, remote);
    return bits.out;
}

GByteArray *bcnet_forge_host_update(forge_ship_t *ship, forge_random_t *random, guint slot, gint64 now)
{
    static const guint8 usual[] = { 0x3E, 0x36, 0x32 }; /* 60.1 */
    gboolean            owner = slot == ship->slot;
    guint8              flags = usual[bcnet_random_between(random, 0, G_N_ELEMENTS(usual) - 1)];

    if (owner)
        flags = FLAG_SUBSYSTEMS;
    else if (rebase(&ship->host_base[slot], ship, now))
        flags = 0x3D;
    bits_t bits = { .out = begin_update(ship, now, flags) };
    put_movement(&bits, ship, flags, ship->host_base[slot].position, FALSE);
    ship->cursor[slot] = put_block(&bits, ship, ship->cursor[slot], !owner);
    return bits.out;
}

/* Events and shots. */

GByteArray *bcnet_forge_event(guint8 opcode, guint32 class, guint32 code, guint32 source, guint32 destination)
{
    return bcnet_forge_pack(NULL, "bwwww", opcode, class, code, source, destination);
}

/* 50.2.8: at the middle of the target, so without offset. */
GByteArray *bcnet_forge_start_firing(const forge_ship_t *ship, guint32 target)
{
    GByteArray *out = bcnet_forge_event(0x07, 0x8128, 0x008000D8, 0, ship->object + ship->class->phasers);

    return bcnet_forge_pack(out, "ww", target, 0);
}

/* 45.2: with a target (flags bit 2 clear) 18 bytes. */
GByteArray *bcnet_forge_torpedo(const forge_ship_t *ship, forge_random_t *random, guint32 target)
{
    static const guint8 offset[4] = { 0x00, 0x88, 0xD8, 0x5C }; /* of a captured shot (45.5) */
    const guint         tube = ship->class->first_tube + (guint)bcnet_random_between(random, 0, ship->class->tubes - 1);
    GByteArray         *out =
        bcnet_forge_pack(NULL, "bwbb", 0x19, ship->object + tube, ship->player, target != 0 ? 0x01 : 0x05);

    put_direction(out, ship->direction);
    if (target != 0) {
        bcnet_forge_append(out, target, 4);
        g_byte_array_append(out, offset, sizeof offset);
    }
    return out;
}

/* 50.2.7: one contact point. */
GByteArray *bcnet_forge_collision(const forge_ship_t *ship, forge_random_t *random)
{
    static const guint8 contact[5] = { 1, 0x0D, 0x7E, 0x00, 0xD9 }; /* of a captured collision (50.9) */
    GByteArray         *out = bcnet_forge_event(0x15, 0x8124, 0x00800050, 0, ship->object);

    g_byte_array_append(out, contact, sizeof contact);
    bcnet_forge_pack(out, "f", (double)bcnet_random_between(random, 100, 1500));
    return out;
}
