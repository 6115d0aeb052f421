/* What the user is told of a conversion: faults with their lines, progress, and what was taken and what not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TRACE_REPORT_H
#define BCNET_TRACE_REPORT_H

#include "trace/trace-reader.h"

typedef struct {
    const char *name; /* of the log */
    guint64     bytes;
    guint64     lines;
    guint64     datagrams; /* written */
    guint64     from_server;
    guint64     text; /* written as they were on the wire: GameSpy */
    guint64     shorter; /* written, but the log holds less of them than was sent */
    guint64     unknown_peer;
    guint64     tcp; /* not written */
    guint64     failed; /* not written */
    guint64     faults[BCNET_TRACE_FAULT_COUNT];
    gint64      first_time;
    gint64      last_time;
    GHashTable *peers; /* addresses seen, as long as they are not too many */
    guint64     size; /* of the log, 0 when not known */
    gint64      next_progress;
    gboolean    shows_progress;
    gboolean    progress_shown;
} bcnet_trace_report_t;

void bcnet_trace_report_start(bcnet_trace_report_t *report, const char *name, int log, gboolean quiet);
void bcnet_trace_report_clear(bcnet_trace_report_t *report);
void bcnet_trace_report_datagram(bcnet_trace_report_t *report, const bcnet_trace_record_t *record);
void bcnet_trace_report_fault(bcnet_trace_report_t *report, guint64 line, bcnet_trace_fault_t fault,
                              const char *explanation);
/* A line that rewrites itself, on a terminal only. */
void bcnet_trace_report_progress(bcnet_trace_report_t *report, guint64 bytes);
void bcnet_trace_report_end_progress(bcnet_trace_report_t *report);
void bcnet_trace_report_summary(const bcnet_trace_report_t *report, const char *output);

#endif
