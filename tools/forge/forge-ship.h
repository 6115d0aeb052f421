/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships of a made-up battle: how they fly, what their subsystems are like, and the game messages that tell
 * others about it. */
#pragma once

#include <glib.h>

/* Random numbers that are the same on every machine: splitmix64. */

typedef struct {
    guint64 state;
} forge_random_t;

static inline guint64 bcnet_random_next(forge_random_t *random)
{
    guint64 z = random->state += G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * G_GUINT64_CONSTANT(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * G_GUINT64_CONSTANT(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From 0 to 1, without 1. */
static inline double bcnet_random_unit(forge_random_t *random)
{
    return (double)(bcnet_random_next(random) >> 11) / 9007199254740992.0;
}

static inline gboolean bcnet_random_chance(forge_random_t *random, double probability)
{
    return bcnet_random_unit(random) < probability;
}

/* From LOW to HIGH, both included. */
static inline gint64 bcnet_random_between(forge_random_t *random, gint64 low, gint64 high)
{
    return low + (gint64)(bcnet_random_unit(random) * (double)(high - low + 1));
}

#define BCNET_FORGE_MAX_PLAYERS 8 /* what the game's menu offers (90.3) */
#define BCNET_FORGE_FIRST_PLAYER 2 /* the first client's id */
#define BCNET_FORGE_MAX_CONDITIONS 2048

/* The ids of objects that the player in SLOT makes begin here (20.4). */
static inline guint32 bcnet_forge_first_object(guint slot)
{
    return 0x3FFFFFFF + slot * 0x40000;
}

/* What a ship class has on the wire. `entries` is its list of top-level subsystems in the notation "p2": kind (h hull, r
 * reactor, s shield, p another powered one, c cloak, and the weapon systems u pulse, t torpedoes, f phasers, g tractor
 * beams), and '0' + the number of children (40.4, 60.2, 60.6). Offsets are from the ship's object id (20.4). */
typedef struct {
    const char *name;
    guint8      species;
    const char *entries;
    guint       subsystems; /* all of them, children included */
    guint       phasers; /* the system */
    guint       torpedoes; /* the system */
    guint       first_tube;
    guint       tubes;
    guint       repair;
    guint16     hash; /* integrity hash as clients send it */
    guint8      wanted[3]; /* subsystems whose power a client reports first (60.3) */
} forge_class_t;

const forge_class_t *bcnet_forge_class(guint index); /* any index; they repeat */

/* The absolute position that somebody was told last. */
typedef struct {
    float  position[3];
    gint64 time; /* when, in microseconds; negative for never */
} forge_base_t;

typedef struct {
    const forge_class_t *class;
    gboolean     alive;
    guint32      object;
    guint8       slot;
    guint8       player;
    const char  *name;
    const char  *set;
    float        position[3];
    float        direction[3]; /* unit vector */
    float        speed;
    forge_base_t base; /* what its client told */
    gboolean     told_power;
    forge_base_t host_base[BCNET_FORGE_MAX_PLAYERS]; /* what the host told each receiver */
    guint        cursor[BCNET_FORGE_MAX_PLAYERS]; /* next subsystem for each receiver */
    guint8       conditions[BCNET_FORGE_MAX_CONDITIONS]; /* in wire order, batteries and facings too */
} forge_ship_t;

void bcnet_forge_ship_create(forge_ship_t *ship, forge_random_t *random);
void bcnet_forge_ship_fly(forge_ship_t *ship, forge_random_t *random, double seconds);
/* Something is hit or repaired. */
void bcnet_forge_ship_suffer(forge_ship_t *ship, forge_random_t *random);

/* Game payloads. Each is a new array. */
GByteArray *bcnet_forge_ship_creation(const forge_ship_t *ship);
/* StateUpdate as the ship's own client sends it, and as the host sends it to the player in SLOT. NOW is the time
 * in microseconds. */
GByteArray *bcnet_forge_client_update(forge_ship_t *ship, forge_random_t *random, gint64 now);
GByteArray *bcnet_forge_host_update(forge_ship_t *ship, forge_random_t *random, guint slot, gint64 now);
/* The subsystem part alone, from START on; open bits are those already in the message's group byte. NEXT is where
 * the next one begins. */
GByteArray *bcnet_forge_subsystem_block(const forge_ship_t *ship, guint start, gboolean remote, guint open_bits,
                                        guint *next);

/* A StateUpdate of nothing but such a block. */
GByteArray *bcnet_forge_block_update(const forge_ship_t *ship, guint start, gboolean remote, gint64 now, guint *next);

/* Events (50): class, code, source and destination, then the tail. */
GByteArray *bcnet_forge_event(guint8 opcode, guint32 class, guint32 code, guint32 source, guint32 destination);
GByteArray *bcnet_forge_start_firing(const forge_ship_t *ship, guint32 target);
GByteArray *bcnet_forge_torpedo(const forge_ship_t *ship, forge_random_t *random, guint32 target);
GByteArray *bcnet_forge_collision(const forge_ship_t *ship, forge_random_t *random);
