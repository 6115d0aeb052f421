/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout: checks, lists and shows the ship layouts of the dissector, and imports those of mods. */
#include "layout/bcnet-layout.h"

#include <stdio.h>
#include <string.h>

#include "reading/visible.h"

static const bcnet_tool_command_t *const commands[] = { &bcnet_tool_check, &bcnet_tool_hash,  &bcnet_tool_import,
                                                        &bcnet_tool_list,  &bcnet_tool_names, &bcnet_tool_show };

static void print_usage(FILE *stream)
{
    fprintf(stream, "Usage: bcnet-layout COMMAND [ARGUMENT...]\n\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++)
        fprintf(stream, "  %s%s %s\n      %.*s\n", commands[i]->name, commands[i]->entries ? " [OPTION...]" : "",
                commands[i]->parameters, (int)strcspn(commands[i]->summary, "\n"), commands[i]->summary);
    fprintf(stream, "  bcnet-layout --help | --version\n");
}

static int run(const bcnet_tool_command_t *command, int argc, char **argv)
{
    int code = tool_options(command->name, command->parameters, command->summary, NULL, command->entries, &argc, &argv);

    if (code != TOOL_GO_ON)
        return code;
    if (argc - 1 < command->least || argc - 1 > command->most)
        return tool_misuse(command->name, "What is expected: %s.",
                           *command->parameters ? command->parameters : "nothing");
    return command->run(argc - 1, argv + 1);
}

/* Writes problems to stderr, one line each; TOOL_FAILURE if there are any. */
static int print_problems(const GPtrArray *problems)
{
    for (unsigned i = 0; i < problems->len; i++)
        fprintf(stderr, "%s.\n", (const char *)g_ptr_array_index(problems, i));
    return problems->len > 0 ? TOOL_FAILURE : TOOL_OK;
}

bcnet_layout_t *bcnet_tool_load(const char *path, int *state)
{
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);
    bcnet_layout_t *layout = NULL;

    if (tool_is_capture_file(path))
        fprintf(stderr, "%s: This is a capture; what is wanted here is a layout file, a text.\n", path);
    else
        layout = bcnet_layout_load(path, problems);
    if (print_problems(problems) != TOOL_OK || !layout)
        *state = TOOL_FAILURE;
    return layout;
}

bcnet_layouts_t *bcnet_tool_layouts(char **folders, int *state)
{
    bcnet_layouts_t *layouts = bcnet_layouts_new();
    g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func(g_free);

    for (char **folder = folders; folder && *folder; folder++) {
        /* For the plugin a missing folder is normal; here somebody named it. */
        if (!g_file_test(*folder, G_FILE_TEST_IS_DIR)) {
            fprintf(stderr, "%s: this is not a folder.\n", *folder);
            *state = TOOL_FAILURE;
            continue;
        }
        bcnet_layouts_add_folder(layouts, *folder, problems);
    }
    if (print_problems(problems) != TOOL_OK)
        *state = TOOL_FAILURE;
    return layouts;
}

void bcnet_tool_cell(const char *text, int width)
{
    g_autofree char *visible = bcnet_visible(text);

    fputs(visible, stdout);
    for (long i = g_utf8_strlen(visible, -1); i < width; i++)
        putchar(' ');
}

int main(int argc, char **argv)
{
    tool_start(&argc, &argv);
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        print_usage(stdout);
        return TOOL_OK;
    }
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("bcnet-layout %s\n", BCNET_VERSION);
        return TOOL_OK;
    }
    for (unsigned i = 0; argc >= 2 && i < G_N_ELEMENTS(commands); i++)
        if (strcmp(argv[1], commands[i]->name + strlen("bcnet-layout ")) == 0)
            return run(commands[i], argc - 1, argv + 1);
    if (argc >= 2)
        fprintf(stderr, "bcnet-layout: there is no command \"%s\".\n", argv[1]);
    print_usage(stderr);
    return TOOL_USAGE;
}
