/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From hex that somebody pasted to a capture. */
#pragma once

#include <glib.h>

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

/* ---- forge-dump.c: rows of a dump ---- */

typedef enum {
    FORGE_ROW_BLANK,
    FORGE_ROW_PROSE,
    FORGE_ROW_TEXT, /* GameSpy text, in `bytes` */
    FORGE_ROW_HEX
} forge_row_kind_t;

typedef struct {
    forge_row_kind_t kind;
    unsigned         number; /* from 1 */
    gboolean         has_offset;
    guint            offset;
    guint            unknown; /* bytes behind these, at least: the row is cut there */
    GByteArray      *bytes;
    char            *note; /* prose, or the label in front of the bytes; may be NULL */
} forge_row_t;

/* Fails if the row begins as hex and then does not go on as hex; COLUMN says where. */
gboolean bcnet_forge_parse_row(const char *text, unsigned number, forge_row_t *row, unsigned *column);
void     bcnet_forge_clear_row(gpointer row);
