/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ships whose subsystems stand in a layout file (layouts/README.md), for scenarios about ships of mods, and the lines of a
 * scenario about them.
 *
 * The file is read here in a way of its own: the forge shares nothing with the plugin that its captures are to test. */
#include "forge/forge-interpreter.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-ship.h"

enum { MAX_CHILDREN = 200, MAX_LAYOUT = 1024 * 1024 };
enum { FIRST_PLAYER = BCNET_FORGE_FIRST_PLAYER, SLOTS = 16 };

typedef struct {
    forge_ship_t ship;
    forge_class_t class;
    GString    *entries; /* of the class */
    char       *name, *set;
    GPtrArray  *conditions; /* the name of each, in the order of ship.conditions */
    GHashTable *cursors; /* receiver -> the subsystem that its next block begins with */
} forge_model_t;

/* ---- Layout files ---- */

/* The kinds of forge_class_t.entries. What is a child elsewhere may stand in the list itself, as a hull does. */
static const struct {
    const char *class;
    char kind;
} kinds[] = {
    { "HullSubsystem", 'h' },
    { "ShieldSubsystem", 's' },
    { "PowerSubsystem", 'r' },
    { "SensorSubsystem", 'p' },
    { "ImpulseEngineSubsystem", 'p' },
    { "WarpEngineSubsystem", 'p' },
    { "RepairSubsystem", 'p' },
    { "CloakingSubsystem", 'c' },
    { "PulseWeaponSystem", 'u' },
    { "TorpedoSystem", 't' },
    { "PhaserSystem", 'f' },
    { "TractorBeamSystem", 'g' },
    { "PhaserBank", 'h' },
    { "PulseWeapon", 'h' },
    { "TractorBeamProjector", 'h' },
    { "TorpedoTube", 'h' },
    { "ShipSubsystem", 'h' },
};

static gboolean fail(GError **error, const char *group, const char *message)
{
    g_set_error(error, BCNET_FORGE_ERROR, 0, "[%s]: %s", group, message);
    return FALSE;
}

static char kind_of(GKeyFile *keys, const char *group)
{
    g_autofree char *class = g_key_file_get_string(keys, group, "Class", NULL);

    for (gsize i = 0; class && i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(class, kinds[i].class) == 0)
            return kinds[i].kind;
    return '\0';
}

/* The name of child NUMBER, the first of its values; NULL when there is none. */
static char *child_name(GKeyFile *keys, const char *group, guint number)
{
    g_autofree char *key = g_strdup_printf("Child %u", number);
    g_auto(GStrv) values = g_key_file_get_string_list(keys, group, key, NULL, NULL);

    return values && values[0] ? g_strdup(g_strstrip(values[0])) : NULL;
}

static void name_parts(forge_model_t *model, const char *system, const char *const *parts)
{
    for (; *parts; parts++)
        g_ptr_array_add(model->conditions, g_strdup_printf("%s/%s", system, *parts));
}

static gboolean read_subsystem(forge_model_t *model, GKeyFile *keys, const char *group, GError **error)
{
    static const char *const batteries[] = { "main battery", "backup battery", NULL };
    static const char *const facings[] = { "front", "rear", "top", "bottom", "left", "right", NULL };
    g_autofree char         *name = g_key_file_get_string(keys, group, "Name", NULL);
    char                    *child, kind = kind_of(keys, group);
    guint                    children = 0;

    if (!name || kind == '\0')
        return fail(error, group, "a Name and a known Class are needed.");
    g_ptr_array_add(model->conditions, g_strdup(name));
    while (children <= MAX_CHILDREN && (child = child_name(keys, group, children + 1)) != NULL) {
        g_ptr_array_add(model->conditions, child);
        children++;
    }
    if (kind == 'r')
        name_parts(model, name, batteries);
    if (kind == 's')
        name_parts(model, name, facings);
    g_string_append_printf(model->entries, "%c%c", kind, (char)('0' + children));
    return (children <= MAX_CHILDREN && model->conditions->len <= BCNET_FORGE_MAX_CONDITIONS) ||
           fail(error, group, "the ship has more subsystems and children than the forge can handle.");
}

static gboolean read_keys(forge_model_t *model, GKeyFile *keys, GError **error)
{
    int species = g_key_file_get_integer(keys, "Ship", "Species", NULL);

    if (species < 1 || species > 255)
        return fail(error, "Ship", "a Species from 1 to 255 is needed, or the ship can never be created.");
    model->class.species = (guint8)species;
    for (guint number = 1;; number++) {
        g_autofree char *group = g_strdup_printf("Subsystem %u", number);
        if (!g_key_file_has_group(keys, group))
            return number > 1 || fail(error, group, "the group is missing.");
        if (!read_subsystem(model, keys, group, error))
            return FALSE;
        model->class.entries = model->entries->str;
    }
}

/* NULL with an error set that says what is wrong with the text. */
static forge_model_t *new_model(const char *text, gsize length, GError **error)
{
    forge_model_t *model = g_new0(forge_model_t, 1);
    g_autoptr(GKeyFile) keys = g_key_file_new();

    model->conditions = g_ptr_array_new_with_free_func(g_free);
    model->cursors = g_hash_table_new(g_str_hash, g_str_equal);
    model->entries = g_string_new(NULL);
    model->ship.class = &model->class;
    memset(model->ship.conditions, 0xFF, sizeof model->ship.conditions);
    if (!g_key_file_load_from_data(keys, text, length, G_KEY_FILE_NONE, error) || !read_keys(model, keys, error))
        g_clear_pointer(&model, bcnet_forge_model_free);
    return model;
}

void bcnet_forge_model_free(gpointer data)
{
    forge_model_t *model = (forge_model_t *)data;

    g_ptr_array_free(model->conditions, TRUE);
    g_hash_table_destroy(model->cursors);
    g_string_free(model->entries, TRUE);
    g_free(model->name);
    g_free(model->set);
    g_free(model);
}

/* The condition that has this name: "Hull", "Port Cannon", "Shield Generator/front"; NULL for none. */
static guint8 *condition_of(forge_model_t *model, const char *name)
{
    for (guint i = 0; i < model->conditions->len; i++)
        if (strcmp((const char *)g_ptr_array_index(model->conditions, i), name) == 0)
            return &model->ship.conditions[i];
    return NULL;
}

/* ---- Lines ---- */

static void take_text(forge_cursor_t *cursor, const char *complaint, char **text)
{
    const forge_token_t *token = bcnet_forge_take_string(cursor, complaint);

    if (!token)
        return;
    g_free(*text);
    *text = g_strdup(token->string);
}

/* ship NAME "FILE" [object N] [player N] [name "TEXT"] [set "TEXT"] */
static void take_ship_options(forge_cursor_t *cursor, forge_model_t *model)
{
    gint64               object = -1, player = FIRST_PLAYER;
    const forge_option_t options[] = {
        { "object", &object, "The object id", 0, G_MAXUINT32 },
        { "player", &player, "The id of the player", FIRST_PLAYER, FIRST_PLAYER + SLOTS - 1 },
        { NULL, NULL, NULL, 0, 0 },
    };

    while (bcnet_forge_peek(cursor)) {
        if (bcnet_forge_take_word(cursor, "name"))
            take_text(cursor, "The name of the object is expected here, in quotes.", &model->name);
        else if (bcnet_forge_take_word(cursor, "set"))
            take_text(cursor, "The name of the set is expected here, in quotes.", &model->set);
        else if (!bcnet_forge_take_option(cursor, options))
            bcnet_forge_fail(cursor, bcnet_forge_peek(cursor),
                             "A ship goes on with object N, player N, name \"TEXT\" or set \"TEXT\", or ends here.");
    }
    model->ship.player = (guint8)player;
    model->ship.slot = (guint8)(player - FIRST_PLAYER);
    model->ship.object = object >= 0 ? (guint32)object : bcnet_forge_first_object(model->ship.slot);
    model->ship.name = model->name;
    model->ship.set = model->set;
}

static forge_model_t *read_model(forge_cursor_t *cursor)
{
    const forge_token_t *token =
        bcnet_forge_take_string(cursor, "The name of a layout file is expected here, in quotes.");
    g_autoptr(GError) cause = NULL;
    gsize            length;
    g_autofree char *text = token ? bcnet_forge_read_file(cursor, token, MAX_LAYOUT, &length) : NULL;
    forge_model_t   *model = text ? new_model(text, length, &cause) : NULL;

    if (cause)
        bcnet_forge_fail(cursor, token, "This is no layout file of a ship. %s", cause->message);
    return model;
}

void bcnet_forge_ship_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const char    *name = bcnet_forge_take_name(cursor, "A name for the ship");
    forge_model_t *model = read_model(cursor);

    if (!model)
        return;
    model->name = g_strdup(name);
    model->set = g_strdup("Multi1");
    g_hash_table_insert(self->ships, g_strdup(name), model);
    take_ship_options(cursor, model);
}

static forge_model_t *take_model(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    forge_model_t *model = token && !token->string ? (forge_model_t *)g_hash_table_lookup(self->ships, token->text)
                                                   : NULL;

    if (!model)
        bcnet_forge_fail(cursor, token, "The name of a ship is expected here, from a line \"ship NAME ...\".");
    return model;
}

/* damage NAME "SUBSYSTEM" PERCENT: what is left of it. */
void bcnet_forge_damage_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    forge_model_t       *model = take_model(self, cursor);
    const forge_token_t *token =
        bcnet_forge_take_string(cursor, "The name of a subsystem is expected here, in quotes.");
    guint8 *condition = token ? condition_of(model, token->string) : NULL;

    if (token && !condition)
        bcnet_forge_fail(cursor, token, "The ship has no \"%s\".", token->string);
    gint64 percent = bcnet_forge_take_integer(cursor, "What is left, in percent", 0, 100);
    if (bcnet_forge_expect_end(cursor))
        *condition = (guint8)(255 * percent / 100);
}

/* snapshot NAME [at X Y Z] [options of a message]: the ship is created (40.1). */
void bcnet_forge_snapshot_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    forge_model_t *model = take_model(self, cursor);
    gboolean       placed = bcnet_forge_take_word(cursor, "at");

    for (guint i = 0; placed && i < G_N_ELEMENTS(model->ship.position); i++) {
        const forge_token_t *token = bcnet_forge_take(cursor);
        if (token)
            model->ship.position[i] = (float)bcnet_forge_evaluate(cursor, token, 0);
        else
            bcnet_forge_fail(cursor, NULL, "Three coordinates are expected behind \"at\".");
    }
    if (self->error)
        return;
    g_hash_table_remove_all(model->cursors); /* a new object begins anew (60.2) */
    bcnet_forge_game_message(self, cursor, bcnet_forge_ship_creation(&model->ship), TRUE);
}

/* block NAME [from N] [owner | remote] [options of a message]: the next subsystems for this receiver (60.2). */
void bcnet_forge_block_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_datagram_t *datagram = &self->datagram;
    forge_model_t          *model = take_model(self, cursor);
    guint                   next;

    if (!bcnet_forge_open_part(self, cursor))
        return;
    gint64 start = GPOINTER_TO_UINT(g_hash_table_lookup(model->cursors, datagram->to->name));
    if (bcnet_forge_take_word(cursor, "from"))
        start = bcnet_forge_take_integer(cursor, "The first subsystem", 0, (gint64)model->entries->len / 2 - 1);
    gboolean remote = datagram->to->id != model->ship.player;
    if (bcnet_forge_take_word(cursor, "owner"))
        remote = FALSE;
    else if (bcnet_forge_take_word(cursor, "remote"))
        remote = TRUE;
    GByteArray *payload = bcnet_forge_block_update(&model->ship, (guint)start, remote, datagram->time, &next);
    g_hash_table_insert(model->cursors, datagram->to->name, GUINT_TO_POINTER(next));
    bcnet_forge_game_message(self, cursor, payload, FALSE);
}
