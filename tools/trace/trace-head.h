/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of a packet_trace.log that have a form of their own (protocol chapter 95). */
#ifndef BCNET_TRACE_HEAD_H
#define BCNET_TRACE_HEAD_H

#include "trace/trace-reader.h"

/* A line without its line end; may hold any byte. */
typedef struct {
    const char *text;
    const char *end;
} bcnet_trace_line_t;

enum { BCNET_TRACE_DUMP_WIDTH = 16 };

/* A line of a dump: offset, then up to 16 bytes. */
typedef struct {
    gsize   indentation;
    guint32 offset;
    guint   count;
    guint8  bytes[BCNET_TRACE_DUMP_WIDTH];
} bcnet_trace_dump_line_t;

/* "[hh:mm:ss.mmm]": microseconds since midnight; LINE moves behind it. Every record begins so. */
gboolean bcnet_trace_parse_time(bcnet_trace_line_t *line, gint64 *time);
/* What follows the time: of a TCP connection, or of a datagram. Of that, RECORD is told peer and result, and LENGTH what
 * may be no length of a datagram. NULL when it is understood, otherwise what is wrong with it. */
gboolean    bcnet_trace_is_tcp(bcnet_trace_line_t line);
const char *bcnet_trace_parse_head(bcnet_trace_line_t line, bcnet_trace_record_t *record, guint64 *length);
/* "    0010: 32 1B ...  |2...|". Bytes count up to the first thing that is none. */
gboolean bcnet_trace_parse_dump_line(bcnet_trace_line_t line, bcnet_trace_dump_line_t *dump);

typedef enum { BCNET_TRACE_NO_SESSION, BCNET_TRACE_SESSION, BCNET_TRACE_BAD_SESSION } bcnet_trace_session_t;
/* "# Session started: 2026-02-14 22:08:08": midnight in seconds since 1970, and the time of day in
 * microseconds. */
bcnet_trace_session_t bcnet_trace_parse_session(bcnet_trace_line_t line, gint64 *day, gint64 *time);

gboolean bcnet_trace_line_is(bcnet_trace_line_t line, const char *word);
/* Without blanks at both ends. */
bcnet_trace_line_t bcnet_trace_strip(bcnet_trace_line_t line);

#endif
