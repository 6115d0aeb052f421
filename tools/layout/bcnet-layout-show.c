/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout show SHIP: the list of subsystems, and where each byte stands in the messages. */
#include "layout/bcnet-layout.h"
#include "reading/numbers.h"
#include "ships/block.h"

#include <stdio.h>
#include <string.h>

static const char *const format_names[] = {
    [BCNET_FORMAT_BASE] = "base",
    [BCNET_FORMAT_POWERED] = "powered",
    [BCNET_FORMAT_REACTOR] = "reactor",
    [BCNET_FORMAT_SHIELD] = "shield",
};

enum { NAME_WIDTH = 26 };

/* --- the list --- */

static void print_row(const char *index, const char *name, bcnet_class_t class_id, const char *format, unsigned offset,
                      float max_condition)
{
    bcnet_tool_cell(index, 4);
    bcnet_tool_cell(name, NAME_WIDTH);
    bcnet_tool_cell(bcnet_classes[class_id].name, 24);
    printf("%-9s+%-5u", format, offset);
    if (max_condition > 0)
        fputs(bcnet_significant(max_condition, 10).text, stdout);
    printf("\n");
}

static void print_list(const bcnet_layout_t *layout)
{
    printf("\n#   subsystem                 class                   format   id    hit points\n");
    for (unsigned i = 0; i < layout->count; i++) {
        const bcnet_subsystem_t *subsystem = &layout->subsystems[i];
        g_autofree char         *index = g_strdup_printf("%u", i);

        print_row(index, subsystem->name, subsystem->class_id, format_names[bcnet_classes[subsystem->class_id].format],
                  subsystem->object_offset, subsystem->max_condition);
        for (unsigned c = 0; c < subsystem->child_count; c++) {
            const bcnet_child_t *child = &subsystem->children[c];
            g_autofree char     *name = g_strdup_printf("  %s", child->name);

            print_row("", name, child->class_id, "child", child->object_offset, child->max_condition);
        }
    }
    printf("The object id of a subsystem is the ship's id + the number under \"id\".\n");
}

/* --- positions --- */

static void print_place(const char *what, unsigned first, unsigned count)
{
    if (count == 1)
        printf(", %s %u", what, first);
    else if (count > 1)
        printf(", %s %u-%u", what, first, first + count - 1);
}

static void begin_entry(const bcnet_layout_t *layout, unsigned index, unsigned condition)
{
    g_autofree char *number = g_strdup_printf("%4u ", index);

    bcnet_tool_cell(number, 6);
    bcnet_tool_cell(layout->subsystems[index].name, NAME_WIDTH);
    printf("condition %u", condition);
    print_place("children", condition + 1, layout->subsystems[index].child_count);
}

/* What a part of an entry in the snapshot is called (40.4). */
static const char *part_name(unsigned part, bcnet_class_t class_id)
{
    switch (part) {
    case BCNET_SNAPSHOT_BATTERIES:
        return "batteries";
    case BCNET_SNAPSHOT_POWER:
        return "power";
    case BCNET_SNAPSHOT_FACINGS:
        return "facings";
    default:
        return class_id == BCNET_CLASS_PHASER_SYSTEM  ? "level"
             : class_id == BCNET_CLASS_TORPEDO_SYSTEM ? "ammunition type"
                                                      : "mode";
    }
}

typedef struct {
    unsigned offset, group, bits;
} snapshot_t;

static void print_snapshot_part(snapshot_t *snapshot, unsigned part, bcnet_class_t class_id)
{
    const unsigned length = bcnet_snapshot_part_length(part);

    if (part != BCNET_SNAPSHOT_BIT) {
        print_place(part_name(part, class_id), snapshot->offset, length);
        snapshot->offset += length;
        return;
    }
    if (snapshot->bits % BCNET_BITS_PER_GROUP == 0)
        snapshot->group = snapshot->offset++;
    printf(", bit %u of byte %u", snapshot->bits % BCNET_BITS_PER_GROUP, snapshot->group);
    snapshot->bits++;
}

static void print_snapshot_entry(const bcnet_layout_t *layout, unsigned index, snapshot_t *snapshot)
{
    const bcnet_subsystem_t *subsystem = &layout->subsystems[index];
    const unsigned           parts = bcnet_classes[subsystem->class_id].snapshot;

    begin_entry(layout, index, snapshot->offset);
    snapshot->offset += 1 + subsystem->child_count;
    for (unsigned part = 1; part <= parts; part <<= 1)
        if (parts & part)
            print_snapshot_part(snapshot, part, subsystem->class_id);
    printf("\n");
}

static void print_snapshot(const bcnet_layout_t *layout)
{
    snapshot_t snapshot = { 0, 0, 0 };

    printf("\nSnapshot in ObjectCreate, %u bytes; byte 0 follows the set name.\n",
           bcnet_layout_snapshot_length(layout));
    for (unsigned i = 0; i < layout->count; i++)
        print_snapshot_entry(layout, i, &snapshot);
}

static void print_block(const bcnet_layout_t *layout, const bcnet_block_entry_t *entries, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const bcnet_block_entry_t *entry = &entries[i];

        begin_entry(layout, entry->index, entry->offset);
        if (entry->batteries != 0)
            print_place("batteries", entry->batteries, 2);
        if (entry->group != 0)
            printf(", bit %u of byte %u", entry->bit, entry->group);
        if (entry->has_power)
            print_place("power", entry->power, 1);
        if (entry->facings != 0)
            print_place("facings", entry->facings, BCNET_FACINGS);
        printf("\n");
    }
}

/* Lets the walker find the positions, so that the table shows what the dissector reads. Every byte
 * of the model block could be a group byte of five booleans, and that some of them then say too much
 * does not move anything; where the walker meets a power byte, it gets 100 %. */
static unsigned print_blocks_from(const bcnet_layout_t *layout, unsigned start, bcnet_view_t view)
{
    uint8_t              bytes[BCNET_BLOCK_BUDGET + 2 * BCNET_MAX_CHILDREN];
    bcnet_block_entry_t  entries[BCNET_MAX_SUBSYSTEMS];
    bcnet_block_t        block = { .layout = layout,
                                   .payload = bytes,
                                   .end = sizeof bytes,
                                   .mode = BCNET_WALK_BOUNDED,
                                   .entries = entries,
                                   .capacity = G_N_ELEMENTS(entries) };
    bcnet_block_result_t result;

    memset(bytes, view == BCNET_VIEW_REMOTE ? 0xBF : 0xA0, sizeof bytes);
    bytes[0] = (uint8_t)start;
    bcnet_block_walk(&block, &result);
    while (result.problem == BCNET_BLOCK_POWER) {
        bytes[result.problem_offset] = 100;
        bcnet_block_walk(&block, &result);
    }
    printf("  start %u, %u bytes after it, next start %u\n", start, result.end - 1, result.next);
    print_block(layout, entries, result.entry_count);
    return result.next;
}

static void print_cycle(const bcnet_layout_t *layout, bcnet_view_t view, const char *title)
{
    bool     seen[BCNET_MAX_SUBSYSTEMS] = { false };
    unsigned start = 0;

    printf("\nStateUpdate, %s; byte 0 is the start index.\n", title);
    while (!seen[start]) {
        seen[start] = true;
        start = print_blocks_from(layout, start, view);
    }
    printf("  then from start %u again\n", start);
}

/* --- the command --- */

static void print_head(const bcnet_layout_t *layout)
{
    bcnet_tool_cell(layout->name, 0);
    if (layout->species != 0)
        printf(", species %d", layout->species);
    if (layout->faction)
        printf(", %s", layout->faction);
    if (layout->menu)
        printf(", in the multiplayer menu");
    printf("\nkey %s, from: %s\n", layout->key, layout->origin);
    if (layout->confidence || layout->source)
        printf("confidence %s: %s\n", layout->confidence ? layout->confidence : "not stated",
               layout->source ? layout->source : "source not stated");
    if (layout->note)
        printf("%s\n", layout->note);
    for (unsigned i = 0; i < layout->hash_count; i++)
        printf("integrity hash 0x%04X\n", layout->hashes[i]);
    for (unsigned i = 0; i < layout->variant_count; i++)
        printf("variant \"%s\", %u subsystems\n", layout->variants[i]->key, layout->variants[i]->count);
}

static void print_layout(const bcnet_layout_t *layout)
{
    print_head(layout);
    print_list(layout);
    print_snapshot(layout);
    print_cycle(layout, BCNET_VIEW_OWNER, "owner view (to the ship's own player)");
    print_cycle(layout, BCNET_VIEW_REMOTE, "remote view (to the others), alone in its message");
}

/* False if there is no such variant. */
static bool show(const bcnet_layout_t *layout, const char *variant)
{
    const bcnet_layout_t *shown = variant ? NULL : layout;

    for (unsigned i = 0; i < layout->variant_count && !shown; i++)
        if (g_ascii_strcasecmp(layout->variants[i]->key, variant) == 0)
            shown = layout->variants[i];
    if (shown)
        print_layout(shown);
    else
        fprintf(stderr, "bcnet-layout: %s has no variant \"%s\".\n", layout->name, variant);
    return shown;
}

static char **folders;
static char  *variant;

static int show_ship(int count, char **paths)
{
    const bool            is_file = g_str_has_suffix(paths[0], ".ini");
    int                   state = TOOL_OK;
    bcnet_layouts_t      *layouts = is_file ? NULL : bcnet_tool_layouts(folders, &state);
    bcnet_layout_t       *loaded = is_file ? bcnet_tool_load(paths[0], &state) : NULL;
    const bcnet_layout_t *layout = is_file ? loaded : bcnet_layouts_by_name(layouts, paths[0]);

    if (!layout && !is_file)
        fprintf(stderr, "bcnet-layout: there is no ship \"%s\"; \"bcnet-layout list\" names all.\n", paths[0]);
    if (!layout || !show(layout, variant))
        state = TOOL_FAILURE;
    bcnet_layout_free(loaded);
    bcnet_layouts_free(layouts);
    g_strfreev(folders);
    g_free(variant);
    return state;
}

static const GOptionEntry entries[] = {
    { "folder", 'f', 0, G_OPTION_ARG_FILENAME_ARRAY, &folders, "Read the layout files of this folder too", "DIR" },
    { "variant", 'v', 0, G_OPTION_ARG_STRING, &variant, "Show this other reading of the ship", "NAME" },
    G_OPTION_ENTRY_NULL
};

const bcnet_tool_command_t bcnet_tool_show = {
    "bcnet-layout show",
    "SHIP",
    "Shows one ship, by its name or from an .ini file, with its byte positions.",
    entries,
    1,
    1,
    show_ship
};
