/* The writer of JSON: structure, numbers, and text of strangers.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "report/json.h"

#include <locale.h>
#include <math.h>
#include <string.h>

static void expect(bcnet_json_t json, const char *text)
{
    g_assert_cmpstr(json.text->str, ==, text);
    g_string_free(json.text, TRUE);
}

static void test_structure(void)
{
    bcnet_json_t json = bcnet_json_begin();

    bcnet_json_open(&json, NULL, '{');
    bcnet_json_integer(&json, "a", 1);
    bcnet_json_open(&json, "b", '[');
    bcnet_json_open(&json, NULL, '[');
    bcnet_json_close(&json, ']');
    bcnet_json_new_line(&json);
    bcnet_json_boolean(&json, NULL, true);
    bcnet_json_text(&json, NULL, NULL);
    bcnet_json_new_line(&json);
    bcnet_json_close(&json, ']');
    bcnet_json_text(&json, "c", NULL);
    bcnet_json_close(&json, '}');
    expect(json, "{\"a\":1,\"b\":[[],\ntrue,null],\"c\":null}");
}

static void check_decimal(double value, unsigned decimals, const char *text)
{
    bcnet_json_t json = bcnet_json_begin();

    bcnet_json_decimal(&json, NULL, value, decimals);
    expect(json, text);
}

static void test_numbers(void)
{
    check_decimal(0, 3, "0");
    check_decimal(-0.0, 3, "0");
    check_decimal(-0.0004, 3, "0");
    check_decimal(1.5, 3, "1.5");
    check_decimal(-1.5, 0, "-2");
    check_decimal(0.05, 2, "0.05");
    check_decimal(-0.05, 2, "-0.05");
    check_decimal(1.999, 2, "2");
    check_decimal(1234567.891, 3, "1234567.891");
    check_decimal(100, 1, "100");
    check_decimal((double)NAN, 1, "null");
    check_decimal((double)-INFINITY, 1, "null");
    check_decimal(1e300, 1, "null");

    bcnet_json_t json = bcnet_json_begin();
    bcnet_json_open(&json, NULL, '[');
    bcnet_json_integer(&json, NULL, INT64_MIN);
    bcnet_json_integer(&json, NULL, INT64_MAX);
    bcnet_json_close(&json, ']');
    expect(json, "[-9223372036854775808,9223372036854775807]");
}

static void check_text(const char *text, const char *json_text)
{
    bcnet_json_t json = bcnet_json_begin();

    bcnet_json_text(&json, NULL, text);
    expect(json, json_text);
}

static void test_text(void)
{
    check_text("", "\"\"");
    check_text("Ace \"the\" \\", "\"Ace \\u0022the\\u0022 \\u005c\"");
    check_text("</script><!--&", "\"\\u003c/script\\u003e\\u003c!--\\u0026\"");
    check_text("a\tb\x7F\xC2\x85", "\"a\\u0009b\\u007f\\u0085\"");
    check_text("\xE2\x80\xAE"
               "evil\xE2\x81\xA6\xE2\x80\xA8",
               "\"\\u202eevil\\u2066\\u2028\"");
    check_text("caf\xC3\xA9 \xF0\x9F\x9A\x80", "\"caf\xC3\xA9 \xF0\x9F\x9A\x80\"");
    /* Bytes that are no UTF-8: alone, cut short, too long a form, a surrogate. */
    check_text("a\xFFz", "\"a\xEF\xBF\xBDz\"");
    check_text("a\xC3", "\"a\xEF\xBF\xBD\"");
    check_text("\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_text("\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

static void test_long_text(void)
{
    g_autofree char *longest = g_strnfill(BCNET_JSON_TEXT_MAX, 'x'), *longer = g_strconcat(longest, "y", NULL);
    g_autofree char *whole = g_strdup_printf("\"%s\"", longest), *cut = g_strdup_printf("\"%s\xE2\x80\xA6\"", longest);

    check_text(longest, whole);
    check_text(longer, cut);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, ""); /* as tshark does */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/json/structure", test_structure);
    g_test_add_func("/json/numbers", test_numbers);
    g_test_add_func("/json/text", test_text);
    g_test_add_func("/json/long-text", test_long_text);
    return g_test_run();
}
