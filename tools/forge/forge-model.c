/* Ships from layout files, and the lines of a scenario about them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-model.h"

#include <string.h>

#include "forge/forge-bytes.h"
#include "forge/forge-files.h"
#include "forge/forge-interpreter.h"

enum { MAX_CHILDREN = 200, MAX_LAYOUT = 1024 * 1024 };
enum { FIRST_OBJECT = 0x3FFFFFFF, OBJECTS_PER_SLOT = 0x40000, FIRST_PLAYER = 2, SLOTS = 16 };

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
    char *class = g_key_file_get_string(keys, group, "Class", NULL);
    char kind = '\0';

    for (gsize i = 0; class && i < G_N_ELEMENTS(kinds); i++)
        if (strcmp(class, kinds[i].class) == 0)
            kind = kinds[i].kind;
    g_free(class);
    return kind;
}

/* The name of child NUMBER, the first of its values; NULL when there is none. */
static char *child_name(GKeyFile *keys, const char *group, guint number)
{
    char  *key = g_strdup_printf("Child %u", number);
    char **values = g_key_file_get_string_list(keys, group, key, NULL, NULL);
    char  *name = values && values[0] ? g_strdup(g_strstrip(values[0])) : NULL;

    g_strfreev(values);
    g_free(key);
    return name;
}

static void name_parts(forge_model_t *model, const char *system, const char *const *parts)
{
    for (; *parts; parts++)
        g_ptr_array_add(model->conditions, g_strdup_printf("%s/%s", system, *parts));
}

static gboolean read_subsystem(forge_model_t *model, GKeyFile *keys, const char *group, GString *entries,
                               GError **error)
{
    static const char *const batteries[] = { "main battery", "backup battery", NULL };
    static const char *const facings[] = { "front", "rear", "top", "bottom", "left", "right", NULL };
    char                    *name = g_key_file_get_string(keys, group, "Name", NULL), *child;
    char                     kind = kind_of(keys, group);
    guint                    children = 0;

    if (!name || kind == '\0') {
        g_free(name);
        return fail(error, group, "a Name and a known Class are needed.");
    }
    g_ptr_array_add(model->conditions, g_strdup(name));
    while (children <= MAX_CHILDREN && (child = child_name(keys, group, children + 1)) != NULL) {
        g_ptr_array_add(model->conditions, child);
        children++;
    }
    if (kind == 'r')
        name_parts(model, name, batteries);
    if (kind == 's')
        name_parts(model, name, facings);
    g_string_append_printf(entries, "%c%c", kind, (char)('0' + children));
    g_free(name);
    if (children > MAX_CHILDREN || model->conditions->len > BCNET_FORGE_MAX_CONDITIONS)
        return fail(error, group, "the ship has more subsystems and children than the forge can handle.");
    return TRUE;
}

static gboolean read_keys(forge_model_t *model, GKeyFile *keys, GError **error)
{
    int      species = g_key_file_get_integer(keys, "Ship", "Species", NULL);
    GString *entries = g_string_new(NULL);
    gboolean fine = species >= 1 && species <= 255;

    if (!fine)
        fail(error, "Ship", "a Species from 1 to 255 is needed, or the ship can never be created.");
    for (guint number = 1; fine; number++) {
        char *group = g_strdup_printf("Subsystem %u", number);
        if (!g_key_file_has_group(keys, group)) {
            fine = number > 1 || fail(error, group, "the group is missing.");
            g_free(group);
            break;
        }
        fine = read_subsystem(model, keys, group, entries, error);
        g_free(group);
    }
    model->class.species = (guint8)species;
    model->class.entries = model->entries = g_string_free(entries, FALSE);
    return fine;
}

/* NULL with an error set that says what is wrong with the text. */
static forge_model_t *new_model(const char *text, gsize length, GError **error)
{
    forge_model_t *model = g_new0(forge_model_t, 1);
    GKeyFile      *keys = g_key_file_new();

    model->conditions = g_ptr_array_new_with_free_func(g_free);
    model->cursors = g_hash_table_new(g_str_hash, g_str_equal);
    model->ship.class = &model->class;
    memset(model->ship.conditions, 0xFF, sizeof model->ship.conditions);
    gboolean fine = g_key_file_load_from_data(keys, text, length, G_KEY_FILE_NONE, error) &&
                    read_keys(model, keys, error);
    g_key_file_free(keys);
    if (fine)
        return model;
    bcnet_forge_model_free(model);
    return NULL;
}

void bcnet_forge_model_free(gpointer data)
{
    forge_model_t *model = (forge_model_t *)data;

    g_ptr_array_free(model->conditions, TRUE);
    g_hash_table_destroy(model->cursors);
    g_free(model->entries);
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

static gboolean take_text(forge_cursor_t *cursor, const char *what, char **text, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);

    if (!token || !token->string || *token->text != '\0')
        return bcnet_forge_fail(cursor->line, token, error, "%s is expected here, in quotes.", what);
    g_free(*text);
    *text = g_strdup(token->string);
    return TRUE;
}

/* ship NAME "FILE" [object N] [player N] [name "TEXT"] [set "TEXT"] */
static gboolean take_ship_options(forge_interpreter_t *self, forge_cursor_t *cursor, forge_model_t *model,
                                  GError **error)
{
    gint64 object = -1, player = FIRST_PLAYER;

    while (bcnet_forge_peek(cursor)) {
        gboolean fine;
        if (bcnet_forge_take_word(cursor, "object"))
            fine = bcnet_forge_take_integer(self->scope, cursor, "The object id", 0, G_MAXUINT32, &object, error);
        else if (bcnet_forge_take_word(cursor, "player"))
            fine = bcnet_forge_take_integer(self->scope, cursor, "The id of the player", FIRST_PLAYER,
                                            FIRST_PLAYER + SLOTS - 1, &player, error);
        else if (bcnet_forge_take_word(cursor, "name"))
            fine = take_text(cursor, "The name of the object", &model->name, error);
        else if (bcnet_forge_take_word(cursor, "set"))
            fine = take_text(cursor, "The name of the set", &model->set, error);
        else
            fine = bcnet_forge_fail(
                cursor->line, bcnet_forge_peek(cursor), error,
                "A ship goes on with object N, player N, name \"TEXT\" or set \"TEXT\", or ends here.");
        if (!fine)
            return FALSE;
    }
    model->ship.player = (guint8)player;
    model->ship.slot = (guint8)(player - FIRST_PLAYER);
    model->ship.object = object >= 0 ? (guint32)object : FIRST_OBJECT + OBJECTS_PER_SLOT * (guint32)model->ship.slot;
    model->ship.name = model->name;
    model->ship.set = model->set;
    return TRUE;
}

static forge_model_t *read_model(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    GError              *cause = NULL;
    gsize                length;

    if (!token || !token->string || *token->text != '\0') {
        bcnet_forge_fail(cursor->line, token, error, "The name of a layout file is expected here, in quotes.");
        return NULL;
    }
    char *text = bcnet_forge_read_file(self->scope, cursor->line, token, MAX_LAYOUT, &length, error);
    if (!text)
        return NULL;
    forge_model_t *model = new_model(text, length, &cause);
    if (!model)
        bcnet_forge_fail(cursor->line, token, error, "This is no layout file of a ship. %s", cause->message);
    g_clear_error(&cause);
    g_free(text);
    return model;
}

gboolean bcnet_forge_ship_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *name = bcnet_forge_take(cursor);

    if (!name || name->string || !bcnet_forge_is_name(name->text))
        return bcnet_forge_fail(cursor->line, name, error,
                                "A name for the ship is expected here: a letter, then letters, digits and '_'.");
    forge_model_t *model = read_model(self, cursor, error);
    if (!model)
        return FALSE;
    model->name = g_strdup(name->text);
    model->set = g_strdup("Multi1");
    g_hash_table_insert(self->ships, g_strdup(name->text), model);
    return take_ship_options(self, cursor, model, error);
}

static forge_model_t *take_model(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    forge_model_t *model = token && !token->string ? (forge_model_t *)g_hash_table_lookup(self->ships, token->text)
                                                   : NULL;

    if (!model)
        bcnet_forge_fail(cursor->line, token, error,
                         "The name of a ship is expected here, from a line \"ship NAME ...\".");
    return model;
}

/* damage NAME "SUBSYSTEM" PERCENT: what is left of it. */
gboolean bcnet_forge_damage_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_model_t       *model = take_model(self, cursor, error);
    const forge_token_t *token = model ? bcnet_forge_peek(cursor) : NULL;
    char                *name = NULL;
    gint64               percent;

    if (!model || !take_text(cursor, "The name of a subsystem", &name, error))
        return FALSE;
    guint8  *condition = condition_of(model, name);
    gboolean fine = condition || bcnet_forge_fail(cursor->line, token, error, "The ship has no \"%s\".", name);
    g_free(name);
    if (!fine || !bcnet_forge_take_integer(self->scope, cursor, "What is left, in percent", 0, 100, &percent, error))
        return FALSE;
    *condition = (guint8)(255 * percent / 100);
    return bcnet_forge_expect_end(cursor, error);
}

/* snapshot NAME [at X Y Z] [options of a message]: the ship is created (40.1). */
gboolean bcnet_forge_snapshot_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_model_t *model = take_model(self, cursor, error);

    if (!model)
        return FALSE;
    for (guint i = 0; bcnet_forge_is_word(bcnet_forge_peek(cursor), "at") || i > 0; i++) {
        double               value;
        const forge_token_t *token;
        if (i == 0)
            bcnet_forge_take(cursor);
        if (i == G_N_ELEMENTS(model->ship.position))
            break;
        token = bcnet_forge_take(cursor);
        if (!token)
            return bcnet_forge_fail(cursor->line, NULL, error, "Three coordinates are expected behind \"at\".");
        if (!bcnet_forge_evaluate(self->scope, cursor->line, token, 0, &value, error))
            return FALSE;
        model->ship.position[i] = (float)value;
    }
    g_hash_table_remove_all(model->cursors); /* a new object begins anew (60.2) */
    return bcnet_forge_game_message(self, cursor, bcnet_forge_ship_creation(&model->ship), TRUE, error);
}

/* block NAME [from N] [owner | remote] [options of a message]: the next subsystems for this receiver (60.2). */
gboolean bcnet_forge_block_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    forge_model_t          *model = take_model(self, cursor, error);
    gint64                  start;
    guint                   next;

    if (!model || !bcnet_forge_open_part(self, cursor, error))
        return FALSE;
    start = GPOINTER_TO_UINT(g_hash_table_lookup(model->cursors, datagram->to->name));
    if (bcnet_forge_take_word(cursor, "from") &&
        !bcnet_forge_take_integer(self->scope, cursor, "The first subsystem", 0, (gint64)strlen(model->entries) / 2 - 1,
                                  &start, error))
        return FALSE;
    gboolean remote = datagram->to->id != model->ship.player;
    if (bcnet_forge_take_word(cursor, "owner"))
        remote = FALSE;
    else if (bcnet_forge_take_word(cursor, "remote"))
        remote = TRUE;
    GByteArray *payload = bcnet_forge_block_update(&model->ship, (guint)start, remote, datagram->time, &next);
    g_hash_table_insert(model->cursors, datagram->to->name, GUINT_TO_POINTER(next));
    return bcnet_forge_game_message(self, cursor, payload, FALSE, error);
}
