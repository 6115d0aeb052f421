/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of a capture while it is being made: collected in any order, written in order of time. */
#pragma once

#include <glib.h>

/* Writes pcapng files of Ethernet frames, and a few of IEEE 802.11. The same frames always give the same bytes: no clock, no
 * name of the machine or of its user goes into the file. */

typedef struct {
    gint64      time; /* microseconds since 1970-01-01 UTC */
    guint8     *bytes;
    guint32     captured; /* bytes present */
    guint32     length; /* bytes on the wire */
    const char *comment; /* shown by Wireshark as packet comment; may be NULL */
    gboolean    wireless; /* a frame of IEEE 802.11 */
} forge_frame_t;

typedef struct forge_pcapng forge_pcapng_t;

/* Opens PATH for writing, "-" for standard output. A regular file appears under its name only when
 * bcnet_pcapng_close succeeds; before that it does not exist, or still has its former contents.
 * APPLICATION is named in the file. NULL with ERROR set if it cannot be opened. */
forge_pcapng_t *bcnet_pcapng_open(const char *path, const char *application, GError **error);

/* Errors of writing are kept and reported by bcnet_pcapng_close. */
void bcnet_pcapng_write(forge_pcapng_t *pcapng, const forge_frame_t *frame);

/* Frees PCAPNG. With an error set already there is no file. */
gboolean bcnet_pcapng_close(forge_pcapng_t *pcapng, GError **error);

/* Its time counts from the start of the capture; its bytes and comment are its own. */
typedef forge_frame_t forge_packet_t;

typedef struct {
    gint64  start; /* microseconds since 1970-01-01 UTC */
    GArray *packets; /* of forge_packet_t */
    guint64 bytes; /* in all frames together */
} forge_capture_t;

/* 2002-02-08 12:00:00 UTC, a day in the month the game came out. */
#define BCNET_FORGE_DEFAULT_START (G_GINT64_CONSTANT(1013169600) * G_USEC_PER_SEC)

forge_capture_t *bcnet_forge_capture_new(void);
void             bcnet_forge_capture_free(forge_capture_t *capture);

/* Adds a copy of FRAME, of which CAPTURED bytes are kept. COMMENT may be NULL. */
void bcnet_forge_capture_add(forge_capture_t *capture, gint64 time, const GByteArray *frame, guint captured,
                             const char *comment);
/* Puts what FRAME carries into the frame added last, as Wi-Fi does. FALSE if there is none, or it was cut. */
gboolean bcnet_forge_capture_join(forge_capture_t *capture, const GByteArray *frame);
/* By time; frames of the same time stay in the order in which they were added. */
void bcnet_forge_capture_sort(forge_capture_t *capture);
/* Writes to PATH, "-" for standard output. */
gboolean bcnet_forge_capture_write(const forge_capture_t *capture, const char *path, GError **error);
