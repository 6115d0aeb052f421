/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What world*.c share: the collected game, and who collects which part of it. */
#pragma once

#include <math.h>

#include "game/health.h"
#include "game/shots.h"
#include "tables/figures.h"
#include "tables/row-facts.h"
#include "report/series.h"
#include "report/world.h"

enum { BCNET_NONE = -1 }; /* no place, no number */

/* However long and whatever is captured, no more than this is kept; what is left out is counted. */
enum {
    BCNET_WORLD_GAMES = 64,
    BCNET_WORLD_ROUNDS = 64, /* of a game, and so on */
    BCNET_WORLD_PLAYERS = 256,
    BCNET_WORLD_SHIPS = 1000,
    BCNET_WORLD_LINKS = 64,
    BCNET_WORLD_BUCKETS = 1024,
    BCNET_WORLD_SILENCES = 100, /* of a link */
    BCNET_WORLD_EVENTS = 20000, /* of all games together, and so on */
    BCNET_WORLD_SHOTS = 20000,
    BCNET_WORLD_DAMAGES = 40000,
    BCNET_WORLD_VALUES = 1200000, /* numbers in series; before there are more, all series are thinned out */
    BCNET_WORLD_WORDS = 40000, /* different texts */
    BCNET_WORLD_REMARKS = 64,
    BCNET_WORLD_EXAMPLES = 8 /* of a remark */
};

/* Records, one for each thing of a kind. A record begins with its place in the array, by which the JSON refers to it. */
typedef struct {
    wmem_array_t *all; /* of pointers */
    wmem_map_t   *of; /* by the thing: a game, link, stay or object */
} bcnet_world_records_t;

typedef struct bcnet_world_link bcnet_world_link_t;

/* One stay of one client, or the host. */
typedef struct {
    int                       place;
    const bcnet_stay_t       *stay;
    const bcnet_world_link_t *link; /* NULL: none, as in all that follows */
    double                    first, last; /* seconds, like all times */
    bool                      refused; /* was told */
    int                       team;
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
    int                         place;
    const bcnet_object_t       *object;
    const bcnet_layout_t       *layout;
    int                         layout_place;
    const bcnet_world_player_t *player;
    const char                 *class_name; /* "Sovereign", "Akira/Nebula"; NULL: not known */
    bcnet_source_t              source;
    double                      first, last;
    uint32_t                    first_frame;
    uint32_t                    updates;
    bool                        born_here; /* its creation is in the capture */
    const char                 *set; /* where it is */
    wmem_array_t               *legs; /* of bcnet_leg_t */
    bcnet_health_t              health; /* each condition's own is its series */
    wmem_array_t               *power, *cloak; /* of bcnet_step_t */
    int16_t        wanted[BCNET_MAX_SUBSYSTEMS + 1]; /* percent as told last, by entry; BCNET_NONE: not yet */
    bool           cloaked;
    int            last_damage; /* place in the game's damages */
    bcnet_teller_t teller;
    float          forward[3], speed;
} bcnet_world_ship_t;

/* What happened, but for shots and damage. A kind of event has some of these. */
typedef struct {
    double                      time;
    uint32_t                    frame;
    const char                 *kind; /* docs/report.md lists them */
    const bcnet_world_ship_t   *ship, *other;
    const bcnet_world_player_t *player;
    bool                        has_amount;
    double                      amount;
    const char                 *text;
} bcnet_world_event_t;

/* Conditions of a ship that fell, in hit points. */
typedef struct {
    double                      time;
    uint32_t                    frame;
    const bcnet_world_ship_t   *ship;
    const bcnet_world_player_t *by; /* NULL: nobody fired, or several did */
    bool                        several;
    float                       hull, shields, systems;
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

struct bcnet_world_link {
    int                         place;
    const bcnet_link_t         *key;
    wmem_array_t               *buckets; /* of bcnet_bucket_t, from the beginning of the capture on */
    wmem_array_t               *silences; /* of bcnet_silence_t */
    const bcnet_stay_t         *stay; /* the newest one, and the figures of it */
    bcnet_figures_t            *figures;
    const bcnet_world_player_t *player; /* the newest one */
};

typedef struct {
    const char *name; /* NULL: none seen */
    uint32_t    count, from_host, resends;
    int64_t     bytes;
} bcnet_world_kind_t;

enum { BCNET_WORLD_KINDS = 512 }; /* opcodes, then types of transport messages */

typedef struct {
    int                   place;
    const bcnet_world_t  *world;
    const bcnet_game_t   *key;
    double                first, last;
    wmem_array_t         *rounds; /* of bcnet_round_row_t */
    bcnet_world_records_t players; /* the first one is the host */
    bcnet_world_records_t ships;
    bcnet_world_records_t links;
    wmem_array_t         *layouts; /* of bcnet_layout_t * */
    wmem_array_t         *events, *damages; /* themselves */
    wmem_array_t         *shots; /* of bcnet_fired_t * */
    bcnet_world_kind_t    kinds[BCNET_WORLD_KINDS];
} bcnet_world_game_t;

typedef struct {
    char    *filter;
    char    *texts[BCNET_WORLD_EXAMPLES];
    uint32_t frames[BCNET_WORLD_EXAMPLES];
    double   times[BCNET_WORLD_EXAMPLES];
    uint32_t count;
    int      severity;
} bcnet_remark_t;

struct bcnet_world {
    wmem_allocator_t     *pool; /* what is made here lives as long as the world */
    bcnet_world_records_t games;
    wmem_array_t         *remarks; /* of bcnet_remark_t */
    GHashTable           *server_names; /* "10.10.10.1:22101" -> name */
    wmem_map_t           *words; /* texts that occur often */
    GHashTable           *series; /* all of them */
    double                bucket; /* width in seconds */
    nstime_t              start; /* of the capture */
    nstime_t              end; /* newest message */
    double                last; /* the same in seconds */
    uint32_t              last_frame;
    uint32_t              values; /* numbers in series and steps */
    uint32_t              steps; /* those of steps */
    float                 coarseness; /* 1: as fine as meant */
    bool                  full; /* series take no more */
    uint32_t              events, shots, damages;
    uint32_t              left_out; /* things that did not fit */
    bcnet_left_out_t      not_counted;
};

/* What is handed down while a message is taken in. */
typedef struct {
    bcnet_world_t             *world;
    bcnet_world_game_t        *game;
    const bcnet_tap_message_t *message;
    const packet_info         *pinfo;
    double                     now;
    bool                       is_original; /* no copy (10.10) */
} bcnet_world_input_t;

/* ---- world.c ---- */
/* The record of a thing, made of so many zeros when it is first told of; NULL: of nothing (NULL), or there are too many. */
void *bcnet_world_record(bcnet_world_t *world, const bcnet_world_records_t *records, const void *thing, size_t size,
                         unsigned most);
/* The element of an array of pointers. */
void *bcnet_world_at(wmem_array_t *array, unsigned place);
/* Whether one more fits where there are so many; if not, it counts as left out. */
bool bcnet_world_has_room(bcnet_world_t *world, unsigned count, unsigned most);
/* An event of this moment; its kind is kept. */
void bcnet_world_add_event(const bcnet_world_input_t *input, bcnet_world_event_t event);
#define bcnet_world_event(input, ...) bcnet_world_add_event(input, (bcnet_world_event_t){ __VA_ARGS__ })
/* The text, kept as long as the world; long ones are cut. NULL stays NULL. */
const char *bcnet_world_words(bcnet_world_t *world, const char *text);

bcnet_series_t *bcnet_world_new_series(bcnet_world_t *world, unsigned width, const float *tolerances);
void            bcnet_world_add_sample(bcnet_world_t *world, bcnet_series_t *series, double time, const float *values);
/* The same for power and cloak, of which every step is kept as long as there is room. */
void bcnet_world_add_step(const bcnet_world_input_t *input, wmem_array_t *steps, int index, uint8_t value);

/* The records, NULL: there is none. */
static inline const bcnet_world_player_t *bcnet_world_player_of(const bcnet_world_game_t *game,
                                                                const bcnet_stay_t       *stay)
{
    return (const bcnet_world_player_t *)wmem_map_lookup(game->players.of, stay);
}

static inline bcnet_world_ship_t *bcnet_world_ship_of(const bcnet_world_game_t *game, const bcnet_object_t *object)
{
    return (bcnet_world_ship_t *)wmem_map_lookup(game->ships.of, object);
}

/* ---- world-players.c ---- */
void bcnet_world_note_players(const bcnet_world_input_t *input);

/* ---- world-ships.c ---- */
void bcnet_world_note_ships(const bcnet_world_input_t *input);

/* ---- world-fights.c: conditions, power, damage, shots, and what else happens to ships ---- */
void bcnet_world_note_conditions(const bcnet_world_input_t *input, bcnet_world_ship_t *ship);
void bcnet_world_note_powers(const bcnet_world_input_t *input, bcnet_world_ship_t *ship);
void bcnet_world_note_fights(const bcnet_world_input_t *input);

/* ---- world-net.c ---- */
void bcnet_world_note_traffic(const bcnet_world_input_t *input);
/* "host", "client" or NULL: where the capture was taken, as far as the times of the acks tell. */
const char *bcnet_world_side(const bcnet_world_game_t *game);
