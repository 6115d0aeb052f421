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
    forge_paste_kind_t kind;
    guint8             sender; /* id in front of messages and payloads */
} forge_paste_options_t;

/* NAME is what messages call the text. REMARKS collects sentences about datagrams that look wrong (of char *). */
forge_capture_t *bcnet_forge_paste(const char *name, const char *text, gsize length,
                                   const forge_paste_options_t *options, GPtrArray *remarks, GError **error);

/* ---- forge-dump.c: rows of a dump ---- */

typedef struct {
    unsigned    number; /* from 1 */
    gint64      offset; /* -1: none */
    gboolean    is_text; /* of GameSpy */
    GByteArray *bytes; /* none in a blank row and in prose */
    guint       unknown; /* behind these, at least: the row is cut there */
    char       *note; /* prose, or the label in front of the bytes; may be NULL */
} forge_row_t;

/* Fails if the row begins as hex and then does not go on as hex; COLUMN says where. */
gboolean bcnet_forge_parse_row(const char *text, unsigned number, forge_row_t *row, unsigned *column);
void     bcnet_forge_clear_row(gpointer row);
