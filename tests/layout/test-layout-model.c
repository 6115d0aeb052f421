/* The stock layouts, the model, and the way to an .ini file and back.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/layout.h"
#include "support.h"

#include <string.h>

enum { KEY, SPECIES, NAME, SCRIPT, FACTION, SNAPSHOT, FLAGS, FORM, POWERED, OBJECTS, VARIANTS, COLUMNS };

static bcnet_layouts_t *layouts;

static unsigned number(const char *text)
{
    guint64 value;

    g_assert_true(g_ascii_string_to_unsigned(text, 10, 0, 1000, &value, NULL));
    return (unsigned)value;
}

static const bcnet_layout_t *by_name(const char *name)
{
    return bcnet_layouts_by_name(layouts, name);
}

/* "b s p r p2": the formats of a list with their numbers of children. */
static char *form_of(const bcnet_layout_t *layout)
{
    GString *form = g_string_new(NULL);

    for (unsigned i = 0; i < layout->count; i++) {
        g_assert_cmpint(layout->forms[i].child_count, ==, layout->subsystems[i].child_count);
        g_string_append_printf(form, "%s%c", i > 0 ? " " : "", "bprs"[layout->forms[i].format]);
        if (layout->subsystems[i].child_count > 0)
            g_string_append_printf(form, "%u", layout->subsystems[i].child_count);
    }
    return g_string_free(form, FALSE);
}

static void check_powered(const bcnet_layout_t *layout, const char *text)
{
    GString *powered = g_string_new(NULL);

    for (unsigned i = 0; i < layout->count + 2; i++)
        if (bcnet_layout_takes_power(layout, i))
            g_string_append_printf(powered, "%s%u", powered->len > 0 ? " " : "", i);
    g_assert_cmpstr(powered->str, ==, text);
    g_string_free(powered, TRUE);
}

static void check_variants(const bcnet_layout_t *layout, const char *text)
{
    GString *variants = g_string_new(NULL);

    for (unsigned i = 0; i < layout->variant_count; i++) {
        g_autofree char *form = form_of(layout->variants[i]);

        g_string_append_printf(variants, "%s%s:%s", i > 0 ? "," : "", layout->variants[i]->key, form);
    }
    g_assert_cmpstr(layout->variant_count > 0 ? variants->str : "-", ==, text);
    g_string_free(variants, TRUE);
}

static void check_ship(char **columns)
{
    const bcnet_layout_t *layout = by_name(columns[KEY]);
    g_autofree char      *form = NULL;

    g_test_message("%s", columns[KEY]);
    g_assert_nonnull(layout);
    form = form_of(layout);
    g_assert_cmpstr(layout->key, ==, columns[KEY]);
    g_assert_cmpint(layout->species, ==, number(columns[SPECIES]));
    g_assert_cmpstr(layout->name, ==, columns[NAME]);
    g_assert_cmpstr(layout->script != NULL ? layout->script : "-", ==, columns[SCRIPT]);
    g_assert_cmpstr(layout->faction != NULL ? layout->faction : "-", ==, columns[FACTION]);
    g_assert_cmpuint(bcnet_layout_snapshot_length(layout), ==, number(columns[SNAPSHOT]));
    g_assert_cmpint(layout->menu, ==, strstr(columns[FLAGS], "menu") != NULL);
    g_assert_cmpint(bcnet_layout_has_cloak(layout), ==, strstr(columns[FLAGS], "cloak") != NULL);
    g_assert_cmpstr(form, ==, columns[FORM]);
    g_assert_cmpuint(layout->object_count, ==, number(columns[OBJECTS]));
    g_assert_true(layout->stock);
    check_powered(layout, columns[POWERED]);
    check_variants(layout, columns[VARIANTS]);
    if (layout->species != 0)
        g_assert_true(bcnet_layouts_by_species(layouts, (unsigned)layout->species) == layout);
}

static void test_stock(void)
{
    char    *text = NULL;
    char   **lines;
    unsigned checked = 0;
    GError  *error = NULL;

    g_file_get_contents(BCNET_TEST_DATA "/ships.txt", &text, NULL, &error);
    g_assert_no_error(error);
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char **columns = g_strsplit(*line, "|", -1);

        if (**line != '\0' && **line != '#') {
            g_assert_cmpuint(g_strv_length(columns), ==, COLUMNS);
            check_ship(columns);
            checked++;
        }
        g_strfreev(columns);
    }
    g_assert_cmpuint(checked, ==, 50);
    g_assert_cmpuint(bcnet_layouts_count(layouts), ==, 50);
    g_strfreev(lines);
    g_free(text);
}

/* Some values of the Akira and the Bird of Prey in full. */
static void test_values(void)
{
    const bcnet_layout_t *akira = bcnet_layouts_by_species(layouts, 1);
    const bcnet_layout_t *bird = bcnet_layouts_by_species(layouts, 6);

    g_assert_cmpstr(akira->hardpoint, ==, "akira");
    g_assert_cmpstr(akira->confidence, ==, "high");
    g_assert_cmpuint(akira->hash_count, ==, 1);
    g_assert_cmphex(akira->hashes[0], ==, 0xFB37);
    g_assert_cmphex(bcnet_layouts_by_species(layouts, 4)->hashes[0], ==, 0x040C);
    g_assert_cmpfloat(akira->subsystems[0].max_condition, ==, 9000);
    g_assert_cmpfloat(akira->subsystems[1].max_shields[0], ==, 10000);
    g_assert_cmpfloat(akira->subsystems[1].max_shields[5], ==, 5000);
    g_assert_cmpfloat(akira->subsystems[3].main_battery, ==, 150000);
    g_assert_cmpfloat(akira->subsystems[3].backup_battery, ==, 50000);
    g_assert_cmpstr(akira->subsystems[7].children[2].name, ==, "Aft Torp 1");
    g_assert_cmpuint(akira->subsystems[7].children[2].object_offset, ==, 16);
    g_assert_true(akira->subsystems[9].primary);
    g_assert_cmpstr(bird->name, ==, "Bird of Prey");
    g_assert_cmpint(bird->subsystems[3].class_id, ==, BCNET_CLASS_PULSE_SYSTEM);
    g_assert_cmpint(bird->subsystems[3].children[0].class_id, ==, BCNET_CLASS_PULSE_WEAPON);
}

static void test_objects(void)
{
    const bcnet_layout_t    *akira = bcnet_layouts_by_species(layouts, 1);
    const bcnet_subsystem_t *subsystem;
    const bcnet_child_t     *child;

    for (unsigned k = 1; k <= akira->object_count; k++)
        g_assert_true(bcnet_layout_find_object(akira, k, &subsystem, &child));
    g_assert_true(bcnet_layout_find_object(akira, 28, &subsystem, &child));
    g_assert_cmpstr(subsystem->name, ==, "Tractors");
    g_assert_null(child);
    g_assert_true(bcnet_layout_find_object(akira, 30, &subsystem, &child));
    g_assert_cmpstr(subsystem->name, ==, "Tractors");
    g_assert_cmpstr(child->name, ==, "Aft Tractor");
    g_assert_false(bcnet_layout_find_object(akira, 0, &subsystem, &child));
    g_assert_null(subsystem);
    g_assert_false(bcnet_layout_find_object(akira, akira->object_count + 1, &subsystem, &child));
}

static void test_names(void)
{
    g_assert_true(by_name("bird of prey") == bcnet_layouts_by_species(layouts, 6));
    g_assert_true(by_name("BIRDOFPREY") == bcnet_layouts_by_species(layouts, 6));
    g_assert_true(by_name("Vor'cha") == by_name("Vorcha"));
    g_assert_null(by_name("Defiant"));
    g_assert_null(by_name(""));
    g_assert_null(bcnet_layouts_by_species(layouts, 0));
    g_assert_null(bcnet_layouts_by_species(layouts, 45));
    g_assert_null(bcnet_layouts_by_species(layouts, 256));
    g_assert_null(bcnet_layouts_get(layouts, 50));
}

static void test_order(void)
{
    for (unsigned i = 0; i < 44; i++)
        g_assert_cmpint(bcnet_layouts_get(layouts, i)->species, ==, (int)i + 1);
    for (unsigned i = 44; i < 50; i++)
        g_assert_cmpint(bcnet_layouts_get(layouts, i)->species, ==, 0);
    g_assert_cmpstr(bcnet_layouts_get(layouts, 44)->name, ==, "Bird of Prey (RanKuf)");
}

/* Only Akira and Nebula share a form among the ships of the menu (60.4). */
static void test_forms(void)
{
    for (unsigned a = 1; a <= 15; a++)
        for (unsigned b = 1; b <= 15; b++)
            g_assert_cmpint(
                bcnet_layout_same_form(bcnet_layouts_by_species(layouts, a), bcnet_layouts_by_species(layouts, b)), ==,
                a == b || (a == 1 && b == 4) || (a == 4 && b == 1));
}

/* The class table against 97.2. */
static void test_classes(void)
{
    static const struct {
        const char    *name;
        bcnet_format_t format;
        const char    *child;
        bool           bit;
    } expected[] = {
        { "HullSubsystem", BCNET_FORMAT_BASE, NULL, false },
        { "ShieldSubsystem", BCNET_FORMAT_SHIELD, NULL, false },
        { "SensorSubsystem", BCNET_FORMAT_POWERED, NULL, false },
        { "PowerSubsystem", BCNET_FORMAT_REACTOR, NULL, false },
        { "ImpulseEngineSubsystem", BCNET_FORMAT_POWERED, "ShipSubsystem", false },
        { "WarpEngineSubsystem", BCNET_FORMAT_POWERED, "ShipSubsystem", false },
        { "RepairSubsystem", BCNET_FORMAT_POWERED, NULL, false },
        { "CloakingSubsystem", BCNET_FORMAT_POWERED, NULL, true },
        { "TorpedoSystem", BCNET_FORMAT_POWERED, "TorpedoTube", true },
        { "PhaserSystem", BCNET_FORMAT_POWERED, "PhaserBank", true },
        { "PulseWeaponSystem", BCNET_FORMAT_POWERED, "PulseWeapon", true },
        { "TractorBeamSystem", BCNET_FORMAT_POWERED, "TractorBeamProjector", true },
        { "PhaserBank", BCNET_FORMAT_BASE, NULL, false },
        { "PulseWeapon", BCNET_FORMAT_BASE, NULL, false },
        { "TractorBeamProjector", BCNET_FORMAT_BASE, NULL, false },
        { "TorpedoTube", BCNET_FORMAT_BASE, NULL, false },
        { "ShipSubsystem", BCNET_FORMAT_BASE, NULL, false },
    };
    bcnet_class_t class_id, child;

    g_assert_cmpuint(G_N_ELEMENTS(expected), ==, BCNET_CLASS_COUNT);
    for (unsigned i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_assert_true(bcnet_class_from_name(expected[i].name, &class_id));
        child = bcnet_classes[class_id].child;
        g_assert_cmpstr(bcnet_classes[class_id].name, ==, expected[i].name);
        g_assert_cmpint(bcnet_classes[class_id].format, ==, expected[i].format);
        g_assert_cmpstr(child == BCNET_CLASS_COUNT ? NULL : bcnet_classes[child].name, ==, expected[i].child);
        g_assert_cmpint((bcnet_classes[class_id].snapshot & BCNET_SNAPSHOT_BIT) != 0, ==, expected[i].bit);
    }
    g_assert_false(bcnet_class_from_name("ShipProperty", &class_id));
}

/* A phaser system has three bytes and a boolean in the snapshot; five booleans share a group byte (40.4). */
static void test_snapshot_bits(void)
{
    for (unsigned systems = 1; systems <= 12; systems++) {
        g_autofree char *formats = g_strnfill(systems, 'p');
        bcnet_layout_t  *layout = test_layout(formats);
        const unsigned   groups = systems <= 5 ? 1 : systems <= 10 ? 2 : 3;

        g_assert_cmpuint(bcnet_layout_snapshot_length(layout), ==, 3 * systems + groups);
        bcnet_layout_free(layout);
    }
}

/* --- parse(write(x)) == x --- */

static void assert_same_list(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    g_assert_cmpstr(a->key, ==, b->key);
    g_assert_cmpuint(a->count, ==, b->count);
    g_assert_cmpuint(a->object_count, ==, b->object_count);
    g_assert_true(bcnet_layout_same_form(a, b));
    for (unsigned i = 0; i < a->count; i++) {
        const bcnet_subsystem_t *left = &a->subsystems[i], *right = &b->subsystems[i];

        g_assert_cmpstr(left->name, ==, right->name);
        g_assert_cmpint(left->class_id, ==, right->class_id);
        g_assert_cmpfloat(left->max_condition, ==, right->max_condition);
        g_assert_cmpuint(left->object_offset, ==, right->object_offset);
        g_assert_cmpint(left->primary, ==, right->primary);
        g_assert_cmpmem(left->max_shields, sizeof left->max_shields, right->max_shields, sizeof right->max_shields);
        g_assert_cmpfloat(left->main_battery, ==, right->main_battery);
        g_assert_cmpfloat(left->backup_battery, ==, right->backup_battery);
        for (unsigned c = 0; c < left->child_count; c++) {
            g_assert_cmpstr(left->children[c].name, ==, right->children[c].name);
            g_assert_cmpint(left->children[c].class_id, ==, right->children[c].class_id);
            g_assert_cmpfloat(left->children[c].max_condition, ==, right->children[c].max_condition);
            g_assert_cmpuint(left->children[c].object_offset, ==, right->children[c].object_offset);
        }
    }
}

static void assert_same(const bcnet_layout_t *a, const bcnet_layout_t *b)
{
    assert_same_list(a, b);
    g_assert_cmpstr(a->name, ==, b->name);
    g_assert_cmpstr(a->script, ==, b->script);
    g_assert_cmpstr(a->hardpoint, ==, b->hardpoint);
    g_assert_cmpstr(a->faction, ==, b->faction);
    g_assert_cmpstr(a->confidence, ==, b->confidence);
    g_assert_cmpstr(a->source, ==, b->source);
    g_assert_cmpstr(a->note, ==, b->note);
    g_assert_cmpint(a->species, ==, b->species);
    g_assert_cmpint(a->menu, ==, b->menu);
    g_assert_cmpmem(a->hashes, a->hash_count * sizeof(uint16_t), b->hashes, b->hash_count * sizeof(uint16_t));
    g_assert_cmpuint(a->variant_count, ==, b->variant_count);
    for (unsigned i = 0; i < a->variant_count; i++)
        assert_same_list(a->variants[i], b->variants[i]);
}

static void check_round_trip(const bcnet_layout_t *layout)
{
    g_autofree char *text = bcnet_layout_write(layout);
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *again = bcnet_layout_parse("again.ini", layout->key, text, strlen(text), problems);

    g_assert_cmpuint(problems->len, ==, 0);
    g_assert_nonnull(again);
    assert_same(layout, again);
    bcnet_layout_free(again);
}

static void test_round_trip(void)
{
    for (unsigned i = 0; i < bcnet_layouts_count(layouts); i++)
        check_round_trip(bcnet_layouts_get(layouts, i));
}

/* Values that a text form could lose: quotes, semicolons, leading blanks, umlauts, fractions. */
static void test_round_trip_odd(void)
{
    static const char text[] = "\xEF\xBB\xBF# with a byte order mark and CRLF\r\n"
                               "[Ship]\r\nName=\\sK\xC3\xA4"
                               "fer \\\\ 7\r\nSpecies=255\r\nNote=one\\ntwo\r\n"
                               "IntegrityHash=0x0001;0xabcd\r\n"
                               "[Subsystem 2]\r\nName=Gun; port\r\nClass=PulseWeaponSystem\r\nObjectOffset=3\r\n"
                               "MaxCondition=0.1\r\nPrimary=false\r\n"
                               "Child 1=a\\;b;PulseWeapon;1234567.5;2\r\n"
                               "[Subsystem 1]\r\nName=Stray bank\r\nClass=PhaserBank\r\nObjectOffset=1\r\n";
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *again = NULL;
    bcnet_layout_t  *layout = bcnet_layout_parse("odd.ini", "odd", text, sizeof text - 1, problems);

    g_assert_cmpuint(problems->len, ==, 0);
    g_assert_cmpstr(layout->name, ==,
                    " K\xC3\xA4"
                    "fer \\ 7");
    g_assert_cmpstr(layout->note, ==, "one\ntwo");
    g_assert_cmpuint(layout->hash_count, ==, 2);
    g_assert_cmphex(layout->hashes[1], ==, 0xABCD);
    g_assert_cmpstr(layout->subsystems[0].name, ==, "Stray bank");
    g_assert_cmpstr(layout->subsystems[1].name, ==, "Gun; port");
    g_assert_cmpfloat(layout->subsystems[1].max_condition, ==, 0.1F);
    g_assert_false(layout->subsystems[1].primary);
    g_assert_cmpstr(layout->subsystems[1].children[0].name, ==, "a;b");
    g_assert_cmpfloat(layout->subsystems[1].children[0].max_condition, ==, 1234567.5F);
    check_round_trip(layout);
    again = bcnet_layout_write(layout);
    g_assert_nonnull(strstr(again, "\nMaxCondition=0.1\n")); /* not 0.100000001 */
    bcnet_layout_free(layout);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    layouts = bcnet_layouts_new();
    g_test_add_func("/layout/stock", test_stock);
    g_test_add_func("/layout/values", test_values);
    g_test_add_func("/layout/objects", test_objects);
    g_test_add_func("/layout/names", test_names);
    g_test_add_func("/layout/order", test_order);
    g_test_add_func("/layout/forms", test_forms);
    g_test_add_func("/layout/classes", test_classes);
    g_test_add_func("/layout/snapshot-bits", test_snapshot_bits);
    g_test_add_func("/layout/round-trip", test_round_trip);
    g_test_add_func("/layout/round-trip-odd", test_round_trip_odd);
    status = g_test_run();
    bcnet_layouts_free(layouts);
    return status;
}
