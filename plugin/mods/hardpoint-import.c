/* Reads a hardpoint script as a whole.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/hardpoint-run.h"
#include "mods/hardpoint.h"

static const bcnet_place_t whole_file = { 0, 0 };

/* "scripts/ships/Hardpoints/akira.py" gives "akira". */
static char *module_name(const char *file)
{
    const char *begin = file + strlen(file), *end = begin;

    while (begin > file && begin[-1] != '/' && begin[-1] != '\\')
        begin--;
    if (end - begin > 3 && g_ascii_strcasecmp(end - 3, ".py") == 0)
        end -= 3;
    else if (end - begin > 4 && g_ascii_strcasecmp(end - 4, ".pyc") == 0)
        end -= 4;
    return g_strndup(begin, (size_t)(end - begin));
}

/* Where a hardpoint script is wanted, a ship script is easily taken for one. */
static char *hardpoint_of_ship(run_t *run, const bcnet_module_t *module)
{
    value_t function = bcnet_run_global(module, "GetShipStats"), stats = UNKNOWN_VALUE, name = UNKNOWN_VALUE;

    if (function.kind == VALUE_FUNCTION)
        stats = bcnet_run_call(run, function.function, NULL, 0);
    if (stats.kind == VALUE_TABLE)
        name = bcnet_value_look_up(stats, bcnet_value_text("HardpointFile"));
    return name.kind == VALUE_TEXT ? g_strdup(name.text) : NULL;
}

static void complain(run_t *run, const bcnet_module_t *module, const char *file)
{
    char *hardpoint = hardpoint_of_ship(run, module);

    if (hardpoint)
        bcnet_remark(run->remarks, BCNET_ERROR, file, whole_file,
                     "this is a ship script; what its ship consists of stands in its hardpoint script, "
                     "Hardpoints%c%s.py",
                     G_DIR_SEPARATOR, hardpoint);
    else
        bcnet_remark(run->remarks, BCNET_ERROR, file, whole_file,
                     "there is no function LoadPropertySet: this is no ship");
    run->failed = true;
    g_free(hardpoint);
}

/* 97.2, rule 2. */
static void load_properties(run_t *run, const bcnet_module_t *module, const char *file)
{
    value_t       function = bcnet_run_global(module, "LoadPropertySet");
    const value_t set = { .kind = VALUE_SET };

    if (function.kind == VALUE_FUNCTION)
        bcnet_run_call(run, function.function, &set, 1);
    else
        complain(run, module, file);
}

/* The ship's name, as far as the script knows it. */
static const char *find_title(const run_t *run)
{
    for (unsigned i = 0; i < run->added->len; i++) {
        const bcnet_property_t *property = g_array_index(run->added, bcnet_added_t, i).property;

        if (strcmp(property->kind->name, "ShipProperty") == 0)
            return property->name;
    }
    return NULL;
}

static bcnet_hardpoint_t *take_result(bcnet_arena_t *arena, const run_t *run, const char *file)
{
    bcnet_hardpoint_t *hardpoint = BCNET_ARENA_NEW(arena, bcnet_hardpoint_t);

    hardpoint->file = bcnet_arena_text(arena, file, strlen(file));
    hardpoint->title = find_title(run);
    hardpoint->count = run->added->len;
    hardpoint->added = BCNET_ARENA_ARRAY(arena, bcnet_added_t, hardpoint->count);
    if (hardpoint->count > 0)
        memcpy(hardpoint->added, run->added->data, hardpoint->count * sizeof(bcnet_added_t));
    hardpoint->memory = arena;
    return hardpoint;
}

bcnet_hardpoint_t *bcnet_hardpoint_read(const char *name, const char *text, size_t length,
                                        const bcnet_hardpoint_parents_t *parents, GPtrArray *remarks)
{
    bcnet_arena_t     *arena = bcnet_arena_new();
    run_t             *run = bcnet_run_new(arena, parents, remarks);
    char              *module = module_name(name);
    bcnet_hardpoint_t *hardpoint = NULL;
    bcnet_module_t    *script = bcnet_run_script(run, module, name, text, length);

    if (!run->failed)
        load_properties(run, script, name);
    if (!run->failed)
        hardpoint = take_result(arena, run, name);
    bcnet_run_free(run);
    if (!hardpoint)
        bcnet_arena_free(arena);
    g_free(module);
    return hardpoint;
}

void bcnet_hardpoint_free(bcnet_hardpoint_t *hardpoint)
{
    if (hardpoint)
        bcnet_arena_free(hardpoint->memory);
}
