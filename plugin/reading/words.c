/* Texts as they can be shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "reading/words.h"

#include <wsutil/utf8_entities.h>

enum { PRINTABLE_CHARACTERS = 256 };

const char *bcnet_printable(wmem_allocator_t *pool, const char *text)
{
    wmem_strbuf_t *out = wmem_strbuf_new(pool, NULL);
    unsigned       characters = 0;

    for (const char *p = text; *p; p = g_utf8_next_char(p)) {
        const gunichar c = g_utf8_get_char(p);
        if (++characters > PRINTABLE_CHARACTERS) {
            wmem_strbuf_append(out, UTF8_HORIZONTAL_ELLIPSIS);
            break;
        }
        wmem_strbuf_append_unichar(out, g_unichar_iscntrl(c) ? 0xFFFD : c);
    }
    return wmem_strbuf_get_str(out);
}
