/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the command line tools have in common: how they are called and how they end. */
#pragma once

#include <glib.h>

/* Exit codes: all is well; something is wrong with the files; the call is wrong. */
enum { TOOL_OK, TOOL_FAILURE, TOOL_USAGE };

/* What to do after the options were read. */
typedef enum { TOOL_GO_ON, TOOL_DONE, TOOL_MISUSED } tool_call_t;

/* The first thing in main(): the arguments may be others afterwards. */
void tool_start(int *argc, char ***argv);
/* Reads the options and takes them out of argv; `program` is the name, with the command if it has some, and `parameters`
 * what follows the options. --help and --version are answered here, mistakes complained of. The texts may be NULL. */
tool_call_t tool_options(const char *program, const char *parameters, const char *summary, const char *description,
                         const GOptionEntry *entries, int *argc, char ***argv);
/* "PROGRAM: ...", and where to read more. Returns TOOL_USAGE. */
int tool_misuse(const char *program, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Why a text cannot be read from there to its end, which a device may not have, and a pipe that nobody writes to keeps
 * waiting for: words for an error. NULL: it can, or opening it will tell. Pipes of a shell, <(...), can be read. */
const char *tool_why_no_text(const char *path);
/* Whether these are the first bytes of a capture, which is given where a text is wanted by mistake. */
gboolean tool_is_capture(const void *bytes, gsize length);
/* The same for a file. */
gboolean tool_is_capture_file(const char *path);
