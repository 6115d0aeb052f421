/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What hardpoint scripts make: properties, and what of them is on the ship (97.2). */
#ifndef BCNET_PROPERTIES_H
#define BCNET_PROPERTIES_H

#include "ships/layout.h"

/* What a constructor such as App.HullProperty_Create makes (97.2, rule 3). */
typedef enum {
    BCNET_KIND_SUBSYSTEM, /* always the same class */
    BCNET_KIND_WEAPONS, /* the class depends on SetWeaponSystemType */
    BCNET_KIND_OTHER, /* not on the list */
    BCNET_KIND_UNKNOWN /* of which the game's description says nothing */
} bcnet_property_group_t;

typedef struct {
    const char            *name; /* "HullProperty" */
    bcnet_property_group_t kind;
    bcnet_class_t          class_id;
} bcnet_property_kind_t;

typedef struct bcnet_property {
    const bcnet_property_kind_t *kind;
    const char                  *name;
    const char                  *file; /* where it was made */
    unsigned                     line;
    bool                         primary;
    bool                         primary_told; /* SetPrimary was called */
    int                          weapon_type; /* WST_...; 0: not told */
    int                          engine_type; /* EP_... */
    const char                  *unclear; /* why one of these four is not known; else NULL */
    const char                  *unclear_file;
    unsigned                     unclear_line;
    float                        max_condition; /* these are 0 when not told */
    bool                         shields_known; /* SetMaxShields was called */
    float                        max_shields[BCNET_FACINGS];
    float                        main_battery;
    float                        backup_battery;
    struct bcnet_property       *next; /* registered under the same name, of another kind */
} bcnet_property_t;

/* One call of AddToSet. */
typedef struct {
    const bcnet_property_t *property;
    const char             *file;
    unsigned                line;
} bcnet_added_t;

/* "HullProperty", of which a subsystem of a class is made, and for the value of SetWeaponSystemType the class that it
 * gives; BCNET_CLASS_COUNT: none (97.2, rule 3). */
const char   *bcnet_property_of_class(bcnet_class_t class_id);
bcnet_class_t bcnet_weapon_class(int weapon_type);
enum { BCNET_WEAPON_TYPES = 5 /* from 0 on */ };

#endif
