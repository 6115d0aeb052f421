/* Turns a packet_trace.log into a capture: enciphers again what the logger deciphered, and puts
 * addresses around it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_TRACE_CONVERT_H
#define BCNET_TRACE_CONVERT_H

#include <glib.h>

#include "forge/forge-frame.h"

typedef struct {
    forge_address_t server; /* the log does not tell it */
    forge_address_t unknown; /* stands for peers that the logger did not know */
    gint64          day; /* for logs without a date: midnight in seconds since 1970, -1 when not given */
    gboolean        keep_failed; /* datagrams that the logger could not send */
    gboolean        quiet; /* no progress line, no summary; faults are told all the same */
} bcnet_trace_options_t;

/* LOG may be "-" for standard input, OUTPUT "-" for standard output. Reports go to standard error.
 * FALSE with ERROR set when there is no capture. */
gboolean bcnet_trace_convert(const char *log, const char *output, const bcnet_trace_options_t *options, GError **error);

#endif
