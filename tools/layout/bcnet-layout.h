/* The subcommands of bcnet-layout. A new one gets a file of its own, a line here, and a row in the
 * table of bcnet-layout.c.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_LAYOUT_TOOL_H
#define BCNET_LAYOUT_TOOL_H

#include "ships/layout.h"

/* Exit states: everything in order, something wrong with the files, wrong call. */
enum { TOOL_OK, TOOL_PROBLEMS, TOOL_USAGE };

/* argv[0] is the name of the subcommand. Returns an exit state. */
typedef int (*bcnet_tool_command_t)(int argc, char **argv);

int bcnet_tool_check(int argc, char **argv);
int bcnet_tool_import(int argc, char **argv);
int bcnet_tool_list(int argc, char **argv);
int bcnet_tool_show(int argc, char **argv);

/* Reads the options of a subcommand; the words that are left stay in argv. On a mistake it says so
 * and returns false. `summary` describes the words behind the options. */
bool bcnet_tool_options(int *argc, char ***argv, const char *summary, const GOptionEntry *entries);
/* The stock layouts and those of the folders, which may be NULL. Problems go to stderr, and set
 * *state to TOOL_PROBLEMS. */
bcnet_layouts_t *bcnet_tool_layouts(char **folders, int *state);
/* Writes problems to stderr, one line each; TOOL_PROBLEMS if there are any. */
int bcnet_tool_print_problems(const GPtrArray *problems);
/* Writes a text and blanks up to a width in characters. */
void bcnet_tool_cell(const char *text, int width);

#endif
