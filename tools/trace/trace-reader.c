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

static void take_head(bcnet_trace_reader_t *reader, const char *line, gint64 time_of_day)
{
    const gint64 time = full_time(reader, time_of_day);
    const char  *text = bcnet_trace_skip_blanks(line);
    guint64      length = 0;

    reader->state = IN_OTHER_RECORD;
    if (g_str_has_prefix(text, "TCP_SEND") || g_str_has_prefix(text, "TCP_RECV")) {
        reader->callbacks.tcp(reader->context);
        return;
    }
    const char *trouble = bcnet_trace_parse_head(text, &reader->record, &length);
    if (trouble)
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_HEAD, "%s; the record is left out.", trouble);
    else if (length > BCNET_TRACE_MAX_DATAGRAM)
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
    const guint           count = bcnet_trace_parse_bytes(text, bytes);

    if (offset != record->captured) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump goes on at offset 0x%04x where 0x%04x was expected; the datagram is taken up to there.",
                    offset, record->captured);
        reader->state = BEHIND_DUMP;
    } else if (record->captured + count > BCNET_TRACE_MAX_DATAGRAM) {
        complain_at(reader, reader->lines, BCNET_TRACE_BAD_DUMP,
                    "The dump is longer than any datagram; the datagram is taken up to here.");
        reader->state = BEHIND_DUMP;
    } else {
        memcpy(reader->bytes + record->captured, bytes, count);
        record->captured += count;
    }
}

/* The dump ends with the first line that has another form or another indentation: what follows is the
 * logger's own reading, and may hold anything. */
static void take_dump_line(bcnet_trace_reader_t *reader, gsize indentation, const char *text)
{
    guint32 offset;

    if (!bcnet_trace_parse_offset(&text, &offset) ||
        (reader->dump_indentation != 0 && indentation != reader->dump_indentation)) {
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
    gint64 seconds;

    text = bcnet_trace_skip_blanks(text);
    if (!bcnet_trace_skip(&text, "Session started:"))
        return;
    if (bcnet_trace_parse_date(bcnet_trace_skip_blanks(text), &seconds)) {
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
        bcnet_trace_skip(&line, "\xEF\xBB\xBF");
    const char *text = bcnet_trace_skip_blanks(line);
    if (*text == '\0') {
        end_record(reader);
    } else if (*line == '#') {
        end_record(reader); /* a log that was cut off and begun again has no empty line here */
        take_comment(reader, line + 1);
    } else if (bcnet_trace_parse_time(&line, &time)) {
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

void bcnet_trace_reader_finish(bcnet_trace_reader_t *reader)
{
    if (reader->partial->len > 0)
        end_line(reader);
    end_record(reader);
}
