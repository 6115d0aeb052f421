/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the records of a packet_trace.log to the frames of a capture. */
#include "trace/trace-convert.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "common/program.h"
#include "common/system.h"
#include "forge/forge-cipher.h"
#include "forge/forge-capture.h"

enum { PIECE = 256 * 1024 }; /* read at a time */

typedef struct {
    const bcnet_trace_options_t *options;
    forge_pcapng_t              *pcapng;
    bcnet_trace_report_t         report;
    guint16                      identification;
    guint8                       datagram[BCNET_TRACE_MAX_DATAGRAM];
} converter_t;

static forge_headers_t headers_of(converter_t *converter, const bcnet_trace_record_t *record)
{
    const bcnet_trace_options_t *options = converter->options;
    forge_address_t              peer = options->unknown;

    if (record->peer_known) {
        memcpy(peer.ip, record->peer_ip, sizeof record->peer_ip);
        peer.port = record->peer_port;
    }
    forge_headers_t headers = {
        .source = record->from_server ? options->server : peer,
        .destination = record->from_server ? peer : options->server,
        .identification = converter->identification++,
        .udp_length = -1,
    };
    return headers;
}

/* The datagram as it was on the wire. Bytes that the log lacks become zeros here, and are left out of the
 * frame: the capture says that it holds less than was sent. */
static void restore_datagram(converter_t *converter, const bcnet_trace_record_t *record)
{
    memcpy(converter->datagram, record->bytes, record->captured);
    memset(converter->datagram + record->captured, 0, record->length - record->captured);
    if (record->plain)
        bcnet_forge_encrypt(converter->datagram, record->captured);
}

static void write_record(converter_t *converter, const bcnet_trace_record_t *record)
{
    forge_headers_t headers = headers_of(converter, record);

    restore_datagram(converter, record);
    g_autoptr(GByteArray) bytes = bcnet_forge_udp_frame(&headers, converter->datagram, record->length);
    forge_frame_t frame = {
        .time = record->time,
        .bytes = bytes->data,
        .captured = bytes->len - (record->length - record->captured),
        .length = bytes->len,
        .comment = record->peer_known ? NULL : "The log does not name the peer of this datagram.",
    };
    bcnet_pcapng_write(converter->pcapng, &frame);
}

static void on_record(void *context, const bcnet_trace_record_t *record)
{
    converter_t *converter = (converter_t *)context;

    if (record->failed && !converter->options->keep_failed) {
        converter->report.failed++;
        return;
    }
    write_record(converter, record);
    bcnet_trace_report_datagram(&converter->report, record);
}

static void on_tcp(void *context)
{
    ((converter_t *)context)->report.tcp++;
}

static void on_fault(void *context, guint64 line, bcnet_trace_fault_t fault, const char *explanation)
{
    converter_t *converter = (converter_t *)context;

    if (fault != BCNET_TRACE_NO_DATE || converter->options->day < 0)
        bcnet_trace_report_fault(&converter->report, line, fault, explanation);
}

static gboolean fail_because(GError **error, const char *name, const char *what, const char *why)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s (%s).", name, what, why);
    return FALSE;
}

static gboolean fail(GError **error, const char *name, const char *what)
{
    return fail_because(error, name, what, g_strerror(errno));
}

static gboolean read_log(converter_t *converter, int log, const char *name, GError **error)
{
    static const bcnet_trace_callbacks_t callbacks = { on_record, on_tcp, on_fault };
    bcnet_trace_report_t                *report = &converter->report;
    bcnet_trace_reader_t *reader = bcnet_trace_reader_new(&callbacks, converter, MAX(converter->options->day, 0));
    g_autofree char      *piece = g_malloc(PIECE);
    gssize                got;

    while ((got = read(log, piece, PIECE)) > 0 || (got < 0 && errno == EINTR)) {
        bcnet_trace_reader_feed(reader, piece, (gsize)MAX(got, 0));
        report->bytes += (guint64)MAX(got, 0);
    }
    gboolean fine = got == 0 || fail(error, name, "Reading failed");
    if (fine)
        bcnet_trace_reader_finish(reader);
    report->lines = bcnet_trace_reader_lines(reader);
    bcnet_trace_reader_free(reader);
    if (fine && report->from_client + report->from_server + report->failed + report->tcp == 0) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "%s: There is no record in it that can be read; is it a packet_trace.log?", name);
        fine = FALSE;
    }
    return fine;
}

static gboolean convert_open_log(int log, const char *name, const char *output, const bcnet_trace_options_t *options,
                                 GError **error)
{
    forge_pcapng_t *pcapng = bcnet_pcapng_open(output, "bcnet-trace2pcap", error);
    if (!pcapng)
        return FALSE;
    g_autofree converter_t *converter = g_new0(converter_t, 1);
    converter->options = options;
    converter->pcapng = pcapng;
    converter->report.name = name;
    converter->report.peers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    gboolean fine = read_log(converter, log, name, error);
    if (fine)
        fine = bcnet_pcapng_close(pcapng, error);
    else
        bcnet_pcapng_abandon(pcapng);
    if (fine && !options->quiet)
        bcnet_trace_report_summary(&converter->report, output);
    g_hash_table_destroy(converter->report.peers);
    return fine;
}

gboolean bcnet_trace_convert(const char *log, const char *output, const bcnet_trace_options_t *options, GError **error)
{
    gboolean    standard_input = strcmp(log, "-") == 0;
    const char *name = standard_input ? "standard input" : log;
    const char *wrong = standard_input ? NULL : tool_why_no_text(log);

    if (wrong)
        return fail_because(error, name, "The log cannot be read", wrong);
    int descriptor = standard_input ? STDIN_FILENO : g_open(log, O_RDONLY | O_CLOEXEC | O_BINARY, 0);
    if (standard_input)
        tool_system_binary(0);
    if (descriptor < 0)
        return fail(error, name, "The log cannot be read");
    gboolean fine = convert_open_log(descriptor, name, output, options, error);
    if (!standard_input)
        close(descriptor);
    return fine;
}
