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

static char **folders;

static int list(int count, char **paths)
{
    int              state = TOOL_OK;
    bcnet_layouts_t *layouts = bcnet_tool_layouts(folders, &state);

    printf("species key              name                       faction     menu  subsystems  objects  snapshot  "
           "from\n");
    for (unsigned i = 0; i < bcnet_layouts_count(layouts); i++)
        print_layout(bcnet_layouts_get(layouts, i));
    bcnet_layouts_free(layouts);
    g_strfreev(folders);
    return state;
}

static const GOptionEntry entries[] = { { "folder", 'f', 0, G_OPTION_ARG_FILENAME_ARRAY, &folders,
                                          "Read the layout files of this folder too", "DIR" },
                                        G_OPTION_ENTRY_NULL };

const bcnet_tool_command_t bcnet_tool_list = {
    "bcnet-layout list", "", "Lists all ships: the built-in ones and those of the folders.", entries, 0, 0, list
};
