/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tables/csv-line.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/visible.h"

/* A character beyond ASCII; returns its last byte. */
static const char *add_wide(GString *line, const char *p)
{
    const gunichar c = g_utf8_get_char_validated(p, -1);

    if (c > 0x10FFFF) { /* no UTF-8 */
        g_string_append_c(line, *p);
        return p;
    }
    if (bcnet_leads_astray(c))
        g_string_append_printf(line, "\\u%04X", c);
    else
        g_string_append_unichar(line, g_unichar_iscntrl(c) ? ' ' : c);
    return g_utf8_next_char(p) - 1;
}

static bool is_plain(char c)
{
    return c >= ' ' && c < '\x7F' && c != '"';
}

void bcnet_csv_cell(GString *line, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    if (quoted)
        g_string_append_c(line, '"');
    for (const char *p = text, *plain = text;; plain = ++p) {
        while (is_plain(*p))
            p++;
        g_string_append_len(line, plain, p - plain);
        if (*p == '\0')
            break;
        if (*p & 0x80)
            p = add_wide(line, p);
        else
            g_string_append(line, *p == '"' ? "\"\"" : " ");
    }
    if (quoted)
        g_string_append_c(line, '"');
}

/* What is not complete must not look like it. Who reads no further knows that. */
static void end_unless(bool written)
{
    if (written)
        return;
    if (errno != EPIPE)
        fprintf(stderr, "bcnet: the lines cannot be written: %s\n", g_strerror(errno));
    exit(2);
}

void bcnet_csv_write(GString *line)
{
    g_string_append_c(line, '\n');
    end_unless(fwrite(line->str, 1, line->len, stdout) == line->len);
    g_string_truncate(line, 0);
}

void bcnet_csv_end(void)
{
    end_unless(fflush(stdout) == 0);
}
