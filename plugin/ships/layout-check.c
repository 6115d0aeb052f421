/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What must hold for a layout beyond the form of its file. */
#include <math.h>
#include <string.h>

#include "reading/hash.h"
#include "reading/numbers.h"
#include "ships/layout-private.h"

typedef struct {
    const bcnet_layout_t *layout;
    const char           *file;
    const char           *prefix; /* of the groups: "" or "Variant append/" */
    GPtrArray            *problems;
    unsigned              total; /* subsystems and children */
    const char          **owners; /* names by object offset, to find doubles */
} bcnet_layout_check_t;

static char *group_name(const bcnet_layout_check_t *check, unsigned index)
{
    return g_strdup_printf("%s" BCNET_SUBSYSTEM_PREFIX "%u", check->prefix, index + 1);
}

static void check_name(bcnet_layout_check_t *check, const char *group, const char *key, const char *name)
{
    if (!name || *name == '\0') {
        REPORT(check, group, key, "the name is missing");
        return;
    }
    if (g_utf8_strlen(name, -1) > BCNET_LAYOUT_NAME_MAX)
        REPORT(check, group, key, "the name is longer than %d characters", BCNET_LAYOUT_NAME_MAX);
    for (const char *c = name; *c != '\0'; c = g_utf8_next_char(c)) {
        if (g_unichar_iscntrl(g_utf8_get_char(c))) {
            REPORT(check, group, key, "the name holds a control character");
            return;
        }
    }
}

static void check_number(bcnet_layout_check_t *check, const char *group, const char *key, float value)
{
    if (!isfinite(value) || value < 0 || value > (float)BCNET_HIT_POINTS_MAX)
        REPORT(check, group, key, "the value must lie between 0 and %s",
               bcnet_significant(BCNET_HIT_POINTS_MAX, 6).text);
}

/* Every object of the ship takes one number of 1, 2, 3 ... (97.2, rule 4): neither gaps nor doubles. */
static void check_offset(bcnet_layout_check_t *check, const char *group, const char *key, const char *name,
                         unsigned offset)
{
    if (offset < 1 || offset > check->total) {
        REPORT(check, group, key, "object offset %u is out of range: the %u subsystems and children have 1 to %u",
               offset, check->total, check->total);
        return;
    }
    if (check->owners[offset])
        REPORT(check, group, key, "object offset %u is already taken by \"%s\"", offset, check->owners[offset]);
    check->owners[offset] = name;
}

static void check_child(bcnet_layout_check_t *check, const char *group, const char *key,
                        const bcnet_subsystem_t *parent, const bcnet_child_t *child)
{
    bcnet_class_t wanted = bcnet_classes[parent->class_id].child;

    if (child->class_id != wanted)
        REPORT(check, group, key, "the child of a %s is a %s, not a %s", bcnet_classes[parent->class_id].name,
               bcnet_classes[wanted].name, bcnet_classes[child->class_id].name);
    check_name(check, group, key, child->name);
    check_number(check, group, key, child->max_condition);
    check_offset(check, group, key, child->name, child->object_offset);
}

static void check_children(bcnet_layout_check_t *check, const char *group, const bcnet_subsystem_t *parent)
{
    if (parent->child_count > 0 && bcnet_classes[parent->class_id].child == BCNET_CLASS_COUNT) {
        REPORT(check, group, BCNET_CHILD_PREFIX "1", "a %s has no children", bcnet_classes[parent->class_id].name);
        return;
    }
    for (unsigned i = 0; i < parent->child_count; i++) {
        char *key = g_strdup_printf(BCNET_CHILD_PREFIX "%u", i + 1);

        check_child(check, group, key, parent, &parent->children[i]);
        g_free(key);
    }
}

static void check_subsystem(bcnet_layout_check_t *check, unsigned index)
{
    const bcnet_subsystem_t *subsystem = &check->layout->subsystems[index];
    char                    *group = group_name(check, index);

    check_name(check, group, "Name", subsystem->name);
    check_number(check, group, "MaxCondition", subsystem->max_condition);
    check_number(check, group, "MainBattery", subsystem->main_battery);
    check_number(check, group, "BackupBattery", subsystem->backup_battery);
    for (unsigned i = 0; i < BCNET_FACINGS; i++)
        check_number(check, group, "MaxShields", subsystem->max_shields[i]);
    check_offset(check, group, "ObjectOffset", subsystem->name, subsystem->object_offset);
    check_children(check, group, subsystem);
    g_free(group);
}

static bool check_sizes(bcnet_layout_check_t *check)
{
    const bcnet_layout_t *layout = check->layout;

    if (layout->count < 1 || layout->count > BCNET_MAX_SUBSYSTEMS) {
        REPORT(check, NULL, NULL, "a ship has 1 to %d subsystems, this one has %u", BCNET_MAX_SUBSYSTEMS,
               layout->count);
        return false;
    }
    check->total = layout->count;
    for (unsigned i = 0; i < layout->count; i++) {
        check->total += layout->subsystems[i].child_count;
        if (layout->subsystems[i].child_count > BCNET_MAX_CHILDREN) {
            char *group = group_name(check, i);

            REPORT(check, group, NULL, "a subsystem has at most %d children", BCNET_MAX_CHILDREN);
            g_free(group);
            return false;
        }
    }
    return true;
}

static void check_list(const bcnet_layout_t *layout, const char *file, const char *prefix, GPtrArray *problems)
{
    bcnet_layout_check_t check = { .layout = layout, .file = file, .prefix = prefix, .problems = problems };

    if (!check_sizes(&check))
        return;
    check.owners = g_new0(const char *, check.total + 1);
    for (unsigned i = 0; i < layout->count; i++)
        check_subsystem(&check, i);
    g_free(check.owners);
}

bool bcnet_layout_check(const bcnet_layout_t *layout, const char *file, GPtrArray *problems)
{
    unsigned             before = problems->len;
    bcnet_layout_check_t ship = { .layout = layout, .file = file, .problems = problems };

    check_name(&ship, "Ship", "Name", layout->name);
    if (layout->species < 0 || layout->species > UINT8_MAX)
        REPORT(&ship, "Ship", "Species", "the species must be a number from 1 to 255");
    if (layout->unknown && layout->count > 0)
        REPORT(&ship, "Ship", "Known", "a ship that is not known has no subsystems");
    if (layout->unknown && layout->species == 0)
        REPORT(&ship, "Ship", "Known", "a ship that is not known has a number at least");
    if (!layout->unknown)
        check_list(layout, file, "", problems);
    for (unsigned i = 0; i < layout->variant_count; i++) {
        char *prefix = g_strdup_printf(BCNET_VARIANT_PREFIX "%s/", layout->variants[i]->key);

        check_list(layout->variants[i], file, prefix, problems);
        g_free(prefix);
    }
    return problems->len == before;
}

/* "[Ship]" or "Name=x" on a line of its own; NULL for comments, blanks and everything else. */
static char *line_subject(const char *line, bool *is_group)
{
    const char *end;

    while (g_ascii_isspace(*line))
        line++;
    *is_group = *line == '[';
    if (*line == '#' || *line == '\0')
        return NULL;
    end = strchr(*is_group ? ++line : line, *is_group ? ']' : '=');
    if (!end)
        return NULL;
    while (!*is_group && end > line && g_ascii_isspace(end[-1]))
        end--;
    return g_strndup(line, (size_t)(end - line));
}

void bcnet_layout_find_doubles(const char *file, const char *text, GPtrArray *problems)
{
    GHashTable *groups = bcnet_names_new(g_free, NULL);
    GHashTable *keys = bcnet_names_new(g_free, NULL);
    char      **lines = g_strsplit(text, "\n", -1);
    const char *group = NULL;

    for (char **line = lines; *line; line++) {
        bool  is_group;
        char *subject = line_subject(*line, &is_group);

        if (!subject)
            continue;
        if (is_group) {
            g_hash_table_remove_all(keys);
            group = subject;
        }
        if (!g_hash_table_add(is_group ? groups : keys, subject))
            bcnet_layout_report(problems, file, group, is_group ? NULL : subject, "this %s is in the file twice",
                                is_group ? "group" : "key");
    }
    g_strfreev(lines);
    g_hash_table_destroy(keys);
    g_hash_table_destroy(groups);
}
