/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the community's text traces, packet_trace.log (protocol chapter 95), piece by piece.
 *
 * The reader is fed with pieces of any size and calls back for every record, so a log of any length
 * takes the same memory. It never gives up: logs are cut off anywhere, and what cannot be read is
 * told, with its line, and passed over. */
#pragma once

#include "forge/forge-frame.h"

/* A datagram of the log. */
typedef struct {
    guint64         line; /* of its head line, from 1 */
    gint64          time; /* microseconds since 1970-01-01; the log's clock is taken for UTC */
    gboolean        from_server;
    gboolean        peer_known;
    forge_address_t peer; /* when known */
    gboolean        failed; /* the socket call returned an error: nothing went over the wire */
    gboolean        plain; /* the bytes are deciphered; otherwise as they were on the wire */
    guint32         length; /* of the datagram */
    guint32         captured; /* bytes of it that the log holds */
    guint8          bytes[BCNET_FORGE_MAX_UDP];
} bcnet_trace_record_t;

/* What can be wrong with a log. The first three cost a record. */
typedef enum {
    BCNET_TRACE_BAD_HEAD, /* the head line of a record is not understood */
    BCNET_TRACE_BAD_LENGTH, /* no datagram can be that long */
    BCNET_TRACE_NO_BYTES, /* a record without a dump */
    BCNET_TRACE_BAD_DUMP, /* bytes are missing in the middle: kept up to there */
    BCNET_TRACE_LONG_DUMP, /* more bytes than the head line says: all are kept */
    BCNET_TRACE_LONG_LINE, /* the end of a line is passed over */
    BCNET_TRACE_STRAY_LINE, /* belongs to no record */
    BCNET_TRACE_BAD_DATE, /* the date of the session is not understood */
    BCNET_TRACE_NO_DATE, /* a record before any date: the default is used */
    BCNET_TRACE_FAULT_COUNT
} bcnet_trace_fault_t;

typedef struct {
    /* The bytes may be changed. */
    void (*record)(void *context, bcnet_trace_record_t *record);
    /* A record of a TCP connection: no datagram. */
    void (*tcp)(void *context);
    /* `explanation` is a sentence. */
    void (*fault)(void *context, guint64 line, bcnet_trace_fault_t fault, const char *explanation);
} bcnet_trace_callbacks_t;

typedef struct bcnet_trace_reader bcnet_trace_reader_t;

/* `day` is the midnight, in seconds since 1970, of records before the first date in the log. */
bcnet_trace_reader_t *bcnet_trace_reader_new(const bcnet_trace_callbacks_t *callbacks, void *context, gint64 day);
void                  bcnet_trace_reader_feed(bcnet_trace_reader_t *reader, const char *text, gsize length);
/* Ends the last line and the last record, and frees the reader. The number of lines. */
guint64 bcnet_trace_reader_finish(bcnet_trace_reader_t *reader);

/* "2026-02-14 22:08:08": seconds since 1970, -1 if it is none. */
gint64 bcnet_trace_parse_date(const char *text);
