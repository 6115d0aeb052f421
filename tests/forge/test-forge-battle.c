/* Ships of the made-up battle: subsystem blocks as tests/data/blocks.txt has them, snapshots, updates.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <string.h>

#include "forge/forge-ship.h"

enum { CLASSES = 3 };

static char *hex_of(const GByteArray *bytes)
{
    GString *hex = g_string_new(NULL);

    for (guint i = 0; i < bytes->len; i++) {
        g_string_append_printf(hex, "%02X", bytes->data[i]);
    }
    return g_string_free(hex, FALSE);
}

static forge_ship_t ship_of(guint class)
{
    forge_random_t random = { .state = 7 };
    forge_ship_t   ship = { .class = bcnet_forge_class(class), .object = 0x3FFFFFFF, .player = 2, .name = "Cady2" };

    bcnet_forge_ship_create(&ship, &random);
    return ship;
}

/* "block owner 2 0,1 sccgffffff 00FFFF20FFFFFFFFFFFF": view, next start, entries, roles, bytes. */
static void check_block(const forge_ship_t *ship, char **words)
{
    guint       start = (guint)(g_ascii_xdigit_value(words[5][0]) << 4 | g_ascii_xdigit_value(words[5][1]));
    guint       next;
    GByteArray *block = bcnet_forge_subsystem_block(ship, start, strcmp(words[1], "remote") == 0, 0, &next);
    char       *hex = hex_of(block);

    g_assert_cmpstr(hex, ==, words[5]);
    g_assert_cmpuint(next, ==, g_ascii_strtoull(words[2], NULL, 10));
    g_free(hex);
    g_byte_array_free(block, TRUE);
}

/* "length remote 0 1 9 2": view, start, open bits, length without the start index, next start. */
static void check_length(const forge_ship_t *ship, char **words)
{
    guint       open = (guint)g_ascii_strtoull(words[3], NULL, 10);
    guint       next;
    GByteArray *block = bcnet_forge_subsystem_block(ship, (guint)g_ascii_strtoull(words[2], NULL, 10),
                                                    strcmp(words[1], "remote") == 0, open, &next);
    guint       group = open > 0 ? 1 : 0;

    g_assert_cmpuint(block->len - group - 1, ==, g_ascii_strtoull(words[4], NULL, 10));
    g_assert_cmpuint(next, ==, g_ascii_strtoull(words[5], NULL, 10));
    g_byte_array_free(block, TRUE);
}

/* The snapshot is the end of the creation (40.4). */
static void check_snapshot(const forge_ship_t *ship, char **words)
{
    GByteArray *creation = bcnet_forge_ship_creation(ship);
    char       *hex = hex_of(creation);

    g_assert_true(g_str_has_suffix(hex, words[1]));
    /* 49 + n + m + S (30.2); the names are "Cady2" and "Multi1". */
    g_assert_cmpuint(creation->len, ==, 49 + 5 + 6 + strlen(words[1]) / 2);
    g_free(hex);
    g_byte_array_free(creation, TRUE);
}

static guint check_row(const forge_ship_t *ship, char **words)
{
    if (strcmp(words[0], "block") == 0) {
        check_block(ship, words);
    } else if (strcmp(words[0], "length") == 0) {
        check_length(ship, words);
    } else if (strcmp(words[0], "snapshot") == 0) {
        check_snapshot(ship, words);
    } else {
        return 0;
    }
    return 1;
}

static void test_blocks(void)
{
    char        *path = g_build_filename(g_getenv("BCNET_TEST_DATA"), "blocks.txt", NULL);
    char        *text = NULL;
    guint        checked[CLASSES] = { 0 };
    guint        current = CLASSES;
    forge_ship_t ship = { 0 };

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    char **rows = g_strsplit(text, "\n", -1);
    for (char **row = rows; *row != NULL; row++) {
        char **words = g_strsplit(*row, " ", -1);
        if (g_strcmp0(words[0], "ship") == 0) {
            for (current = 0; current < CLASSES; current++) {
                if (strcmp(bcnet_forge_class(current)->name, words[1]) == 0) {
                    ship = ship_of(current);
                    g_assert_cmpuint(ship.class->species, ==, g_ascii_strtoull(words[2], NULL, 10));
                    break;
                }
            }
        } else if (current < CLASSES && words[0] != NULL) {
            checked[current] += check_row(&ship, words);
        }
        g_strfreev(words);
    }
    for (guint i = 0; i < CLASSES; i++) {
        g_assert_cmpuint(checked[i], >, 40);
    }
    g_strfreev(rows);
    g_free(text);
    g_free(path);
}

/* 20.1: after five booleans a new group byte is opened. */
static void test_full_group(void)
{
    forge_ship_t ship = ship_of(1);
    guint        next;
    GByteArray  *block = bcnet_forge_subsystem_block(&ship, 0, FALSE, 5, &next);
    char        *hex = hex_of(block);

    g_assert_cmpstr(hex, ==, "A000FFFF20FFFFFFFFFFFF");
    g_free(hex);
    g_byte_array_free(block, TRUE);
}

/* 60.7: the first update of a client is absolute, with the hash and the power of three subsystems; one second
 * passes before the next absolute one. */
static void test_client_update(void)
{
    forge_ship_t   ship = ship_of(1);
    forge_random_t random = { .state = 7 };
    GByteArray    *first = bcnet_forge_client_update(&ship, &random, 28187500);
    char          *hex = hex_of(first);

    g_assert_true(g_str_has_prefix(hex, "1CFFFFFF3F0080E1419D"));
    g_assert_cmpuint(first->len, ==, 39);
    g_assert_cmpmem(hex + 2 * 22, 6, "2137FB", 6);
    g_assert_true(g_str_has_suffix(hex, "01CC02CC04CC"));
    g_free(hex);
    g_byte_array_free(first, TRUE);
    for (gint64 now = 28287500; now < 31000000; now += 100000) {
        GByteArray *update = bcnet_forge_client_update(&ship, &random, now);
        gboolean    absolute = (now - 28187500) % G_USEC_PER_SEC == 0;
        g_assert_cmphex(update->data[9] & 0x01, ==, absolute ? 1 : 0);
        g_assert_cmphex(update->data[9] & 0xA0, ==, 0x80);
        g_byte_array_free(update, TRUE);
    }
}

/* 60.1: to the owner flags 0x20 alone; to others the movement too, never 0x80. */
static void test_host_update(void)
{
    forge_ship_t             ship = ship_of(1);
    forge_random_t           random = { .state = 7 };
    static const char *const cycle[] = { "00FFFF20FFFFFFFFFFFF", "02FF60FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF" };

    for (guint i = 0; i < G_N_ELEMENTS(cycle); i++) {
        GByteArray *update = bcnet_forge_host_update(&ship, &random, 0, 38906250);
        char       *hex = hex_of(update);
        g_assert_true(g_str_has_prefix(hex, "1CFFFFFF3F00A01B4220"));
        g_assert_cmpstr(hex + 20, ==, cycle[i]);
        g_free(hex);
        g_byte_array_free(update, TRUE);
    }
    GByteArray *other = bcnet_forge_host_update(&ship, &random, 1, 38906250);
    /* Three floats, then the group byte: has_hash 0 and the shield generator's hasData 1 (20.1). */
    g_assert_cmphex(other->data[9], ==, 0x3D);
    g_assert_cmphex(other->data[22], ==, 0x42);
    g_byte_array_free(other, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/forge/battle/blocks", test_blocks);
    g_test_add_func("/forge/battle/full-group", test_full_group);
    g_test_add_func("/forge/battle/client-update", test_client_update);
    g_test_add_func("/forge/battle/host-update", test_host_update);
    return g_test_run();
}
