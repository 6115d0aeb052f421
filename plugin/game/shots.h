/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shots: each once, as it was fired, with the end of beams; and who is seen firing at a ship (protocol chapters 45.8,
 * 50.4).
 *
 * No message says who did how much damage. When a condition falls while one player alone is seen firing at the ship, it
 * is put down to that one (likely); while several are, to none of them. Torpedoes and pulses without a target hit
 * whatever is in their way: nobody is seen firing then. Tractor beams hold, tow, pull or push (40.4);
 * that they do damage is not known, so they are not counted. */
#pragma once

#include "game/tap-facts.h"

typedef struct {
    bcnet_moment_t        fired;
    bcnet_moment_t        ended; /* of beams: compare with the stamp in hand */
    bcnet_shot_t          kind;
    uint32_t              weapon; /* object id */
    const char           *weapon_name; /* NULL: not known */
    bcnet_class_t         weapon_class;
    const bcnet_object_t *ship, *target; /* NULL: none, or not known */
    bcnet_stay_t         *player; /* NULL: a ship that is no player's */
} bcnet_fired_t;

/* On the first pass, for acts: what a message tells of a shot. */
void bcnet_note_shot(bcnet_msg_t *msg, const bcnet_tap_shot_t *fact);

/* The one that the message of that stamp tells of first; NULL: none. */
const bcnet_fired_t *bcnet_shot_at(const bcnet_game_t *game, bcnet_stamp_t stamp);

/* Who is seen doing what may just be doing damage to a ship. */
typedef struct {
    const bcnet_fired_t *shot; /* the newest of the only one; NULL: nobody */
    bool                 several;
} bcnet_attack_t;

bcnet_attack_t bcnet_attack_on(const bcnet_object_t *target, const bcnet_moment_t *moment);
/* "#3 Sep", "Outpost1" of a ship that is no player's; NULL: nobody, or several, or a ship that nobody introduced. */
const char *bcnet_attacker_words(wmem_allocator_t *pool, const bcnet_attack_t *attack, bcnet_stamp_t stamp);

/* "torpedo", "pulse", "phaser", "tractor"; "beam" where the weapon is not known. */
const char *bcnet_shot_words(const bcnet_fired_t *shot);
