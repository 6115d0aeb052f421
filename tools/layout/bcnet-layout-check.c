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

static bool check_file(const bcnet_layouts_t *stock, const char *path)
{
    int             state = TOOL_OK;
    bcnet_layout_t *layout = bcnet_tool_load(path, &state);

    if (!layout)
        return false;
    print_summary(stock, layout);
    bcnet_layout_free(layout);
    return true;
}

int bcnet_tool_check(int argc, char **argv)
{
    static const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
    bcnet_layouts_t          *stock;
    int                       state = TOOL_OK;
    tool_call_t call = tool_options("bcnet-layout check", "FILE...", "Says what is wrong with layout files.", NULL,
                                    entries, &argc, &argv);

    if (call != TOOL_GO_ON)
        return call == TOOL_DONE ? TOOL_OK : TOOL_USAGE;
    if (argc < 2)
        return tool_misuse("bcnet-layout check", "The names of layout files are expected.");
    stock = bcnet_layouts_new();
    for (int i = 1; i < argc; i++)
        if (!check_file(stock, argv[i]))
            state = TOOL_FAILURE;
    bcnet_layouts_free(stock);
    return state;
}
