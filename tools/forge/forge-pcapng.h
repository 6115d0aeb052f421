/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes pcapng files of Ethernet frames, and a few of IEEE 802.11. The same frames always give the same bytes: no clock, no
 * name of the machine or of its user goes into the file. */
#ifndef BCNET_FORGE_PCAPNG_H
#define BCNET_FORGE_PCAPNG_H

#include <glib.h>

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

/* Both free PCAPNG. */
gboolean bcnet_pcapng_close(forge_pcapng_t *pcapng, GError **error);
void     bcnet_pcapng_abandon(forge_pcapng_t *pcapng);

#endif
