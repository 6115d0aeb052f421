/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ship layouts: which subsystems a ship has, in the order the game sends them.
 *
 * A layout answers three questions of the dissector: how many bytes does each entry of a ship's
 * subsystem list take (protocol chapters 40.4 and 60.2), what is it called, and which object id
 * belongs to which subsystem (20.4: ship id + k).
 *
 * No Wireshark include here: the layout tool, the unit tests and the fuzzers use this file too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

enum { BCNET_LAYOUT_NAME_MAX = 100 /* characters of a name */ };

/* How one entry looks in a StateUpdate (60.2). */
typedef enum {
    BCNET_FORMAT_BASE, /* condition, then one byte per child */
    BCNET_FORMAT_POWERED, /* the same, then a bit and perhaps the power */
    BCNET_FORMAT_REACTOR, /* condition, children, main and backup battery */
    BCNET_FORMAT_SHIELD /* as powered, then six facings */
} bcnet_format_t;

/* The classes of the game that can stand in a ship's list (97.2). */
typedef enum {
    BCNET_CLASS_HULL,
    BCNET_CLASS_SHIELD,
    BCNET_CLASS_SENSOR,
    BCNET_CLASS_POWER,
    BCNET_CLASS_IMPULSE,
    BCNET_CLASS_WARP,
    BCNET_CLASS_REPAIR,
    BCNET_CLASS_CLOAK,
    BCNET_CLASS_TORPEDO_SYSTEM,
    BCNET_CLASS_PHASER_SYSTEM,
    BCNET_CLASS_PULSE_SYSTEM,
    BCNET_CLASS_TRACTOR_SYSTEM,
    BCNET_CLASS_PHASER_BANK,
    BCNET_CLASS_PULSE_WEAPON,
    BCNET_CLASS_TRACTOR_PROJECTOR,
    BCNET_CLASS_TORPEDO_TUBE,
    BCNET_CLASS_ENGINE, /* a single engine: ShipSubsystem 0x801B */
    BCNET_CLASS_COUNT
} bcnet_class_t;

enum {
    BCNET_FACINGS = 6, /* front, rear, top, bottom, left, right */
    BCNET_MAX_SUBSYSTEMS = 127, /* the game reads list positions as signed bytes (60.2) */
    BCNET_MAX_CHILDREN = 255
};

typedef struct {
    char         *name;
    bcnet_class_t class_id;
    float         max_condition; /* hit points, 0 when unknown */
    unsigned      object_offset; /* k: object id = ship id + k */
} bcnet_child_t;

typedef struct {
    char          *name;
    bcnet_class_t  class_id;
    float          max_condition;
    unsigned       object_offset;
    bool           primary;
    bool           shields_known;
    float          max_shields[BCNET_FACINGS]; /* shield generators */
    float          main_battery; /* reactors; 0 when unknown */
    float          backup_battery;
    unsigned       child_count;
    bcnet_child_t *children;
} bcnet_subsystem_t;

/* The part of an entry that decides its bytes, close together for the block walker. */
typedef struct {
    uint8_t format; /* bcnet_format_t */
    uint8_t child_count;
} bcnet_form_t;

typedef struct bcnet_layout {
    char                 *key; /* file name without ".ini": unique, used in preferences */
    char                 *name; /* display name: "Bird of Prey" */
    char                 *script; /* ship script: "BirdOfPrey"; may be NULL */
    char                 *hardpoint; /* hardpoint script: "birdofprey"; may be NULL */
    char                 *faction; /* may be NULL */
    char                 *confidence; /* "high", "medium", "low"; may be NULL */
    char                 *source; /* where the data come from; may be NULL */
    char                 *origin; /* path of the file, or "built in" */
    char                 *note; /* doubts and peculiarities in words; may be NULL */
    int                   species; /* 1..255; 0: no species number of its own */
    bool                  menu; /* one of the ships of the multiplayer menu */
    bool                  stock; /* built in, not a user's file */
    bool                  unknown; /* only that the ship has its number is known: it has no subsystems here */
    bool                  from_game; /* read from the game's folder: a layout file for the same number counts more */
    struct bcnet_layout  *also; /* another one of the same number, with as much weight or less; may be NULL */
    unsigned              hash_count;
    uint16_t             *hashes; /* known integrity hashes (98.3) */
    unsigned              count;
    bcnet_subsystem_t    *subsystems; /* the top-level list, in wire order */
    bcnet_form_t         *forms; /* the same list, reduced to what the walker needs */
    unsigned              object_count; /* highest object_offset: subsystems and children together */
    unsigned              variant_count; /* other readings of the script (60.6), tried by length */
    struct bcnet_layout **variants; /* named by their key: "append" */
} bcnet_layout_t;

typedef struct {
    const char    *name; /* the game's: "TorpedoSystem" */
    bcnet_format_t format; /* on the wire (60.2) */
    bcnet_class_t  child; /* that its children have; BCNET_CLASS_COUNT: it takes none (97.2) */
    unsigned       snapshot; /* BCNET_SNAPSHOT_...: what it has there */
} bcnet_class_info_t;

extern const bcnet_class_info_t bcnet_classes[BCNET_CLASS_COUNT];
bool                            bcnet_class_from_name(const char *name, bcnet_class_t *class_id);

/* What a part of a ship is to those who name its id (45.2, 45.3, 50.3). */
typedef enum {
    BCNET_ROLE_ANY,
    BCNET_ROLE_REPAIR, /* 0x06, 0x0B, 0x11 */
    BCNET_ROLE_SWITCHED, /* 0x0A */
    BCNET_ROLE_WEAPONS, /* 0x07 to 0x09 */
    BCNET_ROLE_PHASERS, /* 0x12 */
    BCNET_ROLE_TORPEDOES, /* 0x1B */
    BCNET_ROLE_TUBE, /* 0x19 */
    BCNET_ROLE_PULSE_WEAPON, /* 0x1A */
    BCNET_ROLE_COUNT
} bcnet_role_t;
bool bcnet_class_has_role(bcnet_class_t class_id, bcnet_role_t role);
/* "torpedo tube". */
const char *bcnet_role_name(bcnet_role_t role);

/* What follows the conditions of an entry in the snapshot of ObjectCreate, in this order (40.4). */
enum {
    BCNET_SNAPSHOT_BATTERIES = 1 << 0, /* main and backup */
    BCNET_SNAPSHOT_POWER = 1 << 1, /* negative: switched off */
    BCNET_SNAPSHOT_FACINGS = 1 << 2,
    BCNET_SNAPSHOT_BIT = 1 << 3, /* of cloak and weapon systems, in bytes that all entries share */
    BCNET_SNAPSHOT_SETTING = 1 << 4 /* level, ammunition or mode */
};
/* Bytes of one of them; 0 for the bit. */
unsigned bcnet_snapshot_part_length(unsigned part);

/* Reads a layout from the text of an .ini file. Problems are appended to `problems`, lines without a full stop (char *):
 * "x.ini, [Subsystem 3], Class: there is no class \"Foo\""; NULL is returned when the file cannot be used. */
bcnet_layout_t *bcnet_layout_parse(const char *file, const char *key, const char *text, size_t length,
                                   GPtrArray *problems);
/* Reads a layout file; its key is the file name without ".ini". */
bcnet_layout_t *bcnet_layout_load(const char *path, GPtrArray *problems);
/* The rules that hold between the values of a layout, however it was made; `file` names it in the
 * problems. True when nothing was found. */
bool bcnet_layout_check(const bcnet_layout_t *layout, const char *file, GPtrArray *problems);
/* Derives formats, forms and object_count from the classes and children. */
void bcnet_layout_complete(bcnet_layout_t *layout);
/* The text of the .ini file that describes a layout; parse(write(x)) equals x. */
char *bcnet_layout_write(const bcnet_layout_t *layout);
/* Whether two layouts say the same of a ship's subsystems, in all readings. */
bool bcnet_layout_same_subsystems(const bcnet_layout_t *a, const bcnet_layout_t *b);
void bcnet_layout_free(bcnet_layout_t *layout);

/* Bytes of the ObjectCreate snapshot (40.4). */
unsigned bcnet_layout_snapshot_length(const bcnet_layout_t *layout);
bool     bcnet_layout_has_cloak(const bcnet_layout_t *layout);
/* True for the entries that flag 0x80 may name: powered and shield (60.3). */
bool bcnet_layout_takes_power(const bcnet_layout_t *layout, unsigned index);
/* The subsystem (and child, or NULL) with the object id ship id + offset; false when there is none. */
bool bcnet_layout_find_object(const bcnet_layout_t *layout, unsigned offset, const bcnet_subsystem_t **subsystem,
                              const bcnet_child_t **child);
/* Whether that is the id of something with the role. */
bool bcnet_layout_has_role(const bcnet_layout_t *layout, unsigned offset, bcnet_role_t role);
/* True when two layouts look the same on the wire: formats and numbers of children (60.4). */
bool bcnet_layout_same_form(const bcnet_layout_t *a, const bcnet_layout_t *b);

/* All layouts in force. A user's file for a species replaces the stock one of that species; where several of one weight
 * have a number, a ship's snapshot tells which of them it is. */
typedef struct bcnet_layouts bcnet_layouts_t;

bcnet_layouts_t *bcnet_layouts_new(void); /* holds the stock layouts */
/* Reads every *.ini of a folder, in name order. Returns the number of layouts added; a folder that
 * does not exist gives 0 and no problem. */
unsigned bcnet_layouts_add_folder(bcnet_layouts_t *layouts, const char *folder, GPtrArray *problems);
/* Adds one layout, and takes it; false when it has to give way to another one. */
bool bcnet_layouts_add(bcnet_layouts_t *layouts, bcnet_layout_t *layout, GPtrArray *problems);
void bcnet_layouts_free(bcnet_layouts_t *layouts);
/* The one of a number that is known to belong to a ship of which nothing more is known; NULL: none. */
const bcnet_layout_t *bcnet_layouts_unknown(const bcnet_layouts_t *layouts, unsigned species);
/* The first one of a number. */
const bcnet_layout_t *bcnet_layouts_by_species(const bcnet_layouts_t *layouts, unsigned species);
/* The first one whose text at an offset is this one, ignoring case: G_STRUCT_OFFSET(bcnet_layout_t, script). */
const bcnet_layout_t *bcnet_layouts_find(const bcnet_layouts_t *layouts, size_t offset, const char *text);
/* By key, display name or script name, ignoring case. */
const bcnet_layout_t *bcnet_layouts_by_name(const bcnet_layouts_t *layouts, const char *name);
/* Those with subsystems. */
unsigned              bcnet_layouts_count(const bcnet_layouts_t *layouts);
const bcnet_layout_t *bcnet_layouts_get(const bcnet_layouts_t *layouts, unsigned index); /* species order, then name */

/* The snapshot of a ship in its creation, against layouts (protocol chapters 40.4, 60.4). No Wireshark include here. */

/* The layout, or the variant of it, that a snapshot reads with to its last byte; NULL: none, for the ship is another one.
 * Of `length` bytes these many are `there`, if the capture cuts the rest. */
const bcnet_layout_t *bcnet_snapshot_layout(const bcnet_layout_t *layout, const uint8_t *snapshot, unsigned there,
                                            unsigned length);
