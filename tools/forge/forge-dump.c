/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One row of a hex dump as people paste it. */
#include "forge/forge-paste.h"

#include <string.h>

#include "forge/forge-bytes.h"

/* What may stand between bytes: blanks, and the marks of C source, of addresses and of people who group
 * bytes for the eye. */
#define SEPARATORS " \t\r,;:-|{}[]()\"'`"
#define SEPARATOR "[ \\t\\r,;:\\-|{}\\[\\]()\"'`]"
#define END "(?=" SEPARATOR "|\\\\|$)"
/* A group of bytes: `01`, `0103`, `0x1`, and of `\x01\x02` the first part. */
#define GROUP "(?:(?:[0\\\\]x)?(?:[0-9a-f]{2})++|[0\\\\]x[0-9a-f])" END
#define GROUPS SEPARATOR "*+(?:" GROUP SEPARATOR "*+)"

typedef enum { ONE_GROUP, ALL_HEX, OFFSET, LABEL, GAP } form_t;

static const char *const forms[] = {
    [ONE_GROUP] = "^" GROUP,
    [ALL_HEX] = "^" GROUPS "*+$",
    /* It ends with a colon, or is longer than the bytes that follow it. */
    [OFFSET] = "^(?:0x)?[0-9a-f]{3,8}(?::[ \\t]++|[ \\t]++(?=[0-9a-f]{2}" END "))",
    /* `client: 01 02`: up to the first colon that only hex follows. Labels are short. */
    [LABEL] = "^.{0,80}?:(?=[ \\t]" GROUPS "++$)",
    /* What stands for bytes that nobody wrote down; behind two blanks dots are the ASCII column of a dump. */
    [GAP] = "(?<=" SEPARATOR ")(?<![ \\t].)(?:\\.{2,}|\u2026|XX|\\?\\?)(?=" SEPARATOR "|$)",
};

/* Where the text has this form; the characters that are of it, 0 if none are. BEGIN may be NULL. */
static guint find(form_t form, const char *text, gint *begin)
{
    static GRegex *compiled[G_N_ELEMENTS(forms)];
    gint           from = 0, to = 0;
    g_autoptr(GMatchInfo) found = NULL;

    if (!compiled[form])
        compiled[form] = g_regex_new(forms[form], G_REGEX_CASELESS, (GRegexMatchFlags)0, NULL);
    if (g_regex_match(compiled[form], text, (GRegexMatchFlags)0, &found))
        g_match_info_fetch_pos(found, 0, &from, &to);
    if (begin)
        *begin = from;
    return (guint)(to - from);
}

static gboolean is_all_hex(const char *text)
{
    return g_str_equal(text, "") || find(ALL_HEX, text, NULL) > 0;
}

/* Of `0x01` and `\x01`. */
static guint prefix_length(const char *text)
{
    const gboolean marked = (text[0] == '0' || text[0] == '\\') && (text[1] == 'x' || text[1] == 'X');

    return marked && g_ascii_isxdigit(text[2]) ? 2 : 0;
}

/* Bytes in a row of the dumps of Wireshark, hexdump and xxd. */
enum { USUAL_WIDTH = 16, HALF_WIDTH = 8 };
/* Room for the column of dumps twice as wide, in UTF-8. Longer texts are none; this also bounds the work. */
enum { LONGEST_ASCII = 100 };

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
    return find(ONE_GROUP, rest, NULL) == 0 || (dumped && length <= USUAL_WIDTH + 2);
}

/* Reads bytes up to the end or the ASCII column; where it stops. */
static const char *read_bytes(const char *text, gboolean has_offset, GByteArray *bytes)
{
    guint length;

    for (text += strspn(text, SEPARATORS); (length = find(ONE_GROUP, text, NULL)) > 0;
         text += strspn(text, SEPARATORS)) {
        const guint      prefix = prefix_length(text);
        g_autofree char *digits = g_strndup(text + prefix, length - prefix);
        g_autofree char *padded = g_strconcat(strlen(digits) == 1 ? "0" : "", digits, NULL);
        bcnet_forge_append_hex(bytes, padded);
        text += length;
        if (is_ascii_column(text, bytes->len, has_offset))
            return text + strlen(text);
    }
    return text;
}

enum { DOTS_STAND_FOR = 64 }; /* bytes, where no length tells */

/* Bytes up to a gap, if there is one behind some. `unknown` counts it and what stands behind it. */
static char *cut_at_gap(const char *text, guint *unknown)
{
    gint             begin;
    const guint      length = find(GAP, text, &begin);
    g_autofree char *known = length > 0 ? g_strndup(text, (gsize)begin) : NULL;

    if (!known || !(is_all_hex(known) || find(LABEL, known, NULL) > 0))
        return NULL;
    g_auto(GStrv) rest = g_strsplit_set(text + begin, SEPARATORS, -1);
    for (guint i = 0; rest[i]; i++)
        if (*rest[i] != '\0')
            *unknown += g_str_has_prefix(rest[i], "...") || g_str_has_prefix(rest[i], "\u2026") ? DOTS_STAND_FOR : 1;
    return g_steal_pointer(&known);
}

static void set_note(forge_row_t *row, const char *text, gsize length)
{
    g_autofree char *note = g_strstrip(g_strndup(text, length));

    if (*note != '\0')
        row->note = g_steal_pointer(&note);
}

gboolean bcnet_forge_parse_row(const char *text, unsigned number, forge_row_t *row, unsigned *column)
{
    const char *begin = text + strspn(text, "> \t`"); /* marks of quotations */

    memset(row, 0, sizeof *row);
    row->number = number;
    row->offset = -1;
    row->bytes = g_byte_array_new();
    g_autofree char *known = cut_at_gap(begin, &row->unknown);
    const char      *at = known ? known : begin;
    if (*at == '\\' && prefix_length(at) == 0) {
        row->is_text = TRUE;
        g_autofree char *line = g_strchomp(g_strdup(at));
        bcnet_forge_append_latin1(row->bytes, line);
        return TRUE;
    }
    guint offset = find(OFFSET, at, NULL), label = offset > 0 || is_all_hex(at) ? 0 : find(LABEL, at, NULL);
    if (label > 0)
        set_note(row, at, label - 1);
    if (offset > 0)
        row->offset = (gint64)g_ascii_strtoull(at, NULL, 16);
    at += offset + label;
    const char *end = read_bytes(at, offset > 0, row->bytes);
    if (*end == '\0' && row->bytes->len > 0)
        return TRUE;
    /* One word that happens to be hex, as in "Dead ships", is no hex dump yet. */
    *column = (unsigned)g_utf8_strlen(text, end - text) + 1;
    if (row->bytes->len >= 2 && find(ONE_GROUP, at, NULL) <= 2 + prefix_length(at))
        return FALSE;
    row->offset = -1;
    g_byte_array_set_size(row->bytes, 0);
    set_note(row, begin, strlen(begin));
    return TRUE;
}

void bcnet_forge_clear_row(gpointer data)
{
    forge_row_t *row = (forge_row_t *)data;

    g_clear_pointer(&row->bytes, g_byte_array_unref);
    g_clear_pointer(&row->note, g_free);
}
