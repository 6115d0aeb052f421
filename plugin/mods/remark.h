/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the reader of the game's scripts has to say about a file. */
#ifndef BCNET_REMARK_H
#define BCNET_REMARK_H

#include <stdarg.h>
#include <stdbool.h>

#include <glib.h>

/* At most so many remarks of a kind are kept for one script. */
enum { BCNET_REMARKS_MAX = 1000, BCNET_WHOLE_FILE = 0 /* in the place of a line */ };

typedef enum {
    BCNET_NOTE, /* changes nothing for the ship */
    BCNET_DOUBT, /* a note about something that was guessed */
    BCNET_ERROR /* the file cannot be used */
} bcnet_remark_kind_t;

typedef struct {
    char               *file;
    unsigned            line; /* from 1 */
    bcnet_remark_kind_t kind;
    char               *text; /* without a full stop */
    const char         *format; /* remarks of one format say the same of different things */
} bcnet_import_remark_t;

/* A list of bcnet_import_remark_t. */
GPtrArray *bcnet_remarks_new(void);
/* The same thing said of the same line twice, as by a parent that is read again, is kept once. Without a list nobody
 * wants to know. */
void bcnet_remark(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, unsigned line, const char *format,
                  ...) G_GNUC_PRINTF(5, 6);
void bcnet_remark_list(GPtrArray *remarks, bcnet_remark_kind_t kind, const char *file, unsigned line,
                       const char *format, va_list arguments) G_GNUC_PRINTF(5, 0);
/* Those of a kind, for BCNET_NOTE with the doubts; and the first of exactly this kind, or NULL. */
unsigned                     bcnet_remarks_count(const GPtrArray *remarks, bcnet_remark_kind_t kind);
const bcnet_import_remark_t *bcnet_remarks_first(const GPtrArray *remarks, bcnet_remark_kind_t kind);
/* One line for users, without what a terminal would obey: "x.py:12: note: ...". It stands for so many alike; 0: for
 * itself alone. */
char *bcnet_remark_text(const bcnet_import_remark_t *remark, unsigned times);
/* The lines (char *) of a list. Folded, three and more of a format become one line, that of the first: "x.py:12: note:
 * 32 times, first: ...". Freed with g_ptr_array_free. */
GPtrArray *bcnet_remarks_lines(const GPtrArray *remarks, bool folded);

#endif
