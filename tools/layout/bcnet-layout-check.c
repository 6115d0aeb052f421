/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout check FILE... */
#include "layout/bcnet-layout.h"

#include <stdio.h>

static void print_count(unsigned count, const char *noun, const char *behind)
{
    printf("%u %s%s%s", count, noun, count == 1 ? "" : "s", behind);
}

static void print_summary(const bcnet_layouts_t *stock, const bcnet_layout_t *layout)
{
    const bcnet_layout_t *replaced = layout->species != 0 ? bcnet_layouts_by_species(stock, (unsigned)layout->species)
                                                          : NULL;

    printf("%s: ", layout->origin);
    bcnet_tool_cell(layout->name, 0);
    printf(", ");
    if (layout->species != 0)
        printf("species %d, ", layout->species);
    else
        printf("no species, ");
    print_count(layout->count, "subsystem", ", ");
    print_count(layout->object_count, "object", ", snapshot of ");
    print_count(bcnet_layout_snapshot_length(layout), "byte", "");
    if (replaced)
        printf("; in place of the built-in %s", replaced->name);
    printf(".\n");
}

static int check(int count, char **paths)
{
    bcnet_layouts_t *stock = bcnet_layouts_new();
    int              state = TOOL_OK;

    for (int i = 0; i < count; i++) {
        bcnet_layout_t *layout = bcnet_tool_load(paths[i], &state);
        if (layout)
            print_summary(stock, layout);
        bcnet_layout_free(layout);
    }
    bcnet_layouts_free(stock);
    return state;
}

const bcnet_tool_command_t bcnet_tool_check = {
    "bcnet-layout check", "FILE...", "Says what is wrong with layout files.", NULL, 1, G_MAXINT, check
};
