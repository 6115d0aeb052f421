/* Letters that lead astray.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/visible.h"
#include "support.h"

#include <stdlib.h>

static void mark(char **words, void *user)
{
    bool          *unseen = (bool *)user;
    char          *rest;
    const gunichar first = (gunichar)strtoul(words[0], &rest, 16), last = (gunichar)strtoul(rest + 2, NULL, 16);

    for (gunichar c = first; c <= last; c++)
        unseen[c] = true;
}

/* Beside what Unicode names: separators of lines, a blank, what is no character. */
static bool is_another(gunichar c)
{
    return c == 0x2028 || c == 0x2029 || c == 0x2800 || (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFF) >= 0xFFFE;
}

static void test_every_code_point(void)
{
    bool *unseen = g_new0(bool, 0x110000);

    g_assert_cmpuint(test_data_rows("unseen.txt", mark, unseen), ==, 17);
    for (gunichar c = 0; c <= 0x10FFFF; c++)
        if (bcnet_leads_astray(c) != (unseen[c] || is_another(c)))
            g_error("U+%04X", c);
    g_free(unseen);
}

static void test_words(void)
{
    char *words = bcnet_visible("A\xE2\x80\x8C\xF3\xA0\x80\xA0\x1B");

    g_assert_cmpstr(words, ==, "A\\u200C\\uE0020\\u001B");
    g_free(words);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/visible/every-code-point", test_every_code_point);
    g_test_add_func("/visible/words", test_words);
    return g_test_run();
}
