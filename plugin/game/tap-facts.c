/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/tap-facts.h"

/* One more in a list, which is made for the first. */
static void append(const bcnet_msg_t *msg, wmem_array_t **list, const void *fact, size_t size)
{
    if (!*list)
        *list = wmem_array_new(msg->pinfo->pool, size);
    wmem_array_append(*list, fact, 1);
}

void bcnet_tap_score(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value, bool changes)
{
    const bcnet_tap_score_t fact = { .player = stay, .total = total, .value = value, .changes = changes };

    if (msg->facts && !msg->truncated)
        append(msg, &msg->facts->scores, &fact, sizeof fact);
}

static void tap_condition(bcnet_msg_t *msg, unsigned index, unsigned part, const char *name, uint8_t condition)
{
    const bcnet_tap_condition_t fact = {
        .index = (uint16_t)index, .part = (uint16_t)part, .name = name, .condition = condition
    };

    append(msg, &msg->facts->conditions, &fact, sizeof fact);
}

void bcnet_tap_entry(bcnet_msg_t *msg, const bcnet_subsystem_t *subsystem, unsigned index, int start)
{
    if (!bcnet_is_counted(msg))
        return;
    tap_condition(msg, index, BCNET_PART_SELF, subsystem->name, msg->data[start]);
    for (unsigned c = 0; c < subsystem->child_count; c++)
        tap_condition(msg, index, BCNET_PART_FIRST_CHILD + c, subsystem->children[c].name,
                      msg->data[start + 1 + (int)c]);
}

void bcnet_tap_facings(bcnet_msg_t *msg, unsigned index, int position)
{
    static const char *const names[BCNET_FACINGS] = { "Front shields",  "Rear shields", "Top shields",
                                                      "Bottom shields", "Left shields", "Right shields" };

    if (!bcnet_is_counted(msg))
        return;
    for (unsigned i = 0; i < BCNET_FACINGS; i++)
        tap_condition(msg, index, BCNET_PART_FIRST_FACING + i, names[i], msg->data[position + (int)i]);
}

void bcnet_tap_object(bcnet_msg_t *msg, uint32_t object_id)
{
    if (!bcnet_is_counted(msg))
        return;
    const bcnet_object_ref_t ref = bcnet_object_ref(msg, object_id);
    msg->facts->object = ref.any;
    msg->facts->choice = bcnet_choose_layout(msg, &ref);
}

void bcnet_tap_check(bcnet_msg_t *msg, const char *sent)
{
    if (!bcnet_is_counted(msg))
        return;
    msg->facts->check = bcnet_file_check_at(msg->link, msg->stamp);
    if (msg->facts->check && sent)
        msg->facts->sent = bcnet_checked_file(msg->pinfo->pool, msg->facts->check, sent);
}

void bcnet_tap_power(bcnet_msg_t *msg, unsigned index, float percent)
{
    const bcnet_tap_power_t fact = { .index = (uint8_t)index, .percent = (uint8_t)(percent + 0.5f) };

    if (bcnet_is_counted(msg))
        append(msg, &msg->facts->powers, &fact, sizeof fact);
}

const bcnet_role_t bcnet_shot_roles[] = {
    [BCNET_SHOT_TORPEDO] = BCNET_ROLE_TUBE,
    [BCNET_SHOT_PULSE] = BCNET_ROLE_PULSE_WEAPON,
    [BCNET_SHOT_BEAM] = BCNET_ROLE_WEAPONS,
    [BCNET_SHOT_BEAM_END] = BCNET_ROLE_WEAPONS,
};

/* The id of a subsystem is that of its ship and k (20.4): does it name what fires such shots? */
static bool weapon_fits(const bcnet_msg_t *msg, bcnet_shot_t kind, uint32_t weapon, bool *known)
{
    unsigned              offset;
    const bcnet_object_t *ship = bcnet_object_owner(msg, weapon, &offset);

    *known = false;
    if (!ship)
        return false;
    const bcnet_object_ref_t    ref = bcnet_ref_to(ship);
    const bcnet_layout_choice_t choice = bcnet_choose_layout(msg, &ref);
    *known = choice.layout && !bcnet_is_guess(&choice);
    return *known && bcnet_layout_has_role(choice.layout, offset, bcnet_shot_roles[kind]);
}

void bcnet_tap_shot(bcnet_msg_t *msg, bcnet_shot_t kind, uint32_t weapon, uint32_t target, uint8_t player)
{
    if (!msg->facts && !msg->may_learn)
        return;
    bcnet_tap_shot_t *shot = wmem_new0(msg->pinfo->pool, bcnet_tap_shot_t);
    *shot = (bcnet_tap_shot_t){ .kind = kind, .weapon = weapon, .target = target, .player = player };
    msg->relay_key.shot = shot;
    if (!msg->facts)
        return;
    shot->weapon_fits = weapon_fits(msg, kind, weapon, &shot->weapon_known);
    msg->facts->shot = shot;
}

void bcnet_tap_refusal(bcnet_msg_t *msg, bcnet_stay_t *stay, bool joining, const char *why)
{
    bcnet_tap_refusal_t *refusal = BCNET_TAP_FACT(msg, refusal);

    if (refusal)
        *refusal = (bcnet_tap_refusal_t){ stay, joining, why };
}
