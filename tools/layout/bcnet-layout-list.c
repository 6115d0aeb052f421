/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout list [--folder DIR]... */
#include "layout/bcnet-layout.h"

#include <stdio.h>

static void print_layout(const bcnet_layout_t *layout)
{
    g_autofree char *species = layout->species != 0 ? g_strdup_printf("%d", layout->species) : g_strdup("-");

    bcnet_tool_cell(species, 8);
    bcnet_tool_cell(layout->key, 17);
    bcnet_tool_cell(layout->name, 27);
    bcnet_tool_cell(layout->faction ? layout->faction : "-", 12);
    printf("%-6s%-12u%-9u%-10u%s\n", layout->menu ? "menu" : "", layout->count, layout->object_count,
           bcnet_layout_snapshot_length(layout), layout->origin);
}

int bcnet_tool_list(int argc, char **argv)
{
    g_auto(GStrv) folders = NULL;
    const GOptionEntry entries[] = { { "folder", 'f', 0, G_OPTION_ARG_FILENAME_ARRAY, &folders,
                                       "Read the layout files of this folder too", "DIR" },
                                     G_OPTION_ENTRY_NULL };
    bcnet_layouts_t   *layouts;
    int                state = TOOL_OK;

    tool_call_t call = tool_options("bcnet-layout list", NULL, "Lists all ships.", NULL, entries, &argc, &argv);

    if (call != TOOL_GO_ON)
        return call == TOOL_DONE ? TOOL_OK : TOOL_USAGE;
    if (argc > 1)
        return tool_misuse("bcnet-layout list", "It takes no \"%s\".", argv[1]);
    layouts = bcnet_tool_layouts(folders, &state);
    printf("species key              name                       faction     menu  subsystems  objects  snapshot  "
           "from\n");
    for (unsigned i = 0; i < bcnet_layouts_count(layouts); i++)
        print_layout(bcnet_layouts_get(layouts, i));
    bcnet_layouts_free(layouts);
    return state;
}
