/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/json.h"

#include "reading/visible.h"

#include <math.h>

bcnet_json_t bcnet_json_begin(void)
{
    const bcnet_json_t json = { .text = g_string_new(NULL) };

    return json;
}

/* ---- Text ---- */

static bool must_be_escaped(gunichar letter)
{
    return letter < 0x20 || letter == '"' || letter == '\\' || letter == '<' || letter == '>' || letter == '&' ||
           (letter >= 0x7F && letter <= 0x9F) || bcnet_leads_astray(letter);
}

/* Beyond the first plane in two halves. */
static void add_letter(GString *out, gunichar letter)
{
    const gunichar above = letter - 0x10000;

    if (!must_be_escaped(letter))
        g_string_append_unichar(out, letter);
    else if (letter <= 0xFFFF)
        g_string_append_printf(out, "\\u%04x", letter);
    else
        g_string_append_printf(out, "\\u%04x\\u%04x", 0xD800 | above >> 10, 0xDC00 | (above & 0x3FF));
}

static void add_string(GString *out, const char *text)
{
    unsigned letters = 0;

    g_string_append_c(out, '"');
    while (*text && letters < BCNET_JSON_TEXT_MAX) {
        const gunichar letter = g_utf8_get_char_validated(text, -1);
        const bool     valid = letter != (gunichar)-1 && letter != (gunichar)-2;
        add_letter(out, valid ? letter : 0xFFFD);
        text += valid ? g_utf8_next_char(text) - text : 1;
        letters++;
    }
    if (*text)
        g_string_append(out, "\xE2\x80\xA6"); /* an ellipsis */
    g_string_append_c(out, '"');
}

/* ---- Structure ---- */

static void begin_value(bcnet_json_t *json, const char *name)
{
    if (json->comma)
        g_string_append_c(json->text, ',');
    if (json->line)
        g_string_append_c(json->text, '\n');
    json->comma = true;
    json->line = false;
    if (!name)
        return;
    add_string(json->text, name);
    g_string_append_c(json->text, ':');
}

static void open_with(bcnet_json_t *json, const char *name, char bracket)
{
    begin_value(json, name);
    g_string_append_c(json->text, bracket);
    json->comma = false;
}

static void close_with(bcnet_json_t *json, char bracket)
{
    g_string_append_c(json->text, bracket);
    json->comma = true;
    json->line = false;
}

void bcnet_json_open_object(bcnet_json_t *json, const char *name)
{
    open_with(json, name, '{');
}

void bcnet_json_open_array(bcnet_json_t *json, const char *name)
{
    open_with(json, name, '[');
}

void bcnet_json_close_object(bcnet_json_t *json)
{
    close_with(json, '}');
}

void bcnet_json_close_array(bcnet_json_t *json)
{
    close_with(json, ']');
}

void bcnet_json_new_line(bcnet_json_t *json)
{
    json->line = true;
}

/* ---- Values ---- */

void bcnet_json_text(bcnet_json_t *json, const char *name, const char *text)
{
    if (!text) {
        bcnet_json_null(json, name);
        return;
    }
    begin_value(json, name);
    add_string(json->text, text);
}

/* By hand: there are a million of them in a report, and printf depends on the locale for decimals. */
static void add_digits(GString *out, uint64_t value, unsigned at_least)
{
    char  digits[24];
    char *p = digits + sizeof digits;

    *--p = '\0';
    do {
        *--p = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0 || digits + sizeof digits - 1 - p < (ptrdiff_t)at_least);
    g_string_append(out, p);
}

void bcnet_json_integer(bcnet_json_t *json, const char *name, int64_t value)
{
    begin_value(json, name);
    if (value < 0)
        g_string_append_c(json->text, '-');
    add_digits(json->text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, 1);
}

void bcnet_json_decimal(bcnet_json_t *json, const char *name, double value, unsigned decimals)
{
    static const uint64_t powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };
    const double          largest = 1e12;

    if (!isfinite(value) || fabs(value) > largest || decimals >= G_N_ELEMENTS(powers)) {
        bcnet_json_null(json, name);
        return;
    }
    uint64_t scaled = (uint64_t)llround(fabs(value) * (double)powers[decimals]);
    begin_value(json, name);
    if (value < 0 && scaled > 0)
        g_string_append_c(json->text, '-');
    while (decimals > 0 && scaled % 10 == 0) {
        scaled /= 10;
        decimals--;
    }
    add_digits(json->text, scaled / powers[decimals], 1);
    if (decimals > 0) {
        g_string_append_c(json->text, '.');
        add_digits(json->text, scaled % powers[decimals], decimals);
    }
}

void bcnet_json_boolean(bcnet_json_t *json, const char *name, bool value)
{
    begin_value(json, name);
    g_string_append(json->text, value ? "true" : "false");
}

void bcnet_json_null(bcnet_json_t *json, const char *name)
{
    begin_value(json, name);
    g_string_append(json->text, "null");
}
