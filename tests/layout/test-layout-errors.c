/* Broken layout files: each must be refused with file, group, key and reason.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/layout.h"

#include <string.h>

/* A small ship that is right; every case breaks it in one place. */
static const char base[] = "[Ship]\n"
                           "Name=Tester\n"
                           "Species=77\n"
                           "Menu=false\n"
                           "Confidence=low\n"
                           "IntegrityHash=0x1234\n"
                           "\n"
                           "[Subsystem 1]\n"
                           "Name=Hull\n"
                           "Class=HullSubsystem\n"
                           "MaxCondition=1000\n"
                           "ObjectOffset=1\n"
                           "\n"
                           "[Subsystem 2]\n"
                           "Name=Shields\n"
                           "Class=ShieldSubsystem\n"
                           "ObjectOffset=2\n"
                           "MaxShields=1;2;3;4;5;6\n"
                           "\n"
                           "[Subsystem 3]\n"
                           "Name=Core\n"
                           "Class=PowerSubsystem\n"
                           "ObjectOffset=3\n"
                           "MainBattery=100\n"
                           "\n"
                           "[Subsystem 4]\n"
                           "Name=Torpedoes\n"
                           "Class=TorpedoSystem\n"
                           "ObjectOffset=4\n"
                           "Primary=true\n"
                           "Child 1=Tube 1;TorpedoTube;200;5\n"
                           "Child 2=Tube 2;TorpedoTube;200;6\n"
                           "\n"
                           "[Variant append/Subsystem 1]\n"
                           "Name=Other hull\n"
                           "Class=HullSubsystem\n"
                           "ObjectOffset=1\n";

typedef struct {
    const char *what;
    const char *find, *replace; /* the first occurrence in `base` */
    const char *group, *key; /* of the first problem */
    const char *reason; /* part of it */
} broken_t;

static const broken_t cases[] = {
    { "not an ini file", "[Ship]", "Ship", NULL, NULL, "group" },
    { "line without a key", "Menu=false", "Menu", NULL, NULL, "not a key-value pair" },
    { "no ship", "[Ship]\n", "[Shop]\n", "Ship", NULL, "the group is missing" },
    { "unknown group", "[Variant append/Subsystem 1]", "[Weapons]", "Weapons", NULL, "this group is unknown" },
    { "misspelt group", "[Subsystem 4]", "[subsystem 4]", "subsystem 4", NULL, "this group is unknown" },
    { "group with leading zero", "[Subsystem 4]", "[Subsystem 04]", "Subsystem 04", NULL, "this group is unknown" },
    { "group twice", "[Subsystem 3]", "[Subsystem 2]", "Subsystem 2", NULL, "in the file twice" },
    { "key twice", "Species=77", "Species=77\nSpecies=78", "Ship", "Species", "in the file twice" },
    { "no name", "Name=Tester\n", "", "Ship", "Name", "the key is missing" },
    { "empty name", "Name=Tester", "Name=", "Ship", "Name", "the name is missing" },
    { "name with a control character", "Name=Tester", "Name=Te\\tster", "Ship", "Name", "control character" },
    { "name with a bad escape", "Name=Tester", "Name=Te\\xster", "Ship", "Name", "after a backslash" },
    { "hash with a bad escape", "0x1234", "0x12\\34", "Ship", "IntegrityHash", "after a backslash" },
    { "unknown ship key", "Menu=false", "Manu=false", "Ship", "Manu", "this key is unknown" },
    { "translated key", "Menu=false", "Name[de]=x", "Ship", "Name[de]", "this key is unknown" },
    { "species is text", "Species=77", "Species=Akira", "Ship", "Species",
      "\"Akira\" is no whole number from 1 to 255" },
    { "species 0", "Species=77", "Species=0", "Ship", "Species", "from 1 to 255" },
    { "species 256", "Species=77", "Species=256", "Ship", "Species", "from 1 to 255" },
    { "negative species", "Species=77", "Species=-1", "Ship", "Species", "from 1 to 255" },
    { "species with a fraction", "Species=77", "Species=7.5", "Ship", "Species", "no whole number" },
    { "menu is neither", "Menu=false", "Menu=maybe", "Ship", "Menu", "neither true nor false" },
    { "unknown confidence", "Confidence=low", "Confidence=sure", "Ship", "Confidence", "none of high, medium, low" },
    { "hash without 0x", "0x1234", "1234", "Ship", "IntegrityHash", "no hash" },
    { "hash of 17 bits", "0x1234", "0x12345", "Ship", "IntegrityHash", "no hash" },
    { "no subsystem 2", "[Subsystem 2]", "[Subsystem 5]", "Subsystem 5", NULL, "or one before it is missing" },
    { "subsystem 0", "[Subsystem 4]", "[Subsystem 0]", "Subsystem 0", NULL, "this group is unknown" },
    { "subsystem 400", "[Subsystem 4]", "[Subsystem 400]", "Subsystem 400", NULL, "or one before it is missing" },
    { "unknown subsystem key", "MaxCondition=1000", "Condition=1000", "Subsystem 1", "Condition", "unknown" },
    { "subsystem without a name", "Name=Hull\n", "", "Subsystem 1", "Name", "the key is missing" },
    { "subsystem with an empty name", "Name=Hull", "Name=", "Subsystem 1", "Name", "the name is missing" },
    { "subsystem without a class", "Class=HullSubsystem\n", "", "Subsystem 1", "Class", "the key is missing" },
    { "unknown class", "Class=HullSubsystem", "Class=Hull", "Subsystem 1", "Class", "there is no class \"Hull\"" },
    { "no object offset", "ObjectOffset=1\n\n", "\n", "Subsystem 1", "ObjectOffset", "the key is missing" },
    { "object offset 0", "ObjectOffset=1", "ObjectOffset=0", "Subsystem 1", "ObjectOffset", "no whole number from 1" },
    { "object offset too high", "ObjectOffset=4", "ObjectOffset=7", "Subsystem 4", "ObjectOffset",
      "object offset 7 is out of range" },
    { "object offset taken", "ObjectOffset=3", "ObjectOffset=1", "Subsystem 3", "ObjectOffset",
      "already taken by \"Hull\"" },
    { "child's object offset taken", "200;6", "200;5", "Subsystem 4", "Child 2", "already taken by \"Tube 1\"" },
    { "condition is text", "MaxCondition=1000", "MaxCondition=many", "Subsystem 1", "MaxCondition", "no number" },
    { "condition is nan", "MaxCondition=1000", "MaxCondition=nan", "Subsystem 1", "MaxCondition", "no number" },
    { "condition is infinite", "MaxCondition=1000", "MaxCondition=1e999", "Subsystem 1", "MaxCondition",
      "out of range" },
    { "condition is negative", "MaxCondition=1000", "MaxCondition=-5", "Subsystem 1", "MaxCondition", "out of range" },
    { "condition is hexadecimal", "MaxCondition=1000", "MaxCondition=0x10", "Subsystem 1", "MaxCondition",
      "no number" },
    { "condition is empty", "MaxCondition=1000", "MaxCondition=", "Subsystem 1", "MaxCondition", "no number" },
    { "decimal comma", "MaxCondition=1000", "MaxCondition=10,5", "Subsystem 1", "MaxCondition", "no number" },
    { "five facings", "1;2;3;4;5;6", "1;2;3;4;5", "Subsystem 2", "MaxShields", "here are 5" },
    { "facing is text", "1;2;3;4;5;6", "1;2;x;4;5;6", "Subsystem 2", "MaxShields", "\"x\" is no number" },
    { "shields on a hull", "MaxCondition=1000", "MaxShields=1;2;3;4;5;6", "Subsystem 1", "MaxShields",
      "only a ShieldSubsystem" },
    { "battery on a hull", "MaxCondition=1000", "BackupBattery=5", "Subsystem 1", "BackupBattery",
      "only a PowerSubsystem" },
    { "battery is negative", "MainBattery=100", "MainBattery=-1", "Subsystem 3", "MainBattery", "out of range" },
    { "primary is a number", "Primary=true", "Primary=1", "Subsystem 4", "Primary", "neither true nor false" },
    { "child 1 left out", "Child 1=", "Child 3=", "Subsystem 4", "Child 3", "a child before it is missing" },
    { "child without an offset", ";200;5", ";200", "Subsystem 4", "Child 1", "here are 3" },
    { "child with an unknown class", "TorpedoTube;200;5", "Tube;200;5", "Subsystem 4", "Child 1", "no class \"Tube\"" },
    { "child of another class", "TorpedoTube;200;5", "PhaserBank;200;5", "Subsystem 4", "Child 1",
      "the child of a TorpedoSystem is a TorpedoTube, not a PhaserBank" },
    { "child with a bad condition", "TorpedoTube;200;5", "TorpedoTube;much;5", "Subsystem 4", "Child 1",
      "\"much\" is no number" },
    { "child with a bad offset", "TorpedoTube;200;5", "TorpedoTube;200;five", "Subsystem 4", "Child 1",
      "\"five\" is no whole number" },
    { "child without a name", "Tube 1;", ";", "Subsystem 4", "Child 1", "the name is missing" },
    { "hull with a child", "ObjectOffset=1\n\n", "ObjectOffset=1\nChild 1=x;TorpedoTube;1;5\n\n", "Subsystem 1",
      "Child 1", "a HullSubsystem has no children" },
    { "child of a child", "Child 2=", "Child 1 Child 1=", "Subsystem 4", "Child 1 Child 1", "this key is unknown" },
    { "child of a child, dotted", "Child 2=", "Child 1.1=", "Subsystem 4", "Child 1.1", "this key is unknown" },
    { "child 256", "Child 2=", "Child 256=", "Subsystem 4", "Child 256", "a child before it is missing" },
    { "broken variant", "Name=Other hull\n", "", "Variant append/Subsystem 1", "Name", "the key is missing" },
    { "variant with a bad offset", "Name=Other hull\nClass=HullSubsystem\nObjectOffset=1",
      "Name=Other hull\nClass=HullSubsystem\nObjectOffset=2", "Variant append/Subsystem 1", "ObjectOffset",
      "out of range" },
    { "variant without a number", "[Variant append/Subsystem 1]", "[Variant append]", "Variant append", NULL,
      "this group is unknown" },
    { "variant without a name", "[Variant append/Subsystem 1]", "[Variant /Subsystem 1]", "Variant /Subsystem 1", NULL,
      "this group is unknown" },
    { "variant from 2", "[Variant append/Subsystem 1]", "[Variant append/Subsystem 2]", "Variant append/Subsystem 2",
      NULL, "or one before it is missing" },
};

static GPtrArray *parse_broken(const char *text, size_t length)
{
    GPtrArray *problems = g_ptr_array_new_with_free_func(g_free);

    g_assert_null(bcnet_layout_parse("x.ini", "x", text, length, problems));
    g_assert_cmpuint(problems->len, >, 0);
    return problems;
}

static void check_problem(GPtrArray *problems, const char *group, const char *key, const char *reason)
{
    const char      *text = g_ptr_array_index(problems, 0);
    g_autofree char *place = group ? g_strdup_printf(", [%s]", group) : g_strdup("");
    g_autofree char *head = g_strdup_printf("x.ini%s%s%s: ", place, key ? ", " : "", key ? key : "");

    g_test_message("%s", text);
    g_assert_true(g_str_has_prefix(text, head));
    g_assert_nonnull(strstr(text + strlen(head), reason));
}

static void test_case(gconstpointer data)
{
    const broken_t *broken = data;
    const char     *place = strstr(base, broken->find);
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GPtrArray) problems = NULL;

    g_assert_nonnull(place);
    g_string_append_len(text, base, place - base);
    g_string_append(text, broken->replace);
    g_string_append(text, place + strlen(broken->find));
    problems = parse_broken(text->str, text->len);
    check_problem(problems, broken->group, broken->key, broken->reason);
}

static void test_base_is_right(void)
{
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout = bcnet_layout_parse("x.ini", "x", base, sizeof base - 1, problems);

    g_assert_cmpuint(problems->len, ==, 0);
    g_assert_cmpuint(layout->count, ==, 4);
    g_assert_cmpuint(layout->variant_count, ==, 1);
    bcnet_layout_free(layout);
}

static void check_text(const char *text, size_t length, const char *group, const char *key, const char *reason)
{
    g_autoptr(GPtrArray) problems = parse_broken(text, length);

    check_problem(problems, group, key, reason);
}

static void test_no_text(void)
{
    check_text("", 0, "Ship", NULL, "the group is missing");
    check_text("[Ship]\nName=x\n", 14, NULL, NULL, "a ship has 1 to 127 subsystems, this one has 0");
}

static void test_encoding(void)
{
    /* Latin-1 is no UTF-8: a guess would give wrong names. */
    check_text("[Ship]\nName=K\xE4"
               "fer\n",
               17, NULL, NULL, "line 2 holds the byte 0xE4");
    check_text("[Ship]\nName=K\0fer\n", 18, NULL, NULL, "line 2 holds the byte 0x00");
    check_text("\xFF\xFE[\0S\0", 6, NULL, NULL, "line 1 holds the byte 0xFF");
}

static void test_too_large(void)
{
    size_t           length = (1 << 20) + 1;
    g_autofree char *text = g_strnfill(length, '\n');

    check_text(text, length, NULL, NULL, "larger than");
}

static void append_subsystems(GString *text, const char *prefix, unsigned count)
{
    for (unsigned i = 1; i <= count; i++)
        g_string_append_printf(text, "[%sSubsystem %u]\nName=Hull\nClass=HullSubsystem\nObjectOffset=%u\n", prefix, i,
                               i);
}

static void test_many_subsystems(void)
{
    g_autoptr(GString) text = g_string_new("[Ship]\nName=x\n");
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout;

    append_subsystems(text, "", 300);
    check_text(text->str, text->len, NULL, NULL, "at most 127 subsystems, here are 300");
    g_string_assign(text, "[Ship]\nName=x\n");
    append_subsystems(text, "", 128);
    check_text(text->str, text->len, NULL, NULL, "here are 128");
    g_string_assign(text, "[Ship]\nName=x\n");
    append_subsystems(text, "", 127);
    layout = bcnet_layout_parse("x.ini", "x", text->str, text->len, problems);
    g_assert_cmpuint(layout->count, ==, 127);
    bcnet_layout_free(layout);
}

static void test_many_children(void)
{
    g_autoptr(GString) text = g_string_new("[Ship]\nName=x\n[Subsystem 1]\nName=T\nClass=TorpedoSystem\n"
                                           "ObjectOffset=1\n");
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout;

    for (unsigned i = 1; i <= 255; i++)
        g_string_append_printf(text, "Child %u=t;TorpedoTube;1;%u\n", i, i + 1);
    layout = bcnet_layout_parse("x.ini", "x", text->str, text->len, problems);
    g_assert_cmpuint(layout->subsystems[0].child_count, ==, 255);
    g_assert_cmpuint(layout->object_count, ==, 256);
    bcnet_layout_free(layout);
    g_string_append(text, "Child 256=t;TorpedoTube;1;257\n");
    check_text(text->str, text->len, "Subsystem 1", NULL, "at most 255 children");
}

static void test_many_variants(void)
{
    g_autoptr(GString) text = g_string_new("[Ship]\nName=x\n");

    append_subsystems(text, "", 1);
    for (unsigned i = 1; i <= 9; i++) {
        g_autofree char *prefix = g_strdup_printf("Variant v%u/", i);

        append_subsystems(text, prefix, 1);
    }
    check_text(text->str, text->len, "Variant v9/Subsystem 1", NULL, "at most 8 variants");
}

static char *named(const char *name)
{
    return g_strdup_printf("[Ship]\nName=%s\n[Subsystem 1]\nName=H\nClass=HullSubsystem\nObjectOffset=1\n", name);
}

/* A hundred characters, whatever bytes they have, are a name; one more is none. */
static void test_long_name(void)
{
    g_autofree char *hundred = g_strnfill(100, 'x');
    g_autofree char *longest = g_strdup_printf("%s%s", "\xC3\x84", hundred + 1);
    g_autofree char *too_long = g_strdup_printf("%s%s", "\xC3\x84", hundred);
    g_autofree char *text = named(longest);
    g_autofree char *refused = named(too_long);
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout = bcnet_layout_parse("x.ini", "x", text, strlen(text), problems);

    g_assert_cmpuint(problems->len, ==, 0);
    g_assert_cmpstr(layout->name, ==, longest);
    bcnet_layout_free(layout);
    check_text(refused, strlen(refused), "Ship", "Name", "longer than 100 characters");
}

/* All that is wrong is said at once, not one thing per attempt. */
static void test_several(void)
{
    static const char text[] = "[Ship]\nName=x\nSpecies=a\nMenu=b\n[Subsystem 1]\nClass=c\nObjectOffset=d\n";
    g_autoptr(GPtrArray) problems = parse_broken(text, sizeof text - 1);

    g_assert_cmpuint(problems->len, ==, 5);
}

/* Cut anywhere, a file is refused or read, never a crash; the sanitizers watch. */
static void test_every_length(void)
{
    for (size_t length = 0; length < sizeof base; length++) {
        g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
        g_autofree char *copy = g_memdup2(base, length);
        bcnet_layout_t  *layout = bcnet_layout_parse("x.ini", "x", copy != NULL ? copy : "", length, problems);

        g_assert_true((layout == NULL) == (problems->len > 0));
        bcnet_layout_free(layout);
    }
}

int main(int argc, char **argv)
{
    g_setenv("LC_ALL", "C", TRUE); /* GLib's own reasons are translated */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/errors/base", test_base_is_right);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/errors/%s", cases[i].what);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/errors/no-text", test_no_text);
    g_test_add_func("/errors/encoding", test_encoding);
    g_test_add_func("/errors/too-large", test_too_large);
    g_test_add_func("/errors/many-subsystems", test_many_subsystems);
    g_test_add_func("/errors/many-children", test_many_children);
    g_test_add_func("/errors/many-variants", test_many_variants);
    g_test_add_func("/errors/long-name", test_long_name);
    g_test_add_func("/errors/several", test_several);
    g_test_add_func("/errors/every-length", test_every_length);
    return g_test_run();
}
