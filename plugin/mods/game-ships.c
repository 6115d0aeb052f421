/* Reads the ships of a folder, and remembers them.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/game-ships.h"

#include <string.h>

#include "reading/small-file.h"
#include "mods/file-marks.h"

/* Who a ship is: file, key, name, script, faction, hardpoint (empty: none), species, menu, guessed, missing. */
#define HEAD "(ayayayayayayibbb)"
/* What came of it: its layout file, what is wrong (empty: none), as built in, failed. */
#define OUTCOME "(ayaybb)"
#define SHIP "(" HEAD OUTCOME BCNET_MARKS ")"
/* Reader, folder; what the list of ships rests upon, the species table, what is wrong with the list, the folder taken,
 * how many ships and folders are left out; names of files, ships. */
#define MEMORY "(ayay" BCNET_MARKS "ayayayuuaaya" SHIP ")"

enum { SHIP_HEAD, SHIP_OUTCOME, SHIP_MARKS };
enum {
    MEMORY_READER,
    MEMORY_FOLDER,
    MEMORY_MARKS,
    MEMORY_TABLE,
    MEMORY_TROUBLE,
    MEMORY_TAKEN,
    MEMORY_LEFT_OUT,
    MEMORY_BESIDE,
    MEMORY_NAMES,
    MEMORY_SHIPS
};
enum { MEMORY_MAX = 64 * 1024 * 1024, SUM_LENGTH = 64 /* of SHA-256 in digits */ };

typedef struct {
    bcnet_import_t      import;
    GVariant           *memory; /* of before; NULL: nothing of use */
    GVariant           *marks; /* of the list of ships */
    char               *table;
    char               *trouble; /* with the list of ships */
    GHashTable         *looked_at; /* see bcnet_marks_hold */
    GVariantBuilder     ships; /* of all of them, as they are remembered */
    bcnet_game_ships_t *result;
} reader_t;

/* ---- one ship ---- */

static const char *text(const char *or_none)
{
    return or_none ? or_none : "";
}

static char *or_none(const char *text)
{
    return *text != '\0' ? g_strdup(text) : NULL;
}

static GVariant *head_of(const bcnet_import_job_t *job)
{
    return g_variant_new("(^ay^ay^ay^ay^ay^ayibbb)", text(job->file), text(job->key), text(job->name),
                         text(job->script), text(job->faction), text(job->hardpoint), job->species, job->menu,
                         job->guessed, job->missing);
}

/* A job for a ship that is remembered, with the texts of that memory. */
static bcnet_import_job_t *recall_job(reader_t *reader, GVariant *head)
{
    const char         *file, *key, *name, *script, *faction, *hardpoint;
    gboolean            menu, guessed, missing;
    int                 species;
    bcnet_import_job_t *job;

    g_variant_get(head, "(^&ay^&ay^&ay^&ay^&ay^&ayibbb)", &file, &key, &name, &script, &faction, &hardpoint, &species,
                  &menu, &guessed, &missing);
    job = bcnet_import_add_job(&reader->import, *hardpoint != '\0' ? hardpoint : NULL, file);
    job->key = bcnet_arena_dup(reader->import.memory, key);
    job->name = name;
    job->script = *script != '\0' ? script : NULL;
    job->faction = *faction != '\0' ? faction : NULL;
    job->species = CLAMP(species, 0, UINT8_MAX);
    job->menu = menu;
    job->guessed = guessed;
    job->missing = missing;
    return job;
}

static char *first_error(const GPtrArray *remarks)
{
    for (unsigned i = 0; i < remarks->len; i++)
        if (((const bcnet_remark_t *)g_ptr_array_index(remarks, i))->kind == BCNET_ERROR)
            return bcnet_remark_text(g_ptr_array_index(remarks, i), 0);
    return NULL;
}

static GVariant *read_ship(reader_t *reader, bcnet_import_job_t *job)
{
    char     *layout, *trouble;
    gboolean  failed;
    GVariant *ship;

    bcnet_import_read(&reader->import, job);
    reader->result->read++;
    layout = job->layout ? bcnet_layout_write(job->layout) : NULL;
    trouble = first_error(job->remarks);
    failed = trouble != NULL;
    ship = g_variant_new("(@" HEAD "(^ay^aybb)@" BCNET_MARKS ")", head_of(job), text(layout), text(trouble), job->stock,
                         failed, bcnet_marks_of(job->seen));
    g_free(trouble);
    g_free(layout);
    return ship;
}

static bool holds(const reader_t *reader, GVariant *ship)
{
    GVariant *marks = g_variant_get_child_value(ship, SHIP_MARKS);
    bool      hold = bcnet_marks_hold(marks, reader->looked_at);

    g_variant_unref(marks);
    return hold;
}

/* ---- the result ---- */

static bcnet_layout_t *parse_layout(const char *layout, const char *key, const char *file)
{
    GPtrArray      *problems = g_ptr_array_new_with_free_func(bcnet_layout_problem_free);
    char           *origin = g_strdup_printf("%s of the game folder", file);
    bcnet_layout_t *parsed = bcnet_layout_parse(origin, key, layout, strlen(layout), problems);

    if (parsed)
        parsed->from_game = true;
    g_free(origin);
    g_ptr_array_free(problems, TRUE);
    return parsed;
}

static void take_ship(bcnet_game_ships_t *result, GVariant *ship)
{
    const char     *file, *key, *layout, *trouble;
    gboolean        stock, failed, guessed, missing;
    bcnet_layout_t *parsed;

    /* The texts are the ship's own. */
    g_variant_get(ship, "((^&ay^&ay@ay@ay@ay@ayibbb)(^&ay^&aybb)@" BCNET_MARKS ")", &file, &key, NULL, NULL, NULL, NULL,
                  NULL, NULL, &guessed, &missing, &layout, &trouble, &stock, &failed, NULL);
    if (failed && !result->trouble)
        result->trouble = g_strdup(trouble);
    result->failed += failed;
    result->stock += stock;
    result->missing += missing && !failed;
    parsed = stock || *layout == '\0' ? NULL : parse_layout(layout, key, file);
    if (parsed) {
        result->ships += !parsed->unknown;
        result->guessed += guessed && !parsed->unknown;
        g_ptr_array_add(result->layouts, parsed);
    }
}

static void add_ship(reader_t *reader, GVariant *ship)
{
    g_variant_builder_add_value(&reader->ships, ship);
    take_ship(reader->result, ship);
    g_ptr_array_add(reader->result->marks, g_variant_get_child_value(ship, SHIP_MARKS));
}

/* ---- recalling ---- */

/* What stands in a file behind the checksum of it; NULL when that is not what was written. */
static GBytes *load(const char *file)
{
    gsize   length = 0;
    char   *content = file ? bcnet_read_small_file(file, MEMORY_MAX, &length, NULL) : NULL;
    GBytes *whole, *data = NULL;

    if (!content)
        return NULL;
    whole = g_bytes_new_take(content, length);
    if (length > SUM_LENGTH) {
        char *sum;

        data = g_bytes_new_from_bytes(whole, SUM_LENGTH, length - SUM_LENGTH);
        sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, data);
        if (strncmp(sum, content, SUM_LENGTH) != 0)
            g_clear_pointer(&data, g_bytes_unref);
        g_free(sum);
    }
    g_bytes_unref(whole);
    return data;
}

static void save(const char *file, GVariant *memory)
{
    GBytes     *data = g_variant_get_data_as_bytes(memory);
    char       *sum = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, data);
    char       *folder = g_path_get_dirname(file);
    GByteArray *content = g_byte_array_new();

    g_byte_array_append(content, (const guint8 *)sum, SUM_LENGTH);
    g_byte_array_append(content, g_variant_get_data(memory), (guint)g_variant_get_size(memory));
    if (g_mkdir_with_parents(folder, 0700) == 0)
        g_file_set_contents(file, (const char *)content->data, content->len, NULL);
    g_byte_array_free(content, TRUE);
    g_free(folder);
    g_free(sum);
    g_bytes_unref(data);
}

static bool is_of(GVariant *memory, const char *folder)
{
    const char *its_reader, *its_folder;

    if (!g_variant_is_normal_form(memory))
        return false;
    g_variant_get_child(memory, MEMORY_READER, "^&ay", &its_reader);
    g_variant_get_child(memory, MEMORY_FOLDER, "^&ay", &its_folder);
    return strcmp(its_reader, BCNET_READER) == 0 && strcmp(its_folder, folder) == 0;
}

/* What a file remembers of this folder; NULL when that is nothing, or was written by another program. */
static GVariant *recall(const char *file, const char *folder)
{
    GBytes   *data = load(file);
    GVariant *memory;

    if (!data)
        return NULL;
    memory = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(MEMORY), data, FALSE));
    g_bytes_unref(data);
    if (!is_of(memory, folder))
        g_clear_pointer(&memory, g_variant_unref);
    return memory;
}

static char *recall_text(GVariant *memory, gsize child)
{
    const char *text;

    g_variant_get_child(memory, child, "^&ay", &text);
    return or_none(text);
}

/* The scripts are opened when the first one of them is to be read. */
static bool open_folder(reader_t *reader)
{
    bcnet_import_t *import = &reader->import;

    if (!import->game) {
        import->game = bcnet_game_open(reader->result->folder, false, import->seen, import->remarks);
        if (import->game) {
            import->game->table = reader->table;
            import->game->top->seen = NULL;
        }
    }
    return import->game != NULL;
}

/* The list of ships is as it was. */
static void recall_list(reader_t *reader)
{
    bcnet_game_ships_t *result = reader->result;
    GVariant           *ships = g_variant_get_child_value(reader->memory, MEMORY_SHIPS);
    char              **names;

    reader->table = recall_text(reader->memory, MEMORY_TABLE);
    reader->trouble = recall_text(reader->memory, MEMORY_TROUBLE);
    result->taken = recall_text(reader->memory, MEMORY_TAKEN);
    g_variant_get_child(reader->memory, MEMORY_LEFT_OUT, "u", &result->left_out);
    g_variant_get_child(reader->memory, MEMORY_BESIDE, "u", &result->beside);
    result->trouble = g_strdup(reader->trouble);
    g_variant_get_child(reader->memory, MEMORY_NAMES, "^aay", &names);
    for (char **name = names; *name; name++)
        g_ptr_array_add(result->names, *name);
    g_free(names);
    for (gsize i = 0; i < g_variant_n_children(ships); i++) {
        GVariant *ship = g_variant_get_child_value(ships, i);
        GVariant *head = g_variant_get_child_value(ship, SHIP_HEAD);

        if (holds(reader, ship) || !open_folder(reader))
            add_ship(reader, ship);
        else
            add_ship(reader, read_ship(reader, recall_job(reader, head)));
        g_variant_unref(head);
        g_variant_unref(ship);
    }
    g_variant_unref(ships);
}

/* ---- reading ---- */

static bool has_head(GVariant *ship, GVariant *head)
{
    GVariant *own = g_variant_get_child_value(ship, SHIP_HEAD);
    bool      same = g_variant_equal(head, own);

    g_variant_unref(own);
    return same;
}

/* The same ship as it is remembered, by all that the list of ships says of it; NULL when there is none. */
static GVariant *find_ship(const reader_t *reader, const bcnet_import_job_t *job)
{
    GVariant *head, *ships, *ship = NULL;

    if (!reader->memory)
        return NULL;
    head = g_variant_ref_sink(head_of(job));
    ships = g_variant_get_child_value(reader->memory, MEMORY_SHIPS);
    for (gsize i = 0; i < g_variant_n_children(ships) && !ship; i++) {
        ship = g_variant_get_child_value(ships, i);
        if (!has_head(ship, head))
            g_clear_pointer(&ship, g_variant_unref);
    }
    if (ship && !holds(reader, ship))
        g_clear_pointer(&ship, g_variant_unref);
    g_variant_unref(ships);
    g_variant_unref(head);
    return ship;
}

static void read_list(reader_t *reader)
{
    bcnet_import_t     *import = &reader->import;
    bcnet_game_ships_t *result = reader->result;

    if (bcnet_import_open_game(import, result->folder)) {
        bcnet_import_add_game(import);
        bcnet_import_name_files(import);
        g_ptr_array_free(result->names, TRUE);
        import->game->top->seen = import->seen;
        result->names = bcnet_game_names(import->game);
        import->game->top->seen = NULL;
        reader->table = g_strdup(import->game->table);
        result->taken = g_strdup(import->game->path_taken);
        result->beside = import->game->beside;
    }
    result->left_out = import->left_out;
    reader->marks = g_variant_ref_sink(bcnet_marks_of(import->seen));
    reader->trouble = first_error(import->remarks);
    result->trouble = g_strdup(reader->trouble);
    for (unsigned i = 0; i < import->jobs->len; i++) {
        bcnet_import_job_t *job = g_ptr_array_index(import->jobs, i);
        GVariant           *ship = find_ship(reader, job);

        add_ship(reader, ship ? ship : read_ship(reader, job));
        g_clear_pointer(&ship, g_variant_unref);
    }
}

/* Where that cannot be done, the next start takes a little longer. */
static void remember(reader_t *reader, const char *file)
{
    const bcnet_game_ships_t *result = reader->result;
    GVariant                 *names, *memory;

    names = g_variant_new_bytestring_array((const char *const *)result->names->pdata, result->names->len);
    memory =
        g_variant_ref_sink(g_variant_new("(^ay^ay@" BCNET_MARKS "^ay^ay^ayuu@aaya" SHIP ")", BCNET_READER,
                                         result->folder, reader->marks, text(reader->table), text(reader->trouble),
                                         text(result->taken), result->left_out, result->beside, names, &reader->ships));
    save(file, memory);
    g_variant_unref(memory);
}

bcnet_game_ships_t *bcnet_game_ships_read(const char *folder, bcnet_layouts_t *stock, const char *memory)
{
    bcnet_game_ships_t *result = g_new0(bcnet_game_ships_t, 1);
    reader_t            reader = { .result = result, .looked_at = bcnet_marks_looked_at() };

    result->folder = bcnet_game_path(folder);
    result->layouts = g_ptr_array_new();
    result->names = g_ptr_array_new_with_free_func(g_free);
    result->marks = g_ptr_array_new_with_free_func((GDestroyNotify)g_variant_unref);
    bcnet_import_start(&reader.import, stock);
    g_variant_builder_init(&reader.ships, G_VARIANT_TYPE("a" SHIP));
    reader.memory = recall(memory, result->folder);
    if (reader.memory)
        reader.marks = g_variant_get_child_value(reader.memory, MEMORY_MARKS);
    if (reader.marks && bcnet_marks_hold(reader.marks, reader.looked_at)) {
        recall_list(&reader);
    } else {
        g_clear_pointer(&reader.marks, g_variant_unref);
        read_list(&reader);
        result->read++; /* the list itself */
    }
    g_ptr_array_add(result->marks, g_variant_ref(reader.marks));
    if (result->read > 0 && memory)
        remember(&reader, memory);
    g_variant_builder_clear(&reader.ships);
    g_clear_pointer(&reader.memory, g_variant_unref);
    g_clear_pointer(&reader.marks, g_variant_unref);
    g_hash_table_destroy(reader.looked_at);
    g_free(reader.table);
    g_free(reader.trouble);
    bcnet_import_end(&reader.import);
    return result;
}

bool bcnet_game_ships_hold(const bcnet_game_ships_t *ships)
{
    GHashTable *looked_at = bcnet_marks_looked_at();
    bool        hold = true;

    for (unsigned i = 0; i < ships->marks->len && hold; i++)
        hold = bcnet_marks_hold(g_ptr_array_index(ships->marks, i), looked_at);
    g_hash_table_destroy(looked_at);
    return hold;
}

void bcnet_game_ships_free(bcnet_game_ships_t *ships)
{
    if (!ships)
        return;
    for (unsigned i = 0; i < ships->layouts->len; i++)
        bcnet_layout_free(g_ptr_array_index(ships->layouts, i));
    g_ptr_array_free(ships->layouts, TRUE);
    g_ptr_array_free(ships->names, TRUE);
    g_ptr_array_free(ships->marks, TRUE);
    g_free(ships->folder);
    g_free(ships->taken);
    g_free(ships->trouble);
    g_free(ships);
}
