/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a layout from the text of an .ini file, and says what is wrong with it. */
#include <math.h>
#include <string.h>

#include "reading/numbers.h"
#include "reading/visible.h"
#include "ships/layout-private.h"

typedef struct {
    const char *file;
    GKeyFile   *keys;
    GPtrArray  *problems;
} bcnet_layout_reader_t;

#define BAD_ESCAPE "after a backslash there may be only s, n, t, r, a semicolon or another backslash"

static const char *const confidences[] = { "high", "medium", "low", NULL };

/* How many groups, or keys of a group, there are of a prefix and a number, from 1 on without gaps. */
static unsigned count_numbered(const bcnet_layout_reader_t *reader, const char *group, const char *prefix)
{
    for (unsigned count = 0;; count++) {
        char      *name = g_strdup_printf("%s%u", prefix, count + 1);
        const bool there = group ? g_key_file_has_key(reader->keys, group, name, NULL)
                                 : g_key_file_has_group(reader->keys, name);

        g_free(name);
        if (!there)
            return count;
    }
}

/* What was read is taken out: what is left at the end is unknown. */
static void check_keys(bcnet_layout_reader_t *reader, const char *group)
{
    char **keys = g_key_file_get_keys(reader->keys, group, NULL, NULL);

    for (char **key = keys; key && *key; key++)
        REPORT(reader, group, *key, "this key is unknown%s",
               g_str_has_prefix(*key, BCNET_CHILD_PREFIX) ? ", or a child before it is missing" : "");
    g_strfreev(keys);
    g_key_file_remove_group(reader->keys, group, NULL);
}

/* --- single values --- */

static char *read_text(bcnet_layout_reader_t *reader, const char *group, const char *key)
{
    GError *error = NULL;
    char   *value;

    if (!g_key_file_has_key(reader->keys, group, key, NULL))
        return NULL;
    value = g_key_file_get_string(reader->keys, group, key, &error);
    if (error) /* along with a value */
        REPORT(reader, group, key, BAD_ESCAPE);
    g_clear_error(&error);
    g_key_file_remove_key(reader->keys, group, key, NULL);
    return value;
}

/* 0 when it is none. */
static unsigned parse_unsigned(bcnet_layout_reader_t *reader, const char *group, const char *key, const char *text,
                               unsigned most)
{
    guint64 number = 0;

    if (!g_ascii_string_to_unsigned(text, 10, 1, most, &number, NULL))
        REPORT(reader, group, key, "\"%s\" is no whole number from 1 to %u", text, most);
    return (unsigned)number;
}

static void parse_number(bcnet_layout_reader_t *reader, const char *group, const char *key, const char *text,
                         float *value)
{
    char  *end = NULL;
    double number = g_ascii_strtod(text, &end);

    /* g_ascii_strtod also takes "nan", "inf" and "0x1F" */
    if (*text == '\0' || *end != '\0' || text[strspn(text, "0123456789.eE+-")] != '\0')
        REPORT(reader, group, key, "\"%s\" is no number", text);
    else if (!isfinite(number) || number < 0 || number > BCNET_HIT_POINTS_MAX)
        REPORT(reader, group, key, "%s is out of range: the value must lie between 0 and %s", text,
               bcnet_significant(BCNET_HIT_POINTS_MAX, 6).text);
    else
        *value = (float)number;
}

static void read_number(bcnet_layout_reader_t *reader, const char *group, const char *key, float *value)
{
    char *text = read_text(reader, group, key);

    if (text)
        parse_number(reader, group, key, text, value);
    g_free(text);
}

static void read_boolean(bcnet_layout_reader_t *reader, const char *group, const char *key, bool *value)
{
    char *text = read_text(reader, group, key);

    if (!text)
        return;
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        REPORT(reader, group, key, "\"%s\" is neither true nor false", text);
    *value = strcmp(text, "true") == 0;
    g_free(text);
}

/* NULL when there is no such key. Only the first value may have blanks at its ends. */
static char **read_list(bcnet_layout_reader_t *reader, const char *group, const char *key, size_t *length)
{
    GError *error = NULL;
    char  **values;

    if (!g_key_file_has_key(reader->keys, group, key, NULL))
        return NULL;
    values = g_key_file_get_string_list(reader->keys, group, key, length, &error);
    if (error)
        REPORT(reader, group, key, BAD_ESCAPE);
    g_clear_error(&error);
    g_key_file_remove_key(reader->keys, group, key, NULL);
    for (size_t i = 1; i < *length; i++)
        g_strstrip(values[i]);
    return values;
}

static void parse_class(bcnet_layout_reader_t *reader, const char *group, const char *key, const char *text,
                        bcnet_class_t *class_id)
{
    if (!bcnet_class_from_name(text, class_id))
        REPORT(reader, group, key, "there is no class \"%s\"", text);
}

/* --- a subsystem --- */

static void read_child(bcnet_layout_reader_t *reader, const char *group, const char *key, bcnet_child_t *child)
{
    size_t length = 0;
    char **values = read_list(reader, group, key, &length);

    if (length == 4) {
        child->name = g_strdup(values[0]);
        parse_class(reader, group, key, values[1], &child->class_id);
        parse_number(reader, group, key, values[2], &child->max_condition);
        child->object_offset = parse_unsigned(reader, group, key, values[3], UINT16_MAX);
    } else {
        REPORT(reader, group, key,
               "a child has four values: name; class; maximum condition; object offset; here are %zu", length);
    }
    g_strfreev(values);
}

/* Values that only one class has. */
static void read_class_values(bcnet_layout_reader_t *reader, const char *group, bcnet_subsystem_t *subsystem)
{
    static const struct {
        const char   *key;
        bcnet_class_t class_id;
    } rules[] = { { "MaxShields", BCNET_CLASS_SHIELD },
                  { "MainBattery", BCNET_CLASS_POWER },
                  { "BackupBattery", BCNET_CLASS_POWER } };

    for (unsigned i = 0; i < G_N_ELEMENTS(rules); i++)
        if (rules[i].class_id != subsystem->class_id && g_key_file_has_key(reader->keys, group, rules[i].key, NULL))
            REPORT(reader, group, rules[i].key, "only a %s has this value", bcnet_classes[rules[i].class_id].name);

    read_number(reader, group, "MainBattery", &subsystem->main_battery);
    read_number(reader, group, "BackupBattery", &subsystem->backup_battery);
}

static void read_shields(bcnet_layout_reader_t *reader, const char *group, bcnet_subsystem_t *subsystem)
{
    static const char key[] = "MaxShields";
    size_t            length = 0;
    char            **values = read_list(reader, group, key, &length);

    if (!values)
        return;
    subsystem->shields_known = length == BCNET_FACINGS;
    if (!subsystem->shields_known)
        REPORT(reader, group, key, "six values are needed: front; rear; top; bottom; left; right; here are %zu",
               length);
    for (unsigned i = 0; subsystem->shields_known && i < BCNET_FACINGS; i++)
        parse_number(reader, group, key, values[i], &subsystem->max_shields[i]);
    g_strfreev(values);
}

/* A text that must be there. */
static char *read_needed(bcnet_layout_reader_t *reader, const char *group, const char *key)
{
    char *text = read_text(reader, group, key);

    if (!text)
        REPORT(reader, group, key, "the key is missing");
    return text;
}

static void read_required(bcnet_layout_reader_t *reader, const char *group, bcnet_subsystem_t *subsystem)
{
    char *class_name, *offset;

    subsystem->name = read_needed(reader, group, "Name");
    class_name = read_needed(reader, group, "Class");
    if (class_name)
        parse_class(reader, group, "Class", class_name, &subsystem->class_id);
    offset = read_needed(reader, group, "ObjectOffset");
    if (offset)
        subsystem->object_offset = parse_unsigned(reader, group, "ObjectOffset", offset, UINT16_MAX);
    g_free(offset);
    g_free(class_name);
}

static void read_children(bcnet_layout_reader_t *reader, const char *group, bcnet_subsystem_t *subsystem)
{
    subsystem->child_count = count_numbered(reader, group, BCNET_CHILD_PREFIX);
    if (subsystem->child_count > BCNET_MAX_CHILDREN) {
        REPORT(reader, group, NULL, "a subsystem has at most %d children", BCNET_MAX_CHILDREN);
        subsystem->child_count = 0;
    }
    subsystem->children = g_new0(bcnet_child_t, subsystem->child_count);
    for (unsigned i = 0; i < subsystem->child_count; i++) {
        char *key = g_strdup_printf(BCNET_CHILD_PREFIX "%u", i + 1);

        read_child(reader, group, key, &subsystem->children[i]);
        g_free(key);
    }
}

static void read_subsystem(bcnet_layout_reader_t *reader, const char *group, bcnet_subsystem_t *subsystem)
{
    read_required(reader, group, subsystem);
    read_number(reader, group, "MaxCondition", &subsystem->max_condition);
    subsystem->primary = true;
    read_boolean(reader, group, "Primary", &subsystem->primary);
    read_class_values(reader, group, subsystem);
    read_shields(reader, group, subsystem);
    read_children(reader, group, subsystem);
    check_keys(reader, group);
}

/* --- the list of subsystems, of the ship or of a variant --- */

static void read_subsystems(bcnet_layout_reader_t *reader, const char *prefix, bcnet_layout_t *layout)
{
    char *full = g_strconcat(prefix, BCNET_SUBSYSTEM_PREFIX, NULL);

    layout->count = count_numbered(reader, NULL, full);
    if (layout->count > BCNET_MAX_SUBSYSTEMS) {
        REPORT(reader, NULL, NULL, "a ship has at most %d subsystems, here are %u", BCNET_MAX_SUBSYSTEMS,
               layout->count);
        layout->count = 0;
    }
    layout->subsystems = g_new0(bcnet_subsystem_t, layout->count);
    for (unsigned i = 0; i < layout->count; i++) {
        char *group = g_strdup_printf("%s%u", full, i + 1);

        read_subsystem(reader, group, &layout->subsystems[i]);
        g_free(group);
    }
    g_free(full);
}

/* --- the ship --- */

static void read_hashes(bcnet_layout_reader_t *reader, bcnet_layout_t *layout)
{
    size_t length = 0;
    char **values = read_list(reader, "Ship", "IntegrityHash", &length);

    layout->hashes = values ? g_new0(uint16_t, length) : NULL;
    for (unsigned i = 0; i < length; i++) {
        guint64 hash = 0;
        bool    prefixed = g_str_has_prefix(values[i], "0x") || g_str_has_prefix(values[i], "0X");

        if (!prefixed || !g_ascii_string_to_unsigned(values[i] + 2, 16, 0, UINT16_MAX, &hash, NULL))
            REPORT(reader, "Ship", "IntegrityHash", "\"%s\" is no hash: 0x0000 to 0xFFFF", values[i]);
        layout->hashes[layout->hash_count++] = (uint16_t)hash;
    }
    g_strfreev(values);
}

static void read_known_keys(bcnet_layout_reader_t *reader, bcnet_layout_t *layout)
{
    bool  known = true;
    char *species;

    layout->name = read_needed(reader, "Ship", "Name");
    species = read_text(reader, "Ship", "Species");
    if (species)
        layout->species = (int)parse_unsigned(reader, "Ship", "Species", species, UINT8_MAX);
    g_free(species);
    layout->script = read_text(reader, "Ship", "Script");
    layout->hardpoint = read_text(reader, "Ship", "Hardpoint");
    layout->faction = read_text(reader, "Ship", "Faction");
    read_boolean(reader, "Ship", "Menu", &layout->menu);
    read_boolean(reader, "Ship", "Known", &known);
    layout->unknown = !known;
    layout->confidence = read_text(reader, "Ship", "Confidence");
    if (layout->confidence && !g_strv_contains(confidences, layout->confidence))
        REPORT(reader, "Ship", "Confidence", "\"%s\" is none of high, medium, low", layout->confidence);
    layout->source = read_text(reader, "Ship", "Source");
    layout->note = read_text(reader, "Ship", "Note");
    read_hashes(reader, layout);
}

static void read_ship(bcnet_layout_reader_t *reader, bcnet_layout_t *layout)
{
    if (!g_key_file_has_group(reader->keys, "Ship")) {
        REPORT(reader, "Ship", NULL, "the group is missing");
        return;
    }
    read_known_keys(reader, layout);
    check_keys(reader, "Ship");
}

/* --- variants --- */

/* "Variant append/Subsystem 3" gives "append"; NULL when the group belongs to no variant. */
static char *variant_of_group(const char *group)
{
    const char *name = group + strlen(BCNET_VARIANT_PREFIX), *slash = strrchr(group, '/');

    return g_str_has_prefix(group, BCNET_VARIANT_PREFIX) && slash > name ? g_strndup(name, (size_t)(slash - name))
                                                                         : NULL;
}

static void read_variant(bcnet_layout_reader_t *reader, const char *name, bcnet_layout_t *layout)
{
    bcnet_layout_t *variant = g_new0(bcnet_layout_t, 1);
    char           *prefix = g_strdup_printf(BCNET_VARIANT_PREFIX "%s/", name);

    variant->key = g_strdup(name);
    variant->name = g_strdup(layout->name);
    variant->origin = g_strdup(layout->origin);
    variant->species = layout->species;
    variant->menu = layout->menu;
    read_subsystems(reader, prefix, variant);
    layout->variants = g_renew(bcnet_layout_t *, layout->variants, layout->variant_count + 1);
    layout->variants[layout->variant_count++] = variant;
    g_free(prefix);
}

static bool has_variant(const bcnet_layout_t *layout, const char *name)
{
    for (unsigned i = 0; i < layout->variant_count; i++)
        if (strcmp(layout->variants[i]->key, name) == 0)
            return true;
    return false;
}

/* Also finds the groups that belong to nothing. */
static void read_variants(bcnet_layout_reader_t *reader, bcnet_layout_t *layout)
{
    char **groups = g_key_file_get_groups(reader->keys, NULL);

    for (char **group = groups; *group; group++) {
        char      *name = variant_of_group(*group);
        const bool is_new = name && !has_variant(layout, name),
                   room = layout->variant_count < BCNET_LAYOUT_VARIANTS_MAX;

        if (is_new && room)
            read_variant(reader, name, layout);
        if (is_new && !room)
            REPORT(reader, *group, NULL, "a ship has at most %d variants", BCNET_LAYOUT_VARIANTS_MAX);
        else if (g_key_file_has_group(reader->keys, *group))
            REPORT(reader, *group, NULL, "this group is unknown, or one before it is missing");
        g_free(name);
    }
    g_strfreev(groups);
}

/* --- the whole file --- */

static const char *skip_byte_order_mark(const char *text, size_t *length)
{
    if (*length < 3 || memcmp(text, "\xEF\xBB\xBF", 3) != 0)
        return text;
    *length -= 3;
    return text + 3;
}

static bool check_text(bcnet_layout_reader_t *reader, const char *text, size_t length)
{
    const char *end;
    unsigned    line = 1;

    if (length > BCNET_LAYOUT_FILE_MAX) {
        REPORT(reader, NULL, NULL, "the file is larger than %d bytes", BCNET_LAYOUT_FILE_MAX);
        return false;
    }
    if (g_utf8_validate(text, (gssize)length, &end))
        return true;
    for (const char *c = text; c < end; c++)
        line += *c == '\n';
    REPORT(reader, NULL, NULL, "line %u holds the byte 0x%02X, which is not UTF-8 text", line, (unsigned char)*end);
    return false;
}

static bool load_keys(bcnet_layout_reader_t *reader, const char *text, size_t length)
{
    GError *error = NULL;
    char   *copy = g_strndup(text, length);
    bool    good = g_key_file_load_from_data(reader->keys, copy, length, G_KEY_FILE_KEEP_TRANSLATIONS, &error);

    if (good)
        bcnet_layout_find_doubles(reader->file, copy, reader->problems);
    else
        REPORT(reader, NULL, NULL, "%s", error->message);
    g_clear_error(&error);
    g_free(copy);
    return good;
}

static bcnet_layout_t *read_all(bcnet_layout_reader_t *reader, const char *key)
{
    bcnet_layout_t *layout = g_new0(bcnet_layout_t, 1);

    layout->key = bcnet_visible(key);
    layout->origin = bcnet_visible(reader->file);
    read_ship(reader, layout);
    read_subsystems(reader, "", layout);
    read_variants(reader, layout);
    return layout;
}

/* NULL when the text is none; with values that cannot be used there is a layout, and problems. */
static bcnet_layout_t *read_layout(const char *file, const char *key, const char *text, size_t length,
                                   GPtrArray *problems)
{
    bcnet_layout_reader_t reader = { .file = file, .keys = g_key_file_new(), .problems = problems };
    bcnet_layout_t       *layout = NULL;

    text = skip_byte_order_mark(text, &length);
    if (check_text(&reader, text, length) && load_keys(&reader, text, length))
        layout = read_all(&reader, key);
    g_key_file_free(reader.keys);
    return layout;
}

bcnet_layout_t *bcnet_layout_parse(const char *file, const char *key, const char *text, size_t length,
                                   GPtrArray *problems)
{
    unsigned        before = problems->len;
    bcnet_layout_t *layout = read_layout(file, key, text, length, problems);

    if (!layout)
        return NULL;
    /* The rules between values make sense only when each value could be read. */
    if (problems->len != before || !bcnet_layout_check(layout, file, problems)) {
        bcnet_layout_free(layout);
        return NULL;
    }
    bcnet_layout_complete(layout);
    for (unsigned i = 0; i < layout->variant_count; i++)
        bcnet_layout_complete(layout->variants[i]);
    return layout;
}
