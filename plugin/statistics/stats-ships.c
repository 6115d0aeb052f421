/* Statistics > Bridge Commander Ships, and tshark -z bcnet,ships: one line per ship and life.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats-table.h"

#include "game/object-words.h"
#include "game/players.h"
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
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Object      ", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player          ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Class                    ", "%-25s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "How known   ", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "First frame", "%-11d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Last frame", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Updates ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Fate        ", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Died (s)  ", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Killed by       ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Next ship (s)", "%-13s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_RIGHT, "Gone (s)  ", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Worst (last) condition                  ", "%-40s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game                  ", "%-22s" },
};

/* Worst and last condition of a subsystem, a part of one or a shield facing. */
typedef struct {
    uint32_t place; /* position in the ship's list and part of it */
    char    *name;
    uint8_t  worst;
    uint8_t  last;
} bcnet_worst_t;

/* What is known of a row's ship beside the cells. */
typedef struct {
    const bcnet_game_t   *game; /* NULL in the row that only says that more were left out */
    const bcnet_object_t *object; /* NULL: nobody introduced it */
    const bcnet_layout_t *layout; /* what the conditions were read with; NULL: as in the creation */
    wmem_array_t         *worst; /* of bcnet_worst_t, by place */
    double                gone; /* seconds; negative: it is there */
    bool                  round_over;
} bcnet_ship_t;

/* ---- Rows ---- */

static bcnet_ship_t *ship_in(const bcnet_row_t *row)
{
    return (bcnet_ship_t *)bcnet_row_own(row);
}

static bool is_alive(const bcnet_row_t *row)
{
    return strcmp(bcnet_row_string(row, COLUMN_FATE), "still there") == 0;
}

/* A ship that died may still be deleted. */
static void end_row(const bcnet_table_t *table, bcnet_row_t *row, const char *fate)
{
    if (is_alive(row))
        bcnet_row_set_string(row, COLUMN_FATE, fate);
    if (ship_in(row)->gone >= 0)
        return;
    ship_in(row)->gone = table->now;
    bcnet_row_set_decimals(row, COLUMN_GONE, table->now);
}

/* The player's last ship that died has a successor now, unless a new round began. */
static void note_respawn(const bcnet_table_t *table, const bcnet_ship_t *fresh)
{
    for (unsigned i = table->cells->num_elements - 1; i-- > 0;) {
        bcnet_row_t        *row = table->cells->elements[i];
        const bcnet_ship_t *ship = ship_in(row);
        if (ship->game != fresh->game || !ship->object || ship->object->player != fresh->object->player)
            continue;
        if (!ship->round_over && !bcnet_row_is_empty(row, COLUMN_DIED))
            bcnet_row_set_decimals(row, COLUMN_RESPAWNED, table->now);
        return;
    }
}

static bcnet_row_t *new_row(bcnet_table_t *table, uint32_t id, const bcnet_object_t *object)
{
    const bcnet_tap_message_t *message = table->message;
    bcnet_row_t               *row = bcnet_table_add_row(table, table->message->game);

    if (!row)
        return NULL;
    bcnet_ship_t *ship = ship_in(row);
    ship->game = message->game;
    ship->object = object;
    ship->gone = -1;
    ship->worst = wmem_array_new(table->pool, sizeof(bcnet_worst_t));
    bcnet_table_index(table, message->game, id, row);
    bcnet_row_set_string(row, COLUMN_OBJECT, wmem_strdup_printf(table->pinfo->pool, "0x%08x", id));
    bcnet_row_set_string(row, COLUMN_FATE, "still there");
    bcnet_row_set_uint(row, COLUMN_FIRST, table->pinfo->num);
    if (object && object->player != BCNET_NO_ID && object->born == message->stamp)
        note_respawn(table, ship);
    return row;
}

/* The ship's row. Every life has its own; so has a ship nobody introduced, until a creation is seen for its id. */
static bcnet_row_t *row_of(bcnet_table_t *table, uint32_t id, const bcnet_object_t *object)
{
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, table->message->game, id);

    if (row && (ship_in(row)->object == object || bcnet_tap_is_late(object, ship_in(row)->gone, table->now)))
        return row;
    if (row && is_alive(row))
        end_row(table, row, "replaced");
    return new_row(table, id, object);
}

/* ---- Words ---- */

/* A ship that is no player's has a name of its own: "Space Facility "Outpost1"". */
static const char *class_words(wmem_allocator_t *pool, const bcnet_object_t *object,
                               const bcnet_layout_choice_t *choice)
{
    if (!object)
        return choice->names ? choice->names : "unknown";
    const char *species = bcnet_species_name(object->species);
    return object->player == BCNET_NO_ID && *object->name ? wmem_strdup_printf(pool, "%s \"%s\"", species, object->name)
                                                          : species;
}

/* Empty when nobody is known. A client writes only about its own ship (60.1). */
static const char *player_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message,
                                const bcnet_object_t *object)
{
    if (object)
        return bcnet_named_at(pool, message->game, object->player, bcnet_next_frame(message->stamp));
    return message->facts->ship != BCNET_OBJECT_NONE && !message->from_host
             ? bcnet_who_at(pool, message->game, message->peer, message->stamp)
             : "";
}

/* What the row says of what its ship is, and how that is known. */
static void show_class(const bcnet_table_t *table, bcnet_row_t *row, const bcnet_object_t *object,
                       const bcnet_layout_choice_t *choice)
{
    bcnet_row_set_string(row, COLUMN_CLASS, class_words(table->pinfo->pool, object, choice));
    bcnet_row_set_string(row, COLUMN_SOURCE, bcnet_source_words(object ? BCNET_SOURCE_CREATED : choice->source));
}

/* ---- Conditions ---- */

static int compare_places(const void *a, const void *b)
{
    const uint32_t one = ((const bcnet_worst_t *)a)->place, other = ((const bcnet_worst_t *)b)->place;

    return one < other ? -1 : one > other;
}

static bcnet_worst_t *worst_in(const bcnet_ship_t *ship, unsigned index)
{
    return (bcnet_worst_t *)wmem_array_index(ship->worst, index);
}

/* True when there is something new to say. */
static bool note_condition(wmem_allocator_t *pool, const bcnet_ship_t *ship, const bcnet_tap_condition_t *fact)
{
    bcnet_worst_t  fresh = { .place = (uint32_t)fact->index << 16 | fact->part,
                             .worst = fact->condition,
                             .last = fact->condition };
    bcnet_worst_t *worst = (bcnet_worst_t *)bsearch(&fresh, wmem_array_get_raw(ship->worst),
                                                    wmem_array_get_count(ship->worst), sizeof fresh, compare_places);

    if (!worst) {
        fresh.name = wmem_strdup(pool, fact->name);
        wmem_array_append_one(ship->worst, fresh);
        wmem_array_sort(ship->worst, compare_places);
        return true;
    }
    if (worst->last == fact->condition)
        return false;
    worst->worst = MIN(worst->worst, fact->condition);
    worst->last = fact->condition;
    return true;
}

static void forget_conditions(wmem_allocator_t *pool, bcnet_ship_t *ship)
{
    for (unsigned i = 0; i < wmem_array_get_count(ship->worst); i++)
        wmem_free(pool, worst_in(ship, i)->name);
    wmem_destroy_array(ship->worst);
    ship->worst = wmem_array_new(pool, sizeof(bcnet_worst_t));
}

/* "Hull 35 % (40 %), Front shields 0 % (12 %), 37 others 100 %": in order of the ship's list. */
static const char *condition_words(wmem_allocator_t *pool, const bcnet_ship_t *ship)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, NULL);
    const unsigned count = wmem_array_get_count(ship->worst);
    unsigned       whole = 0;

    for (unsigned i = 0; i < count; i++) {
        const bcnet_worst_t *worst = worst_in(ship, i);
        if (worst->worst == UINT8_MAX) {
            whole++;
            continue;
        }
        wmem_strbuf_append_printf(words, "%s%s %u %% (%u %%)", wmem_strbuf_get_len(words) ? ", " : "", worst->name,
                                  bcnet_whole_percent(worst->worst), bcnet_whole_percent(worst->last));
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
    bcnet_ship_t            *ship = ship_in(row);
    bool                     news = false;

    /* Late messages about a life that is over are read without its layout. */
    if (!facts->conditions || (facts->ship != BCNET_OBJECT_NONE && facts->choice.object != ship->object))
        return;
    /* Another answer to what the ship is: what was read with the one before means nothing. */
    if (facts->choice.layout && !ship->object && facts->choice.layout != ship->layout) {
        forget_conditions(table->pool, ship);
        ship->layout = facts->choice.layout;
    }
    for (unsigned i = 0; i < wmem_array_get_count(facts->conditions); i++)
        news |=
            note_condition(table->pool, ship, (const bcnet_tap_condition_t *)wmem_array_index(facts->conditions, i));
    if (news)
        bcnet_row_set_string(row, COLUMN_CONDITIONS, condition_words(table->pinfo->pool, ship));
}

/* ---- Messages ---- */

static void note_told(const bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_tap_facts_t *facts = table->message->facts;
    const bcnet_object_t    *object = ship_in(row)->object;
    const char              *player = player_words(table->pinfo->pool, table->message, object);

    show_class(table, row, object, &facts->choice);
    if (*player)
        bcnet_row_set_string(row, COLUMN_PLAYER, player);
    bcnet_row_set_uint(row, COLUMN_LAST, table->pinfo->num);
    bcnet_row_add(row, COLUMN_UPDATES, facts->ship != BCNET_OBJECT_NONE);
    note_conditions(table, row);
}

/* The host tells every client of a death: the first telling counts. */
static void note_death(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_death_t   *death = message->facts->death;
    bcnet_row_t               *row = (bcnet_row_t *)bcnet_table_find(table, message->game, death->ship);

    if (death->ship == BCNET_OBJECT_NONE || (death->object && death->object->class_id != BCNET_CLASS_ID_SHIP))
        return;
    if (!row) {
        row = new_row(table, death->ship, death->object);
        if (!row)
            return;
        show_class(table, row, death->object, &message->facts->choice);
    }
    bcnet_row_set_uint(row, COLUMN_LAST, table->pinfo->num);
    if (!is_alive(row))
        return;
    bcnet_row_set_string(row, COLUMN_FATE, "died");
    bcnet_row_set_decimals(row, COLUMN_DIED, table->now);
    bcnet_row_set_string(row, COLUMN_KILLER,
                         bcnet_named_at(table->pinfo->pool, message->game, (uint32_t)death->killer, message->stamp));
}

static void note_removal(const bcnet_table_t *table)
{
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, table->message->game, table->message->facts->removed);

    if (!row)
        return;
    bcnet_row_set_uint(row, COLUMN_LAST, table->pinfo->num);
    end_row(table, row, "deleted");
}

/* 0x39, or a server that was started again: all its ships are gone (60.4). */
static void note_restart(const bcnet_table_t *table)
{
    for (unsigned i = 0; i < table->cells->num_elements; i++) {
        bcnet_row_t *row = table->cells->elements[i];
        if (ship_in(row)->game != table->message->game)
            continue;
        ship_in(row)->round_over = true;
        if (is_alive(row))
            end_row(table, row, "restart");
    }
}

static bool server_restarts(const bcnet_tap_message_t *message)
{
    return message->has_opcode && bcnet_game_start(message->game, message->stamp) == message->stamp;
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;
    const bcnet_object_t      *object = facts->created ? facts->created : facts->choice.object;
    const uint32_t             id = facts->created ? facts->created->object_id : facts->ship;

    if (message->resend || !message->game)
        return false;
    if (id != BCNET_OBJECT_NONE && (!object || object->class_id == BCNET_CLASS_ID_SHIP)) {
        bcnet_row_t *row = row_of(table, id, object);
        if (row)
            note_told(table, row);
    }
    if (facts->death)
        note_death(table);
    if (facts->removed != BCNET_OBJECT_NONE)
        note_removal(table);
    if (facts->restart || server_restarts(message))
        note_restart(table);
    return true;
}

bcnet_table_kind_t bcnet_table_ships = {
    .ui = { .title = "Bridge Commander Ships",
            .cli_string = "bcnet,ships",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .row_size = sizeof(bcnet_ship_t),
    .count = count_message,
};
