/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the command line tools have in common: how they are called and how they end. */
#pragma once

#include <stdio.h>

#include <glib.h>

/* Exit codes: all is well; something is wrong with the files; the call is wrong. Or it is too early for one. */
enum { TOOL_OK, TOOL_FAILURE, TOOL_USAGE, TOOL_GO_ON };

/* The first thing in main(): the arguments may be others afterwards. */
void tool_start(int *argc, char ***argv);
/* Reads the options and takes them out of argv; `program` is the name, with the command if it has some, and `parameters`
 * what follows the options. --help and --version are answered here, mistakes complained of: an exit code, or TOOL_GO_ON. The
 * texts and the entries may be NULL. */
int tool_options(const char *program, const char *parameters, const char *summary, const char *description,
                 const GOptionEntry *entries, int *argc, char ***argv);
/* "PROGRAM: ...", and where to read more. Returns TOOL_USAGE. */
int tool_misuse(const char *program, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Whether the file begins as a capture does, which is given where a text is wanted by mistake. */
gboolean tool_is_capture_file(const char *path);
/* Opens a text, "-" for standard input. NULL with an error set also where it has no end, as on a device or a pipe that nobody
 * writes to, and for a capture: `wanted` says what it should be. Pipes of a shell, <(...), can be read. */
FILE *tool_input_open(const char *path, const char *wanted, GError **error);
/* What messages call it. */
const char *tool_input_name(const char *path);
