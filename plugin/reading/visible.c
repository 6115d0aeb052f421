/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/visible.h"

/* Unicode 14's Default_Ignorable_Code_Point and Bidi_Control; with them the separators of lines and paragraphs, the
 * blank of Braille, and what is no character, which XML does not take (the last two of each plane: below). */
bool bcnet_leads_astray(gunichar c)
{
    static const struct {
        gunichar first, last;
    } ranges[] = { { 0x00AD, 0x00AD },   { 0x034F, 0x034F },   { 0x061C, 0x061C },  { 0x115F, 0x1160 },
                   { 0x17B4, 0x17B5 },   { 0x180B, 0x180F },   { 0x200B, 0x200F },  { 0x2028, 0x202E },
                   { 0x2060, 0x206F },   { 0x2800, 0x2800 },   { 0x3164, 0x3164 },  { 0xFDD0, 0xFDEF },
                   { 0xFE00, 0xFE0F },   { 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },  { 0xFFF0, 0xFFF8 },
                   { 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF } };

    for (unsigned i = 0; i < G_N_ELEMENTS(ranges) && c >= ranges[i].first; i++)
        if (c <= ranges[i].last)
            return true;
    return (c & 0xFFFE) == 0xFFFE;
}

char *bcnet_visible(const char *text)
{
    char    *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);

    for (const char *p = valid; *p; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        if (g_unichar_iscntrl(c) || bcnet_leads_astray(c))
            g_string_append_printf(out, "\\u%04X", c);
        else
            g_string_append_unichar(out, c);
    }
    g_free(valid);
    return g_string_free(out, FALSE);
}
