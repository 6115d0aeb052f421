/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/shots.h"

#include "game/object-words.h"

/* How long a shot may still be the reason when a ship's condition falls: flight, and the host's telling of all
 * conditions in turn (60.2). No beam lasts half a minute: its end was lost. */
enum { BEAM_SECONDS = 2, LONGEST_BEAM = 30 };
static const int reason_seconds[] = {
    [BCNET_SHOT_TORPEDO] = 8, [BCNET_SHOT_PULSE] = 5, [BCNET_SHOT_BEAM] = LONGEST_BEAM /* unless it has ended */
};

/* Of more in that time nobody is named: no ship fires so often. */
enum { SHOTS_LOOKED_AT = 250 };

/* ---- First pass ---- */

/* The weapon's newest beam, if it may still be on. */
static bcnet_fired_t *beam_of(const bcnet_msg_t *msg, uint32_t weapon)
{
    bcnet_fired_t *beam = (bcnet_fired_t *)bcnet_kept_under(msg->game->beams, weapon);

    return beam && beam->ended.stamp == 0 && !bcnet_is_longer_ago(&beam->fired.time, &msg->pinfo->abs_ts, LONGEST_BEAM)
             ? beam
             : NULL;
}

/* The ship tells better than the payload, into which what is not stock writes a slot; of a ship that nobody introduced
 * the sender does, or the slot. */
static bcnet_stay_t *shooter(bcnet_msg_t *msg, const bcnet_object_t *ship, const bcnet_tap_shot_t *fact)
{
    bcnet_stay_t *player = ship && ship->owner ? ship->owner : bcnet_note_named(msg, fact->player);

    if (player)
        return player;
    return msg->from_host ? bcnet_slot_owner(msg, fact->weapon) : bcnet_present_on(msg->link, msg->stamp);
}

void bcnet_note_shot(bcnet_msg_t *msg, const bcnet_tap_shot_t *fact)
{
    const bool            beam = fact->kind == BCNET_SHOT_BEAM || fact->kind == BCNET_SHOT_BEAM_END;
    bcnet_fired_t *const  on = beam ? beam_of(msg, fact->weapon) : NULL;
    const bcnet_moment_t  moment = { msg->stamp, msg->pinfo->abs_ts };
    const bcnet_object_t *target = fact->kind == BCNET_SHOT_BEAM_END ? NULL : bcnet_named_object(msg, fact->target).of;

    if (on && fact->kind == BCNET_SHOT_BEAM && on->target == target) /* stock clients say it twice (50.4) */
        return;
    if (on)
        on->ended = moment;
    if (fact->kind == BCNET_SHOT_BEAM_END)
        return;
    const bcnet_part_t weapon = bcnet_named_as(msg, fact->weapon, bcnet_shot_roles[fact->kind]);
    bcnet_fired_t     *shot = wmem_new0(wmem_file_scope(), bcnet_fired_t);
    shot->fired = moment;
    shot->kind = fact->kind;
    shot->weapon = fact->weapon;
    shot->weapon_name = bcnet_part_name(&weapon);
    shot->weapon_class = bcnet_part_class(&weapon);
    shot->ship = weapon.of;
    shot->target = target;
    shot->player = shooter(msg, shot->ship, fact);
    bcnet_keep_fact(&msg->game->shots, msg->stamp, shot);
    if (beam)
        bcnet_keep_under(&msg->game->beams, shot->weapon, shot);
    if (target && target != shot->ship && shot->weapon_class != BCNET_CLASS_TRACTOR_SYSTEM)
        bcnet_keep_fact(&((bcnet_object_t *)target)->shots, msg->stamp, shot);
}

/* ---- Any pass ---- */

const bcnet_fired_t *bcnet_shot_at(const bcnet_game_t *game, bcnet_stamp_t stamp)
{
    bcnet_stamp_t        since = 0;
    const bcnet_fired_t *shot = (const bcnet_fired_t *)bcnet_timeline_at(game->shots, stamp, &since);

    return since == stamp ? shot : NULL;
}

static bool may_do_damage(const bcnet_fired_t *shot, const bcnet_moment_t *moment)
{
    const bool over = bcnet_has_happened(&shot->ended, moment->stamp);

    return !bcnet_is_longer_ago(over ? &shot->ended.time : &shot->fired.time, &moment->time,
                                over ? BEAM_SECONDS : reason_seconds[shot->kind]);
}

bcnet_attack_t bcnet_attack_on(const bcnet_object_t *target, const bcnet_moment_t *moment)
{
    static const bcnet_attack_t nobody = { .shot = NULL };
    bcnet_attack_t              attack = nobody;
    const unsigned              count = bcnet_timeline_count_at(target->shots, moment->stamp);

    for (unsigned i = count; i-- > 0 && !attack.several;) {
        const bcnet_fired_t *shot = (const bcnet_fired_t *)bcnet_timeline_get(target->shots, i, NULL);
        if (bcnet_is_longer_ago(&shot->fired.time, &moment->time, LONGEST_BEAM + BEAM_SECONDS))
            break;
        if (count - i > SHOTS_LOOKED_AT)
            return nobody;
        if (!may_do_damage(shot, moment))
            continue;
        if (!attack.shot)
            attack.shot = shot;
        attack.several = attack.shot->player != shot->player || (!shot->player && attack.shot->ship != shot->ship);
    }
    return attack;
}

const char *bcnet_attacker_words(wmem_allocator_t *pool, const bcnet_attack_t *attack, bcnet_stamp_t stamp)
{
    const bcnet_fired_t *shot = attack->several ? NULL : attack->shot;

    if (shot && shot->player)
        return bcnet_stay_words(pool, shot->player, stamp);
    return shot && shot->ship && shot->ship->name && *shot->ship->name ? shot->ship->name : NULL;
}

const char *bcnet_shot_words(const bcnet_fired_t *shot)
{
    if (shot->kind != BCNET_SHOT_BEAM)
        return shot->kind == BCNET_SHOT_TORPEDO ? "torpedo" : "pulse";
    return shot->weapon_class == BCNET_CLASS_PHASER_SYSTEM  ? "phaser"
         : shot->weapon_class == BCNET_CLASS_TRACTOR_SYSTEM ? "tractor"
                                                            : "beam";
}
