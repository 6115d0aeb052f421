/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a packet_trace.log of a logging server into a capture: enciphers again what the logger deciphered, and puts
 * addresses around it. */
#include <stdio.h>
#include <string.h>

#include "common/output.h"
#include "common/program.h"
#include "forge/forge-capture.h"
#include "forge/forge-cipher.h"
#include "trace/trace-report.h"

/* The log tells neither (protocol chapter 95). 192.0.2.0/24 is reserved for documentation, so it is seen
 * that the address is none. */
#define DEFAULT_SERVER "10.0.0.1:22101"
#define DEFAULT_UNKNOWN "192.0.2.1:9"

enum { PIECE = 256 * 1024 }; /* read at a time */

static char    *server_text = DEFAULT_SERVER;
static char    *unknown_text = DEFAULT_UNKNOWN;
static char    *date_text;
static gboolean keep_failed; /* datagrams that the logger could not send */
static gboolean quiet; /* no summary; faults are told all the same */

static GOptionEntry entries[] = {
    { "server", 's', 0, G_OPTION_ARG_STRING, &server_text, "Address of the server (default " DEFAULT_SERVER ")",
      "IP:PORT" },
    { "unknown", 'u', 0, G_OPTION_ARG_STRING, &unknown_text,
      "Address for peers that the log does not name (default " DEFAULT_UNKNOWN ")", "IP:PORT" },
    { "date", 'd', 0, G_OPTION_ARG_STRING, &date_text, "Date of a log that does not tell it", "YYYY-MM-DD" },
    { "keep-failed", 'k', 0, G_OPTION_ARG_NONE, &keep_failed, "Take datagrams too that could not be sent", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "No summary", NULL },
    G_OPTION_ENTRY_NULL,
};

typedef struct {
    forge_address_t      server;
    forge_address_t      unknown; /* stands for peers that the logger did not know */
    gint64               day; /* for logs without a date: midnight in seconds since 1970, -1 when not given */
    forge_pcapng_t      *pcapng;
    bcnet_trace_report_t report;
    guint16              identification;
} converter_t;

/* ---- What the reader finds ---- */

/* The datagram as it was on the wire. Bytes that the log lacks become zeros here, and are left out of the
 * frame: the capture says that it holds less than was sent. */
static void on_record(void *context, bcnet_trace_record_t *record)
{
    converter_t           *converter = (converter_t *)context;
    const forge_address_t *peer = record->peer_known ? &record->peer : &converter->unknown;

    if (record->failed && !keep_failed) {
        converter->report.failed++;
        return;
    }
    const forge_headers_t headers = {
        .source = record->from_server ? converter->server : *peer,
        .destination = record->from_server ? *peer : converter->server,
        .identification = converter->identification++,
        .udp_length = -1,
    };
    memset(record->bytes + record->captured, 0, record->length - record->captured);
    if (record->plain)
        bcnet_forge_encrypt(record->bytes, record->captured);
    g_autoptr(GByteArray) bytes = bcnet_forge_frame(&headers, record->bytes, record->length);
    const forge_frame_t frame = {
        .time = record->time,
        .bytes = bytes->data,
        .captured = bytes->len - (record->length - record->captured),
        .length = bytes->len,
        .comment = record->peer_known ? NULL : "The log does not name the peer of this datagram.",
    };
    bcnet_pcapng_write(converter->pcapng, &frame);
    bcnet_trace_report_datagram(&converter->report, record);
}

static void on_tcp(void *context)
{
    ((converter_t *)context)->report.tcp++;
}

static void on_fault(void *context, guint64 line, bcnet_trace_fault_t fault, const char *explanation)
{
    converter_t *converter = (converter_t *)context;

    if (fault != BCNET_TRACE_NO_DATE || converter->day < 0)
        bcnet_trace_report_fault(&converter->report, line, fault, explanation);
}

/* ---- The log as a whole ---- */

static void read_log(converter_t *converter, FILE *log, GError **error)
{
    static const bcnet_trace_callbacks_t callbacks = { on_record, on_tcp, on_fault };
    bcnet_trace_report_t                *report = &converter->report;
    bcnet_trace_reader_t                *reader = bcnet_trace_reader_new(&callbacks, converter, MAX(converter->day, 0));
    g_autofree char                     *piece = g_malloc(PIECE);
    gsize                                got;

    while ((got = fread(piece, 1, PIECE, log)) > 0) {
        bcnet_trace_reader_feed(reader, piece, got);
        report->bytes += got;
    }
    const gboolean failed = ferror(log) != 0;
    report->lines = bcnet_trace_reader_finish(reader);
    if (failed || report->from_client + report->from_server + report->failed + report->tcp == 0)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", report->name,
                    failed ? "Reading failed."
                           : "There is no record in it that can be read; is it a packet_trace.log?");
}

static gboolean convert(converter_t *converter, const char *path, const char *output, GError **error)
{
    FILE *log = tool_input_open(path, "a packet_trace.log, a text", error);

    converter->report.name = tool_input_name(path);
    converter->pcapng = log ? bcnet_pcapng_open(output, "bcnet-trace2pcap", error) : NULL;
    if (converter->pcapng)
        read_log(converter, log, error);
    gboolean fine = converter->pcapng && bcnet_pcapng_close(converter->pcapng, error);
    if (fine && !quiet)
        bcnet_trace_report_summary(&converter->report, output);
    if (log)
        fclose(log);
    return fine;
}

/* ---- The call ---- */

static gboolean parse_ipv4(const char *option, const char *text, forge_address_t *address)
{
    if (bcnet_forge_parse_address(text, address) && !address->v6)
        return TRUE;
    tool_misuse("bcnet-trace2pcap", "--%s: \"%s\" is not an IPv4 address and a port, like %s.", option, text,
                DEFAULT_SERVER);
    return FALSE;
}

static gboolean parse_day(const char *text, gint64 *day)
{
    g_autofree char *midnight = text ? g_strconcat(text, " 00:00:00", NULL) : NULL;

    *day = midnight ? bcnet_trace_parse_date(midnight) : -1;
    if (!text || (*day >= 0 && strlen(text) == strlen("YYYY-MM-DD")))
        return TRUE;
    tool_misuse("bcnet-trace2pcap", "--date: \"%s\" is not a date from 1970 on of the form YYYY-MM-DD.", text);
    return FALSE;
}

int main(int argc, char **argv)
{
    converter_t converter = { .report.peers = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL) };
    g_autoptr(GError) error = NULL;

    tool_start(&argc, &argv);
    int code = tool_options("bcnet-trace2pcap", "packet_trace.log OUT.pcapng",
                            "Turns a text trace of a logging server into a capture. \"-\" stands for standard "
                            "input or output.",
                            NULL, entries, &argc, &argv);

    if (code != TOOL_GO_ON)
        return code;
    if (argc != 3)
        return tool_misuse("bcnet-trace2pcap", "Two names are expected: the log and the capture to write.");
    if (tool_same_file(argv[1], argv[2]))
        return tool_misuse("bcnet-trace2pcap", "The capture would replace the log.");
    if (!parse_ipv4("server", server_text, &converter.server) ||
        !parse_ipv4("unknown", unknown_text, &converter.unknown) || !parse_day(date_text, &converter.day))
        return TOOL_USAGE;
    if (!convert(&converter, argv[1], argv[2], &error))
        fprintf(stderr, "%s\n", error->message);
    g_hash_table_destroy(converter.report.peers);
    return error ? TOOL_FAILURE : TOOL_OK;
}
