/* Statistics > Bridge Commander Ships, and tshark -z bcnet,ships: one line per ship and life.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "stats.h"

#include <epan/stat_tap_ui.h>
#include <epan/to_str.h>

#include "stats-table.h"
#include "subsystems.h"
#include "tap.h"

typedef enum {
    COLUMN_OBJECT,
    COLUMN_PLAYER,
    COLUMN_CLASS,
    COLUMN_SOURCE,
    COLUMN_FIRST,
    COLUMN_LAST,
    COLUMN_UPDATES,
    COLUMN_CONDITIONS,
    COLUMN_COUNT
} bcnet_ship_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Object      ", "%-12s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player          ", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Class               ", "%-20s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "How known   ", "%-12s" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "First frame", "%-11d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Last frame", "%-10d" },
    { TABLE_ITEM_UINT, TAP_ALIGN_RIGHT, "Updates ", "%-8d" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Worst (last) condition                  ", "%-40s" },
};

/* Worst and last condition of each subsystem seen, in order of appearance. */
typedef struct {
    char   *subsystem;
    uint8_t worst;
    uint8_t last;
} bcnet_worst_t;

enum { SCRATCH_FATE = COLUMN_CLASS, SCRATCH_WORST = COLUMN_CONDITIONS };

static void start_table(stat_tap_table_ui *ui)
{
    bcnet_table_start(ui, "Bridge Commander Ships", COLUMN_COUNT);
}

static void free_worst(void *data)
{
    bcnet_worst_t *worst = (bcnet_worst_t *)data;

    g_free(worst->subsystem);
    g_free(worst);
}

static void free_item(stat_tap_table *table, guint row, guint column, stat_tap_table_item_type *item)
{
    if (column == SCRATCH_WORST && item->user_data.ptr_value)
        g_ptr_array_free((GPtrArray *)item->user_data.ptr_value, TRUE);
    item->user_data.ptr_value = NULL;
    bcnet_table_free_item(table, row, column, item);
}

static void reset_table(stat_tap_table *table)
{
    for (guint row = 0; row < table->num_elements; row++) {
        GPtrArray **worst = (GPtrArray **)&bcnet_table_cell(table, row, SCRATCH_WORST)->user_data.ptr_value;
        if (*worst)
            g_ptr_array_free(*worst, TRUE);
        *worst = NULL;
    }
    bcnet_table_reset(table);
}

/* The ship's row. A life that was seen to begin has its own; a ship nobody introduced has one until a
 * creation is seen for its id. */
static unsigned row_of(stat_tap_table *table, const bcnet_tap_message_t *message, uint32_t id,
                       const bcnet_life_t *life)
{
    const unsigned row = bcnet_table_find_row(table, message->game, id);

    if (row == G_MAXUINT)
        return row;
    return bcnet_table_cell(table, row, SCRATCH_FATE)->user_data.ptr_value == life ? row : G_MAXUINT;
}

static unsigned new_row(stat_tap_table *table, const bcnet_tap_message_t *message, packet_info *pinfo, uint32_t id,
                        const bcnet_life_t *life)
{
    const unsigned row = bcnet_table_add_row(table, columns, COLUMN_COUNT, message->game, id);

    if (row == G_MAXUINT)
        return row;
    bcnet_table_cell(table, row, SCRATCH_FATE)->user_data.ptr_value = (void *)life;
    bcnet_table_cell(table, row, SCRATCH_WORST)->user_data.ptr_value = g_ptr_array_new_with_free_func(free_worst);
    bcnet_table_set_string(table, row, COLUMN_OBJECT, wmem_strdup_printf(pinfo->pool, "0x%08x", id));
    bcnet_table_set_uint(table, row, COLUMN_FIRST, pinfo->num);
    return row;
}

static const char *source_words(bcnet_source_t source)
{
    static const char *const words[] = { "unknown", "created", "told", "default", "inferred", "provisional" };

    return words[source];
}

static const char *player_words(wmem_allocator_t *pool, const bcnet_tap_message_t *message, const bcnet_life_t *life,
                                uint32_t id)
{
    if (life && *life->name)
        return life->name;
    /* A client writes only about its own ship (60.1). */
    return message->facts->ship == id && !message->from_host
               ? bcnet_who_at(pool, message->game, message->peer, message->stamp)
               : "";
}

static void note_condition(GPtrArray *list, const bcnet_condition_fact_t *fact)
{
    for (guint i = 0; i < list->len; i++) {
        bcnet_worst_t *worst = (bcnet_worst_t *)list->pdata[i];
        if (strcmp(worst->subsystem, fact->subsystem) != 0)
            continue;
        worst->worst = MIN(worst->worst, fact->condition);
        worst->last = fact->condition;
        return;
    }
    bcnet_worst_t *worst = g_new(bcnet_worst_t, 1);
    worst->subsystem = g_strdup(fact->subsystem);
    worst->worst = worst->last = fact->condition;
    g_ptr_array_add(list, worst);
}

static const char *condition_words(wmem_allocator_t *pool, const GPtrArray *list)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, NULL);

    for (guint i = 0; i < list->len; i++) {
        const bcnet_worst_t *worst = (const bcnet_worst_t *)list->pdata[i];
        wmem_strbuf_append_printf(words, "%s%s %u %% (%u %%)", i ? ", " : "", worst->subsystem,
                                  bcnet_whole_percent(worst->worst), bcnet_whole_percent(worst->last));
    }
    return wmem_strbuf_get_str(words);
}

static void note_conditions(stat_tap_table *table, unsigned row, const bcnet_facts_t *facts, packet_info *pinfo)
{
    GPtrArray *list = (GPtrArray *)bcnet_table_cell(table, row, SCRATCH_WORST)->user_data.ptr_value;

    if (!facts->conditions)
        return;
    for (unsigned i = 0; i < wmem_array_get_count(facts->conditions); i++)
        note_condition(list, (const bcnet_condition_fact_t *)wmem_array_index(facts->conditions, i));
    bcnet_table_set_string(table, row, COLUMN_CONDITIONS, condition_words(pinfo->pool, list));
}

static tap_packet_status count_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                       tap_flags_t flags)
{
    stat_tap_table            *table = bcnet_table_of(data);
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)record;
    const bcnet_facts_t       *facts = message->facts;
    const bcnet_life_t        *life = facts->created ? facts->created : facts->binding.life;
    const uint32_t             id = facts->created ? facts->created->object_id : facts->ship;

    if (message->resend || id == BCNET_OBJECT_NONE || (life && life->class_id != BCNET_CLASS_ID_SHIP))
        return TAP_PACKET_DONT_REDRAW;
    unsigned row = row_of(table, message, id, life);
    if (row == G_MAXUINT)
        row = new_row(table, message, pinfo, id, life);
    if (row == G_MAXUINT)
        return TAP_PACKET_DONT_REDRAW;
    const char *class_words = life ? bcnet_species_name(life->species) : facts->binding.names;
    bcnet_table_set_string(table, row, COLUMN_CLASS, class_words ? class_words : "unknown");
    bcnet_table_set_string(table, row, COLUMN_SOURCE,
                           source_words(life ? BCNET_SOURCE_CREATED : facts->binding.source));
    const char *player = player_words(pinfo->pool, message, life, id);
    if (*player)
        bcnet_table_set_string(table, row, COLUMN_PLAYER, player);
    bcnet_table_set_uint(table, row, COLUMN_LAST, pinfo->num);
    if (facts->ship != BCNET_OBJECT_NONE)
        bcnet_table_add(table, row, COLUMN_UPDATES, 1);
    note_conditions(table, row, facts, pinfo);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_ships(void)
{
    static tap_param         filter = { PARAM_FILTER, "filter", "Filter", NULL, TRUE };
    static stat_tap_table_ui ui = {
        .group = REGISTER_STAT_GROUP_GENERIC,
        .title = "Bridge Commander Ships",
        .tap_name = "bcnet",
        .cli_string = "bcnet,ships",
        .stat_tap_init_cb = start_table,
        .packet_func = count_message,
        .stat_tap_reset_table_cb = reset_table,
        .stat_tap_free_table_item_cb = free_item,
        .nfields = COLUMN_COUNT,
        .fields = columns,
        .nparams = 1,
        .params = &filter,
    };

    register_stat_tap_table_ui(&ui);
}
