/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a ship fares: what the tellings of its conditions add up to (protocol chapter 60.5).
 *
 * The host tells several receivers of a ship, each in its own turn; for those who count it is one ship. Each listener
 * adds up what it is shown: with a display filter that is less. */
#pragma once

#include "game/tap-facts.h"
#include "reading/numbers.h"

/* The condition of an entry of the ship's list, of a part of it, or of a shield facing. */
typedef struct {
    uint16_t    index;
    uint16_t    part;
    const char *name;
    uint8_t     worst;
    uint8_t     last;
    uint8_t     before; /* the last telling: the first one says what it says */
    bool        is_news; /* the last telling: the first one, or another value */
    float       clock; /* of the newest telling; older ones that come late tell nothing */
    void       *own; /* the listener's */
} bcnet_condition_t;

typedef struct {
    wmem_allocator_t     *pool;
    wmem_array_t         *conditions; /* of bcnet_condition_t, by index and part */
    const bcnet_layout_t *layout; /* what they were read with */
} bcnet_health_t;

void bcnet_health_begin(bcnet_health_t *health, wmem_allocator_t *pool);
/* Whether the message reads the ship by another layout: what was told before means nothing then. */
bool bcnet_health_is_over(const bcnet_health_t *health, const bcnet_tap_facts_t *facts);
/* Whether it counts what the message tells of a ship: an update, or the creation itself, of one that is there; and what it
 * tells of conditions, which only the host does. */
bool bcnet_ship_is_told(const bcnet_tap_facts_t *facts, bcnet_stamp_t stamp);
bool bcnet_health_is_told(const bcnet_tap_facts_t *facts, bcnet_stamp_t stamp);
/* Takes in the next condition that the message tells, from *place 0 on, but for those that were overtaken and tell how it was
 * before; NULL: that was all. What is over is forgotten first. */
bcnet_condition_t *bcnet_health_next(bcnet_health_t *health, const bcnet_tap_facts_t *facts, unsigned *place);

/* Hit points of so many steps of a condition; 0 when not known: of one of several ships they could be another's. */
float bcnet_condition_points(const bcnet_layout_choice_t *choice, const bcnet_condition_t *condition, int steps);
/* For the eye: a condition has 255 steps, so no more than whole points, or two digits. */
bcnet_number_t bcnet_points_words(double points);
/* The entry whose end is the ship's (98.1); G_MAXUINT: none. */
unsigned bcnet_hull_of(const bcnet_layout_t *layout);
