/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Ships, and tshark -z bcnet,ships: one line per ship and life. */
#include "tables/stats-table.h"

#include "game/health.h"
#include "game/object-words.h"
#include "opcodes/subsystems.h"
#include "tables/row-facts.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(OBJECT, TEXT, "Object", 12)                                                                                 \
    COLUMN(PLAYER, TEXT, "Player", 16)                                                                                 \
    COLUMN(CLASS, TEXT, "Class", 25)                                                                                   \
    COLUMN(SOURCE, TEXT, "How known", 12)                                                                              \
    COLUMN(FIRST, COUNT, "First frame", 11)                                                                            \
    COLUMN(LAST, COUNT, "Last frame", 10)                                                                              \
    COLUMN(UPDATES, COUNT, "Updates", 8)                                                                               \
    COLUMN(FATE, TEXT, "Fate", 12)                                                                                     \
    COLUMN(DIED, NUMBER, "Died (s)", 10)                                                                               \
    COLUMN(KILLER, TEXT, "Killed by", 16)                                                                              \
    COLUMN(RESPAWNED, NUMBER, "Next ship (s)", 13)                                                                     \
    COLUMN(GONE, NUMBER, "Gone (s)", 10)                                                                               \
    COLUMN(CONDITIONS, TEXT, "Worst (last) condition", 40)                                                             \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* A row's ship, and what the row says of it. */
typedef struct {
    const bcnet_object_t *object; /* NULL in the row that only says that more were left out */
    const bcnet_stay_t   *owner; /* whom it shows */
    const bcnet_stay_t   *killer;
    bcnet_health_t        health;
} bcnet_ship_t;

static bcnet_ship_t *ship_in(const bcnet_row_t *row)
{
    return (bcnet_ship_t *)bcnet_row_own(row);
}

/* ---- What becomes of it ---- */

static void show_killer(bcnet_table_t *table, bcnet_row_t *row)
{
    bcnet_ship_t         *ship = ship_in(row);
    const bcnet_object_t *object = ship->object;
    const char           *words = bcnet_killer_words(table->pinfo->pool, object);

    if (!words && ship->killer == object->killed_by)
        return;
    ship->killer = words ? NULL : object->killed_by;
    bcnet_row_show_stay(table, row, COLUMN_KILLER, ship->killer, words);
}

/* As of the message in hand. Returns whose it is, as long as it is there. */
static const bcnet_stay_t *show_fate(bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_object_t *object = ship_in(row)->object;
    const bcnet_moment_t  now = { table->message->stamp, table->pinfo->abs_ts };
    const bcnet_fate_t    fate = object ? bcnet_fate_at(object, &now) : BCNET_FATE_THERE;
    nstime_t              gone;

    if (!object)
        return NULL;
    bcnet_row_set_string(row, COLUMN_FATE, bcnet_fate_words(fate));
    if (fate == BCNET_FATE_DIED) {
        bcnet_row_set_time(row, COLUMN_DIED, bcnet_time_cell(&table->start, &object->died.time));
        show_killer(table, row);
    }
    /* It may die a moment after its player left, or its player may be heard again. */
    const bool is_gone = bcnet_gone_since(object, &now, &gone);
    bcnet_row_set_time(row, COLUMN_GONE, is_gone ? bcnet_time_cell(&table->start, &gone) : BCNET_NOTHING);
    if (object->next && object->next->born.stamp <= now.stamp)
        bcnet_row_set_time(row, COLUMN_RESPAWNED, bcnet_time_cell(&table->start, &object->next->born.time));
    return fate == BCNET_FATE_THERE ? object->owner : NULL;
}

/* An object can end by a message about something else. */
static void show_changed(bcnet_table_t *table)
{
    const bcnet_game_t   *game = table->message->game;
    unsigned             *seen = (unsigned *)bcnet_table_note(table, game, 0, sizeof *seen);
    const bcnet_object_t *changed;

    for (; (changed = bcnet_changed_object(game, *seen, table->message->stamp)) != NULL; ++*seen) {
        bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, changed, 0);
        if (row)
            show_fate(table, row);
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
        bcnet_row_show_stay(table, row, COLUMN_PLAYER, object->owner, NULL);
    } else if (!object->owner && choice->object) {
        /* Who has the id now need not be who had it when the ship was created. */
        bcnet_row_set_string(row, COLUMN_PLAYER,
                             bcnet_is_player_id(object->player) ? "" : bcnet_named_at(pool, NULL, object->player, 0));
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
    ship_in(row)->object = object;
    bcnet_health_begin(&ship_in(row)->health, table->pool);
    bcnet_table_index(table, object, 0, row);
    bcnet_row_set_string(row, COLUMN_OBJECT, wmem_strdup_printf(table->pinfo->pool, "0x%08x", object->object_id));
    bcnet_row_set_uint(row, COLUMN_FIRST, table->pinfo->num);
    show_fate(table, row);
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
    const bcnet_condition_t *told;
    for (unsigned i = 0; (told = bcnet_health_next(health, facts, &i)) != NULL;)
        news |= told->is_news;
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

/* Who seemed to be gone, in the first message of a datagram: whatever he has is there after all. */
static bool is_heard_again(const bcnet_tap_message_t *message)
{
    const bcnet_stamp_t again = message->client ? bcnet_fact_since(message->client->pauses, message->stamp) : 0;

    return again != 0 && message->stamp == bcnet_message_stamp(again, 1);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_object_t      *object = message->facts->object;

    bcnet_table_find_silent(table, is_heard_again(message), show_fate);
    if (message->resend)
        return false;
    if (object && object->class_id != BCNET_CLASS_ID_TORPEDO && !message->facts->entered)
        note_ship(table, object);
    show_changed(table);
    return true;
}

bcnet_table_kind_t bcnet_table_ships = {
    .ui = BCNET_TABLE("Ships", "ships"),
    .row_size = sizeof(bcnet_ship_t),
    .count = count_message,
};
