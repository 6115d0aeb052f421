/* Reads a hardpoint script as a whole.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/hardpoint.h"

#include "mods/script.h"

bcnet_value_t bcnet_script_ship_stats(bcnet_script_t *script, const bcnet_module_t *module)
{
    const bcnet_value_t function = bcnet_script_global(script, module, "GetShipStats");

    script->module = (bcnet_module_t *)module;
    return function.kind == VALUE_FUNCTION ? bcnet_script_call(script, function, NULL, NULL, 0) : UNKNOWN_VALUE;
}

/* Where a hardpoint script is wanted, a ship script is easily taken for one. */
static void complain(bcnet_script_t *script, const bcnet_module_t *module)
{
    const bcnet_value_t stats = bcnet_script_ship_stats(script, module);
    const bcnet_value_t name = stats.kind == VALUE_TABLE ? bcnet_value_in_table(stats.list, "HardpointFile")
                                                         : UNKNOWN_VALUE;

    if (name.kind == VALUE_TEXT)
        bcnet_remark(script->remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                     "this is a ship script; what its ship consists of stands in its hardpoint script, "
                     "Hardpoints%c%s.py",
                     G_DIR_SEPARATOR, name.text);
    else
        bcnet_remark(script->remarks, BCNET_ERROR, module->file, BCNET_WHOLE_FILE,
                     "there is no function LoadPropertySet: this is no ship");
    script->failed = true;
}

/* 97.2, rule 2. */
static void load_properties(bcnet_script_t *script, bcnet_module_t *module)
{
    const bcnet_value_t function = bcnet_script_global(script, module, "LoadPropertySet"), set = { .kind = VALUE_SET };

    script->module = module;
    if (function.kind == VALUE_FUNCTION)
        bcnet_follow_function(script, function.function, &set, NULL, 1);
    else
        complain(script, module);
}

bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_source_t *source, const bcnet_finder_t *finder,
                                     bcnet_readd_t readd, GPtrArray *remarks, size_t *work)
{
    bcnet_script_t *script = bcnet_script_new(finder, remarks);
    char           *file = g_path_get_basename(source->path), *name = bcnet_source_name(file);
    char           *path = g_strconcat(BCNET_HARDPOINTS ".", name ? name : file, NULL);
    bcnet_module_t *module = bcnet_script_run(script, path, source);
    bcnet_layout_t *layout = NULL;

    if (!script->failed)
        load_properties(script, module);
    if (!script->failed)
        layout = bcnet_hardpoint_layout(module->file, (bcnet_added_t *)script->added->data, script->added->len, readd,
                                        remarks);
    if (work)
        *work += script->steps;
    bcnet_script_free(script);
    g_free(path);
    g_free(name);
    g_free(file);
    return layout;
}
