/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Ships, and tshark -z bcnet,ships: one line per ship and life. */
#include "tables/stats-table.h"

#include "game/health.h"
#include "game/object-words.h"
#include "opcodes/subsystems.h"

typedef enum {
    COLUMN_OBJECT,
    COLUMN_PLAYER,
    COLUMN_CLASS,
    COLUMN_SOURCE,
    COLUMN_FIRST,
    COLUMN_LAST,
    COLUMN_UPDATES,
    COLUMN_FATE,
    COLUMN_DIED,
    COLUMN_KILLER,
    COLUMN_RESPAWNED,
    COLUMN_GONE,
    COLUMN_CONDITIONS,
    COLUMN_GAME,
    COLUMN_COUNT
} bcnet_ship_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Object", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Class", "%-25s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "How known", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "First frame", "%-11d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Last frame", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Updates", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Fate", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Died (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Killed by", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Next ship (s)", "%-13s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Gone (s)", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Worst (last) condition", "%-40s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game", "%-22s" },
};

/* A row's ship, and what the row says of it. */
typedef struct {
    const bcnet_game_t   *game; /* NULL in the row that only says that more were left out */
    const bcnet_object_t *object;
    const bcnet_stay_t   *owner; /* whom it shows */
    bcnet_health_t        health;
    bcnet_fate_t          fate;
    bool                  gone, followed;
} bcnet_ship_t;

static bcnet_ship_t *ship_in(const bcnet_row_t *row)
{
    return (bcnet_ship_t *)bcnet_row_own(row);
}

/* For bcnet_table_find_silent. */
static void *make_oldest_heard(wmem_allocator_t *pool)
{
    return wmem_new0(pool, double);
}

/* ---- What becomes of it ---- */

static void show_time(const bcnet_table_t *table, bcnet_row_t *row, bcnet_ship_column_t column, const nstime_t *time)
{
    bcnet_row_set_decimals(row, column, bcnet_tap_seconds(table->pinfo, time));
}

static void show_fate(const bcnet_table_t *table, bcnet_row_t *row, bcnet_ship_t *ship, bcnet_fate_t fate)
{
    ship->fate = fate;
    bcnet_row_set_string(row, COLUMN_FATE, bcnet_fate_words(fate));
    if (fate != BCNET_FATE_DIED)
        return;
    show_time(table, row, COLUMN_DIED, &ship->object->died.time);
    bcnet_row_set_string(row, COLUMN_KILLER, bcnet_killer_words(table->pinfo->pool, ship->object));
}

/* As of the message in hand. */
static void bring_up_to_date(const bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_ship_t         *ship = ship_in(row);
    const bcnet_object_t *object = ship->object;
    const bcnet_moment_t  now = { table->message->stamp, table->pinfo->abs_ts };
    const bcnet_fate_t    fate = bcnet_fate_at(object, &now);
    nstime_t              gone;

    if (fate != ship->fate)
        show_fate(table, row, ship, fate);
    if (ship->gone != bcnet_gone_since(object, &now, &gone)) {
        ship->gone = !ship->gone;
        if (ship->gone)
            show_time(table, row, COLUMN_GONE, &gone);
        else /* it dies a moment after its player left, or its player is heard again */
            bcnet_row_set_string(row, COLUMN_GONE, "");
    }
    if (!ship->followed && object->next && object->next->born.stamp <= now.stamp) {
        ship->followed = true;
        show_time(table, row, COLUMN_RESPAWNED, &object->next->born.time);
    }
}

static const bcnet_stay_t *show_and_tell(const bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_object_t *object = ship_in(row)->object;

    if (!object) /* more were left out */
        return NULL;
    bring_up_to_date(table, row);
    return ship_in(row)->fate == BCNET_FATE_THERE ? object->owner : NULL;
}

/* An object can end by a message about something else. */
static void bring_all_up_to_date(bcnet_table_t *table)
{
    const bcnet_game_t   *game = table->message->game;
    unsigned             *seen = (unsigned *)bcnet_table_find(table, game, 0);
    const bcnet_object_t *changed;

    if (!seen) {
        seen = wmem_new0(table->pool, unsigned);
        bcnet_table_index(table, game, 0, seen);
    }
    while ((changed = bcnet_changed_object(game, *seen, table->message->stamp)) != NULL) {
        bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, changed, 0);
        if (row)
            bring_up_to_date(table, row);
        ++*seen;
    }
}

/* ---- What it is ---- */

/* A ship that is no player's has a name of its own: "Space Facility "Outpost1"". */
static const char *class_words(wmem_allocator_t *pool, const bcnet_object_t *object,
                               const bcnet_layout_choice_t *choice)
{
    const char *words = bcnet_class_words(choice);

    return object->player == BCNET_NO_ID && *object->name ? wmem_strdup_printf(pool, "%s \"%s\"", words, object->name)
                                                          : words;
}

static void identify(bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_ship_t                *ship = ship_in(row);
    const bcnet_object_t        *object = ship->object;
    const bcnet_layout_choice_t *choice = &table->message->facts->choice;
    wmem_allocator_t            *pool = table->pinfo->pool;

    bcnet_row_set_string(row, COLUMN_CLASS, class_words(pool, object, choice));
    bcnet_row_set_string(row, COLUMN_SOURCE, bcnet_source_words(bcnet_class_source(choice)));
    if (object->owner && ship->owner != object->owner) {
        ship->owner = object->owner;
        bcnet_row_show_stay(table, row, COLUMN_PLAYER, object->owner);
    } else if (!object->owner && choice->object) {
        bcnet_row_set_string(row, COLUMN_PLAYER,
                             bcnet_named_at(pool, ship->game, object->player, table->message->stamp));
    }
}

static bcnet_row_t *row_of(bcnet_table_t *table, const bcnet_object_t *object)
{
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, object, 0);

    if (row)
        return row;
    row = bcnet_table_add_row(table, table->message->game);
    if (!row)
        return NULL;
    ship_in(row)->game = table->message->game;
    ship_in(row)->object = object;
    bcnet_health_begin(&ship_in(row)->health, table->pool);
    bcnet_table_index(table, object, 0, row);
    bcnet_row_set_string(row, COLUMN_OBJECT, wmem_strdup_printf(table->pinfo->pool, "0x%08x", object->object_id));
    bcnet_row_set_string(row, COLUMN_FATE, bcnet_fate_words(BCNET_FATE_THERE));
    bcnet_row_set_uint(row, COLUMN_FIRST, table->pinfo->num);
    bring_up_to_date(table, row);
    return row;
}

/* ---- Conditions ---- */

/* "Hull 35 % (40 %), Front shields 0 % (12 %), 37 others 100 %": in order of the ship's list. */
static const char *condition_words(wmem_allocator_t *pool, const bcnet_health_t *health)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, NULL);
    const unsigned count = wmem_array_get_count(health->conditions);
    unsigned       whole = 0;

    for (unsigned i = 0; i < count; i++) {
        const bcnet_condition_t *condition = (const bcnet_condition_t *)wmem_array_index(health->conditions, i);
        if (condition->worst == UINT8_MAX) {
            whole++;
            continue;
        }
        wmem_strbuf_append_printf(words, "%s%s %u %% (%u %%)", wmem_strbuf_get_len(words) ? ", " : "", condition->name,
                                  bcnet_whole_percent(condition->worst), bcnet_whole_percent(condition->last));
    }
    if (whole == count)
        wmem_strbuf_append_printf(words, "all %u 100 %%", whole);
    else if (whole > 0)
        wmem_strbuf_append_printf(words, ", %u other%s 100 %%", whole, whole == 1 ? "" : "s");
    return wmem_strbuf_get_str(words);
}

static void note_conditions(const bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_tap_facts_t *facts = table->message->facts;
    bcnet_health_t          *health = &ship_in(row)->health;
    bool                     news = false;

    if (!bcnet_health_is_told(facts, table->message->stamp))
        return;
    if (bcnet_health_is_over(health, facts))
        bcnet_health_begin(health, table->pool);
    for (unsigned i = 0; i < bcnet_health_count(facts); i++) {
        const bcnet_condition_t *told = bcnet_health_add(health, facts, i);
        news |= told && told->is_news;
    }
    if (news)
        bcnet_row_set_string(row, COLUMN_CONDITIONS, condition_words(table->pinfo->pool, health));
}

/* ---- Messages ---- */

static void note_ship(bcnet_table_t *table, const bcnet_object_t *object)
{
    const bcnet_tap_facts_t *facts = table->message->facts;
    bcnet_row_t             *row = row_of(table, object);

    if (!row)
        return;
    const bool late = bcnet_is_gone(object, table->message->stamp); /* nothing is read by what was known of it */
    if (bcnet_row_is_empty(row, COLUMN_CLASS) || (!facts->death && !late))
        identify(table, row);
    bcnet_row_set_uint(row, COLUMN_LAST, table->pinfo->num);
    bcnet_row_add(row, COLUMN_UPDATES, facts->ship != BCNET_OBJECT_NONE);
    note_conditions(table, row);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_object_t      *object = message->facts->object;

    if (message->resend || !message->game)
        return false;
    if (object && object->class_id != BCNET_CLASS_ID_TORPEDO && !message->facts->entered)
        note_ship(table, object);
    bring_all_up_to_date(table);
    bcnet_table_find_silent(table, (double *)table->own, show_and_tell);
    return true;
}

bcnet_table_kind_t bcnet_table_ships = {
    .ui = { .title = "Bridge Commander Ships",
            .cli_string = "bcnet,ships",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_ship_t),
    .make = make_oldest_heard,
    .count = count_message,
};
