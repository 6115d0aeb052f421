/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/json.h"

#include "reading/numbers.h"
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

void bcnet_json_open(bcnet_json_t *json, const char *name, char bracket)
{
    begin_value(json, name);
    g_string_append_c(json->text, bracket);
    json->comma = false;
}

void bcnet_json_close(bcnet_json_t *json, char bracket)
{
    g_string_append_c(json->text, bracket);
    json->comma = true;
    json->line = false;
}

void bcnet_json_new_line(bcnet_json_t *json)
{
    json->line = true;
}

/* ---- Values ---- */

void bcnet_json_text(bcnet_json_t *json, const char *name, const char *text)
{
    begin_value(json, name);
    if (text)
        add_string(json->text, text);
    else
        g_string_append(json->text, "null");
}

void bcnet_json_integer(bcnet_json_t *json, const char *name, int64_t value)
{
    begin_value(json, name);
    bcnet_append_number(json->text, value, 0);
}

void bcnet_json_decimal(bcnet_json_t *json, const char *name, double value, unsigned decimals)
{
    const double   largest = 1e12;
    const unsigned most_decimals = 6;

    begin_value(json, name);
    if (isfinite(value) && fabs(value) <= largest && decimals <= most_decimals)
        bcnet_append_decimal(json->text, value, decimals);
    else
        g_string_append(json->text, "null");
}

void bcnet_json_boolean(bcnet_json_t *json, const char *name, bool value)
{
    begin_value(json, name);
    g_string_append(json->text, value ? "true" : "false");
}
