/* Reads a hardpoint script as a whole.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/hardpoint-run.h"
#include "mods/hardpoint.h"

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
static const char *hardpoint_of_ship(run_t *run, const bcnet_module_t *module)
{
    value_t stats = bcnet_run_ship_stats(run, module), name = UNKNOWN_VALUE;

    if (stats.kind == VALUE_TABLE)
        name = bcnet_value_look_up(stats, TEXT_VALUE("HardpointFile"));
    return name.kind == VALUE_TEXT ? name.text : NULL;
}

static void complain(run_t *run, const bcnet_module_t *module)
{
    const char *hardpoint = hardpoint_of_ship(run, module);

    if (hardpoint)
        bcnet_remark(run->remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                     "this is a ship script; what its ship consists of stands in its hardpoint script, "
                     "Hardpoints%c%s.py",
                     G_DIR_SEPARATOR, hardpoint);
    else
        bcnet_remark(run->remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                     "there is no function LoadPropertySet: this is no ship");
    run->failed = true;
}

/* 97.2, rule 2. */
static void load_properties(run_t *run, const bcnet_module_t *module)
{
    value_t       function = bcnet_run_global(module, "LoadPropertySet");
    const value_t set = { .kind = VALUE_SET };

    if (function.kind == VALUE_FUNCTION)
        bcnet_run_call(run, function.function, &set, 1);
    else
        complain(run, module);
}

void bcnet_script_clear(bcnet_script_t *script)
{
    g_clear_pointer(&script->path, g_free);
    g_clear_pointer(&script->text, g_free);
}

bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_t *script, const bcnet_hardpoint_parents_t *parents,
                                     bcnet_readd_t readd, GPtrArray *remarks)
{
    run_t                *run = bcnet_run_new(parents, remarks);
    char                 *name = module_name(script->path);
    const bcnet_module_t *module = bcnet_run_script(run, name, script);
    bcnet_layout_t       *layout = NULL;

    if (!run->failed)
        load_properties(run, module);
    if (!run->failed) {
        const bcnet_hardpoint_t hardpoint = { module->file, (bcnet_added_t *)run->added->data, run->added->len };

        layout = bcnet_hardpoint_layout(&hardpoint, readd, remarks);
    }
    bcnet_run_free(run);
    g_free(name);
    return layout;
}
