/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Turns a packet_trace.log of a logging server into a capture. */
#include <stdio.h>
#include <string.h>

#include "common/output.h"
#include "common/program.h"
#include "trace/trace-convert.h"

/* The log tells neither (protocol chapter 95). 192.0.2.0/24 is reserved for documentation, so it is seen
 * that the address is none. */
#define DEFAULT_SERVER "10.0.0.1:22101"
#define DEFAULT_UNKNOWN "192.0.2.1:9"

static char                 *server_text = DEFAULT_SERVER;
static char                 *unknown_text = DEFAULT_UNKNOWN;
static char                 *date_text;
static bcnet_trace_options_t options = { .day = -1 };

static GOptionEntry entries[] = {
    { "server", 's', 0, G_OPTION_ARG_STRING, &server_text, "Address of the server (default " DEFAULT_SERVER ")",
      "IP:PORT" },
    { "unknown", 'u', 0, G_OPTION_ARG_STRING, &unknown_text,
      "Address for peers that the log does not name (default " DEFAULT_UNKNOWN ")", "IP:PORT" },
    { "date", 'd', 0, G_OPTION_ARG_STRING, &date_text, "Date of a log that does not tell it", "YYYY-MM-DD" },
    { "keep-failed", 'k', 0, G_OPTION_ARG_NONE, &options.keep_failed, "Take datagrams too that could not be sent",
      NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &options.quiet, "No summary", NULL },
    G_OPTION_ENTRY_NULL,
};

static gboolean parse_ipv4(const char *option, const char *text, forge_address_t *address, GError **error)
{
    if (bcnet_forge_parse_address(text, address) && !address->v6)
        return TRUE;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--%s: \"%s\" is not an IPv4 address and a port, like %s.", option, text, DEFAULT_SERVER);
    return FALSE;
}

static gboolean parse_date(const char *text, gint64 *day, GError **error)
{
    g_autofree char *midnight = g_strconcat(text, " 00:00:00", NULL);

    if (bcnet_trace_parse_date(midnight, day) && strlen(text) == strlen("YYYY-MM-DD"))
        return TRUE;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "--date: \"%s\" is not a date from 1970 on of the form YYYY-MM-DD.", text);
    return FALSE;
}

static gboolean parse_texts(GError **error)
{
    return parse_ipv4("server", server_text, &options.server, error) &&
           parse_ipv4("unknown", unknown_text, &options.unknown, error) &&
           (!date_text || parse_date(date_text, &options.day, error));
}

static int run(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;

    if (argc != 3)
        return tool_misuse("bcnet-trace2pcap", "Two names are expected: the log and the capture to write.");
    if (tool_same_file(argv[1], argv[2]))
        return tool_misuse("bcnet-trace2pcap", "The capture would replace the log.");
    if (tool_is_capture_file(argv[1])) {
        fprintf(stderr, "%s: This is a capture already; what is wanted here is a packet_trace.log, a text.\n", argv[1]);
        return TOOL_FAILURE;
    }
    if (!parse_texts(&error))
        return tool_misuse("bcnet-trace2pcap", "%s", error->message);
    if (bcnet_trace_convert(argv[1], argv[2], &options, &error))
        return TOOL_OK;
    fprintf(stderr, "%s\n", error->message);
    return TOOL_FAILURE;
}

int main(int argc, char **argv)
{
    tool_start(&argc, &argv);
    tool_call_t call = tool_options("bcnet-trace2pcap", "packet_trace.log OUT.pcapng",
                                    "Turns a text trace of a logging server into a capture. \"-\" stands for standard "
                                    "input or output.",
                                    NULL, entries, &argc, &argv);

    if (call != TOOL_GO_ON)
        return call == TOOL_DONE ? TOOL_OK : TOOL_USAGE;
    return run(argc, argv);
}
