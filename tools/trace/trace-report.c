/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Faults, progress and summary of a conversion, on standard error. */
#include "trace/trace-convert.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FAULTS_TOLD = 10, /* of each kind; a damaged log can have millions */
    PEERS_COUNTED = 4096
};

#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 4)

void bcnet_trace_report_start(bcnet_trace_report_t *report, const char *name, int log, gboolean quiet)
{
    struct stat status;

    memset(report, 0, sizeof *report);
    report->name = name;
    report->peers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    if (fstat(log, &status) == 0 && S_ISREG(status.st_mode))
        report->size = (guint64)status.st_size;
    report->shows_progress = !quiet && isatty(STDERR_FILENO);
    /* A short log is done before anybody could read the line. */
    report->next_progress = g_get_monotonic_time() + PROGRESS_INTERVAL;
}

void bcnet_trace_report_clear(bcnet_trace_report_t *report)
{
    g_hash_table_destroy(report->peers);
}

static void note_peer(bcnet_trace_report_t *report, const bcnet_trace_record_t *record)
{
    gint64 key = record->peer_port;

    if (!record->peer_known) {
        report->unknown_peer++;
        return;
    }
    for (guint i = 0; i < sizeof record->peer_ip; i++)
        key = key << 8 | record->peer_ip[i];
    if (g_hash_table_size(report->peers) < PEERS_COUNTED && !g_hash_table_contains(report->peers, &key))
        g_hash_table_add(report->peers, g_memdup2(&key, sizeof key));
}

void bcnet_trace_report_datagram(bcnet_trace_report_t *report, const bcnet_trace_record_t *record)
{
    if (report->datagrams == 0 || record->time < report->first_time)
        report->first_time = record->time;
    if (report->datagrams == 0 || record->time > report->last_time)
        report->last_time = record->time;
    report->datagrams++;
    report->from_server += record->from_server != FALSE;
    report->text += !record->plain;
    report->shorter += record->captured < record->length;
    note_peer(report, record);
}

void bcnet_trace_report_fault(bcnet_trace_report_t *report, guint64 line, bcnet_trace_fault_t fault,
                              const char *explanation)
{
    report->faults[fault]++;
    if (report->faults[fault] > FAULTS_TOLD)
        return;
    bcnet_trace_report_end_progress(report);
    fprintf(stderr, "%s:%" G_GUINT64_FORMAT ": %s\n", report->name, line, explanation);
    if (report->faults[fault] == FAULTS_TOLD)
        fprintf(stderr, "%s: More of this kind are only counted.\n", report->name);
}

/* ---- Progress ---- */

void bcnet_trace_report_progress(bcnet_trace_report_t *report, guint64 bytes)
{
    report->bytes += bytes;
    if (!report->shows_progress || g_get_monotonic_time() < report->next_progress)
        return;
    report->next_progress = g_get_monotonic_time() + PROGRESS_INTERVAL;
    fputs("\r", stderr);
    if (report->size > 0)
        fprintf(stderr, "%3u %%, ", (guint)MIN(report->bytes * 100 / report->size, 100));
    fprintf(stderr, "%" G_GUINT64_FORMAT " MB read, %" G_GUINT64_FORMAT " datagrams ", report->bytes / 1000000,
            report->datagrams);
    fflush(stderr);
    report->progress_shown = TRUE;
}

void bcnet_trace_report_end_progress(bcnet_trace_report_t *report)
{
    if (report->progress_shown) {
        fputs("\r\033[K", stderr);
        report->progress_shown = FALSE;
    }
}

/* ---- Summary ---- */

/* SEVERAL is NULL when it is like ONE. */
static void print_count(guint64 count, const char *one, const char *several)
{
    if (count > 0)
        fprintf(stderr, "  %12" G_GUINT64_FORMAT " %s\n", count, count == 1 || !several ? one : several);
}

static void print_time(gint64 time)
{
    g_autoptr(GDateTime) moment = g_date_time_new_from_unix_utc(time / G_USEC_PER_SEC);
    g_autofree char *text = moment ? g_date_time_format(moment, "%Y-%m-%d %H:%M:%S") : g_strdup("?");

    fprintf(stderr, "%s.%03d", text, (int)(time % G_USEC_PER_SEC / 1000));
}

static void print_written(const bcnet_trace_report_t *report)
{
    guint peers = g_hash_table_size(report->peers);

    print_count(report->datagrams - report->from_server, "from a client", "from clients");
    print_count(report->from_server, "from the server", NULL);
    print_count(report->text, "GameSpy text, not enciphered", "GameSpy texts, not enciphered");
    print_count(report->shorter, "of which the log does not hold all bytes: marked as cut short", NULL);
    print_count(report->unknown_peer, "with a peer that the log does not name", NULL);
    print_count(report->faults[BCNET_TRACE_BAD_DUMP], "with a gap in the dump: taken up to the gap", NULL);
    print_count(report->faults[BCNET_TRACE_LONG_DUMP], "with more bytes than its head line says",
                "with more bytes than their head lines say");
    print_count(peers, "peer", peers < PEERS_COUNTED ? "peers" : "peers or more");
    if (report->datagrams > 0) {
        fputs("  from ", stderr);
        print_time(report->first_time);
        fputs(" to ", stderr);
        print_time(report->last_time);
        fputs("\n", stderr);
    }
}

static void print_left_out(const bcnet_trace_report_t *report)
{
    guint64 left_out = report->tcp + report->failed + report->faults[BCNET_TRACE_BAD_HEAD] +
                       report->faults[BCNET_TRACE_BAD_LENGTH] + report->faults[BCNET_TRACE_NO_BYTES];

    if (left_out == 0) {
        fputs("No record was left out.\n", stderr);
        return;
    }
    fprintf(stderr, "%" G_GUINT64_FORMAT " record%s left out:\n", left_out, left_out == 1 ? " was" : "s were");
    print_count(report->tcp, "of a TCP connection", "of TCP connections");
    print_count(report->failed, "that was never on the wire: the socket call failed",
                "that were never on the wire: the socket call failed");
    print_count(report->faults[BCNET_TRACE_BAD_HEAD], "with a head line that cannot be read", NULL);
    print_count(report->faults[BCNET_TRACE_BAD_LENGTH], "with an impossible length", NULL);
    print_count(report->faults[BCNET_TRACE_NO_BYTES], "without any byte of its datagram",
                "without any byte of their datagrams");
}

static void print_lines(const bcnet_trace_report_t *report)
{
    guint64 damaged = report->faults[BCNET_TRACE_STRAY_LINE] + report->faults[BCNET_TRACE_LONG_LINE];

    if (damaged == 0)
        return;
    fprintf(stderr, "%" G_GUINT64_FORMAT " line%s damaged:\n", damaged, damaged == 1 ? " was" : "s were");
    print_count(report->faults[BCNET_TRACE_STRAY_LINE], "that belongs to no record", "that belong to no record");
    print_count(report->faults[BCNET_TRACE_LONG_LINE], "too long", NULL);
}

void bcnet_trace_report_summary(const bcnet_trace_report_t *report, const char *output)
{
    fprintf(stderr, "%s: %" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT " lines.\n", report->name, report->bytes,
            report->lines);
    fprintf(stderr, "%" G_GUINT64_FORMAT " datagram%s written to %s:\n", report->datagrams,
            report->datagrams == 1 ? " was" : "s were", output);
    print_written(report);
    print_left_out(report);
    print_lines(report);
}
