/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Head lines, dump lines and dates of a packet_trace.log (protocol chapter 95). */
#include "trace/trace-reader.h"

#include <string.h>

/* More digits than any number of a log has; keeps 64 bits from overflowing. */
enum { MOST_DIGITS = 18, MOST_OFFSET_DIGITS = 7 };

static gboolean at_end(const bcnet_trace_line_t *line)
{
    return line->text == line->end;
}

static gboolean skip_char(bcnet_trace_line_t *line, char expected)
{
    if (at_end(line) || *line->text != expected)
        return FALSE;
    line->text++;
    return TRUE;
}

static gboolean skip_word(bcnet_trace_line_t *line, const char *word)
{
    gsize length = strlen(word);

    if ((gsize)(line->end - line->text) < length || memcmp(line->text, word, length) != 0)
        return FALSE;
    line->text += length;
    return TRUE;
}

static void skip_blanks(bcnet_trace_line_t *line)
{
    while (!at_end(line) && (*line->text == ' ' || *line->text == '\t'))
        line->text++;
}

static gboolean parse_number(bcnet_trace_line_t *line, guint64 most, guint64 *number)
{
    const char *start = line->text;

    *number = 0;
    while (!at_end(line) && g_ascii_isdigit(*line->text) && line->text - start < MOST_DIGITS) {
        *number = *number * 10 + (guint64)(*line->text - '0');
        line->text++;
    }
    return line->text > start && *number <= most && (at_end(line) || !g_ascii_isdigit(*line->text));
}

/* Exactly `digits` digits. */
static gboolean parse_digits(bcnet_trace_line_t *line, guint digits, guint64 most, guint64 *number)
{
    const char *start = line->text;

    return parse_number(line, most, number) && line->text - start == (gssize)digits;
}

gboolean bcnet_trace_line_is(bcnet_trace_line_t line, const char *word)
{
    return skip_word(&line, word) && at_end(&line);
}

bcnet_trace_line_t bcnet_trace_strip(bcnet_trace_line_t line)
{
    skip_blanks(&line);
    while (line.end > line.text && (line.end[-1] == ' ' || line.end[-1] == '\t'))
        line.end--;
    return line;
}

/* Three numbers with a mark between them, the second and third of two digits. */
static gboolean parse_three(bcnet_trace_line_t *line, guint first_digits, char mark, const guint64 *most,
                            guint64 *numbers)
{
    return parse_digits(line, first_digits, most[0], &numbers[0]) && skip_char(line, mark) &&
           parse_digits(line, 2, most[1], &numbers[1]) && skip_char(line, mark) &&
           parse_digits(line, 2, most[2], &numbers[2]);
}

/* "hh:mm:ss" */
static gboolean parse_clock(bcnet_trace_line_t *line, gint64 *seconds)
{
    static const guint64 most[3] = { 23, 59, 59 };
    guint64              clock[3];

    if (!parse_three(line, 2, ':', most, clock))
        return FALSE;
    *seconds = (gint64)(clock[0] * 3600 + clock[1] * 60 + clock[2]);
    return TRUE;
}

gboolean bcnet_trace_parse_time(bcnet_trace_line_t *line, gint64 *time)
{
    bcnet_trace_line_t rest = *line;
    gint64             seconds;
    guint64            milliseconds;

    if (!skip_char(&rest, '[') || !parse_clock(&rest, &seconds) || !skip_char(&rest, '.') ||
        !parse_digits(&rest, 3, 999, &milliseconds) || !skip_char(&rest, ']'))
        return FALSE;
    *time = seconds * G_USEC_PER_SEC + (gint64)milliseconds * 1000;
    *line = rest;
    return TRUE;
}

/* "a.b.c.d:port" */
static gboolean parse_address(bcnet_trace_line_t *line, bcnet_trace_record_t *record)
{
    guint64 number;

    for (guint i = 0; i < 4; i++) {
        if ((i > 0 && !skip_char(line, '.')) || !parse_number(line, 255, &number))
            return FALSE;
        record->peer_ip[i] = (guint8)number;
    }
    if (!skip_char(line, ':') || !parse_number(line, 65535, &number))
        return FALSE;
    record->peer_port = (guint16)number;
    record->peer_known = TRUE;
    return TRUE;
}

/* "Peer#k(a.b.c.d:port)", bare "a.b.c.d:port" once there are many peers, or "unknown". */
static gboolean parse_peer(bcnet_trace_line_t *line, bcnet_trace_record_t *record)
{
    guint64 number;

    if (skip_word(line, "unknown"))
        return TRUE;
    if (!skip_word(line, "Peer#"))
        return parse_address(line, record);
    return parse_number(line, G_MAXUINT32, &number) && skip_char(line, '(') && parse_address(line, record) &&
           skip_char(line, ')');
}

static gboolean parse_direction(bcnet_trace_line_t *line, bcnet_trace_record_t *record)
{
    record->from_server = skip_word(line, "S->C") || skip_word(line, "S->?");
    return record->from_server || skip_word(line, "C->S");
}

gboolean bcnet_trace_is_tcp(bcnet_trace_line_t line)
{
    skip_blanks(&line);
    return skip_word(&line, "TCP_SEND") || skip_word(&line, "TCP_RECV");
}

const char *bcnet_trace_parse_head(bcnet_trace_line_t line, bcnet_trace_record_t *record, guint64 *length)
{
    guint64 number;

    record->peer_known = FALSE;
    skip_blanks(&line);
    if (!skip_char(&line, '#') || !parse_number(&line, G_MAXINT64, &number))
        return "The head line has no number of the form #N";
    skip_blanks(&line);
    if (!parse_direction(&line, record))
        return "The head line has none of the directions S->C, C->S and S->?";
    skip_blanks(&line);
    if (!parse_peer(&line, record))
        return "The head line does not name the peer, as Peer#N(IP:PORT), IP:PORT or unknown";
    skip_blanks(&line);
    if (!skip_word(&line, "len=") || !parse_number(&line, G_MAXINT64, length))
        return "The head line has no length of the form len=N";
    skip_blanks(&line);
    record->failed = skip_word(&line, "rc=-"); /* may be cut off */
    return NULL;
}

static gboolean parse_offset(bcnet_trace_line_t *line, guint32 *offset)
{
    const char *start = line->text;

    *offset = 0;
    while (!at_end(line) && g_ascii_isxdigit(*line->text) && line->text - start < MOST_OFFSET_DIGITS) {
        *offset = *offset << 4 | (guint32)g_ascii_xdigit_value(*line->text);
        line->text++;
    }
    return line->text - start >= 4 && skip_char(line, ':');
}

/* " XX", followed by a blank or the end of the line. */
static gboolean parse_byte(bcnet_trace_line_t *line, guint8 *byte)
{
    const char *text = line->text;
    gssize      left = line->end - text;

    if (left < 3 || text[0] != ' ' || !g_ascii_isxdigit(text[1]) || !g_ascii_isxdigit(text[2]) ||
        (left > 3 && text[3] != ' '))
        return FALSE;
    *byte = (guint8)(g_ascii_xdigit_value(text[1]) << 4 | g_ascii_xdigit_value(text[2]));
    line->text += 3;
    return TRUE;
}

gboolean bcnet_trace_parse_dump_line(bcnet_trace_line_t line, bcnet_trace_dump_line_t *dump)
{
    const char *start = line.text;

    skip_blanks(&line);
    dump->indentation = (gsize)(line.text - start);
    dump->count = 0;
    if (dump->indentation == 0 || !parse_offset(&line, &dump->offset))
        return FALSE;
    while (dump->count < BCNET_TRACE_DUMP_WIDTH && parse_byte(&line, &dump->bytes[dump->count]))
        dump->count++;
    return TRUE;
}

static gboolean parse_date(bcnet_trace_line_t *line, gint64 *day)
{
    static const guint64 most[3] = { 9999, 12, 31 };
    guint64              date[3];

    if (!parse_three(line, 4, '-', most, date))
        return FALSE;
    g_autoptr(GDateTime) midnight = g_date_time_new_utc((gint)date[0], (gint)date[1], (gint)date[2], 0, 0, 0);
    if (!midnight)
        return FALSE;
    *day = g_date_time_to_unix(midnight);
    return *day >= 0; /* times of a capture file are not negative */
}

bcnet_trace_session_t bcnet_trace_parse_session(bcnet_trace_line_t line, gint64 *day, gint64 *time)
{
    gint64 seconds;

    if (!skip_char(&line, '#'))
        return BCNET_TRACE_NO_SESSION;
    skip_blanks(&line);
    if (!skip_word(&line, "Session started:"))
        return BCNET_TRACE_NO_SESSION;
    skip_blanks(&line);
    if (!parse_date(&line, day))
        return BCNET_TRACE_BAD_SESSION;
    skip_blanks(&line);
    if (!parse_clock(&line, &seconds))
        return BCNET_TRACE_BAD_SESSION;
    *time = seconds * G_USEC_PER_SEC;
    return BCNET_TRACE_SESSION;
}
