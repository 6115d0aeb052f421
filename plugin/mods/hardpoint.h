/* Reads a ship's hardpoint script, without running anything of it, into the list of its subsystems.
 *
 * The scripts are Python 1.5. Only the subset is followed in which such scripts are written; whatever
 * is outside of it is reported, and skipped when it cannot matter for the ship's subsystems.
 * Protocol chapter 97.
 *
 * No file is opened here: parents come from a function of the caller.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_HARDPOINT_H
#define BCNET_HARDPOINT_H

#include "ships/layout.h"
#include "mods/hardpoint-remark.h"

enum { BCNET_SCRIPT_MAX = 4 * 1024 * 1024 }; /* bytes of a script; the largest ones have 200 KB */

typedef struct {
    char  *path; /* its name for remarks; it also tells when a script is its own parent */
    char  *text;
    size_t length;
} bcnet_script_t;

/* Frees what is in it. */
void bcnet_script_clear(bcnet_script_t *script);

/* Where parent scripts come from. */
typedef struct {
    const char *package; /* of the scripts: NULL for "ships.Hardpoints" */
    /* The script of the same folder that is called `module`, a plain name without folder and ".py". False when there
     * is none. */
    bool (*find)(void *context, const char *module, bcnet_script_t *script);
    void *context;
} bcnet_hardpoint_parents_t;

/* What a constructor such as App.HullProperty_Create makes (97.2, rule 3). */
typedef enum {
    BCNET_KIND_SUBSYSTEM, /* always the same class */
    BCNET_KIND_WEAPONS, /* the class depends on SetWeaponSystemType */
    BCNET_KIND_OTHER, /* not on the list */
    BCNET_KIND_UNKNOWN /* of which the game's description says nothing */
} bcnet_kind_t;

typedef struct {
    const char   *name; /* "HullProperty" */
    bcnet_kind_t  kind;
    bcnet_class_t class_id;
} bcnet_property_kind_t;

typedef struct bcnet_property {
    const bcnet_property_kind_t *kind;
    const char                  *name;
    const char                  *file; /* where it was made */
    bcnet_place_t                place;
    bool                         primary;
    bool                         primary_told; /* SetPrimary was called */
    int                          weapon_type; /* WST_...; 0: not told */
    int                          engine_type; /* EP_... */
    const char                  *unclear; /* why one of these four is not known; else NULL */
    const char                  *unclear_file;
    bcnet_place_t                unclear_place;
    float                        max_condition; /* these are 0 when not told */
    bool                         shields_known; /* SetMaxShields was called */
    float                        max_shields[BCNET_FACINGS];
    float                        main_battery;
    float                        backup_battery;
    bool                         registered;
    struct bcnet_property       *next; /* registered under the same name, of another kind */
} bcnet_property_t;

/* One call of AddToSet. */
typedef struct {
    const bcnet_property_t *property;
    const char             *file;
    bcnet_place_t           place;
} bcnet_added_t;

typedef struct {
    const char    *file;
    bcnet_added_t *added; /* in the order of the calls */
    unsigned       count;
} bcnet_hardpoint_t;

/* "HullProperty", of which a subsystem of a class is made, and for the value of SetWeaponSystemType the class that it
 * gives; BCNET_CLASS_COUNT: none (97.2, rule 3). */
const char   *bcnet_property_of_class(bcnet_class_t class_id);
bcnet_class_t bcnet_weapon_class(int weapon_type);
enum { BCNET_WEAPON_TYPES = 5 /* from 0 on */ };

/* What it means that a script adds a property again, which is not known (97.2, rule 2). */
typedef enum { BCNET_READD_REPLACE, BCNET_READD_APPEND, BCNET_READD_MOVE, BCNET_READD_COUNT } bcnet_readd_t;

/* The subsystem list that a script leads to, with one reading of properties added again; the other readings become variants
 * if there are any such properties. The layout has no key, name or species yet. `parents` may be NULL. Remarks
 * (bcnet_remark_t *) are appended; NULL is returned when the file cannot be used. */
bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_t *script, const bcnet_hardpoint_parents_t *parents,
                                     bcnet_readd_t readd, GPtrArray *remarks);
/* The second part of that. */
bcnet_layout_t *bcnet_hardpoint_layout(const bcnet_hardpoint_t *hardpoint, bcnet_readd_t readd, GPtrArray *remarks);
/* A name of the game's as layout files want it, freed with g_free: in UTF-8, without line ends and other controls, and not
 * longer than they allow. */
char *bcnet_layout_clean_name(const char *name);
/* A script that describes a layout, freed with g_free: it stands in for a parent that is not there. */
char *bcnet_hardpoint_write(const bcnet_layout_t *layout);
/* The reading that a variant of a layout is called by: "replace", "append" or "move". */
bool bcnet_readd_from_word(const char *word, bcnet_readd_t *readd);

#endif
