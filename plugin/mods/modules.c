/* Imports: scripts of the folder, and everything else, which is not followed.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/script.h"

#define HARDPOINTS BCNET_HARDPOINTS "."

/* Modules of which a ship's own scripts only take what does not count here; the last one has the numbers of all ships. */
static const char *const harmless[] = { "App", "GlobalPropertyTemplates",   "MissionLib", "math", "string",
                                        "sys", "Multiplayer.SpeciesToShip", NULL };

/* "ships.Hardpoints.akira": names with dots between them, no paths. */
static bool is_module_path(const char *path)
{
    static const char letters[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
    size_t                                                  length = strspn(path, letters);

    for (; length > 0 && path[length] == '.'; length = strspn(path, letters))
        path += length + 1;
    return length > 0 && path[length] == '\0';
}

/* Marks a path, and the packages that it leads through. */
static void add_module(bcnet_script_t *script, const char *path, bcnet_module_t *module)
{
    char *folded = g_ascii_strdown(path, -1);

    for (char *dot = strchr(folded, '.'); dot; dot = strchr(dot + 1, '.')) {
        char *package = g_strndup(folded, (size_t)(dot - folded));

        if (g_hash_table_contains(script->modules, package))
            g_free(package);
        else
            g_hash_table_insert(script->modules, package, NULL);
    }
    g_hash_table_insert(script->modules, folded, module);
}

static void run_module(bcnet_script_t *script, bcnet_module_t *module)
{
    bcnet_module_t *outer = script->module;
    GHashTable     *locals = script->locals;
    const unsigned  line = script->line;

    script->module = module;
    script->locals = NULL;
    script->line = BCNET_WHOLE_FILE;
    module->running = true;
    if (module->code)
        bcnet_follow(script, module->code);
    module->running = false;
    module->changes = script->changes;
    script->locals = locals;
    script->module = outer;
    script->line = line;
}

bcnet_module_t *bcnet_script_run(bcnet_script_t *script, const char *path, const bcnet_script_source_t *source)
{
    bcnet_module_t *module = BCNET_ARENA_NEW(script->arena, bcnet_module_t), *outer = script->module;
    size_t          length = strlen(path); /* it may be a file's name, in any coding */
    const unsigned  line = script->line;

    module->path = bcnet_arena_utf8(script->arena, path, &length);
    module->name = strrchr(module->path, '.') ? strrchr(module->path, '.') + 1 : module->path;
    module->file = bcnet_arena_dup(script->arena, source->path);
    module->names = g_hash_table_new(NULL, NULL);
    add_module(script, path, module);
    script->module = module;
    script->line = BCNET_WHOLE_FILE;
    if (bcnet_source_is_compiled(source->text, source->length))
        module->code = bcnet_compiled_read(script, source->text, source->length);
    else
        module->code = bcnet_text_read(script, source->text, source->length);
    script->line = line;
    script->module = outer;
    run_module(script, module);
    return module;
}

/* ---- where a script is ---- */

/* The paths that an import can mean: in the package of the script at hand, or from the top. */
enum { WITHIN, FROM_TOP, MEANINGS };

/* Freed with g_free; NULL: this is none. */
static char *meant(const bcnet_script_t *script, const char *path, unsigned meaning)
{
    const char *own = script->module->path, *last = strrchr(own, '.');

    if (meaning == WITHIN && last)
        return g_strdup_printf("%.*s.%s", (int)(last - own), own, path);
    return meaning == WITHIN || strchr(path, '.') || g_ascii_strcasecmp(path, "ships") == 0 ? g_strdup(path) : NULL;
}

static bool is_hardpoint(const char *path)
{
    return g_ascii_strncasecmp(path, HARDPOINTS, strlen(HARDPOINTS)) == 0;
}

/* A hardpoint script's faults are the ship's; of others only what they define is wanted. */
static bcnet_module_t *load(bcnet_script_t *script, const char *path, const bcnet_script_source_t *source)
{
    bcnet_module_t *module;

    if (g_hash_table_size(script->modules) >= BCNET_MODULES_MAX) {
        bcnet_script_error(script, "more than %d scripts are imported", BCNET_MODULES_MAX);
        return NULL;
    }
    script->depth += 5; /* reading a parent takes more stack than other steps */
    script->helpers += !is_hardpoint(path);
    module = bcnet_script_run(script, path, source);
    script->helpers -= !is_hardpoint(path) && !script->stopped;
    script->depth -= 5;
    return module;
}

static bcnet_value_t value_of(bcnet_script_t *script, const char *path, bcnet_module_t *module)
{
    return module ? (bcnet_value_t){ .kind = VALUE_MODULE, .module = module }
                  : (bcnet_value_t){ .kind = VALUE_PACKAGE, .text = bcnet_arena_dup(script->arena, path) };
}

/* False when there is nothing under this path. */
static bool find_module(bcnet_script_t *script, const char *path, bcnet_value_t *value)
{
    char                 *folded = g_ascii_strdown(path, -1);
    void                 *module = NULL;
    bcnet_script_source_t source;
    bool                  found = g_hash_table_lookup_extended(script->modules, folded, NULL, &module);

    if (found) {
        *value = value_of(script, path, module);
    } else if (script->finder && bcnet_script_step(script, 1) &&
               script->finder->find(script->finder->context, path, &source)) {
        module = load(script, path, &source);
        *value = module ? value_of(script, path, module) : UNKNOWN_VALUE;
        bcnet_source_clear(&source);
        found = true;
    }
    g_free(folded);
    return found;
}

bool bcnet_script_is_there(bcnet_script_t *script, const char *path)
{
    bool there = false;

    for (unsigned i = 0; i < MEANINGS && !there && !g_strv_contains(harmless, path); i++) {
        char                 *full = is_module_path(path) ? meant(script, path, i) : NULL;
        bcnet_script_source_t source;

        if (full && is_hardpoint(full) && script->finder &&
            script->finder->find(script->finder->context, full, &source)) {
            bcnet_source_clear(&source);
            there = true;
        }
        g_free(full);
    }
    return there;
}

bcnet_value_t bcnet_script_import(bcnet_script_t *script, const char *path)
{
    const char   *last = strrchr(path, '.');
    bcnet_value_t value = GAME_VALUE(path);
    bool          found = g_strv_contains(harmless, path), own = false;

    if (!is_module_path(path)) {
        bcnet_script_error(script, "\"%s\" is no name of a module", path);
        return UNKNOWN_VALUE;
    }
    for (unsigned i = 0; i < MEANINGS && !found; i++) {
        char *full = meant(script, path, i);

        own = own || (full && last && is_hardpoint(full) && !strchr(full + strlen(HARDPOINTS), '.'));
        found = full && find_module(script, full, &value);
        g_free(full);
    }
    if (!found && own && !script->stopped)
        bcnet_script_error(script, "the parent script \"%s.py\" is missing", last + 1);
    else if (!found)
        bcnet_script_note(script, "the module \"%s\" is no script of this folder and is not read", path);
    return !found && own ? UNKNOWN_VALUE : value;
}

bcnet_value_t bcnet_script_package(bcnet_script_t *script, const char *path)
{
    const bcnet_value_t value = bcnet_script_import(script, path);
    const size_t        length = strcspn(path, ".");
    const char         *first = bcnet_arena_text(script->arena, path, length);

    if (path[length] == '\0')
        return value;
    return value.kind == VALUE_GAME ? GAME_VALUE(first) : (bcnet_value_t){ .kind = VALUE_PACKAGE, .text = first };
}

static void import_all(bcnet_script_t *script, const bcnet_module_t *module)
{
    GHashTableIter names;
    void          *name, *value;

    if (module == script->module || !bcnet_script_step(script, g_hash_table_size(module->names)))
        return;
    g_hash_table_iter_init(&names, module->names);
    while (g_hash_table_iter_next(&names, &name, &value))
        if (*(const char *)name != '_')
            bcnet_script_bind(script, name, *(const bcnet_value_t *)value, false);
}

void bcnet_script_import_from(bcnet_script_t *script, bcnet_value_t module, const char *name)
{
    if (strcmp(name, "*") != 0)
        bcnet_script_bind(script, name, bcnet_script_attribute(script, module, name), false);
    else if (module.kind == VALUE_MODULE)
        import_all(script, module.module);
    else if (module.kind == VALUE_GAME && strcmp(module.text, "App") == 0)
        script->module->whole_game = true;
}

void bcnet_script_reload(bcnet_script_t *script, bcnet_value_t value)
{
    bcnet_module_t *module = value.module;

    if (value.kind != VALUE_MODULE) {
        if (value.kind != VALUE_GAME && !script->failed) /* a missing parent was reported already */
            bcnet_script_error(script, "it cannot be told which script this reloads");
        return;
    }
    module->reloaded = true;
    if (module->running)
        bcnet_script_error(script, "\"%s\" is its own parent: the game would never finish reading it", module->name);
    else if (module->changes != script->changes && bcnet_script_step(script, 1))
        run_module(script, module); /* otherwise it would register the same things again */
}
