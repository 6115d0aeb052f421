/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Damage, and tshark -z bcnet,damage: every fall of a condition once.
 *
 * A ship is told of to several receivers: the first telling counts. No message says who hit, or that a shot missed (45.8).
 */
#include "tables/stats-table.h"

#include "game/health.h"
#include "game/stays.h"
#include "game/shots.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(TIME, NUMBER, "Time (s)", 10)                                                                               \
    COLUMN(FRAME, COUNT, "Frame", 8)                                                                                   \
    COLUMN(VICTIM, TEXT, "Victim", 24)                                                                                 \
    COLUMN(PART, TEXT, "Part", 20)                                                                                     \
    COLUMN(POINTS, NUMBER, "Points", 10)                                                                               \
    COLUMN(FROM, NUMBER, "From (%)", 10)                                                                               \
    COLUMN(TO, NUMBER, "To (%)", 10)                                                                                   \
    COLUMN(BY, TEXT, "By", 16)                                                                                         \
    COLUMN(WEAPON, TEXT, "Weapon", 30)                                                                                 \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* "Sovereign (Ace)", as in Info. */
static const char *victim_words(const bcnet_table_t *table)
{
    const bcnet_tap_facts_t *facts = table->message->facts;
    const bcnet_object_t    *object = facts->object;
    wmem_allocator_t        *pool = table->pinfo->pool;
    const char              *kind = bcnet_class_guess(pool, &facts->choice), *name = object->name;

    if (!object->seen && object->owner)
        name = bcnet_stay_words(pool, object->owner, table->message->stamp);
    return name && *name ? wmem_strdup_printf(pool, "%s (%s)", kind, name) : kind;
}

/* "Forward Torpedo 2 (torpedo)": of the last shot of the one who fires. */
static const char *weapon_words(wmem_allocator_t *pool, const bcnet_fired_t *shot)
{
    const char *kind = bcnet_shot_words(shot);

    return shot->weapon_name ? wmem_strdup_printf(pool, "%s (%s)", shot->weapon_name, kind) : kind;
}

static void show_attack(bcnet_table_t *table, bcnet_row_t *row, const bcnet_attack_t *attack)
{
    const char *by = bcnet_attacker_words(table->pinfo->pool, attack, table->message->stamp);

    bcnet_row_show_stay(table, row, COLUMN_BY, by ? attack->shot->player : NULL,
                        attack->several ? "several"
                        : by            ? by
                                        : "");
    if (by)
        bcnet_row_set_string(row, COLUMN_WEAPON, weapon_words(table->pinfo->pool, attack->shot));
}

static bool add_fall(bcnet_table_t *table, const bcnet_condition_t *fall, const bcnet_attack_t *attack)
{
    const float  points = bcnet_condition_points(&table->message->facts->choice, fall, fall->before - fall->last);
    bcnet_row_t *row = bcnet_table_add_row(table, table->message->game);

    if (!row)
        return false;
    bcnet_row_set_decimals(row, COLUMN_TIME, table->now);
    bcnet_row_set_uint(row, COLUMN_FRAME, table->pinfo->num);
    bcnet_row_set_string(row, COLUMN_VICTIM, victim_words(table));
    bcnet_row_set_string(row, COLUMN_PART, fall->name);
    if (points > 0.0f)
        bcnet_row_set_number(row, COLUMN_POINTS, bcnet_points_words(points).text);
    bcnet_row_set_decimals(row, COLUMN_FROM, bcnet_percent(fall->before));
    bcnet_row_set_decimals(row, COLUMN_TO, bcnet_percent(fall->last));
    show_attack(table, row, attack);
    return true;
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;
    bool                       added = false;

    if (message->resend || !bcnet_health_is_told(facts, message->stamp))
        return false;
    const bcnet_moment_t moment = { message->stamp, table->pinfo->abs_ts };
    const bcnet_attack_t attack = bcnet_attack_on(facts->object, &moment);
    bcnet_health_t      *health = (bcnet_health_t *)bcnet_table_note(table, facts->object, 0, sizeof *health);
    if (!health->conditions)
        bcnet_health_begin(health, table->pool);
    const bcnet_condition_t *told;
    for (unsigned i = 0; (told = bcnet_health_next(health, facts, &i)) != NULL;)
        if (told->last < told->before)
            added |= add_fall(table, told, &attack);
    return added;
}

bcnet_table_kind_t bcnet_table_damage = {
    .ui = BCNET_TABLE("Damage", "damage"),
    .rows_max = 100000,
    .count = count_message,
};
