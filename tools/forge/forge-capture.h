/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of a capture while it is being made: collected in any order, written in order of time. */
#ifndef BCNET_FORGE_CAPTURE_H
#define BCNET_FORGE_CAPTURE_H

#include <glib.h>

#include "forge/forge-pcapng.h"

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

/* The begin of a frame from an access point. The caller frees it. */
GByteArray *bcnet_forge_wireless_begin(void);
/* Appends what an Ethernet frame of LENGTH bytes carries, as another subframe. */
void bcnet_forge_wireless_append(GByteArray *frame, const guint8 *ethernet, guint length);

#endif
