/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What world*.c share: what the report has beside the records of games, links, stays and ships (records.h), and who collects
 * which part of it. */
#pragma once

#include <math.h>

#include "report/series.h"
#include "report/world.h"
#include "tables/records.h"

enum { BCNET_NONE = -1 }; /* no place, no number */

/* However long and whatever is captured, no more than this is kept; what is left out is counted. */
enum {
    BCNET_WORLD_GAMES = 64,
    BCNET_WORLD_LINKS = 1000, /* of all games together, and so on */
    BCNET_WORLD_PLAYERS = 1000,
    BCNET_WORLD_SHIPS = 1000,
    BCNET_WORLD_BUCKETS = 1024, /* of a link */
    BCNET_WORLD_SILENCES = 100,
    BCNET_WORLD_EVENTS = 20000, /* of all games together, and so on */
    BCNET_WORLD_SHOTS = 20000,
    BCNET_WORLD_DAMAGES = 40000,
    BCNET_WORLD_STEPS = 100000, /* of power and cloak */
    BCNET_WORLD_VALUES = 1200000, /* numbers in series; before there are more, all series are thinned out */
    BCNET_WORLD_WORDS = 40000, /* different texts */
    BCNET_WORLD_REMARKS = 64,
    BCNET_WORLD_EXAMPLES = 8 /* of a remark */
};

/* One stay of one client, or the host. */
typedef struct {
    bcnet_record_t is;
    bool           refused, has_team; /* was told */
    int            team;
} bcnet_world_player_t;

/* A stretch of a ship's way in one set. */
typedef struct {
    const char     *set; /* NULL: not told */
    bcnet_series_t *series; /* x, y, z, forward, speed */
} bcnet_leg_t;

typedef struct {
    double  time;
    int     index; /* of the entry whose power is wanted; BCNET_NONE: the ship cloaks */
    uint8_t value; /* percent; whether it is cloaked */
} bcnet_step_t;

typedef struct {
    bcnet_ship_record_t   is; /* each condition's own is its series */
    const bcnet_layout_t *layout;
    int                   layout_place;
    const char           *set; /* where it is */
    wmem_array_t         *legs; /* of bcnet_leg_t; NULL: it is new */
    wmem_array_t         *power, *cloak; /* of bcnet_step_t */
    int16_t               wanted[BCNET_MAX_SUBSYSTEMS + 1]; /* percent as told last, by entry; BCNET_NONE: not yet */
    bool                  cloaked;
    int                   last_damage; /* place in the game's damages */
    float                 forward[3], speed;
} bcnet_world_ship_t;

/* What happened, but for shots and damage. A kind of event has some of these. */
typedef struct {
    int64_t               time;
    uint32_t              frame;
    const char           *kind; /* docs/report.md lists them */
    const bcnet_object_t *ship, *other;
    const bcnet_stay_t   *player;
    bool                  of_owner; /* the player is the ship's, who may be told later */
    bool                  has_amount;
    double                amount;
    const char           *text;
} bcnet_world_event_t;

/* Conditions of a ship that fell, in hit points. */
typedef struct {
    int64_t               time;
    uint32_t              frame;
    const bcnet_object_t *ship;
    const bcnet_stay_t   *by; /* NULL: nobody fired, or several did */
    bool                  several;
    float                 hull, shields, systems;
} bcnet_world_damage_t;

/* ---- The network (world-net.c). Index 0: from the client, 1: from the host. ---- */

typedef enum {
    BCNET_COUNT_BYTES,
    BCNET_COUNT_MESSAGES,
    BCNET_COUNT_RESENDS,
    BCNET_COUNT_LOST,
    BCNET_COUNT_ACKS,
    BCNET_COUNTS
} bcnet_count_t;

/* What an end of a link sends in a while. */
typedef struct {
    uint32_t counts[BCNET_COUNTS];
    float    rtt_sum, rtt_max; /* ms; how long it took to acknowledge */
} bcnet_traffic_t;

typedef struct {
    bcnet_traffic_t ends[2];
} bcnet_bucket_t;

typedef struct {
    double from, to;
    int    end;
} bcnet_silence_t;

typedef struct {
    bcnet_link_record_t is;
    wmem_array_t       *buckets; /* of bcnet_bucket_t, from the beginning of the capture on; NULL: it is new */
    wmem_array_t       *silences; /* of bcnet_silence_t */
} bcnet_world_link_t;

typedef struct {
    const char *name; /* NULL: none seen */
    uint32_t    count, from_host, resends;
    int64_t     bytes;
} bcnet_world_kind_t;

enum { BCNET_WORLD_KINDS = 512 }; /* opcodes, then types of transport messages */

typedef struct {
    bcnet_game_record_t is;
    wmem_array_t       *layouts; /* of bcnet_layout_t *; NULL: the game is new */
    wmem_array_t       *shots; /* of const bcnet_fired_t *, that were heard */
    wmem_array_t       *events, *damages; /* themselves */
    bcnet_world_kind_t  kinds[BCNET_WORLD_KINDS];
} bcnet_world_game_t;

typedef struct {
    const char *filter, *severity;
    char       *texts[BCNET_WORLD_EXAMPLES];
    uint32_t    frames[BCNET_WORLD_EXAMPLES];
    int64_t     times[BCNET_WORLD_EXAMPLES];
    uint32_t    count;
} bcnet_remark_t;

struct bcnet_world {
    bcnet_book_t        records; /* and the message in hand; what is made here lives as long as their pool */
    bcnet_world_game_t *game; /* that of the message, and so on */
    bcnet_world_link_t *link; /* NULL: there are too many */
    double              now; /* seconds, like all times that are no int64_t */
    bool                is_original; /* no copy (10.10) */
    wmem_array_t       *remarks; /* of bcnet_remark_t */
    GHashTable         *server_names; /* "10.10.10.1:22101" -> name */
    wmem_map_t         *words; /* texts that occur often */
    GHashTable         *series; /* all of them */
    double              bucket; /* width in seconds */
    double              last; /* newest message */
    uint32_t            last_frame;
    uint32_t            values; /* numbers in series */
    float               coarseness; /* 1: as fine as meant */
    bool                full; /* series take no more */
    struct {
        unsigned events, shots, damages, steps, words;
    } counts;
    uint32_t         left_out; /* things that did not fit, beside records */
    bcnet_left_out_t not_counted;
};

/* ---- world.c ---- */
/* Whether one more fits where there are so many, which is counted then; if not, it counts as left out. */
bool bcnet_world_has_room(bcnet_world_t *world, unsigned *count, unsigned most);
/* An event of this moment; its kind is kept. */
void bcnet_world_add_event(bcnet_world_t *world, bcnet_world_event_t event);
#define bcnet_world_event(world, ...) bcnet_world_add_event(world, (bcnet_world_event_t){ __VA_ARGS__ })
/* The text, kept as long as the world; long ones are cut. NULL stays NULL. */
const char *bcnet_world_words(bcnet_world_t *world, const char *text);

bcnet_series_t *bcnet_world_new_series(bcnet_world_t *world, unsigned width, const float *tolerances);
void            bcnet_world_add_sample(bcnet_world_t *world, bcnet_series_t *series, const float *values);
/* The same for power and cloak, of which every step is kept as long as there is room. */
void bcnet_world_add_step(bcnet_world_t *world, wmem_array_t *steps, int index, uint8_t value);

/* ---- world-players.c ---- */
void bcnet_world_note_players(bcnet_world_t *world);

/* ---- world-ships.c ---- */
void bcnet_world_note_ships(bcnet_world_t *world);

/* ---- world-fights.c: conditions, power, damage, and what else happens to ships ---- */
void bcnet_world_note_conditions(bcnet_world_t *world, bcnet_world_ship_t *ship);
void bcnet_world_note_powers(bcnet_world_t *world, bcnet_world_ship_t *ship);
void bcnet_world_note_fights(bcnet_world_t *world);

/* ---- world-net.c ---- */
void bcnet_world_note_traffic(bcnet_world_t *world);
/* "host", "client" or NULL: where the capture was taken, as far as the times of the acks tell. */
const char *bcnet_world_side(const bcnet_world_t *world, const bcnet_game_record_t *game);
