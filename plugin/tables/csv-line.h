/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of comma-separated values (RFC 4180), for tables and for rows. */
#pragma once

#include <glib.h>

/* Quotes where they are needed, doubled inside. A row is a line: control characters become blanks, and
 * what would lead the eye astray is written by its number. */
void bcnet_csv_cell(GString *line, const char *text);
/* To standard output; then the line is empty. */
void bcnet_csv_write(GString *line);
/* The last one was written. When the disk is full, this or the other ends the program. */
void bcnet_csv_end(void);
