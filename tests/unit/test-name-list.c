/* Lists of names (protocol chapter 35.4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/name-list.h"

#include <string.h>

#include "reading/name-hash.h"
#include "support.h"

typedef struct {
    bcnet_name_list_t *list;
} fixture_t;

static void set_up(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    fixture->list = bcnet_name_list_new();
}

static void tear_down(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    bcnet_name_list_free(fixture->list);
}

static void add_text(const fixture_t *fixture, const char *text)
{
    bcnet_name_list_add_text(fixture->list, g_strdup(text), strlen(text));
}

static void add_path(const fixture_t *fixture, const char *path, uint64_t when)
{
    bcnet_name_list_add_path(fixture->list, path, strlen(path), when);
}

/* What a hash stands for, as a string: "first", "first|other", or "" for nothing. */
static char *found(const fixture_t *fixture, uint32_t hash, uint64_t when)
{
    bcnet_listed_name_t       other;
    const bcnet_listed_name_t name = bcnet_name_list_find(fixture->list, hash, when, &other);
    GString                  *words = g_string_new(NULL);

    if (name.text != NULL)
        g_string_append_len(words, name.text, (gssize)name.length);
    if (other.text != NULL) {
        g_string_append_c(words, '|');
        g_string_append_len(words, other.text, (gssize)other.length);
    }
    return g_string_free(words, FALSE);
}

static void assert_found(const fixture_t *fixture, const char *name, uint64_t when, const char *expected)
{
    g_autofree char *words = found(fixture, bcnet_name_hash(name, strlen(name)), when);

    g_assert_cmpstr(words, ==, expected);
}

static void assert_known(const fixture_t *fixture, const char *name)
{
    assert_found(fixture, name, 0, name);
}

static void assert_unknown(const fixture_t *fixture, const char *name)
{
    assert_found(fixture, name, 0, "");
}

/* The example of 35.4. */
static void test_path(fixture_t *fixture, gconstpointer data)
{
    static const char *const known[] = { "scripts", "ships", "Foo.pyc", "scripts/ships", "scripts/ships/Foo.pyc" };
    static const char *const unknown[] = { "", "ships/Foo.pyc", "scripts/", "Scripts", "foo.pyc", "Foo" };

    (void)data;
    add_text(fixture, "scripts/ships/Foo.pyc\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        assert_known(fixture, known[i]);
    for (unsigned i = 0; i < G_N_ELEMENTS(unknown); i++)
        assert_unknown(fixture, unknown[i]);
}

/* Neighbours share their directories, which must not change what they stand for. */
static void test_neighbours(fixture_t *fixture, gconstpointer data)
{
    static const char *const known[] = { "a/b/one",   "a/b",   "a/b/two", "a/bc", "a/bc/three", "a/b/c",
                                         "a/b/c/one", "x/y/z", "z",       "a",    "a/four",     "four" };

    (void)data;
    add_text(fixture, "a/b/one\na/b/two\na/bc/three\na/b/c/one\nx/y/z\na/four\na/b/one\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        assert_known(fixture, known[i]);
    assert_unknown(fixture, "b/one");
    assert_unknown(fixture, "bc/three");
}

static void test_lines(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    add_text(fixture, "\xEF\xBB\xBF"
                      "first\r\n\r\n\n two words \nC:\\Games\\ships\\\n//\n/\n\\\na//b\ncontrol\tcharacter\nlast");
    assert_known(fixture, "first");
    assert_known(fixture, " two words ");
    assert_known(fixture, "C:/Games/ships");
    assert_known(fixture, "ships");
    assert_known(fixture, "a//b");
    assert_known(fixture, "b");
    assert_known(fixture, "last");
    assert_unknown(fixture, "two words");
    assert_unknown(fixture, "first\r");
    assert_unknown(fixture, "");
    assert_unknown(fixture, "control\tcharacter");
}

/* UTF-8 where a line is such, else ISO-8859-1; what that cannot say is no name of the game's. */
static void test_encodings(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    add_text(fixture, "\xC3\xBC\xC3\xBC/sch\xC3\xB6n\nsch\xF6ner\n\xD0\x96\nafter\n");
    assert_known(fixture, "\xFC\xFC/sch\xF6n");
    assert_known(fixture, "sch\xF6n");
    assert_known(fixture, "sch\xF6ner");
    assert_known(fixture, "after");
    assert_unknown(fixture, "\xD0\x96");
    assert_unknown(fixture, "\x16");
}

/* Names of which the hashes are alike: the first is shown, the second may be meant, a third is left out. */
static void test_twins(fixture_t *fixture, gconstpointer data)
{
    static const char first[] = "CentaurRenaissance59.pyc", second[] = "MercedNorway44.pyc";

    (void)data;
    add_path(fixture, first, 10);
    add_path(fixture, second, 20);
    add_path(fixture, first, 30);
    assert_found(fixture, first, 9, "");
    assert_found(fixture, first, 10, first);
    assert_found(fixture, second, 19, first);
    assert_found(fixture, second, 20, "CentaurRenaissance59.pyc|MercedNorway44.pyc");
}

/* The buffer of the caller is not kept, nor a copy that says nothing new. */
static void test_paths_are_copied(fixture_t *fixture, gconstpointer data)
{
    char path[] = "one\\two";

    (void)data;
    add_path(fixture, path, 1);
    memset(path, 'x', sizeof path - 1);
    assert_found(fixture, "one/two", 1, "one/two");
    for (unsigned i = 0; i < 1000; i++)
        add_path(fixture, i % 2 ? "one/two" : "one\\two\\", 2);
    add_path(fixture, "one/three", 3);
    assert_found(fixture, "one/three", 3, "one/three");
}

static void test_limits(fixture_t *fixture, gconstpointer data)
{
    g_autofree char *allowed = g_strnfill(BCNET_PATH_MAX, 'y'), *longer = g_strnfill(BCNET_PATH_MAX + 1, 'n');
    GString         *deep = g_string_new("d");

    (void)data;
    for (unsigned i = 1; i < 2 * BCNET_PATH_LEVELS_MAX; i++)
        g_string_append(deep, "/d");
    add_path(fixture, allowed, 0);
    add_path(fixture, longer, 0);
    add_path(fixture, deep->str, 0);
    assert_known(fixture, allowed);
    assert_unknown(fixture, longer);
    g_string_truncate(deep, 2 * BCNET_PATH_LEVELS_MAX - 1);
    assert_known(fixture, deep->str);
    g_string_append(deep, "/d");
    assert_unknown(fixture, deep->str);
    g_string_free(deep, TRUE);
}

enum { MANY = 100000 };

static char *many_lines(void)
{
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; i < MANY; i++)
        g_string_append_printf(text, "scripts/Custom/Ships%u/Vessel%06u.pyc\n", i / 1000, i);
    return g_string_free(text, FALSE);
}

static void test_many(fixture_t *fixture, gconstpointer data)
{
    char *text = many_lines();

    (void)data;
    bcnet_name_list_add_text(fixture->list, text, strlen(text));
    for (unsigned i = 0; i < MANY; i += 7) {
        g_autofree char *name = g_strdup_printf("Vessel%06u.pyc", i);
        g_autofree char *path = g_strdup_printf("scripts/Custom/Ships%u/%s", i / 1000, name);
        g_autofree char *by_name = found(fixture, bcnet_name_hash(name, strlen(name)), 0);
        g_autofree char *by_path = found(fixture, bcnet_name_hash(path, strlen(path)), 0);
        g_assert_true(g_str_has_prefix(by_name, name) || strstr(by_name, "|") != NULL);
        g_assert_true(g_str_has_prefix(by_path, path) || strstr(by_path, "|") != NULL);
    }
}

/* Every hash is asked for, also of a list that never had a name. */
static void test_empty(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    add_text(fixture, "");
    add_path(fixture, "", 0);
    for (uint32_t hash = 0; hash < 1000; hash++) {
        g_autofree char *words = found(fixture, hash * 0x9E3779B1U, G_MAXUINT64);
        g_assert_cmpstr(words, ==, "");
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(fixture_t *, gconstpointer);
    } tests[] = {
        { "/name-list/path", test_path },     { "/name-list/neighbours", test_neighbours },
        { "/name-list/lines", test_lines },   { "/name-list/encodings", test_encodings },
        { "/name-list/twins", test_twins },   { "/name-list/copies", test_paths_are_copied },
        { "/name-list/limits", test_limits }, { "/name-list/many", test_many },
        { "/name-list/empty", test_empty },
    };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].path, fixture_t, NULL, set_up, tests[i].test, tear_down);
    return g_test_run();
}
