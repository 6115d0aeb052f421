/* Imports: parents from the folder of the script, and everything else, which is not followed.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "mods/hardpoint-compiled.h"
#include "mods/hardpoint-run.h"

#define SHIPS "ships"
#define HARDPOINTS "Hardpoints"

/* Modules that do nothing to a ship's own properties. */
static const char *const harmless[] = { "App", "GlobalPropertyTemplates", "MissionLib", "math", "string", "sys", NULL };

/* "ships.Hardpoints.akira": names with dots between them, no paths. */
static bool is_module_path(const char *path)
{
    static const char letters[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
    size_t                                                  length = strspn(path, letters);

    for (; length > 0 && path[length] == '.'; length = strspn(path, letters))
        path += length + 1;
    return length > 0 && path[length] == '\0';
}

static bcnet_module_t *new_module(run_t *run, const char *name)
{
    bcnet_module_t *module = BCNET_ARENA_NEW(run->arena, bcnet_module_t);

    module->name = name;
    module->names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(run->modules, g_ascii_strdown(name, -1), module);
    return module;
}

bcnet_module_t *bcnet_run_script(run_t *run, const char *name, const bcnet_script_t *script)
{
    size_t          name_length = strlen(name); /* a file's name, in any coding */
    bcnet_module_t *module = new_module(run, bcnet_arena_utf8(run->arena, name, &name_length));
    bcnet_module_t *outer = run->module;

    run->module = module;
    module->file = bcnet_arena_dup(run->arena, script->path);
    if (script->length > BCNET_SCRIPT_MAX) {
        bcnet_run_error(run, BCNET_WHOLE_FILE, "the file is larger than %d bytes, too large for a script",
                        BCNET_SCRIPT_MAX);
    } else if (bcnet_is_compiled(script->text, script->length)) {
        module->code = bcnet_compiled_read(run->arena, module->file, script->text, script->length, run->remarks);
        run->failed = run->failed || !module->code;
        bcnet_run_module(run, module);
    } else {
        module->tree = bcnet_hardpoint_parse(run->arena, module->file, script->text, script->length, run->remarks);
        run->failed = run->failed || module->tree.words.broken;
        bcnet_run_module(run, module);
    }
    run->module = outer;
    return module;
}

static bcnet_module_t *known_module(const run_t *run, const char *name)
{
    char           *key = g_ascii_strdown(name, -1);
    bcnet_module_t *module = g_hash_table_lookup(run->modules, key);

    g_free(key);
    return module;
}

/* Reads a script of the same folder; NULL when there is none. */
static bcnet_module_t *load_parent(run_t *run, bcnet_place_t place, const char *name)
{
    bcnet_module_t *module = known_module(run, name);
    bcnet_script_t  script;

    if (module)
        return module;
    if (!run->parents || !run->parents->find(run->parents->context, name, &script))
        return NULL;
    if (g_hash_table_size(run->modules) == BCNET_RUN_MODULES_MAX) {
        bcnet_run_error(run, place, "more than %d scripts are imported", BCNET_RUN_MODULES_MAX);
    } else {
        run->depth += 5; /* reading a parent takes more stack than other steps */
        module = bcnet_run_script(run, name, &script);
        run->depth -= 5;
    }
    bcnet_script_clear(&script);
    return module;
}

static value_t parent_value(bcnet_module_t *module)
{
    return module ? (value_t){ .kind = VALUE_MODULE, .module = module } : UNKNOWN_VALUE;
}

static value_t import_parent(run_t *run, bcnet_place_t place, const char *name)
{
    bcnet_module_t *module = bcnet_run_step(run, place, 1) ? load_parent(run, place, name) : NULL;

    if (!module && !run->stopped)
        bcnet_run_error(run, place, "the parent script \"%s.py\" is missing", name);
    return parent_value(module);
}

static value_t import_plain(run_t *run, bcnet_place_t place, const char *path)
{
    bcnet_module_t *module;

    if (g_strv_contains(harmless, path))
        return GAME_VALUE(path);
    if (!strchr(path, '.')) {
        if (g_ascii_strcasecmp(path, SHIPS) == 0 || g_ascii_strcasecmp(path, HARDPOINTS) == 0)
            return PACKAGE_VALUE(path);
        module = load_parent(run, place, path);
        if (module)
            return parent_value(module);
    }
    bcnet_run_note(run, place, "the module \"%s\" is no script of this folder and is not read", path);
    return GAME_VALUE(path);
}

/* "ships.Hardpoints", or for that matter "Hardpoints", when the scripts at hand belong to it. */
static bool is_own_package(const run_t *run, const char *package)
{
    const char *own = run->parents && run->parents->package ? run->parents->package : SHIPS "." HARDPOINTS;
    const char *last = strrchr(own, '.');

    return g_ascii_strcasecmp(package, own) == 0 || (last && g_ascii_strcasecmp(package, last + 1) == 0);
}

/* `last` is the last dot of the path, or NULL. */
static bool is_in_own_package(const run_t *run, const char *path, const char *last)
{
    char *folder = last ? g_strndup(path, (size_t)(last - path)) : NULL;
    bool  own = folder && is_own_package(run, folder);

    g_free(folder);
    return own;
}

value_t bcnet_run_import(run_t *run, bcnet_place_t place, const char *path)
{
    const char *last = strrchr(path, '.');

    if (!is_module_path(path)) {
        bcnet_run_error(run, place, "\"%s\" is no name of a module", path);
        return UNKNOWN_VALUE;
    }
    if (g_ascii_strcasecmp(path, SHIPS "." HARDPOINTS) == 0)
        return PACKAGE_VALUE(path);
    if (is_in_own_package(run, path, last))
        return import_parent(run, place, bcnet_arena_dup(run->arena, last + 1));
    return import_plain(run, place, path);
}

void bcnet_run_reload(run_t *run, bcnet_place_t place, bcnet_module_t *module)
{
    module->reloaded = true;
    if (module->running)
        bcnet_run_error(run, place, "\"%s\" is its own parent: the game would never finish reading it", module->name);
    else if (module->changes != run->changes && bcnet_run_step(run, place, 1))
        bcnet_run_module(run, module); /* otherwise it would register the same things again */
}

/* "ships" has "Hardpoints", that has the scripts of the folder, these have names. */
value_t bcnet_run_member(run_t *run, bcnet_place_t place, value_t container, const char *name)
{
    const char *package;
    value_t    *slot;

    if (container.kind == VALUE_MODULE) {
        slot = g_hash_table_lookup(container.module->names, name);
        if (slot)
            return *slot;
        bcnet_run_note(run, place, "\"%s\" has no \"%s\"", container.module->name, name);
        return UNKNOWN_VALUE;
    }
    if (container.kind != VALUE_PACKAGE)
        return GAME_VALUE(name);
    package = g_ascii_strcasecmp(container.text, SHIPS) == 0 ? SHIPS "." : SHIPS "." HARDPOINTS ".";
    return bcnet_run_import(run, place, bcnet_arena_take(run->arena, g_strconcat(package, name, NULL)));
}

/* import a.b.c binds a. */
value_t bcnet_run_import_first(run_t *run, bcnet_place_t place, const char *path, const char **first)
{
    value_t value = bcnet_run_import(run, place, path);

    *first = bcnet_arena_text(run->arena, path, strcspn(path, "."));
    if (strcmp(*first, path) == 0)
        return value;
    if (g_ascii_strcasecmp(*first, SHIPS) == 0 || g_ascii_strcasecmp(*first, HARDPOINTS) == 0)
        return PACKAGE_VALUE(*first);
    return GAME_VALUE(*first);
}

static void import_names(run_t *run, const bcnet_statement_t *statement)
{
    for (unsigned i = 0; i < statement->list->count; i++) {
        const expression_t *path = statement->list->items[i];
        const char         *first;
        value_t             value = bcnet_run_import_first(run, path->place, path->name, &first);

        bcnet_run_bind(run, first, value);
    }
}

static void import_all(run_t *run, const bcnet_module_t *module)
{
    GHashTableIter names;
    void          *name, *value;

    if (module == run->module)
        return;
    g_hash_table_iter_init(&names, module->names);
    while (g_hash_table_iter_next(&names, &name, &value))
        if (*(const char *)name != '_')
            bcnet_run_bind(run, name, *(const value_t *)value);
}

void bcnet_run_import_from(run_t *run, bcnet_place_t place, value_t module, const char *name)
{
    if (strcmp(name, "*") != 0)
        bcnet_run_bind(run, name, bcnet_run_member(run, place, module, name));
    else if (module.kind == VALUE_MODULE)
        import_all(run, module.module);
    else if (module.kind == VALUE_GAME && strcmp(module.text, "App") == 0)
        run->module->whole_game = true;
}

void bcnet_run_import_statement(run_t *run, const bcnet_statement_t *statement)
{
    value_t module;

    if (statement->kind == STATEMENT_IMPORT) {
        import_names(run, statement);
        return;
    }
    module = bcnet_run_import(run, statement->place, statement->name);
    if (!statement->list)
        bcnet_run_import_from(run, statement->place, module, "*");
    for (unsigned i = 0; statement->list && i < statement->list->count; i++)
        bcnet_run_import_from(run, statement->list->items[i]->place, module, statement->list->items[i]->name);
}
