/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bcnet-layout names FOLDER, and bcnet-layout hash FILE...: what the checksum exchange says of files (35.4). */
#include <stdio.h>
#include <string.h>

#include "common/output.h"
#include "layout/bcnet-layout.h"
#include "reading/name-hash.h"
#include "reading/small-file.h"
#include "reading/stock-files.h"
#include "reading/visible.h"

/* ---- names ---- */

/* The list of a folder; NULL when it has no scripts, which is said. */
static char *list_names(const char *folder)
{
    g_autoptr(GPtrArray) remarks = bcnet_remarks_new();
    bcnet_reading_t       reading = { 0 };
    bcnet_installation_t *game = bcnet_installation_new(folder, &reading, remarks);
    char                 *text = game->path_taken ? bcnet_installation_names(game) : NULL;

    for (unsigned i = 0; i < remarks->len; i++) {
        g_autofree char *said = bcnet_remark_text(g_ptr_array_index(remarks, i), 1);

        fprintf(stderr, "%s\n", said);
    }
    bcnet_installation_free(game);
    return text;
}

static char *output;

static int names(int count, char **paths)
{
    g_autofree char *text = list_names(paths[0]);
    g_autoptr(GError) error = NULL;
    bool written = text && *text != '\0' && tool_output_write(output ? output : "-", text, strlen(text), &error);

    if (text && *text == '\0')
        fprintf(stderr, "%s: Clients answer for no file of this folder; name the one that holds the folder scripts.\n",
                paths[0]);
    if (error)
        fprintf(stderr, "%s\n", error->message);
    g_free(output);
    return written ? TOOL_OK : TOOL_FAILURE;
}

static const GOptionEntry entries[] = { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
                                          "Write the list there, not to standard output", "FILE" },
                                        G_OPTION_ENTRY_NULL };

const bcnet_tool_command_t bcnet_tool_names = {
    "bcnet-layout names",
    "FOLDER",
    "Lists the files of the game, or of a mod, that clients answer for.\nIn the folder bcnet/names of the personal "
    "configuration, as a .txt file, the list gives names to their answers.",
    entries,
    1,
    1,
    names
};

/* ---- hashes ---- */

enum { HASHED_MAX = 64 * 1024 * 1024 }; /* bytes; the game's scripts have less than a megabyte */

/* By the path as a whole, since "App.pyc" may be asked for from within "scripts". */
static const char *compared_with_stock(const char *path, uint32_t hash)
{
    g_autofree char            *whole = g_canonicalize_filename(path, NULL), *base = g_path_get_basename(whole);
    const size_t                length = strlen(whole) - MIN(strlen(whole), strlen(base) + 1);
    const bcnet_stock_folder_t *folder = bcnet_stock_folder(whole, length);
    const bcnet_stock_file_t   *stock = folder ? bcnet_stock_file(folder, base) : NULL;

    if (!stock || stock->content == 0)
        return "";
    return hash == stock->content ? "as in the unmodified game" : "differs from the stock file";
}

static bool print_hashes(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *base = g_path_get_basename(path), *name = bcnet_visible(base), *content = NULL;
    g_autofree char *name_hash = NULL;
    gsize            length;
    uint32_t         hash;

    content = bcnet_read_small_file(path, HASHED_MAX, &length, &error);
    if (!content) {
        fprintf(stderr, "%s: The file cannot be read (%s).\n", path, error->message);
        return false;
    }
    name_hash = bcnet_name_hash_utf8(base, strlen(base), &hash) ? g_strdup_printf("0x%08X", hash) : g_strdup("-");
    hash = bcnet_content_hash((const uint8_t *)content, length);
    bcnet_tool_cell(name_hash, 12);
    printf("0x%08X  ", hash);
    bcnet_tool_cell(name, 28);
    printf("  %s\n", compared_with_stock(path, hash));
    return true;
}

static int hash_files(int count, char **paths)
{
    int state = TOOL_OK;

    printf("name        contents    file\n");
    for (int i = 0; i < count; i++)
        if (!print_hashes(paths[i]))
            state = TOOL_FAILURE;
    return state;
}

const bcnet_tool_command_t bcnet_tool_hash = {
    "bcnet-layout hash",
    "FILE...",
    "Prints what clients answer for files: the hash of the name and that of the contents.\nOf some files of the "
    "unmodified game the latter is known; their paths must end as in the game, scripts/App.pyc.",
    NULL,
    1,
    G_MAXINT,
    hash_files
};
