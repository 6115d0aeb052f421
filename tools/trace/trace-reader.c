/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the lines of a packet_trace.log together to records (protocol chapter 95). */
#include "trace/trace-reader.h"

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
    guint8                  bytes[BCNET_TRACE_MAX_DATAGRAM];
};

bcnet_trace_reader_t *bcnet_trace_reader_new(const bcnet_trace_callbacks_t *callbacks, void *context, gint64 day)
{
    bcnet_trace_reader_t *reader = g_new0(bcnet_trace_reader_t, 1);

    reader->callbacks = *callbacks;
    reader->context = context;
    reader->partial = g_string_new(NULL);
    reader->day = day;
    reader->record.bytes = reader->bytes;
    return reader;
}

void bcnet_trace_reader_free(bcnet_trace_reader_t *reader)
{
    g_string_free(reader->partial, TRUE);
    g_free(reader);
}

guint64 bcnet_trace_reader_lines(const bcnet_trace_reader_t *reader)
{
    return reader->lines;
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

static void take_head(bcnet_trace_reader_t *reader, bcnet_trace_line_t line, gint64 time_of_day)
{
    gint64      time = full_time(reader, time_of_day);
    gboolean    tcp = bcnet_trace_is_tcp(line);
    guint64     length = 0;
    const char *trouble = tcp ? NULL : bcnet_trace_parse_head(line, &reader->record, &length);

    reader->state = IN_OTHER_RECORD;
    if (tcp) {
        reader->callbacks.tcp(reader->context);
    } else if (trouble) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_HEAD, "%s; the record is left out.", trouble);
    } else if (length > BCNET_TRACE_MAX_DATAGRAM) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_LENGTH,
                    "No datagram has %" G_GUINT64_FORMAT " bytes; the record is left out.", length);
    } else {
        begin_record(reader, (guint32)length, time);
    }
}

/* ---- Lines within a record ---- */

static void take_label(bcnet_trace_reader_t *reader, bcnet_trace_line_t line)
{
    bcnet_trace_line_t label = bcnet_trace_strip(line);

    reader->record.plain = bcnet_trace_line_is(label, "Decrypted:");
    if (reader->record.plain || bcnet_trace_line_is(label, "Hex:"))
        reader->state = IN_DUMP;
}

/* The dump ends with the first line that has another form or another indentation: what follows is the
 * logger's own reading, and may hold anything. */
static void take_dump_line(bcnet_trace_reader_t *reader, bcnet_trace_line_t line)
{
    bcnet_trace_record_t   *record = &reader->record;
    bcnet_trace_dump_line_t dump;

    if (!bcnet_trace_parse_dump_line(line, &dump) ||
        (reader->dump_indentation != 0 && dump.indentation != reader->dump_indentation)) {
        reader->state = BEHIND_DUMP;
        return;
    }
    reader->dump_indentation = dump.indentation;
    if (dump.offset != record->captured) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump goes on at offset 0x%04x where 0x%04x was expected; the datagram is taken up to there.",
                    dump.offset, record->captured);
        reader->state = BEHIND_DUMP;
    } else if (record->captured + dump.count > BCNET_TRACE_MAX_DATAGRAM) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump is longer than any datagram; the datagram is taken up to here.");
        reader->state = BEHIND_DUMP;
    } else {
        memcpy(reader->bytes + record->captured, dump.bytes, dump.count);
        record->captured += dump.count;
    }
}

static void take_line_of_record(bcnet_trace_reader_t *reader, bcnet_trace_line_t line)
{
    gboolean indented = *line.text == ' ' || *line.text == '\t';

    if (!indented || reader->state == OUTSIDE) {
        complain_at(reader, reader->lines, BCNET_TRACE_STRAY_LINE, "The line belongs to no record and is passed over.");
        if (reader->state == IN_DUMP)
            reader->state = BEHIND_DUMP;
    } else if (reader->state == BEFORE_DUMP) {
        take_label(reader, line);
    } else if (reader->state == IN_DUMP) {
        take_dump_line(reader, line);
    }
}

/* ---- Lines ---- */

static void take_comment(bcnet_trace_reader_t *reader, bcnet_trace_line_t line)
{
    gint64 day, time;

    switch (bcnet_trace_parse_session(line, &day, &time)) {
    case BCNET_TRACE_SESSION:
        reader->day = day;
        reader->last_time = time;
        reader->date_known = TRUE;
        break;
    case BCNET_TRACE_BAD_SESSION:
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DATE,
                    "The date of the session is not of the form YYYY-MM-DD hh:mm:ss.");
        break;
    case BCNET_TRACE_NO_SESSION:
        break;
    }
}

/* Without the carriage return of Windows, and the byte order mark that its editors put in front. */
static bcnet_trace_line_t trim_line(const char *text, gsize length, gboolean first)
{
    static const char  mark[] = "\xEF\xBB\xBF";
    bcnet_trace_line_t line = { text, text + length };

    if (length > 0 && line.end[-1] == '\r')
        line.end--;
    if (first && line.end - line.text >= 3 && memcmp(line.text, mark, 3) == 0)
        line.text += 3;
    return line;
}

static void take_line(bcnet_trace_reader_t *reader, const char *text, gsize length)
{
    gint64 time;

    reader->lines++;
    bcnet_trace_line_t line = trim_line(text, length, reader->lines == 1);
    bcnet_trace_line_t content = bcnet_trace_strip(line);
    if (content.text == content.end) {
        end_record(reader);
    } else if (*line.text == '#') {
        end_record(reader); /* a log that was cut off and begun again has no empty line here */
        take_comment(reader, line);
    } else if (bcnet_trace_parse_time(&line, &time)) {
        end_record(reader);
        take_head(reader, line, time);
    } else {
        take_line_of_record(reader, line);
    }
}

static void take_partial(bcnet_trace_reader_t *reader)
{
    take_line(reader, reader->partial->str, reader->partial->len);
    if (reader->partial_overflows) {
        complain_at(reader, reader->lines, BCNET_TRACE_LONG_LINE,
                    "The line is longer than %d bytes; its end is passed over.", LONGEST_LINE);
    }
    g_string_truncate(reader->partial, 0);
    reader->partial_overflows = FALSE;
}

static void keep_partial(bcnet_trace_reader_t *reader, const char *text, gsize length)
{
    gsize room = LONGEST_LINE - reader->partial->len;

    reader->partial_overflows |= length > room;
    g_string_append_len(reader->partial, text, (gssize)MIN(length, room));
}

void bcnet_trace_reader_feed(bcnet_trace_reader_t *reader, const char *text, gsize length)
{
    const char *end = text + length;

    while (text < end) {
        const char *newline = memchr(text, '\n', (gsize)(end - text));
        gsize       piece = (gsize)((newline ? newline : end) - text);

        if (newline && reader->partial->len == 0 && piece <= LONGEST_LINE) {
            take_line(reader, text, piece);
        } else {
            keep_partial(reader, text, piece);
            if (newline)
                take_partial(reader);
        }
        text += piece + (newline != NULL);
    }
}

void bcnet_trace_reader_finish(bcnet_trace_reader_t *reader)
{
    if (reader->partial->len > 0)
        take_partial(reader);
    end_record(reader);
}
