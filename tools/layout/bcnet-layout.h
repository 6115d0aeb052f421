/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands of bcnet-layout. A new one gets a file of its own, a line here, and a row in the
 * table of bcnet-layout.c. */
#pragma once

#include "common/program.h"
#include "mods/installation.h"
#include "ships/layout.h"

/* argv[0] is the name of the subcommand. Returns an exit state. */
typedef int (*bcnet_tool_command_t)(int argc, char **argv);

int bcnet_tool_check(int argc, char **argv);
int bcnet_tool_hash(int argc, char **argv);
int bcnet_tool_import(int argc, char **argv);
int bcnet_tool_list(int argc, char **argv);
int bcnet_tool_names(int argc, char **argv);
int bcnet_tool_show(int argc, char **argv);

/* The stock layouts and those of the folders, which may be NULL. Problems go to stderr, and set
 * *state to TOOL_FAILURE. */
bcnet_layouts_t *bcnet_tool_layouts(char **folders, int *state);
/* Reads a layout file, or says what is wrong and sets *state; NULL when it cannot be used. */
bcnet_layout_t *bcnet_tool_load(const char *path, int *state);
/* Writes a text and blanks up to a width in characters. */
void bcnet_tool_cell(const char *text, int width);
