/* User files: folders of layouts beside the stock ones.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ships/layout.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char            *folder;
    bcnet_layouts_t *layouts;
    GPtrArray       *problems;
} fixture_t;

static void set_up(fixture_t *fixture, gconstpointer data)
{
    GError *error = NULL;

    (void)data;
    fixture->folder = g_dir_make_tmp("bcnet-ships-XXXXXX", &error);
    g_assert_no_error(error);
    fixture->layouts = bcnet_layouts_new();
    fixture->problems = g_ptr_array_new_with_free_func(g_free);
}

static void tear_down(fixture_t *fixture, gconstpointer data)
{
    GDir       *directory = g_dir_open(fixture->folder, 0, NULL);
    const char *name;

    (void)data;
    while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
        g_autofree char *path = g_build_filename(fixture->folder, name, NULL);

        g_remove(path);
    }
    if (directory != NULL)
        g_dir_close(directory);
    g_rmdir(fixture->folder);
    g_free(fixture->folder);
    bcnet_layouts_free(fixture->layouts);
    g_ptr_array_unref(fixture->problems);
}

static void put_file(const fixture_t *fixture, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(fixture->folder, name, NULL);
    GError          *error = NULL;

    g_file_set_contents(path, text, -1, &error);
    g_assert_no_error(error);
}

/* A ship with a hull; species 0 for none. */
static void put_ship(const fixture_t *fixture, const char *file, const char *name, unsigned species)
{
    g_autofree char *number = species != 0 ? g_strdup_printf("Species=%u\n", species) : g_strdup("");
    g_autofree char *text = g_strdup_printf(
        "[Ship]\nName=%s\n%s[Subsystem 1]\nName=Hull\nClass=HullSubsystem\nObjectOffset=1\n", name, number);

    put_file(fixture, file, text);
}

static unsigned add(fixture_t *fixture)
{
    return bcnet_layouts_add_folder(fixture->layouts, fixture->folder, fixture->problems);
}

static const char *problem(const fixture_t *fixture, unsigned index)
{
    g_assert_cmpuint(index, <, fixture->problems->len);
    return g_ptr_array_index(fixture->problems, index);
}

static void test_none(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    g_assert_cmpuint(add(fixture), ==, 0);
    g_assert_cmpuint(bcnet_layouts_add_folder(fixture->layouts, "/nonexistent/ships", fixture->problems), ==, 0);
    g_assert_cmpuint(fixture->problems->len, ==, 0);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 50);
}

static void test_new_species(fixture_t *fixture, gconstpointer data)
{
    const bcnet_layout_t *layout;
    g_autofree char      *path = g_build_filename(fixture->folder, "defiant.ini", NULL);

    (void)data;
    put_ship(fixture, "defiant.ini", "Defiant", 60);
    put_file(fixture, "readme.txt", "not a layout");
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpuint(fixture->problems->len, ==, 0);
    layout = bcnet_layouts_by_species(fixture->layouts, 60);
    g_assert_cmpstr(layout->key, ==, "defiant");
    g_assert_cmpstr(layout->origin, ==, path);
    g_assert_false(layout->stock);
    g_assert_true(bcnet_layouts_by_name(fixture->layouts, "Defiant") == layout);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 51);
    /* species order: behind 44, before those without a species */
    g_assert_true(bcnet_layouts_get(fixture->layouts, 44) == layout);
}

/* A file for the same species replaces the stock layout, whatever the file is called. */
static void test_replace(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "akira.ini", "Akira refit", 1);
    put_ship(fixture, "my-galaxy.ini", "Galaxy refit", 3);
    g_assert_cmpuint(add(fixture), ==, 2);
    g_assert_cmpuint(fixture->problems->len, ==, 0);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 50);
    g_assert_cmpstr(bcnet_layouts_by_species(fixture->layouts, 1)->name, ==, "Akira refit");
    g_assert_cmpstr(bcnet_layouts_by_species(fixture->layouts, 3)->key, ==, "my-galaxy");
    g_assert_null(bcnet_layouts_by_name(fixture->layouts, "galaxy"));
    g_assert_true(bcnet_layouts_by_species(fixture->layouts, 4)->stock);
}

/* Stock scripts without a species can be given one. */
static void test_give_species(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "rankuf.ini", "RanKuf's ship", 61);
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 50);
    g_assert_cmpstr(bcnet_layouts_by_name(fixture->layouts, "rankuf")->name, ==, "RanKuf's ship");
}

/* A user's ship may bear the display name of a stock ship; asked by name, the user's comes first. */
static void test_same_name(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "other.ini", "Bird of Prey", 62);
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpint(bcnet_layouts_by_name(fixture->layouts, "Bird of Prey")->species, ==, 62);
    g_assert_cmpint(bcnet_layouts_by_name(fixture->layouts, "birdofprey")->species, ==, 6);
}

/* All of a number are kept: a ship tells which one it is. Asked by the number, the first of those with most weight. */
static void test_several_of_a_number(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "a.ini", "First", 1);
    put_ship(fixture, "b.ini", "Second", 1);
    put_ship(fixture, "c.ini", "Third", 61);
    g_assert_cmpuint(add(fixture), ==, 3);
    g_assert_cmpuint(fixture->problems->len, ==, 0);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 52);
    const bcnet_layout_t *first = bcnet_layouts_by_species(fixture->layouts, 1);
    g_assert_cmpstr(first->name, ==, "First");
    g_assert_cmpstr(first->also->name, ==, "Second");
    g_assert_true(first->also->also->stock);
    g_assert_null(first->also->also->also);
    g_assert_cmpstr(bcnet_layouts_by_name(fixture->layouts, "Second")->key, ==, "b");
    g_assert_null(bcnet_layouts_by_name(fixture->layouts, "Akira"));
    g_assert_null(bcnet_layouts_by_species(fixture->layouts, 61)->also);
}

/* Files are read in name order, whatever the order of the folder. */
static void test_name_order(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    for (char letter = 'z'; letter >= 'b'; letter--) {
        g_autofree char *name = g_strdup_printf("%c.ini", letter);

        put_ship(fixture, name, name, 60);
    }
    g_assert_cmpuint(add(fixture), ==, 25);
    const bcnet_layout_t *layout = bcnet_layouts_by_species(fixture->layouts, 60);
    for (char letter = 'b'; letter <= 'z'; letter++, layout = layout->also)
        g_assert_cmpint(layout->key[0], ==, letter);
}

static void test_name_taken(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "akira.ini", "Not an Akira", 60);
    g_assert_cmpuint(add(fixture), ==, 0);
    g_assert_cmpuint(fixture->problems->len, ==, 1);
    g_assert_nonnull(strstr(problem(fixture, 0), "rename the file"));
    g_assert_true(bcnet_layouts_by_species(fixture->layouts, 1)->stock);
    g_assert_null(bcnet_layouts_by_species(fixture->layouts, 60));
}

/* The same folder twice: the second file of a name is refused, the first stays. */
static void test_same_file_twice(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "defiant.ini", "Defiant", 0);
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpuint(add(fixture), ==, 0);
    g_assert_cmpuint(fixture->problems->len, ==, 1);
    g_assert_nonnull(strstr(problem(fixture, 0), "same name was read before"));
    g_assert_nonnull(bcnet_layouts_by_name(fixture->layouts, "defiant"));
}

static void test_broken_file(fixture_t *fixture, gconstpointer data)
{
    (void)data;
    put_ship(fixture, "a.ini", "First", 60);
    put_file(fixture, "b.ini",
             "[Ship]\nName=K\xE4"
             "fer\n");
    put_file(fixture, "c.ini", "");
    put_ship(fixture, "d.ini", "Last", 61);
    g_assert_cmpuint(add(fixture), ==, 2);
    g_assert_cmpuint(bcnet_layouts_count(fixture->layouts), ==, 52);
    g_assert_nonnull(strstr(problem(fixture, 0), "/b.ini"));
    g_assert_nonnull(strstr(problem(fixture, 1), "/c.ini"));
    g_assert_nonnull(bcnet_layouts_by_species(fixture->layouts, 61));
}

static void test_unreadable(fixture_t *fixture, gconstpointer data)
{
    g_autofree char *path = g_build_filename(fixture->folder, "a.ini", NULL);
    g_autofree char *link = g_build_filename(fixture->folder, "b.ini", NULL);

    (void)data;
    g_assert_cmpint(g_mkdir(path, 0700), ==, 0); /* a folder that bears a file's name */
    g_assert_cmpint(symlink("nowhere", link), ==, 0);
    put_ship(fixture, "c.ini", "Last", 61);
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpuint(fixture->problems->len, ==, 2);
    g_assert_true(g_str_has_prefix(problem(fixture, 0), path));
    g_assert_nonnull(strstr(problem(fixture, 0), "not a regular file"));
    g_assert_true(g_str_has_prefix(problem(fixture, 1), link));
    g_assert_cmpuint(strlen(problem(fixture, 1)), >, strlen(link) + 2);
}

/* A FIFO nobody writes to, a device without an end, more than a megabyte: none of them is read. */
static void test_endless(fixture_t *fixture, gconstpointer data)
{
    enum { LARGEST = 1 << 20 };
    g_autofree char *fifo = g_build_filename(fixture->folder, "a.ini", NULL);
    g_autofree char *zero = g_build_filename(fixture->folder, "b.ini", NULL);
    g_autofree char *text = g_strnfill(LARGEST + 1, '\n');

    (void)data;
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    g_assert_cmpint(symlink("/dev/zero", zero), ==, 0);
    put_file(fixture, "c.ini", text);
    put_ship(fixture, "d.ini", "Last", 61);
    g_assert_cmpuint(add(fixture), ==, 1);
    g_assert_cmpuint(fixture->problems->len, ==, 3);
    g_assert_nonnull(strstr(problem(fixture, 0), "not a regular file"));
    g_assert_nonnull(strstr(problem(fixture, 1), "not a regular file"));
    g_assert_nonnull(strstr(problem(fixture, 2), "larger than 1048576 bytes"));
}

static void test_no_folder(fixture_t *fixture, gconstpointer data)
{
    g_autofree char *path = g_build_filename(fixture->folder, "file", NULL);

    (void)data;
    put_file(fixture, "file", "x");
    g_assert_cmpuint(bcnet_layouts_add_folder(fixture->layouts, path, fixture->problems), ==, 0);
    g_assert_cmpuint(fixture->problems->len, ==, 1);
    g_assert_true(g_str_has_prefix(problem(fixture, 0), path));
}

static void register_test(const char *path, void (*test)(fixture_t *, gconstpointer))
{
    g_test_add(path, fixture_t, NULL, set_up, test, tear_down);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    register_test("/folder/none", test_none);
    register_test("/folder/new-species", test_new_species);
    register_test("/folder/replace", test_replace);
    register_test("/folder/give-species", test_give_species);
    register_test("/folder/same-name", test_same_name);
    register_test("/folder/duplicate-species", test_several_of_a_number);
    register_test("/folder/name-order", test_name_order);
    register_test("/folder/name-taken", test_name_taken);
    register_test("/folder/same-file-twice", test_same_file_twice);
    register_test("/folder/broken-file", test_broken_file);
    register_test("/folder/unreadable", test_unreadable);
    register_test("/folder/endless", test_endless);
    register_test("/folder/no-folder", test_no_folder);
    return g_test_run();
}
