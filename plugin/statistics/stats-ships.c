/* Statistics > Bridge Commander Ships, and tshark -z bcnet,ships: one line per ship and life.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats.h"

#include <epan/stat_tap_ui.h>
#include <epan/to_str.h>

#include "game/object-words.h"
#include "game/players.h"
#include "opcodes/subsystems.h"
#include "statistics/stats-table.h"
#include "statistics/tap.h"

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
};

#define LATE_SECONDS 5.0

/* Worst and last condition of a subsystem, a part of one or a shield facing. */
typedef struct {
    uint32_t place; /* position in the ship's list and part of it */
    char    *name;
    uint8_t  worst;
    uint8_t  last;
} bcnet_worst_t;

/* What is known of a row's ship beside the cells. */
typedef struct {
    const bcnet_game_t   *game;
    const bcnet_life_t   *life; /* NULL: nobody introduced it */
    const bcnet_layout_t *layout; /* what the conditions were read with; NULL: as in the creation */
    GPtrArray            *worst; /* of bcnet_worst_t, in order of appearance */
    GHashTable           *places; /* place -> bcnet_worst_t */
    double                gone; /* seconds; valid when the cell has it */
    bool                  round_over;
} bcnet_ship_t;

/* ---- Rows ---- */

static bcnet_ship_t **ship_in(stat_tap_table *table, unsigned row)
{
    return (bcnet_ship_t **)&bcnet_table_cell(table, row, COLUMN_OBJECT)->user_data.ptr_value;
}

static void free_worst(void *data)
{
    bcnet_worst_t *worst = (bcnet_worst_t *)data;

    g_free(worst->name);
    g_free(worst);
}

/* Rows that only say that more were left out have no ship. */
static void free_ship(bcnet_ship_t **ship)
{
    if (*ship) {
        g_hash_table_destroy((*ship)->places);
        g_ptr_array_free((*ship)->worst, TRUE);
    }
    g_free(*ship);
    *ship = NULL;
}

static void free_item(stat_tap_table *table, guint row, guint column, stat_tap_table_item_type *item)
{
    if (column == COLUMN_OBJECT)
        free_ship((bcnet_ship_t **)&item->user_data.ptr_value);
    bcnet_table_free_item(table, row, column, item);
}

static void reset_table(stat_tap_table *table)
{
    for (guint row = 0; row < table->num_elements; row++)
        free_ship(ship_in(table, row));
    bcnet_table_reset(table);
}

static bool is_alive(stat_tap_table *table, unsigned row)
{
    return strcmp(bcnet_table_cell(table, row, COLUMN_FATE)->value.string_value, "still there") == 0;
}

/* A ship that died may still be deleted. */
static void end_row(stat_tap_table *table, unsigned row, const packet_info *pinfo, const char *fate)
{
    if (is_alive(table, row))
        bcnet_table_set_string(table, row, COLUMN_FATE, fate);
    if (!bcnet_table_is_empty(table, row, COLUMN_GONE))
        return;
    (*ship_in(table, row))->gone = nstime_to_sec(&pinfo->rel_ts);
    bcnet_table_set_decimals(table, row, COLUMN_GONE, nstime_to_sec(&pinfo->rel_ts));
}

/* The player's last ship that died has a successor now, unless a new round began. */
static void note_respawn(stat_tap_table *table, unsigned newest, const packet_info *pinfo)
{
    const bcnet_ship_t *fresh = *ship_in(table, newest);

    for (unsigned row = newest; row-- > 0;) {
        const bcnet_ship_t *ship = *ship_in(table, row);
        if (ship->game != fresh->game || !ship->life || ship->life->player != fresh->life->player)
            continue;
        if (!ship->round_over && !bcnet_table_is_empty(table, row, COLUMN_DIED))
            bcnet_table_set_decimals(table, row, COLUMN_RESPAWNED, nstime_to_sec(&pinfo->rel_ts));
        return;
    }
}

static unsigned new_row(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id,
                        const bcnet_life_t *life)
{
    const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, BCNET_TABLE_ROWS_MAX);

    if (row == G_MAXUINT)
        return row;
    bcnet_ship_t *ship = g_new0(bcnet_ship_t, 1);
    ship->game = message->game;
    ship->life = life;
    ship->worst = g_ptr_array_new_with_free_func(free_worst);
    ship->places = g_hash_table_new(g_direct_hash, g_direct_equal);
    *ship_in(table, row) = ship;
    bcnet_table_index_row(table, message->game, id, row);
    bcnet_table_set_string(table, row, COLUMN_OBJECT, wmem_strdup_printf(pinfo->pool, "0x%08x", id));
    bcnet_table_set_string(table, row, COLUMN_FATE, "still there");
    bcnet_table_set_uint(table, row, COLUMN_FIRST, pinfo->num);
    if (life && life->player != BCNET_NO_ID && life->born == message->stamp)
        note_respawn(table, row, pinfo);
    return row;
}

/* What clients write of a ship until they hear that it is gone is still about that ship. */
static bool is_late(stat_tap_table *table, unsigned row, const bcnet_life_t *life, const packet_info *pinfo)
{
    return !life && !bcnet_table_is_empty(table, row, COLUMN_GONE) &&
           nstime_to_sec(&pinfo->rel_ts) - (*ship_in(table, row))->gone < LATE_SECONDS;
}

/* The ship's row. Every life has its own; so has a ship nobody introduced, until a creation is seen for its id. */
static unsigned row_of(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id,
                       const bcnet_life_t *life)
{
    const unsigned row = bcnet_table_find_row(table, message->game, id);

    if (row != G_MAXUINT && ((*ship_in(table, row))->life == life || is_late(table, row, life, pinfo)))
        return row;
    if (row != G_MAXUINT && is_alive(table, row))
        end_row(table, row, pinfo, "replaced");
    return new_row(table, message, pinfo, id, life);
}

/* ---- Words ---- */

/* A ship that is no player's has a name of its own: "Space Facility "Outpost1"". */
static const char *class_words(wmem_allocator_t *pool, const bcnet_life_t *life, const bcnet_binding_t *binding)
{
    if (!life)
        return binding->names ? binding->names : "unknown";
    const char *species = bcnet_species_name(life->species);
    return life->player == BCNET_NO_ID && *life->name ? wmem_strdup_printf(pool, "%s \"%s\"", species, life->name)
                                                      : species;
}

/* Empty when nobody is known. A client writes only about its own ship (60.1). */
static const char *player_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message, const bcnet_life_t *life)
{
    if (life)
        return bcnet_named_at(pool, message->game, life->player, bcnet_next_frame(message->stamp));
    return message->facts->ship != BCNET_OBJECT_NONE && !message->from_host
             ? bcnet_who_at(pool, message->game, message->peer, message->stamp)
             : "";
}

/* ---- Conditions ---- */

static gint compare_places(gconstpointer a, gconstpointer b)
{
    const bcnet_worst_t *one = *(bcnet_worst_t *const *)a, *other = *(bcnet_worst_t *const *)b;

    return one->place < other->place ? -1 : one->place > other->place;
}

static bcnet_worst_t *add_place(bcnet_ship_t *ship, uint32_t place, const bcnet_condition_fact_t *fact)
{
    bcnet_worst_t *worst = g_new(bcnet_worst_t, 1);

    worst->place = place;
    worst->name = g_strdup(fact->name);
    worst->worst = worst->last = fact->condition;
    g_hash_table_insert(ship->places, GUINT_TO_POINTER(place), worst);
    g_ptr_array_add(ship->worst, worst);
    g_ptr_array_sort(ship->worst, compare_places);
    return worst;
}

/* True when there is something new to say. */
static bool note_condition(bcnet_ship_t *ship, const bcnet_condition_fact_t *fact)
{
    const uint32_t place = (uint32_t)fact->index << 16 | fact->part;
    bcnet_worst_t *worst = (bcnet_worst_t *)g_hash_table_lookup(ship->places, GUINT_TO_POINTER(place));

    if (!worst)
        return add_place(ship, place, fact) != NULL;
    if (worst->last == fact->condition)
        return false;
    worst->worst = MIN(worst->worst, fact->condition);
    worst->last = fact->condition;
    return true;
}

/* "Hull 35 % (40 %), Front shields 0 % (12 %), 37 others 100 %": in order of the ship's list. */
static const char *condition_words(wmem_allocator_t *pool, const GPtrArray *list)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, NULL);
    unsigned       whole = 0;

    for (guint i = 0; i < list->len; i++) {
        const bcnet_worst_t *worst = (const bcnet_worst_t *)list->pdata[i];
        if (worst->worst == UINT8_MAX) {
            whole++;
            continue;
        }
        wmem_strbuf_append_printf(words, "%s%s %u %% (%u %%)", wmem_strbuf_get_len(words) ? ", " : "", worst->name,
                                  bcnet_whole_percent(worst->worst), bcnet_whole_percent(worst->last));
    }
    if (whole == list->len)
        wmem_strbuf_append_printf(words, "all %u 100 %%", whole);
    else if (whole > 0)
        wmem_strbuf_append_printf(words, ", %u other%s 100 %%", whole, whole == 1 ? "" : "s");
    return wmem_strbuf_get_str(words);
}

static void note_conditions(stat_tap_table *table, unsigned row, const bcnet_facts_t *facts, packet_info *pinfo)
{
    bcnet_ship_t *ship = *ship_in(table, row);
    bool          news = false;

    /* Late messages about a life that is over are read without its layout. */
    if (!facts->conditions || (facts->ship != BCNET_OBJECT_NONE && facts->binding.life != ship->life))
        return;
    /* Another answer to what the ship is: what was read with the one before means nothing. */
    if (facts->binding.layout && !ship->life && facts->binding.layout != ship->layout) {
        g_hash_table_remove_all(ship->places);
        g_ptr_array_set_size(ship->worst, 0);
        ship->layout = facts->binding.layout;
    }
    for (unsigned i = 0; i < wmem_array_get_count(facts->conditions); i++)
        news |= note_condition(ship, (const bcnet_condition_fact_t *)wmem_array_index(facts->conditions, i));
    if (news)
        bcnet_table_set_string(table, row, COLUMN_CONDITIONS, condition_words(pinfo->pool, ship->worst));
}

/* ---- Messages ---- */

static void note_told(stat_tap_table *table, unsigned row, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_facts_t *facts = message->facts;
    const bcnet_life_t  *life = (*ship_in(table, row))->life;
    const char          *player = player_words(pinfo->pool, message, life);

    bcnet_table_set_string(table, row, COLUMN_CLASS, class_words(pinfo->pool, life, &facts->binding));
    bcnet_table_set_string(table, row, COLUMN_SOURCE,
                           bcnet_source_words(life ? BCNET_SOURCE_CREATED : facts->binding.source));
    if (*player)
        bcnet_table_set_string(table, row, COLUMN_PLAYER, player);
    bcnet_table_set_uint(table, row, COLUMN_LAST, pinfo->num);
    if (facts->ship != BCNET_OBJECT_NONE)
        bcnet_table_add(table, row, COLUMN_UPDATES, 1);
    note_conditions(table, row, facts, pinfo);
}

/* The host tells every client of a death: the first telling counts. */
static void note_death(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const bcnet_death_fact_t *death = message->facts->death;
    unsigned                  row = bcnet_table_find_row(table, message->game, death->ship);

    if (death->ship == BCNET_OBJECT_NONE || (death->life && death->life->class_id != BCNET_CLASS_ID_SHIP))
        return;
    if (row == G_MAXUINT) {
        row = new_row(table, message, pinfo, death->ship, death->life);
        if (row == G_MAXUINT)
            return;
        bcnet_table_set_string(table, row, COLUMN_CLASS,
                               class_words(pinfo->pool, death->life, &message->facts->binding));
        bcnet_table_set_string(table, row, COLUMN_SOURCE,
                               bcnet_source_words(death->life ? BCNET_SOURCE_CREATED : BCNET_SOURCE_NONE));
    }
    bcnet_table_set_uint(table, row, COLUMN_LAST, pinfo->num);
    if (!is_alive(table, row))
        return;
    bcnet_table_set_string(table, row, COLUMN_FATE, "died");
    bcnet_table_set_decimals(table, row, COLUMN_DIED, nstime_to_sec(&pinfo->rel_ts));
    bcnet_table_set_string(table, row, COLUMN_KILLER,
                           bcnet_named_at(pinfo->pool, message->game, (uint32_t)death->killer, message->stamp));
}

static void note_removal(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    const unsigned row = bcnet_table_find_row(table, message->game, message->facts->removed);

    if (row == G_MAXUINT)
        return;
    bcnet_table_set_uint(table, row, COLUMN_LAST, pinfo->num);
    end_row(table, row, pinfo, "deleted");
}

/* 0x39, or a server that was started again: all its ships are gone (60.4). */
static void note_restart(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo)
{
    for (unsigned row = 0; row < table->num_elements; row++) {
        bcnet_ship_t *ship = *ship_in(table, row);
        if (!ship || ship->game != message->game)
            continue;
        ship->round_over = true;
        if (is_alive(table, row))
            end_row(table, row, pinfo, "restart");
    }
}

static bool server_restarts(const bcnet_tap_message_t *message)
{
    return message->has_opcode && bcnet_game_start(message->game, message->stamp) == message->stamp;
}

static tap_packet_status count_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                       tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    const bcnet_facts_t       *facts = message->facts;
    const bcnet_life_t        *life = facts->created ? facts->created : facts->binding.life;
    const uint32_t             id = facts->created ? facts->created->object_id : facts->ship;

    if (message->resend || !message->game)
        return TAP_PACKET_DONT_REDRAW;
    if (id != BCNET_OBJECT_NONE && (!life || life->class_id == BCNET_CLASS_ID_SHIP)) {
        const unsigned row = row_of(table, message, pinfo, id, life);
        if (row != G_MAXUINT)
            note_told(table, row, message, pinfo);
    }
    if (facts->death)
        note_death(table, message, pinfo);
    if (facts->removed != BCNET_OBJECT_NONE)
        note_removal(table, message, pinfo);
    if (facts->restart || server_restarts(message))
        note_restart(table, message, pinfo);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_ships(void)
{
    static stat_tap_table_ui ui = {
        .title = "Bridge Commander Ships",
        .cli_string = "bcnet,ships",
        .packet_func = count_message,
        .stat_tap_reset_table_cb = reset_table,
        .stat_tap_free_table_item_cb = free_item,
        .nfields = COLUMN_COUNT,
        .fields = columns,
    };

    bcnet_table_register(&ui);
}
