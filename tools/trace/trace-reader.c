/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the lines of a packet_trace.log together to records (protocol chapter 95). */
#include "trace/trace-reader.h"

#include <stdlib.h>
#include <string.h>

/* Longer than any line of a logger: a datagram's text has 2048 characters at most. */
enum { LONGEST_LINE = 8192 };

#define DAY_SECONDS G_GINT64_CONSTANT(86400)
#define HALF_DAY (DAY_SECONDS / 2 * G_USEC_PER_SEC)

typedef enum {
    OUTSIDE, /* between records */
    BEFORE_DUMP, /* in a record */
    IN_DUMP,
    BEHIND_DUMP, /* the logger's own reading of the datagram: of no interest */
    IN_OTHER_RECORD /* of a TCP connection, or not understood */
} state_t;

struct bcnet_trace_reader {
    bcnet_trace_callbacks_t callbacks;
    void                   *context;
    GString                *partial; /* a line whose end has not been fed yet */
    gboolean                partial_overflows;
    guint64                 lines;
    gboolean                date_known;
    gint64                  day; /* midnight, in seconds since 1970 */
    gint64                  last_time; /* of day, microseconds */
    state_t                 state;
    gsize                   dump_indentation; /* 0: no line of the dump yet */
    bcnet_trace_record_t    record;
};

bcnet_trace_reader_t *bcnet_trace_reader_new(const bcnet_trace_callbacks_t *callbacks, void *context, gint64 day)
{
    bcnet_trace_reader_t *reader = g_new0(bcnet_trace_reader_t, 1);

    reader->callbacks = *callbacks;
    reader->context = context;
    reader->partial = g_string_new(NULL);
    reader->day = day;
    return reader;
}

static void complain_at(bcnet_trace_reader_t *reader, guint64 line, bcnet_trace_fault_t fault, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static void complain_at(bcnet_trace_reader_t *reader, guint64 line, bcnet_trace_fault_t fault, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_autofree char *explanation = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    reader->callbacks.fault(reader->context, line, fault, explanation);
}

/* ---- Parts of lines: `at` moves behind what was read ---- */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Perhaps behind blanks. */
static gboolean skip(const char **at, const char *word)
{
    const char    *begin = skip_blanks(*at);
    const gboolean there = g_str_has_prefix(begin, word);

    *at = there ? begin + strlen(word) : *at;
    return there;
}

static gboolean skip_number(const char **at, guint64 *number)
{
    if (!g_ascii_isdigit(**at))
        return FALSE;
    *number = g_ascii_strtoull(*at, (char **)at, 10);
    return *number <= G_MAXINT64;
}

/* Whether the text begins like FORM, in which 0 stands for any digit. */
static gboolean has_form(const char *text, const char *form)
{
    for (; *form != '\0'; text++, form++)
        if (*form == '0' ? !g_ascii_isdigit(*text) : *text != *form)
            return FALSE;
    return TRUE;
}

/* "[hh:mm:ss.mmm]": microseconds since midnight. Every record begins so. */
static gboolean skip_time(const char **at, gint64 *time)
{
    static const char form[] = "[00:00:00.000]";

    if (!has_form(*at, form))
        return FALSE;
    const int hours = atoi(*at + 1), minutes = atoi(*at + 4), seconds = atoi(*at + 7);
    *time = (gint64)(hours * 3600 + minutes * 60 + seconds) * G_USEC_PER_SEC + atoi(*at + 10) * 1000;
    *at += sizeof form - 1;
    return hours <= 23 && minutes <= 59 && seconds <= 59;
}

/* Times of a capture file are not negative. */
gint64 bcnet_trace_parse_date(const char *text)
{
    static const char form[] = "0000-00-00 00:00:00";
    g_autofree char  *date = g_strndup(text, sizeof form - 1);
    g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
    g_autoptr(GDateTime) moment = has_form(text, form) ? g_date_time_new_from_iso8601(date, utc) : NULL;

    return moment ? g_date_time_to_unix(moment) : -1;
}

/* "Peer#k(a.b.c.d:port)", bare "a.b.c.d:port" once there are many peers, or "unknown". */
static gboolean skip_peer(const char **at, bcnet_trace_record_t *record)
{
    guint64 number;

    if (skip(at, "unknown"))
        return TRUE;
    const gboolean numbered = skip(at, "Peer#");
    if (numbered && !(skip_number(at, &number) && skip(at, "(")))
        return FALSE;
    const char      *begin = skip_blanks(*at);
    const gsize      length = strspn(begin, "0123456789.:");
    g_autofree char *address = g_strndup(begin, length);
    *at = begin + length;
    record->peer_known = bcnet_forge_parse_address(address, &record->peer);
    return record->peer_known && (!numbered || skip(at, ")"));
}

/* What follows the time, of a datagram: "#N C->S PEER len=N rc=N". LENGTH may be no length of a datagram. */
static gboolean parse_head(const char *at, bcnet_trace_record_t *record, guint64 *length)
{
    guint64  number;
    gboolean fine = skip(&at, "#") && skip_number(&at, &number);

    record->peer_known = FALSE;
    record->from_server = fine && (skip(&at, "S->C") || skip(&at, "S->?"));
    fine = fine && (record->from_server || skip(&at, "C->S")) && skip_peer(&at, record) && skip(&at, "len=") &&
           skip_number(&at, length);
    record->failed = fine && skip(&at, "rc=-"); /* may be cut off */
    return fine;
}

/* "0010:" in front of the bytes of a dump. */
static gboolean skip_offset(const char **at, guint32 *offset)
{
    const gsize count = strspn(*at, "0123456789ABCDEFabcdef");

    if (count < 4 || count > 7)
        return FALSE;
    *offset = (guint32)g_ascii_strtoull(*at, (char **)at, 16);
    return *(*at)++ == ':';
}

/* " 32 1B ...": bytes up to the first thing that is none, 16 at most. */
static guint parse_bytes(const char *at, guint8 bytes[16])
{
    guint count = 0;

    for (; count < 16 && *at == ' ' && g_ascii_isxdigit(at[1]) && g_ascii_isxdigit(at[2]); at += 3) {
        if (at[3] != ' ' && at[3] != '\0')
            break;
        bytes[count++] = (guint8)(g_ascii_xdigit_value(at[1]) << 4 | g_ascii_xdigit_value(at[2]));
    }
    return count;
}

/* ---- Records ---- */

static void end_record(bcnet_trace_reader_t *reader)
{
    bcnet_trace_record_t *record = &reader->record;
    gboolean              in_record = reader->state != OUTSIDE && reader->state != IN_OTHER_RECORD;

    reader->state = OUTSIDE;
    if (!in_record)
        return;
    if (record->captured == 0) {
        complain_at(reader, record->line, BCNET_TRACE_NO_BYTES, "The record holds no bytes of its datagram.");
        return;
    }
    if (record->captured > record->length) {
        complain_at(reader, record->line, BCNET_TRACE_LONG_DUMP,
                    "The head line says %u bytes, but there are %u; all of them are taken.", record->length,
                    record->captured);
        record->length = record->captured;
    }
    reader->callbacks.record(reader->context, record);
}

/* Times have no date: a step back of more than twelve hours is a midnight. */
static gint64 full_time(bcnet_trace_reader_t *reader, gint64 time)
{
    if (reader->last_time - time > HALF_DAY)
        reader->day += DAY_SECONDS;
    reader->last_time = time;
    return reader->day * G_USEC_PER_SEC + time;
}

static void begin_record(bcnet_trace_reader_t *reader, guint32 length, gint64 time)
{
    bcnet_trace_record_t *record = &reader->record;

    if (!reader->date_known) {
        complain_at(reader, reader->lines, BCNET_TRACE_NO_DATE,
                    "The log has not told its date (no line \"# Session started: ...\").");
        reader->date_known = TRUE;
    }
    record->line = reader->lines;
    record->time = time;
    record->plain = FALSE;
    record->length = length;
    record->captured = 0;
    reader->dump_indentation = 0;
    reader->state = BEFORE_DUMP;
}

static void take_head(bcnet_trace_reader_t *reader, const char *text, gint64 time_of_day)
{
    const gint64 time = full_time(reader, time_of_day);
    guint64      length = 0;

    reader->state = IN_OTHER_RECORD;
    if (skip(&text, "TCP_SEND") || skip(&text, "TCP_RECV"))
        reader->callbacks.tcp(reader->context);
    else if (!parse_head(text, &reader->record, &length))
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_HEAD,
                    "The head line is not of the form #N C->S PEER len=N, with S->C, C->S or S->? and a peer like "
                    "Peer#N(IP:PORT), IP:PORT or unknown; the record is left out.");
    else if (length > BCNET_FORGE_MAX_UDP)
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_LENGTH,
                    "No datagram has %" G_GUINT64_FORMAT " bytes; the record is left out.", length);
    else
        begin_record(reader, (guint32)length, time);
}

/* ---- Lines within a record ---- */

/* Bytes at OFFSET, which are to follow those before. */
static void take_bytes(bcnet_trace_reader_t *reader, guint32 offset, const char *text)
{
    bcnet_trace_record_t *record = &reader->record;
    guint8                bytes[16];
    const guint           count = parse_bytes(text, bytes);

    if (offset != record->captured) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump goes on at offset 0x%04x where 0x%04x was expected; the datagram is taken up to there.",
                    offset, record->captured);
        reader->state = BEHIND_DUMP;
    } else if (record->captured + count > BCNET_FORGE_MAX_UDP) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump is longer than any datagram; the datagram is taken up to here.");
        reader->state = BEHIND_DUMP;
    } else {
        memcpy(record->bytes + record->captured, bytes, count);
        record->captured += count;
    }
}

/* The dump ends with the first line that has another form or another indentation: what follows is the
 * logger's own reading, and may hold anything. */
static void take_dump_line(bcnet_trace_reader_t *reader, gsize indentation, const char *text)
{
    guint32 offset;

    if (!skip_offset(&text, &offset) || (reader->dump_indentation != 0 && indentation != reader->dump_indentation)) {
        reader->state = BEHIND_DUMP;
        return;
    }
    reader->dump_indentation = indentation;
    take_bytes(reader, offset, text);
}

/* TEXT is LINE without its indentation. */
static void take_line_of_record(bcnet_trace_reader_t *reader, const char *line, const char *text)
{
    if (text == line || reader->state == OUTSIDE) {
        complain_at(reader, reader->lines, BCNET_TRACE_STRAY_LINE, "The line belongs to no record and is passed over.");
        if (reader->state == IN_DUMP)
            reader->state = BEHIND_DUMP;
    } else if (reader->state == BEFORE_DUMP) {
        reader->record.plain = strcmp(text, "Decrypted:") == 0;
        if (reader->record.plain || strcmp(text, "Hex:") == 0)
            reader->state = IN_DUMP;
    } else if (reader->state == IN_DUMP) {
        take_dump_line(reader, (gsize)(text - line), text);
    }
}

/* ---- Lines ---- */

static void take_comment(bcnet_trace_reader_t *reader, const char *text)
{
    if (!skip(&text, "Session started:"))
        return;
    const gint64 seconds = bcnet_trace_parse_date(skip_blanks(text));
    if (seconds >= 0) {
        reader->last_time = seconds % DAY_SECONDS * G_USEC_PER_SEC;
        reader->day = seconds - seconds % DAY_SECONDS;
        reader->date_known = TRUE;
    } else {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DATE,
                    "The date of the session is not of the form YYYY-MM-DD hh:mm:ss.");
    }
}

/* Without the byte order mark that editors of Windows put in front of a text. */
static void take_line(bcnet_trace_reader_t *reader, const char *line)
{
    gint64 time;

    if (++reader->lines == 1)
        skip(&line, "\xEF\xBB\xBF");
    const char *text = skip_blanks(line);
    if (*text == '\0') {
        end_record(reader);
    } else if (*line == '#') {
        end_record(reader); /* a log that was cut off and begun again has no empty line here */
        take_comment(reader, line + 1);
    } else if (skip_time(&line, &time)) {
        end_record(reader);
        take_head(reader, line, time);
    } else {
        take_line_of_record(reader, line, text);
    }
}

/* Blanks at the end do not count, nor does the carriage return of Windows. */
static void end_line(bcnet_trace_reader_t *reader)
{
    take_line(reader, g_strchomp(reader->partial->str));
    if (reader->partial_overflows) {
        complain_at(reader, reader->lines, BCNET_TRACE_LONG_LINE,
                    "The line is longer than %d bytes; its end is passed over.", LONGEST_LINE);
    }
    g_string_truncate(reader->partial, 0);
    reader->partial_overflows = FALSE;
}

void bcnet_trace_reader_feed(bcnet_trace_reader_t *reader, const char *text, gsize length)
{
    const char *end = text + length;

    while (text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        const gsize piece = (gsize)((newline ? newline : end) - text), room = LONGEST_LINE - reader->partial->len;

        reader->partial_overflows |= piece > room;
        g_string_append_len(reader->partial, text, (gssize)MIN(piece, room));
        if (newline)
            end_line(reader);
        text += piece + (newline != NULL);
    }
}

guint64 bcnet_trace_reader_finish(bcnet_trace_reader_t *reader)
{
    if (reader->partial->len > 0)
        end_line(reader);
    end_record(reader);
    const guint64 lines = reader->lines;
    g_string_free(reader->partial, TRUE);
    g_free(reader);
    return lines;
}
