/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a layout as the text of an .ini file. */
#include <math.h>
#include <string.h>

#include "reading/numbers.h"
#include "ships/layout-private.h"

/* The shortest decimal text that reads back as the same float. */
static char *number_text(float value)
{
    bcnet_number_t number = { "" };

    for (int digits = 6; digits <= 9; digits++) {
        number = bcnet_significant(value, digits);
        if ((float)g_ascii_strtod(number.text, NULL) == value)
            break;
    }
    /* 1e+06 is right but hard on the eyes */
    if (value >= 1e6F && value < 1e9F && value == floorf(value))
        return g_strdup(bcnet_fixed(value, 0).text);
    return g_strdup(number.text);
}

static void set_text(GKeyFile *keys, const char *group, const char *key, const char *value)
{
    if (value)
        g_key_file_set_string(keys, group, key, value);
}

/* Without a separator behind the last value. */
static void set_list(GKeyFile *keys, const char *group, const char *key, const char *const *values, size_t count)
{
    char *list;

    g_key_file_set_string_list(keys, group, key, values, count);
    list = g_key_file_get_value(keys, group, key, NULL);
    list[strlen(list) - 1] = '\0';
    g_key_file_set_value(keys, group, key, list);
    g_free(list);
}

static void set_number(GKeyFile *keys, const char *group, const char *key, float value)
{
    char *text = number_text(value);

    if (value != 0)
        g_key_file_set_value(keys, group, key, text);
    g_free(text);
}

static void set_shields(GKeyFile *keys, const char *group, const bcnet_subsystem_t *subsystem)
{
    char **values = g_new0(char *, BCNET_FACINGS + 1);

    for (unsigned i = 0; i < BCNET_FACINGS; i++)
        values[i] = number_text(subsystem->max_shields[i]);
    if (subsystem->shields_known)
        set_list(keys, group, "MaxShields", (const char *const *)values, BCNET_FACINGS);
    g_strfreev(values);
}

static void set_child(GKeyFile *keys, const char *group, unsigned number, const bcnet_child_t *child)
{
    char       *key = g_strdup_printf(BCNET_CHILD_PREFIX "%u", number);
    char       *condition = number_text(child->max_condition);
    char       *offset = g_strdup_printf("%u", child->object_offset);
    const char *values[] = { child->name, bcnet_classes[child->class_id].name, condition, offset };

    set_list(keys, group, key, values, G_N_ELEMENTS(values));
    g_free(offset);
    g_free(condition);
    g_free(key);
}

static void set_subsystem(GKeyFile *keys, const char *group, const bcnet_subsystem_t *subsystem)
{
    set_text(keys, group, "Name", subsystem->name);
    set_text(keys, group, "Class", bcnet_classes[subsystem->class_id].name);
    set_number(keys, group, "MaxCondition", subsystem->max_condition);
    g_key_file_set_integer(keys, group, "ObjectOffset", (int)subsystem->object_offset);
    if (!subsystem->primary)
        g_key_file_set_boolean(keys, group, "Primary", FALSE);
    set_shields(keys, group, subsystem);
    set_number(keys, group, "MainBattery", subsystem->main_battery);
    set_number(keys, group, "BackupBattery", subsystem->backup_battery);
    for (unsigned i = 0; i < subsystem->child_count; i++)
        set_child(keys, group, i + 1, &subsystem->children[i]);
}

static void set_hashes(GKeyFile *keys, const bcnet_layout_t *layout)
{
    char **values = g_new0(char *, layout->hash_count + 1);

    for (unsigned i = 0; i < layout->hash_count; i++)
        values[i] = g_strdup_printf("0x%04X", layout->hashes[i]);
    if (layout->hash_count > 0)
        set_list(keys, "Ship", "IntegrityHash", (const char *const *)values, layout->hash_count);
    g_strfreev(values);
}

static void set_ship(GKeyFile *keys, const bcnet_layout_t *layout)
{
    set_text(keys, "Ship", "Name", layout->name);
    if (layout->species != 0)
        g_key_file_set_integer(keys, "Ship", "Species", layout->species);
    set_text(keys, "Ship", "Script", layout->script);
    set_text(keys, "Ship", "Hardpoint", layout->hardpoint);
    set_text(keys, "Ship", "Faction", layout->faction);
    if (layout->menu)
        g_key_file_set_boolean(keys, "Ship", "Menu", TRUE);
    if (layout->unknown)
        g_key_file_set_boolean(keys, "Ship", "Known", FALSE);
    set_text(keys, "Ship", "Confidence", layout->confidence);
    set_text(keys, "Ship", "Source", layout->source);
    set_text(keys, "Ship", "Note", layout->note);
    set_hashes(keys, layout);
}

static void set_subsystems(GKeyFile *keys, const char *prefix, const bcnet_layout_t *layout)
{
    for (unsigned i = 0; i < layout->count; i++) {
        char *group = g_strdup_printf("%s" BCNET_SUBSYSTEM_PREFIX "%u", prefix, i + 1);

        set_subsystem(keys, group, &layout->subsystems[i]);
        g_free(group);
    }
}

/* Without the ship only its subsystems. */
static char *write_layout(const bcnet_layout_t *layout, bool ship)
{
    GKeyFile *keys = g_key_file_new();
    char     *text;

    if (ship)
        set_ship(keys, layout);
    set_subsystems(keys, "", layout);
    for (unsigned i = 0; i < layout->variant_count; i++) {
        char *prefix = g_strdup_printf(BCNET_VARIANT_PREFIX "%s/", layout->variants[i]->key);

        set_subsystems(keys, prefix, layout->variants[i]);
        g_free(prefix);
    }
    text = g_key_file_to_data(keys, NULL, NULL);
    g_key_file_free(keys);
    return text;
}

char *bcnet_layout_write(const bcnet_layout_t *layout)
{
    return write_layout(layout, true);
}

bool bcnet_layout_same_subsystems(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    char *one = write_layout(a, false), *other = write_layout(b, false);
    bool  same = strcmp(one, other) == 0;

    g_free(other);
    g_free(one);
    return same;
}
