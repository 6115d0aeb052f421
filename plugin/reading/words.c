/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/words.h"

#include <float.h>
#include <locale.h>
#include <string.h>

#include <wsutil/utf8_entities.h>

#include "reading/numbers.h"
#include "reading/visible.h"

enum { PRINTABLE_CHARACTERS = 256, LONG_NAME = 64, REPLACEMENT = 0xFFFD };

/* A line that Wireshark cuts may end within a letter: one of several bytes was shown, or our own words are long. */
static bool wide_letters_were_shown, long_words_are_shown;

void bcnet_expect_wide_letters(void)
{
    wide_letters_were_shown = true;
}

void bcnet_expect_long_words(void)
{
    long_words_are_shown = true;
}

void bcnet_append_visible(wmem_strbuf_t *out, gunichar c)
{
    const gunichar shown = g_unichar_iscntrl(c) ? REPLACEMENT : c;

    wide_letters_were_shown |= shown >= 0x80;
    if (bcnet_leads_astray(c))
        wmem_strbuf_append_printf(out, "\\u%04X", c);
    else
        wmem_strbuf_append_unichar(out, shown);
}

const char *bcnet_printable(wmem_allocator_t *pool, const char *text)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pool, NULL);
    unsigned       characters = 0;

    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        if (++characters > PRINTABLE_CHARACTERS) {
            wmem_strbuf_append(out, UTF8_HORIZONTAL_ELLIPSIS);
            break;
        }
        bcnet_append_visible(out, g_utf8_get_char(p));
    }
    wide_letters_were_shown |= characters > LONG_NAME; /* arrows stand behind it */
    return wmem_strbuf_get_str(out);
}

static bool holds_what_leads_astray(const char *text)
{
    for (const char *p = text; *p; p = g_utf8_next_char(p))
        if (bcnet_leads_astray(g_utf8_get_char(p)))
            return true;
    return false;
}

/* What XML does not take, U+FFFE and U+FFFF, stands by its number in values, too: a pdml has them raw. */
static const char *without_noncharacters(wmem_allocator_t *pool, const char *text)
{
    if (!strstr(text, "\xEF\xBF\xBE") && !strstr(text, "\xEF\xBF\xBF"))
        return text;
    wmem_strbuf_t *out = wmem_strbuf_new(pool, NULL);
    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        if (c == 0xFFFE || c == 0xFFFF)
            wmem_strbuf_append_printf(out, "\\u%04X", c);
        else
            wmem_strbuf_append_unichar(out, c);
    }
    return wmem_strbuf_get_str(out);
}

/* Wireshark 4.0 writes such letters by the numbers of their bytes, 4.4 as they are. */
proto_item *bcnet_add_text(wmem_allocator_t *pool, proto_tree *tree, int hf, tvbuff_t *tvb, int start, int length,
                           const char *text)
{
    if (!tree || !holds_what_leads_astray(text))
        return proto_tree_add_string(tree, hf, tvb, start, length, text);
    text = without_noncharacters(pool, text);
    return proto_tree_add_string_format_value(tree, hf, tvb, start, length, text, "%s", bcnet_printable(pool, text));
}

/* Wireshark's own lines follow the locale. With a point they are what we want, and cost nothing until they are
 * printed; only elsewhere the line is ours. Fields with words of their own (BASE_CUSTOM) need no help. */
static bool locale_has_a_point = true;

void bcnet_setup_words(void)
{
    locale_has_a_point = strcmp(localeconv()->decimal_point, ".") == 0;
}

proto_item *bcnet_add_float(proto_tree *tree, int hf, tvbuff_t *tvb, int start, int length, float value)
{
    if (locale_has_a_point || proto_registrar_get_nth((guint)hf)->display == BASE_CUSTOM)
        return proto_tree_add_float(tree, hf, tvb, start, length, value);
    return proto_tree_add_float_format_value(tree, hf, tvb, start, length, value, "%s",
                                             bcnet_significant(value, FLT_DIG).text);
}

enum { NEARLY_FULL = ITEM_LABEL_LENGTH - 16 };

/* Half a letter is no XML: a pdml with one cannot be read. */
static void end_line(proto_node *node, gpointer data)
{
    item_label_t *line = PNODE_FINFO(node) ? PNODE_FINFO(node)->rep : NULL;
    const char   *end;

    if (line && strlen(line->representation) >= NEARLY_FULL && !g_utf8_validate(line->representation, -1, &end))
        line->representation[end - line->representation] = '\0';
    proto_tree_children_foreach(node, end_line, data);
}

void bcnet_end_lines(proto_item *ours)
{
    if (ours && PTREE_DATA(ours)->visible && (wide_letters_were_shown || long_words_are_shown))
        end_line(ours, NULL);
    long_words_are_shown = false;
}
