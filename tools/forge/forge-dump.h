/* One row of a hex dump as people paste it: plain hex, with offsets, with an ASCII column, as C source,
 * behind a label; or prose, or GameSpy text.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_DUMP_H
#define BCNET_FORGE_DUMP_H

#include <glib.h>

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
    GByteArray      *bytes;
    char            *note; /* prose, or the label in front of the bytes; may be NULL */
} forge_row_t;

/* Fails if the row begins as hex and then does not go on as hex; COLUMN says where. */
gboolean bcnet_forge_parse_row(const char *text, unsigned number, forge_row_t *row, unsigned *column);
void     bcnet_forge_clear_row(gpointer row);

#endif
