/* Texts of strangers without what an eye or a terminal would be led astray by.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/visible.h"

bool bcnet_leads_astray(gunichar c)
{
    static const struct {
        gunichar first, last;
    } ranges[] = { { 0x00AD, 0x00AD }, { 0x061C, 0x061C }, { 0x200B, 0x200B }, { 0x200E, 0x200F },
                   { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0xFEFF, 0xFEFF } };

    for (unsigned i = 0; i < G_N_ELEMENTS(ranges); i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
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
