/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the user is told of a conversion: faults with their lines, what was taken and what not. */
#pragma once

#include "trace/trace-reader.h"

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
