/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One row of a hex dump as people paste it. */
#include "forge/forge-paste.h"

#include <string.h>

#include "forge/forge-bytes.h"

/* What may stand between bytes: blanks, and the marks of C source, of addresses and of people who group
 * bytes for the eye. */
#define SEPARATORS " \t\r,;:-|{}[]()\"'`"

/* Bytes in a row of the dumps of Wireshark, hexdump and xxd. */
enum { USUAL_WIDTH = 16, HALF_WIDTH = 8 };
/* Room for the column of dumps twice as wide, in UTF-8. Longer texts are none; this also bounds the work. */
enum { LONGEST_ASCII = 100 };
/* Labels in front of bytes are short. */
enum { LONGEST_LABEL = 80 };

static gsize count_digits(const char *text)
{
    return strspn(text, "0123456789ABCDEFabcdef");
}

/* Length of the prefix in `0x01` and `\x01`. */
static gsize prefix_length(const char *text)
{
    gboolean prefixed = (text[0] == '0' || text[0] == '\\') && (text[1] == 'x' || text[1] == 'X');

    return prefixed && g_ascii_isxdigit(text[2]) ? 2 : 0;
}

/* Characters of the group of bytes at TEXT, 0 if there is none: `01`, `0103`, `0x1`, and of `\x01\x02` the
 * first part. */
static gsize group_length(const char *text)
{
    gsize prefix = prefix_length(text);
    gsize digits = count_digits(text + prefix);

    if (digits == 0 || (digits % 2 != 0 && !(prefix > 0 && digits == 1)))
        return 0;
    /* It ends at the end of the text, too. */
    return strchr(SEPARATORS "\\", text[prefix + digits]) ? prefix + digits : 0;
}

static void append_group(GByteArray *bytes, const char *text)
{
    const char *p = text + prefix_length(text);
    gsize       digits = count_digits(p);

    for (gsize i = 0; i < digits; i += 2) {
        int high = digits == 1 ? 0 : g_ascii_xdigit_value(p[i]);
        int low = g_ascii_xdigit_value(p[digits == 1 ? i : i + 1]);
        bcnet_forge_append_u8(bytes, (guint8)(high << 4 | low));
    }
}

static gsize count_separators(const char *text)
{
    return strspn(text, SEPARATORS);
}

static gboolean is_all_hex(const char *text)
{
    for (text += count_separators(text); *text != '\0'; text += count_separators(text)) {
        gsize length = group_length(text);
        if (length == 0)
            return FALSE;
        text += length;
    }
    return TRUE;
}

/* Whether the ASCII column begins at TEXT, where the blanks after the byte number COUNT stand. What cannot be a
 * byte begins the column if it stands apart. What could be one, "be ad" for instance, does if it is short and
 * stands where dump programs put the column: two blanks after the last byte, three or more if the row is short.
 * Two blanks in the middle of a row mean nothing. */
static gboolean is_ascii_column(const char *text, guint count, gboolean has_offset)
{
    gsize       blanks = strspn(text, " \t");
    const char *rest = text + blanks;
    gsize       length = strnlen(rest, LONGEST_ASCII + 1);
    gboolean    dumped = has_offset && (blanks >= 3 || (blanks == 2 && count != HALF_WIDTH));

    if (length == 0 || length > LONGEST_ASCII || (blanks < 2 && *rest != '|' && count != USUAL_WIDTH))
        return FALSE;
    if (*rest == '|')
        return dumped || !is_all_hex(rest);
    return group_length(rest) == 0 || (dumped && length <= USUAL_WIDTH + 2);
}

/* Reads bytes up to the end or the ASCII column. The length of what was read. */
static gsize read_bytes(const char *text, gboolean has_offset, GByteArray *bytes)
{
    const char *p = text + count_separators(text);
    gsize       length;

    while ((length = group_length(p)) > 0) {
        append_group(bytes, p);
        p += length;
        if (is_ascii_column(p, bytes->len, has_offset))
            return strlen(text);
        p += count_separators(p);
    }
    return (gsize)(p - text);
}

/* An offset ends with a colon, or is longer than the bytes that follow it. LENGTH is that of offset and colon. */
static gboolean read_offset(const char *text, guint *offset, gsize *length)
{
    gsize       prefix = prefix_length(text);
    gsize       digits = count_digits(text + prefix);
    const char *after = text + prefix + digits;
    gboolean    colon = *after == ':' && (after[1] == ' ' || after[1] == '\t' || after[1] == '\0');

    after += colon ? 1 : 0;
    if (digits < 3 || digits > 8 || (*after != ' ' && *after != '\t'))
        return FALSE;
    after += strspn(after, " \t");
    if (!colon && (count_digits(after) != 2 || group_length(after) != 2))
        return FALSE;
    *offset = (guint)g_ascii_strtoull(text + prefix, NULL, 16);
    *length = (gsize)(after - text);
    return TRUE;
}

/* A label such as `client: 01 02`: everything up to the last colon that only hex follows. */
static const char *find_labelled_bytes(const char *text)
{
    const char *found = NULL;

    for (const char *colon = strchr(text, ':'); colon && colon - text <= LONGEST_LABEL && !found;
         colon = strchr(colon + 1, ':')) {
        const char *rest = colon + 1;
        if ((*rest == ' ' || *rest == '\t') && is_all_hex(rest) && count_separators(rest) < strlen(rest))
            found = rest;
    }
    return found;
}

static void set_note(forge_row_t *row, const char *text, gsize length)
{
    g_autofree char *note = g_strstrip(g_strndup(text, length));

    if (*note != '\0')
        row->note = g_steal_pointer(&note);
}

static gboolean parse_hex(const char *text, const char *begin, forge_row_t *row, unsigned *column)
{
    gsize skipped = 0;

    row->kind = FORGE_ROW_HEX;
    row->has_offset = read_offset(begin, &row->offset, &skipped);
    gsize       length = read_bytes(begin + skipped, row->has_offset, row->bytes);
    const char *end = begin + skipped + length;
    if (*end == '\0' && row->bytes->len > 0)
        return TRUE;
    /* One word that happens to be hex, as in "Dead ships", is no hex dump yet. */
    if (row->bytes->len < 2 || group_length(begin + skipped) > 2 + prefix_length(begin + skipped)) {
        row->kind = FORGE_ROW_PROSE;
        row->has_offset = FALSE;
        g_byte_array_set_size(row->bytes, 0);
        set_note(row, begin, strlen(begin));
        return TRUE;
    }
    *column = (unsigned)g_utf8_strlen(text, end - text) + 1;
    return FALSE;
}

enum { DOTS_STAND_FOR = 64 }; /* bytes, where no length tells */

/* What stands for bytes that nobody wrote down: "XX", "??", "..."; its length, 0 if it is none. */
static gsize gap_length(const char *text)
{
    gsize length = strspn(text, ".") >= 2                                                 ? strspn(text, ".")
                 : g_str_has_prefix(text, "\u2026")                                       ? strlen("\u2026")
                 : g_ascii_strncasecmp(text, "XX", 2) == 0 || strncmp(text, "??", 2) == 0 ? 2
                                                                                          : 0;

    return length > 0 && (text[length] == '\0' || count_separators(text + length) > 0 || text[length] == '\r') ? length
                                                                                                               : 0;
}

/* Bytes up to a gap, if there is one behind some; behind two blanks dots are the ASCII column of a dump. `unknown` counts it and what stands behind it. */
static char *cut_at_gap(const char *text, guint *unknown)
{
    const char *gap = NULL;

    *unknown = 0;
    for (const char *at = text; *at; at += strcspn(at, SEPARATORS), at += count_separators(at)) {
        if (!gap && gap_length(at) > 0 && at - text >= 2 && !g_ascii_isspace(at[-2]))
            gap = at;
        *unknown += !gap ? 0 : gap_length(at) > 2 ? DOTS_STAND_FOR : 1;
    }
    if (!gap || gap == text)
        return NULL;
    char       *known = g_strndup(text, (gsize)(gap - text));
    const char *labelled = find_labelled_bytes(known);
    if (is_all_hex(labelled ? labelled : known))
        return known;
    *unknown = 0;
    g_free(known);
    return NULL;
}

gboolean bcnet_forge_parse_row(const char *text, unsigned number, forge_row_t *row, unsigned *column)
{
    guint            unknown;
    g_autofree char *known = cut_at_gap(text + strspn(text, "> \t`"), &unknown);

    if (known) {
        gboolean fine = bcnet_forge_parse_row(known, number, row, column);
        row->unknown = row->kind == FORGE_ROW_HEX ? unknown : 0;
        return fine;
    }
    const char *begin = text + strspn(text, "> \t`"); /* marks of quotations */
    const char *labelled = find_labelled_bytes(begin);
    guint       offset;
    gsize       length;

    memset(row, 0, sizeof *row);
    row->number = number;
    row->bytes = g_byte_array_new();
    if (*begin == '\0' || *begin == '\r') {
        row->kind = FORGE_ROW_BLANK;
        return TRUE;
    }
    if (*begin == '\\' && prefix_length(begin) == 0) {
        row->kind = FORGE_ROW_TEXT;
        g_autofree char *line = g_strchomp(g_strdup(begin));
        bcnet_forge_append_latin1(row->bytes, line);
        return TRUE;
    }
    if (labelled && !is_all_hex(begin) && !read_offset(begin, &offset, &length)) {
        set_note(row, begin, (gsize)(labelled - begin) - 1);
        begin = labelled;
    }
    return parse_hex(text, begin, row, column);
}

void bcnet_forge_clear_row(gpointer data)
{
    forge_row_t *row = (forge_row_t *)data;

    if (row->bytes)
        g_byte_array_free(row->bytes, TRUE);
    g_free(row->note);
    memset(row, 0, sizeof *row);
}
