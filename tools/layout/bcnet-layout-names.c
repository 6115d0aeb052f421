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
    bcnet_installation_t *game = bcnet_installation_open(folder, true, &reading, remarks);
    char                 *text = game ? bcnet_installation_names(game, remarks) : NULL;

    g_autofree char *said = bcnet_remarks_text(remarks, false);

    fputs(said, stderr);
    bcnet_installation_free(game);
    return text;
}

int bcnet_tool_names(int argc, char **argv)
{
    g_autofree char   *output = NULL, *text = NULL;
    const GOptionEntry entries[] = { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
                                       "Write the list there, not to standard output", "FILE" },
                                     G_OPTION_ENTRY_NULL };
    g_autoptr(GError) error = NULL;
    tool_call_t call =
        tool_options("bcnet-layout names", "FOLDER",
                     "Lists the files of the game, or of a mod, that clients answer for. In the folder "
                     "bcnet/names of the personal\nconfiguration, as a .txt file, the list gives names to "
                     "their answers.",
                     NULL, entries, &argc, &argv);

    if (call != TOOL_GO_ON)
        return call == TOOL_DONE ? TOOL_OK : TOOL_USAGE;
    if (argc != 2)
        return tool_misuse("bcnet-layout names", "The folder of the game or of a mod is expected.");
    text = list_names(argv[1]);
    if (!text)
        return TOOL_FAILURE;
    if (*text == '\0') {
        fprintf(stderr, "%s: Clients answer for no file of this folder; name the one that holds the folder scripts.\n",
                argv[1]);
        return TOOL_FAILURE;
    }
    if (tool_output_write(output ? output : "-", text, strlen(text), &error))
        return TOOL_OK;
    fprintf(stderr, "%s\n", error->message);
    return TOOL_FAILURE;
}

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

int bcnet_tool_hash(int argc, char **argv)
{
    static const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
    int                       state = TOOL_OK;
    tool_call_t               call =
        tool_options("bcnet-layout hash", "FILE...",
                     "Prints what clients answer for files: the hash of the name and that of the contents. "
                     "Of some files of the\nunmodified game the latter is known; their paths must end as in "
                     "the game, scripts/App.pyc.",
                     NULL, entries, &argc, &argv);

    if (call != TOOL_GO_ON)
        return call == TOOL_DONE ? TOOL_OK : TOOL_USAGE;
    if (argc < 2)
        return tool_misuse("bcnet-layout hash", "The names of files are expected.");
    printf("name        contents    file\n");
    for (int i = 1; i < argc; i++)
        if (!print_hashes(argv[i]))
            state = TOOL_FAILURE;
    return state;
}
