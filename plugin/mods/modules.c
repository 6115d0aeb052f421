/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scripts as a whole, and imports: scripts of the folder, and everything else, which is not followed. */
#include <string.h>

#include "mods/script.h"
#include "reading/hash.h"

#define HARDPOINTS BCNET_HARDPOINTS "."

/* Modules of which a ship's own scripts only take what does not count here; the last one has the numbers of all ships. */
static const char *const harmless[] = { "App", "GlobalPropertyTemplates",   "MissionLib", "math", "string",
                                        "sys", "Multiplayer.SpeciesToShip", NULL };

/* ---- a script as a whole ---- */

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

/* ---- going through a script ---- */

static void run_module(bcnet_script_t *script, bcnet_module_t *module)
{
    module->running = true;
    if (module->code)
        bcnet_code_follow(script, module, NULL, module->code);
    module->running = false;
    module->changes = script->changes;
}

/* In UTF-8, with one form of line ends, and without what editors put before and behind it. */
static const char *clean(bcnet_script_t *script, const bcnet_script_source_t *source)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t            length = source->length;
    char             *text = bcnet_arena_utf8(script->arena, source->text, &length), *end = text;

    for (const char *at = g_str_has_prefix(text, mark) ? text + strlen(mark) : text; *at != '\0'; at++)
        if (*at != '\r' || at[1] != '\n')
            *end++ = *at == '\r' ? '\n' : *at;
    end -= end > text && end[-1] == 0x1A; /* the end mark of old DOS editors */
    *end = '\0';
    return text;
}

static const bcnet_code_t *code_of(bcnet_script_t *script, const bcnet_script_source_t *source)
{
    bcnet_code_t *code;

    if (bcnet_source_is_compiled(source->text, source->length))
        return bcnet_marshal_read(script, source->text, source->length);
    code = BCNET_ARENA_NEW(script->arena, bcnet_code_t);
    code->words = BCNET_WORDS(clean(script, source));
    return code;
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
    g_hash_table_insert(script->modules, g_ascii_strdown(path, -1), module);
    script->module = module;
    script->line = BCNET_WHOLE_FILE;
    module->code = code_of(script, source);
    script->line = line;
    script->module = outer;
    run_module(script, module);
    return module;
}

/* ---- where a script is ---- */

/* "ships.Hardpoints.akira": names with dots between them, no paths. */
static bool is_module_path(const char *path)
{
    return g_regex_match_simple("^\\w+(\\.\\w+)*$", path, G_REGEX_RAW, 0);
}

static bool is_hardpoint(const char *path)
{
    return g_ascii_strncasecmp(path, HARDPOINTS, strlen(HARDPOINTS)) == 0 && !strchr(path + strlen(HARDPOINTS), '.');
}

/* A hardpoint script's faults are the ship's; of others only what they define is wanted. */
static bcnet_module_t *load(bcnet_script_t *script, const char *path, const bcnet_script_source_t *source)
{
    bcnet_module_t *module;
    const bool      helper = !is_hardpoint(path);

    if (g_hash_table_size(script->modules) >= BCNET_MODULES_MAX) {
        bcnet_script_error(script, "more than %d scripts are imported", BCNET_MODULES_MAX);
        return NULL;
    }
    script->helpers += helper;
    module = bcnet_script_run(script, path, source);
    script->helpers -= helper && script->helpers > 0;
    return module;
}

/* The script under a path, which is loaded when it is not there yet; NULL: there is none. */
static bcnet_module_t *find_module(bcnet_script_t *script, const char *path)
{
    char                 *folded = g_ascii_strdown(path, -1);
    bcnet_module_t       *module = g_hash_table_lookup(script->modules, folded);
    bcnet_script_source_t source;

    if (!module && script->finder.find && bcnet_script_step(script, 1) &&
        script->finder.find(script->finder.context, path, &source)) {
        module = load(script, path, &source);
        bcnet_source_clear(&source);
    }
    g_free(folded);
    return module;
}

/* From the top, or for a name alone in the package of the script at hand. */
static bcnet_module_t *resolve(bcnet_script_t *script, const char *path)
{
    const char     *here = script->module->path, *last = strrchr(here, '.');
    bcnet_module_t *module;
    char           *within;

    if (!is_module_path(path) || g_strv_contains(harmless, path))
        return NULL;
    if (strchr(path, '.') || !last)
        return find_module(script, path);
    within = g_strdup_printf("%.*s.%s", (int)(last - here), here, path);
    module = find_module(script, within);
    g_free(within);
    return module;
}

/* ---- imports ---- */

bcnet_value_t bcnet_script_import(bcnet_script_t *script, const char *path)
{
    bcnet_module_t *module = resolve(script, path);

    if (module)
        return MODULE_VALUE(module);
    if (!is_module_path(path))
        bcnet_script_error(script, "\"%s\" is no name of a module", path);
    else if (is_hardpoint(path))
        bcnet_script_error(script, "the parent script \"%s.py\" is missing", path + strlen(HARDPOINTS));
    if (!is_module_path(path) || is_hardpoint(path))
        return UNKNOWN_VALUE;
    if (!g_strv_contains(harmless, path))
        bcnet_script_note(script, "the module \"%s\" is no script of this folder and is not read", path);
    return GAME_VALUE(bcnet_script_name(script, path, strlen(path)));
}

bcnet_value_t bcnet_script_import_name(bcnet_script_t *script, const char *path)
{
    const char         *first = bcnet_script_name(script, path, strcspn(path, "."));
    const bcnet_value_t module = bcnet_script_import(script, path),
                        value = strchr(path, '.') ? GAME_VALUE(first) : module;

    bcnet_script_bind(script, first, value);
    return value;
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
            bcnet_script_bind(script, name, *(const bcnet_value_t *)value);
}

/* What is imported may be a script, too: from ships.Hardpoints import akira. */
void bcnet_script_import_from(bcnet_script_t *script, const char *path, const char *name)
{
    char           *longer = g_strconcat(path, ".", name, NULL);
    bcnet_module_t *module = g_strv_contains(harmless, path) ? NULL : resolve(script, longer);
    bcnet_value_t   value = module ? MODULE_VALUE(module) : bcnet_script_import(script, path);

    g_free(longer);
    if (strcmp(name, "*") != 0)
        bcnet_script_bind(script, name, module ? value : bcnet_script_attribute(script, value, name));
    else if (value.kind == VALUE_MODULE)
        import_all(script, value.module);
}

void bcnet_script_reload(bcnet_script_t *script, bcnet_value_t value)
{
    bcnet_module_t *module = value.module;

    if (value.kind != VALUE_MODULE) {
        if (value.kind != VALUE_GAME && !script->failed) /* a missing parent was reported already */
            bcnet_script_error(script, "it cannot be told which script this reloads");
    } else if (module->running) {
        bcnet_script_error(script, "\"%s\" is its own parent: the game would never finish reading it", module->name);
    } else if (module->changes != script->changes) {
        run_module(script, module); /* otherwise it would register the same things again */
    }
}
