/* From hex that somebody pasted to a capture.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_PASTE_H
#define BCNET_FORGE_PASTE_H

#include "forge/forge-capture.h"
#include "forge/forge-frame.h"

typedef enum {
    FORGE_PASTE_DATAGRAMS, /* whole datagrams, deciphered */
    FORGE_PASTE_CIPHER, /* whole datagrams as they are on the wire */
    FORGE_PASTE_MESSAGES, /* transport messages without the two bytes in front of them */
    FORGE_PASTE_PAYLOADS /* game payloads, opcode first */
} forge_paste_kind_t;

typedef struct {
    forge_paste_kind_t     kind;
    guint8                 sender; /* id in front of messages and payloads */
    const forge_address_t *from; /* of the first datagram; NULL for made-up addresses */
    const forge_address_t *to;
} forge_paste_options_t;

/* REMARKS collects sentences about datagrams that look wrong (of char *). */
forge_capture_t *bcnet_forge_paste(const char *path, const forge_paste_options_t *options, GPtrArray *remarks,
                                   GError **error);
forge_capture_t *bcnet_forge_paste_text(const char *name, const char *text, gsize length,
                                        const forge_paste_options_t *options, GPtrArray *remarks, GError **error);

#endif
