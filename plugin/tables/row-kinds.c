/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of -z bcnet,tables: their columns. */
#include "tables/row-kinds.h"

#include <stddef.h>

#define COLUMN(row, kind, member, comment) { #member, BCNET_CELL_##kind, offsetof(row, member), false, comment },
#define KEY(row, kind, member, comment) { #member, BCNET_CELL_##kind, offsetof(row, member), true, comment },

/* What happens begins with a message, which mostly is the key. */
#define BEFORE_NO_WHEN
#define BEFORE_WHEN WHEN_COLUMNS(KEY)
#define BEFORE_WHEN_ONLY WHEN_COLUMNS(COLUMN)
#define WHEN_COLUMNS(KEY)                                                                                              \
    COLUMN(bcnet_when_t, ID, game, "number in games")                                                                  \
    KEY(bcnet_when_t, ID, frame, "number of the frame")                                                                \
    KEY(bcnet_when_t, ID, number, "number of the message in its frame")                                                \
    COLUMN(bcnet_when_t, SECONDS, t, "seconds since the capture started")

#define COLUMNS_OF(kind, name, row, COLUMNS, when, comment)                                                            \
    static const bcnet_column_t name[] = { BEFORE_##when COLUMNS(row, KEY, COLUMN) };
BCNET_ROW_TABLES(COLUMNS_OF)

#define TABLE_OF(kind, name, row, COLUMNS, when, comment) { #name, comment, name, G_N_ELEMENTS(name) },
const bcnet_rows_kind_t bcnet_row_kinds[] = { BCNET_ROW_TABLES(TABLE_OF) };
