/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/ship-layouts.h"

#include <epan/uat.h>
#include <wsutil/filesystem.h>
#include <wsutil/report_message.h>

#include "reading/hash.h"
#include "reading/words.h"

/* A row of the table "Ship layouts by object". */
typedef struct {
    guint object_id;
    char *layout;
} bcnet_users_row_t;

/* What such a row means with the layouts in force. */
typedef struct {
    uint32_t              object_id;
    const bcnet_layout_t *layout;
} bcnet_users_choice_t;

static bcnet_layouts_t      *layouts;
static bool                  only_builtin; /* nothing else is in there: they need not be read again */
static bcnet_infer_t        *inference;
static GHashTable           *reported; /* problems the user was told of already */
static char                  page_words[1024]; /* the preference page keeps the pointer it was given */
static const bcnet_layout_t *default_layout;
static GArray               *choices; /* of bcnet_users_choice_t; of those for one id the first counts */
static bool                  captures_began; /* the preferences are known */

static const char        *preferred_folder = "";
static const char        *preferred_game = "";
static const char        *preferred_default = "";
static bcnet_users_row_t *rows;
static guint              row_count;
static uat_t             *rows_uat;

/* ---- Names of species ---- */

enum { NAMED_WITHOUT_LAYOUT = 2 };

value_string bcnet_ship_species_names[NAMED_WITHOUT_LAYOUT + UINT8_MAX + 1] = { { 0, "(none)" }, { 45, "Borg Cube" } };

static void name_species(const bcnet_layouts_t *builtin)
{
    value_string *name = &bcnet_ship_species_names[NAMED_WITHOUT_LAYOUT];

    if (name->strptr)
        return;
    for (unsigned species = 1; species <= UINT8_MAX; species++) {
        const bcnet_layout_t *layout = bcnet_layouts_by_species(builtin, species);
        if (!layout)
            layout = bcnet_layouts_unknown(builtin, species);
        if (layout)
            *name++ = (value_string){ species, wmem_strdup(wmem_epan_scope(), layout->name) };
    }
}

/* ---- Reading layouts ---- */

void bcnet_report_once(char *sentence)
{
    if (g_hash_table_add(reported, sentence))
        report_failure("%s", sentence);
}

/* How many there are. */
static unsigned read_folder(const char *folder, GString *words)
{
    GPtrArray     *problems = g_ptr_array_new_with_free_func(g_free);
    const unsigned added = bcnet_layouts_add_folder(layouts, folder, problems);

    if (added > 0)
        bcnet_expect_wide_letters();

    g_string_append_printf(words, ", %u from %s", added, folder);
    for (guint i = 0; i < problems->len; i++)
        bcnet_report_once(g_strdup_printf("Ship layout %s.", (const char *)problems->pdata[i]));
    g_ptr_array_free(problems, TRUE);
    return added;
}

/* New words take the place of the old ones. */
static void renew_page_words(const char *words)
{
    const char *end;

    g_strlcpy(page_words, words, sizeof page_words);
    if (!g_utf8_validate(page_words, -1, &end))
        page_words[end - page_words] = '\0';
}

/* The folder may be on a disk that is not always there, so it is not forgotten; that nothing was read is said. */
static void read_game(GString *words)
{
    if (!*preferred_game)
        return;
    bcnet_expect_wide_letters();
    char *problem = bcnet_game_folder_add(preferred_game, layouts, words);
    if (problem)
        bcnet_report_once(problem);
}

static void read_layouts(void)
{
    char    *personal = BCNET_CONFIG_FILE("bcnet" G_DIR_SEPARATOR_S "ships");
    GString *words = g_string_new(NULL);

    bcnet_infer_free(inference); /* the answers of the capture before are of no use any more */
    if (!only_builtin) {
        bcnet_layouts_free(layouts);
        layouts = bcnet_layouts_new();
    }
    name_species(layouts);
    g_string_printf(words, "Ship layouts: %u built in", bcnet_layouts_count(layouts));
    read_game(words);
    only_builtin = read_folder(personal, words) == 0 && *preferred_game == '\0';
    if (g_file_test(preferred_folder, G_FILE_TEST_IS_DIR))
        only_builtin = read_folder(preferred_folder, words) == 0 && only_builtin;
    renew_page_words(words->str);
    inference = bcnet_infer_new(layouts);
    g_string_free(words, TRUE);
    g_free(personal);
}

/* The layout of a name that the user wrote; `what` says what it was to be. */
static const bcnet_layout_t *layout_wanted(const char *name, const char *what)
{
    const bcnet_layout_t *layout = bcnet_layouts_by_name(layouts, name);

    if (!layout)
        bcnet_report_once(g_strdup_printf("There is no ship layout called \"%s\" to be %s.", name, what));
    return layout;
}

/* Runs before a capture is dissected, when nothing of an earlier one is left. */
static void start_capture(void)
{
    captures_began = true;
    /* A folder that was asked for should be there; the personal one need not. */
    if (*preferred_folder && !g_file_test(preferred_folder, G_FILE_TEST_IS_DIR))
        bcnet_report_once(g_strdup_printf("There is no folder \"%s\" to read ship layouts from.", preferred_folder));
    read_layouts();
    default_layout = *preferred_default ? layout_wanted(preferred_default, "the default") : NULL;
    g_array_set_size(choices, 0);
    for (guint i = 0; i < row_count; i++) {
        char                      *what = g_strdup_printf("that of object 0x%08x", rows[i].object_id);
        const bcnet_users_choice_t choice = { rows[i].object_id, layout_wanted(rows[i].layout, what) };
        g_free(what);
        if (choice.layout)
            g_array_append_val(choices, choice);
    }
}

const bcnet_layouts_t *bcnet_layouts_in_force(void)
{
    return layouts;
}

bcnet_infer_t *bcnet_inference_in_force(void)
{
    return inference;
}

static const char *mod_hint(const bcnet_layout_t *layout)
{
    if (layout && layout->from_game)
        return "; the scripts in the game folder are probably not those of this game";
    if (!layout && *preferred_game)
        return "; the scripts in the game folder do not tell which ship it is";
    return layout && !layout->stock ? ""
                                    : "; probably a mod's ship, which the preference \"Game folder\" reads from the "
                                      "mod's scripts";
}

const char *bcnet_with_mod_hint(wmem_allocator_t *pool, const char *complaint, const bcnet_layout_t *layout)
{
    return wmem_strdup_printf(pool, "%s%s", complaint, mod_hint(layout));
}

/* ---- What the user says ---- */

const bcnet_layout_t *bcnet_layout_by_user_below(uint32_t object_id, uint32_t *chosen_id)
{
    const bcnet_users_choice_t *nearest = NULL;

    for (guint i = 0; i < choices->len; i++) {
        const bcnet_users_choice_t *choice = &g_array_index(choices, bcnet_users_choice_t, i);
        if (choice->object_id <= object_id && (!nearest || choice->object_id > nearest->object_id))
            nearest = choice;
    }
    if (!nearest)
        return NULL;
    *chosen_id = nearest->object_id;
    return nearest->layout;
}

const bcnet_layout_t *bcnet_layout_by_user(uint32_t object_id)
{
    uint32_t              chosen_id;
    const bcnet_layout_t *layout = bcnet_layout_by_user_below(object_id, &chosen_id);

    return layout && chosen_id == object_id ? layout : NULL;
}

const bcnet_layout_t *bcnet_layout_users_default(void)
{
    return default_layout;
}

UAT_HEX_CB_DEF(rows, object_id, bcnet_users_row_t)
UAT_CSTRING_CB_DEF(rows, layout, bcnet_users_row_t)

static void *copy_row(void *destination, const void *source, size_t size)
{
    bcnet_users_row_t       *to = (bcnet_users_row_t *)destination;
    const bcnet_users_row_t *from = (const bcnet_users_row_t *)source;

    to->object_id = from->object_id;
    to->layout = g_strdup(from->layout);
    return destination;
}

static void free_row(void *row)
{
    g_free(((bcnet_users_row_t *)row)->layout);
}

/* A row may name a layout from a folder of the preferences, and the table is read before the preferences are. So
 * names are only judged once captures have been read; before that, starting one reports what does not exist. */
static bcnet_uat_bool_t check_row(void *row, char **error)
{
    const bcnet_users_row_t *one = (const bcnet_users_row_t *)row;

    if (one->layout && *one->layout && (!captures_began || bcnet_layouts_by_name(layouts, one->layout)))
        return TRUE;
    *error = g_strdup_printf("There is no ship layout called \"%s\". Names are those of the ships (\"Akira\", "
                             "\"Bird of Prey\") or of layout files without \".ini\".",
                             one->layout ? one->layout : "");
    return FALSE;
}

static void make_uat(void)
{
    static uat_field_t fields[] = {
        UAT_FLD_HEX(rows, object_id, "Object id", "Object id of the ship, hexadecimal: 3fffffff"),
        UAT_FLD_CSTRING(rows, layout, "Layout", "Name of a ship or of a layout file"),
        UAT_END_FIELDS,
    };

    rows_uat = uat_new("Ship layouts by object", sizeof(bcnet_users_row_t), "bcnet_ships", TRUE, &rows, &row_count,
                       UAT_AFFECTS_DISSECTION, NULL, copy_row, check_row, free_row, NULL, NULL, fields);
}

void bcnet_prefer_ship_layouts(module_t *module)
{
    make_uat();
    prefs_register_directory_preference(
        module, "game_folder", "Game folder",
        "Folder of the game, or of a mod. Ships and names of files are read from its scripts, which are not run; they "
        "take the place of the built-in ships. Changed scripts are read when the capture is reloaded.",
        &preferred_game);
    prefs_register_directory_preference(
        module, "ship_folder", "Folder with ship layouts",
        "Further .ini files with ship layouts, beside those in the folder bcnet/ships of the personal configuration. "
        "A layout for the same species replaces the built-in one. Changed files are read when the capture is "
        "reloaded.",
        &preferred_folder);
    prefs_register_string_preference(
        module, "default_layout", "Default ship layout",
        "Layout for ships whose creation the capture does not hold: the name of a ship or of a layout file. Empty: "
        "found out from the traffic.",
        &preferred_default);
    prefs_register_uat_preference(module, "ships", "Ship layouts by object",
                                  "Which layout an object has, for captures that do not hold its creation", rows_uat);
    prefs_register_static_text_preference(module, "layouts_loaded", page_words,
                                          "How many ship layouts were read, and from where; the folder above is read "
                                          "when a capture is opened");
}

static void forget_everything(void)
{
    bcnet_infer_free(inference);
    bcnet_layouts_free(layouts);
    g_hash_table_destroy(reported);
    g_array_free(choices, TRUE);
}

void bcnet_register_ship_layouts(int proto)
{
    reported = bcnet_names_new(g_free, NULL);
    choices = g_array_new(FALSE, FALSE, sizeof(bcnet_users_choice_t));
    read_layouts();
    register_init_routine(start_capture);
    register_shutdown_routine(forget_everything);
}
