/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Head lines, dump lines and dates of a packet_trace.log (protocol chapter 95). */
#include "trace/trace-reader.h"

#include <string.h>

gboolean bcnet_trace_skip(const char **at, const char *word)
{
    const gboolean there = g_str_has_prefix(*at, word);

    *at += there ? strlen(word) : 0;
    return there;
}

const char *bcnet_trace_skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

static gboolean skip_number(const char **at, guint64 most, guint64 *number)
{
    if (!g_ascii_isdigit(**at))
        return FALSE;
    *number = g_ascii_strtoull(*at, (char **)at, 10);
    return *number <= most;
}

/* Whether the text begins like FORM, in which 0 stands for any digit. */
static gboolean has_form(const char *text, const char *form)
{
    for (; *form != '\0'; text++, form++)
        if (*form == '0' ? !g_ascii_isdigit(*text) : *text != *form)
            return FALSE;
    return TRUE;
}

static int digits(const char *text, guint count)
{
    int number = 0;

    while (count-- > 0)
        number = number * 10 + g_ascii_digit_value(*text++);
    return number;
}

gboolean bcnet_trace_parse_time(const char **at, gint64 *time)
{
    static const char form[] = "[00:00:00.000]";
    const char       *text = *at;

    if (!has_form(text, form))
        return FALSE;
    const int hours = digits(text + 1, 2), minutes = digits(text + 4, 2), seconds = digits(text + 7, 2);
    if (hours > 23 || minutes > 59 || seconds > 59)
        return FALSE;
    *time = (gint64)(hours * 3600 + minutes * 60 + seconds) * G_USEC_PER_SEC + digits(text + 10, 3) * 1000;
    *at += sizeof form - 1;
    return TRUE;
}

/* Times of a capture file are not negative. */
gboolean bcnet_trace_parse_date(const char *text, gint64 *seconds)
{
    if (!has_form(text, "0000-00-00 00:00:00"))
        return FALSE;
    g_autoptr(GDateTime) moment = g_date_time_new_utc(digits(text, 4), digits(text + 5, 2), digits(text + 8, 2),
                                                      digits(text + 11, 2), digits(text + 14, 2), digits(text + 17, 2));
    *seconds = moment ? g_date_time_to_unix(moment) : -1;
    return *seconds >= 0;
}

/* "a.b.c.d:port" */
static gboolean skip_address(const char **at, bcnet_trace_record_t *record)
{
    guint64 number;

    for (guint i = 0; i < 4; i++) {
        if ((i > 0 && !bcnet_trace_skip(at, ".")) || !skip_number(at, 255, &number))
            return FALSE;
        record->peer_ip[i] = (guint8)number;
    }
    if (!bcnet_trace_skip(at, ":") || !skip_number(at, 65535, &number))
        return FALSE;
    record->peer_port = (guint16)number;
    record->peer_known = TRUE;
    return TRUE;
}

/* "Peer#k(a.b.c.d:port)", bare "a.b.c.d:port" once there are many peers, or "unknown". */
static gboolean skip_peer(const char **at, bcnet_trace_record_t *record)
{
    guint64 number;

    if (bcnet_trace_skip(at, "unknown"))
        return TRUE;
    if (!bcnet_trace_skip(at, "Peer#"))
        return skip_address(at, record);
    return skip_number(at, G_MAXUINT32, &number) && bcnet_trace_skip(at, "(") && skip_address(at, record) &&
           bcnet_trace_skip(at, ")");
}

const char *bcnet_trace_parse_head(const char *at, bcnet_trace_record_t *record, guint64 *length)
{
    guint64 number;

    record->peer_known = FALSE;
    at = bcnet_trace_skip_blanks(at);
    if (!bcnet_trace_skip(&at, "#") || !skip_number(&at, G_MAXINT64, &number))
        return "The head line has no number of the form #N";
    at = bcnet_trace_skip_blanks(at);
    record->from_server = bcnet_trace_skip(&at, "S->C") || bcnet_trace_skip(&at, "S->?");
    if (!record->from_server && !bcnet_trace_skip(&at, "C->S"))
        return "The head line has none of the directions S->C, C->S and S->?";
    at = bcnet_trace_skip_blanks(at);
    if (!skip_peer(&at, record))
        return "The head line does not name the peer, as Peer#N(IP:PORT), IP:PORT or unknown";
    at = bcnet_trace_skip_blanks(at);
    if (!bcnet_trace_skip(&at, "len=") || !skip_number(&at, G_MAXINT64, length))
        return "The head line has no length of the form len=N";
    at = bcnet_trace_skip_blanks(at);
    record->failed = g_str_has_prefix(at, "rc=-"); /* may be cut off */
    return NULL;
}

gboolean bcnet_trace_parse_offset(const char **at, guint32 *offset)
{
    const gsize count = strspn(*at, "0123456789ABCDEFabcdef");

    if (count < 4 || count > 7)
        return FALSE;
    *offset = (guint32)g_ascii_strtoull(*at, (char **)at, 16);
    return bcnet_trace_skip(at, ":");
}

guint bcnet_trace_parse_bytes(const char *at, guint8 bytes[16])
{
    guint count = 0;

    for (; count < 16 && *at == ' ' && g_ascii_isxdigit(at[1]) && g_ascii_isxdigit(at[2]); at += 3) {
        if (at[3] != ' ' && at[3] != '\0')
            break;
        bytes[count++] = (guint8)(g_ascii_xdigit_value(at[1]) << 4 | g_ascii_xdigit_value(at[2]));
    }
    return count;
}
