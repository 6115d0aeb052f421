/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which layout a ship has, and how that is known (protocol chapter 60.4).
 *
 * Its creation was seen, or the user says so, or it follows from what it does (unseen-ships.h). */
#ifndef BCNET_LAYOUT_CHOICE_H
#define BCNET_LAYOUT_CHOICE_H

#include "ships/infer.h"
#include "game/objects.h"

/* Values of bcnet.ship.layout.source. */
typedef enum {
    BCNET_SOURCE_NONE,
    BCNET_SOURCE_CREATED,
    BCNET_SOURCE_BY_USER,
    BCNET_SOURCE_USERS_DEFAULT,
    BCNET_SOURCE_INFERRED,
    BCNET_SOURCE_PROVISIONAL
} bcnet_source_t;

typedef struct {
    bcnet_source_t           source;
    const bcnet_layout_t    *layout; /* decode with this; NULL: none */
    const char              *names; /* of all layouts that are possible: "Akira/Nebula"; NULL with source none */
    const bcnet_object_t    *object; /* its creation, where that was seen */
    const bcnet_layout_t    *refuted; /* what the number in its creation does not stand for; NULL: nothing */
    const bcnet_inference_t *inference; /* where more than one was possible */
} bcnet_layout_choice_t;

/* Whether what it is called needs a question mark. */
static inline bool bcnet_is_guess(const bcnet_layout_choice_t *choice)
{
    return choice->source >= BCNET_SOURCE_INFERRED || (choice->inference && choice->inference->count > 1);
}

bcnet_layout_choice_t bcnet_choose_layout(const bcnet_msg_t *msg, const bcnet_object_ref_t *ship);

#endif
