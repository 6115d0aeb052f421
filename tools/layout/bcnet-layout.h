/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommands of bcnet-layout. A new one gets a file of its own, a line here, and one in bcnet-layout.c. */
#pragma once

#include "common/program.h"
#include "mods/installation.h"
#include "ships/layout.h"

typedef struct {
    const char         *name; /* with that of the program */
    const char         *parameters;
    const char         *summary; /* the first line says it in short */
    const GOptionEntry *entries; /* may be NULL */
    int                 least, most; /* of parameters */
    int (*run)(int count, char **paths); /* returns an exit state */
} bcnet_tool_command_t;

extern const bcnet_tool_command_t bcnet_tool_check, bcnet_tool_hash, bcnet_tool_import, bcnet_tool_list,
    bcnet_tool_names, bcnet_tool_show;

/* The stock layouts and those of the folders, which may be NULL. Problems go to stderr, and set
 * *state to TOOL_FAILURE. */
bcnet_layouts_t *bcnet_tool_layouts(char **folders, int *state);
/* Reads a layout file, or says what is wrong and sets *state; NULL when it cannot be used. */
bcnet_layout_t *bcnet_tool_load(const char *path, int *state);
/* Writes a text and blanks up to a width in characters. */
void bcnet_tool_cell(const char *text, int width);
