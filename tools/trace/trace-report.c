/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults and summary of a conversion, on standard error. */
#include "trace/trace-report.h"

#include <stdio.h>

enum {
    FAULTS_TOLD = 10, /* of each kind; a damaged log can have millions */
    PEERS_COUNTED = 4096
};

static void note_peer(bcnet_trace_report_t *report, const bcnet_trace_record_t *record)
{
    gint64 key = record->peer.port;

    if (!record->peer_known) {
        report->unknown_peer++;
        return;
    }
    memcpy((guint8 *)&key + 4, record->peer.ip, 4);
    if (g_hash_table_size(report->peers) < PEERS_COUNTED)
        g_hash_table_add(report->peers, g_memdup2(&key, sizeof key));
}

void bcnet_trace_report_datagram(bcnet_trace_report_t *report, const bcnet_trace_record_t *record)
{
    const gboolean first = report->from_server + report->from_client == 0;

    report->first_time = first ? record->time : MIN(record->time, report->first_time);
    report->last_time = first ? record->time : MAX(record->time, report->last_time);
    *(record->from_server ? &report->from_server : &report->from_client) += 1;
    report->text += !record->plain;
    report->shorter += record->captured < record->length;
    note_peer(report, record);
}

void bcnet_trace_report_fault(bcnet_trace_report_t *report, guint64 line, bcnet_trace_fault_t fault,
                              const char *explanation)
{
    if (++report->faults[fault] > FAULTS_TOLD)
        return;
    fprintf(stderr, "%s:%" G_GUINT64_FORMAT ": %s\n", report->name, line, explanation);
    if (report->faults[fault] == FAULTS_TOLD)
        fprintf(stderr, "%s: More of this kind are only counted.\n", report->name);
}

/* ---- Summary ---- */

typedef struct {
    guint64     count;
    const char *one;
    const char *several; /* NULL: like one */
} part_t;

static guint64 sum(const part_t *parts)
{
    guint64 all = 0;

    for (; parts->one; parts++)
        all += parts->count;
    return all;
}

/* "5 records were left out:", and of which kinds. */
static void print_parts(guint64 count, const char *what, const char *became, const part_t *parts)
{
    fprintf(stderr, "%" G_GUINT64_FORMAT " %s%s %s:\n", count, what, count == 1 ? " was" : "s were", became);
    for (; parts->one; parts++)
        if (parts->count > 0)
            fprintf(stderr, "  %12" G_GUINT64_FORMAT " %s\n", parts->count,
                    parts->count == 1 || !parts->several ? parts->one : parts->several);
}

static char *words_of_time(gint64 time)
{
    g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(time / G_USEC_PER_SEC);
    g_autofree char *text = moment ? g_date_time_format(moment, "%Y-%m-%d %H:%M:%S") : g_strdup("?");

    return g_strdup_printf("%s.%03d", text, (int)(time % G_USEC_PER_SEC / 1000));
}

static void print_written(const bcnet_trace_report_t *report, const char *output)
{
    const guint64    datagrams = report->from_client + report->from_server;
    const guint      peers = g_hash_table_size(report->peers);
    g_autofree char *first = words_of_time(report->first_time), *last = words_of_time(report->last_time);
    g_autofree char *became = g_strdup_printf("written to %s", output);
    const part_t     parts[] = {
            { report->from_client, "from a client", "from clients" },
            { report->from_server, "from the server", NULL },
            { report->text, "GameSpy text, not enciphered", "GameSpy texts, not enciphered" },
            { report->shorter, "of which the log does not hold all bytes: marked as cut short", NULL },
            { report->unknown_peer, "with a peer that the log does not name", NULL },
            { report->faults[BCNET_TRACE_BAD_DUMP], "with a gap in the dump: taken up to the gap", NULL },
            { report->faults[BCNET_TRACE_LONG_DUMP], "with more bytes than its head line says",
              "with more bytes than their head lines say" },
            { peers, "peer", peers < PEERS_COUNTED ? "peers" : "peers or more" },
            { 0, NULL, NULL },
    };

    print_parts(datagrams, "datagram", became, parts);
    if (datagrams > 0)
        fprintf(stderr, "  from %s to %s\n", first, last);
}

void bcnet_trace_report_summary(const bcnet_trace_report_t *report, const char *output)
{
    const part_t left_out[] = {
        { report->tcp, "of a TCP connection", "of TCP connections" },
        { report->failed, "that was never on the wire: the socket call failed",
          "that were never on the wire: the socket call failed" },
        { report->faults[BCNET_TRACE_BAD_HEAD], "with a head line that cannot be read", NULL },
        { report->faults[BCNET_TRACE_BAD_LENGTH], "with an impossible length", NULL },
        { report->faults[BCNET_TRACE_NO_BYTES], "without any byte of its datagram",
          "without any byte of their datagrams" },
        { 0, NULL, NULL },
    };
    const part_t damaged[] = {
        { report->faults[BCNET_TRACE_STRAY_LINE], "that belongs to no record", "that belong to no record" },
        { report->faults[BCNET_TRACE_LONG_LINE], "too long", NULL },
        { 0, NULL, NULL },
    };

    fprintf(stderr, "%s: %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT " lines.\n", report->name, report->bytes,
            report->lines);
    print_written(report, output);
    if (sum(left_out) > 0)
        print_parts(sum(left_out), "record", "left out", left_out);
    else
        fputs("No record was left out.\n", stderr);
    if (sum(damaged) > 0)
        print_parts(sum(damaged), "line", "damaged", damaged);
}
