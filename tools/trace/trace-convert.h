/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a packet_trace.log into a capture: enciphers again what the logger deciphered, and puts
 * addresses around it. */
#pragma once

#include "forge/forge-frame.h"
#include "trace/trace-reader.h"

typedef struct {
    forge_address_t server; /* the log does not tell it */
    forge_address_t unknown; /* stands for peers that the logger did not know */
    gint64          day; /* for logs without a date: midnight in seconds since 1970, -1 when not given */
    gboolean        keep_failed; /* datagrams that the logger could not send */
    gboolean        quiet; /* no summary; faults are told all the same */
} bcnet_trace_options_t;

/* LOG may be "-" for standard input, OUTPUT "-" for standard output. Reports go to standard error.
 * FALSE with ERROR set when there is no capture. */
gboolean bcnet_trace_convert(const char *log, const char *output, const bcnet_trace_options_t *options, GError **error);

/* ---- trace-report.c: what the user is told of a conversion: faults with their lines, what was taken and what not ---- */

typedef struct {
    const char *name; /* of the log */
    guint64     bytes;
    guint64     lines;
    guint64     from_client; /* these five were written */
    guint64     from_server;
    guint64     text; /* as they were on the wire: GameSpy */
    guint64     shorter; /* the log holds less of them than was sent */
    guint64     unknown_peer;
    guint64     tcp; /* these two were not */
    guint64     failed;
    guint64     faults[BCNET_TRACE_FAULT_COUNT];
    gint64      first_time;
    gint64      last_time;
    GHashTable *peers; /* addresses seen, as long as they are not too many */
} bcnet_trace_report_t;

void bcnet_trace_report_datagram(bcnet_trace_report_t *report, const bcnet_trace_record_t *record);
void bcnet_trace_report_fault(bcnet_trace_report_t *report, guint64 line, bcnet_trace_fault_t fault,
                              const char *explanation);
void bcnet_trace_report_summary(const bcnet_trace_report_t *report, const char *output);
