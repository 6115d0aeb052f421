/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a hardpoint script as a whole. */
#include "mods/hardpoint.h"

#include "reading/names.h"

bcnet_script_t *bcnet_script_new(bcnet_finder_t finder, GPtrArray *remarks)
{
    bcnet_script_t *script = g_new0(bcnet_script_t, 1);

    script->arena = bcnet_arena_new();
    script->finder = finder;
    script->remarks = remarks;
    script->texts = bcnet_names_new(NULL, NULL);
    script->modules = bcnet_names_new(g_free, NULL);
    script->templates = bcnet_names_new(NULL, NULL);
    script->added = g_array_new(FALSE, FALSE, sizeof(bcnet_added_t));
    return script;
}

void bcnet_script_free(bcnet_script_t *script)
{
    GHashTableIter modules;
    void          *module;

    g_hash_table_iter_init(&modules, script->modules);
    while (g_hash_table_iter_next(&modules, NULL, &module))
        g_hash_table_destroy(((bcnet_module_t *)module)->names);
    g_hash_table_destroy(script->modules);
    g_hash_table_destroy(script->templates);
    g_hash_table_destroy(script->texts);
    g_array_free(script->added, TRUE);
    bcnet_arena_free(script->arena);
    g_free(script);
}

bcnet_value_t bcnet_script_ship_stats(bcnet_script_t *script, bcnet_module_t *module)
{
    const bcnet_value_t function = bcnet_script_global(script, module, "GetShipStats");
    const bcnet_list_t  none = { .count = 0 };

    script->module = module;
    return function.kind == VALUE_FUNCTION ? bcnet_script_call(script, function, &none) : UNKNOWN_VALUE;
}

/* Where a hardpoint script is wanted, a ship script is easily taken for one. */
static void complain(bcnet_script_t *script, bcnet_module_t *module)
{
    const bcnet_value_t stats = bcnet_script_ship_stats(script, module);
    const bcnet_value_t name = bcnet_value_item(stats, TEXT_VALUE("HardpointFile"));

    script->line = BCNET_WHOLE_FILE;
    if (name.kind == VALUE_TEXT)
        bcnet_script_error(script,
                           "this is a ship script; what its ship consists of is in its hardpoint script, "
                           "Hardpoints%c%s.py",
                           G_DIR_SEPARATOR, name.text);
    else
        bcnet_script_error(script, "there is no function LoadPropertySet: this is no ship");
}

/* 97.2, rule 2. */
static void load_properties(bcnet_script_t *script, bcnet_module_t *module)
{
    const bcnet_value_t function = bcnet_script_global(script, module, "LoadPropertySet");
    bcnet_value_t       set = { .kind = VALUE_SET };
    const bcnet_list_t  given = { &set, 1, 1 };

    script->module = module;
    if (function.kind == VALUE_FUNCTION)
        bcnet_script_call_function(script, function.function, &given);
    else
        complain(script, module);
}

bcnet_layout_t *bcnet_hardpoint_read(const bcnet_script_source_t *source, bcnet_finder_t finder, GPtrArray *remarks,
                                     size_t *work)
{
    bcnet_script_t *script = bcnet_script_new(finder, remarks);
    char           *file = g_path_get_basename(source->path), *name = bcnet_source_name(file);
    char           *path = g_strconcat(BCNET_HARDPOINTS ".", name ? name : file, NULL);
    bcnet_module_t *module = bcnet_script_run(script, path, source);
    bcnet_layout_t *layout = NULL;

    if (!script->failed)
        load_properties(script, module);
    if (!script->failed)
        layout =
            bcnet_hardpoint_layout(module->file, (bcnet_added_t *)script->added->data, script->added->len, remarks);
    if (work)
        *work += script->steps;
    bcnet_script_free(script);
    g_free(path);
    g_free(name);
    g_free(file);
    return layout;
}
