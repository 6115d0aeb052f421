/* Whether the files of an answer are those of the unmodified game (protocol chapter 35.12).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "opcodes/stock-answer.h"

#include <string.h>

#include <glib.h>

enum { ROUND_MULTIPLAYER = 0xFF };

static const bcnet_file_request_t rounds[] = {
    { "scripts", "App.pyc", false },
    { "scripts", "Autoexec.pyc", false },
    { "scripts/ships", "*.pyc", true },
    { "scripts/mainmenu", "*.pyc", false },
};

static const bcnet_file_request_t multiplayer = { "Scripts/Multiplayer", "*.pyc", true };

const bcnet_file_request_t *bcnet_stock_request(uint8_t round)
{
    if (round == ROUND_MULTIPLAYER)
        return &multiplayer;
    return round < G_N_ELEMENTS(rounds) ? &rounds[round] : NULL;
}

const bcnet_stock_folder_t *bcnet_answer_folder(const char *path)
{
    const size_t                length = path ? strlen(path) : 0;
    const bcnet_stock_folder_t *folder = path ? bcnet_stock_folder(path, length) : NULL;

    return folder && strlen(folder->path) == length ? folder : NULL;
}

bcnet_stock_answer_t bcnet_stock_answer(const bcnet_file_request_t *request, const bcnet_stock_folder_t *folder)
{
    /* Of other directories there is no list to compare with. */
    const bool                 listed = request && folder && bcnet_answer_folder(request->directory) == folder;
    const bcnet_stock_answer_t answer = { .request = listed ? request : NULL };

    return answer;
}

bcnet_file_status_t bcnet_answer_file(bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                                      const char *name, uint32_t content)
{
    const bcnet_stock_file_t *file = folder && name ? bcnet_stock_file(folder, name) : NULL;

    if (!answer->request)
        return BCNET_FILE_UNKNOWN;
    if (!file) {
        if (folder && !folder->complete)
            return BCNET_FILE_UNKNOWN;
        answer->added++;
        return BCNET_FILE_ADDED;
    }
    answer->named[folder - bcnet_stock_folders] |= G_GUINT64_CONSTANT(1) << (file - folder->files);
    if (file->content == 0)
        return BCNET_FILE_UNKNOWN;
    if (file->content == content)
        return BCNET_FILE_STOCK;
    answer->changed++;
    return BCNET_FILE_CHANGED;
}

static bool asks_about_folder(const bcnet_file_request_t *request, const char *path)
{
    const size_t length = strlen(request->directory);

    return g_ascii_strncasecmp(path, request->directory, length) == 0 &&
           (path[length] == '\0' || (path[length] == '/' && request->recursive));
}

/* Case does not count in file names on the game's own system. */
static bool asks_about_file(const bcnet_file_request_t *request, const char *name)
{
    char      *pattern = g_ascii_strdown(request->pattern, -1), *lower = g_ascii_strdown(name, -1);
    const bool asks = *pattern == '\0' || g_pattern_match_simple(pattern, lower);

    g_free(pattern);
    g_free(lower);
    return asks;
}

unsigned bcnet_answer_missing(const bcnet_stock_answer_t *answer)
{
    unsigned missing = 0;

    for (unsigned i = 0; answer->request && i < BCNET_STOCK_FOLDERS; i++) {
        const bcnet_stock_folder_t *folder = &bcnet_stock_folders[i];
        if (!asks_about_folder(answer->request, folder->path))
            continue;
        for (unsigned file = 0; file < folder->count; file++)
            missing += !(answer->named[i] >> file & 1) && asks_about_file(answer->request, folder->files[file].name);
    }
    return missing;
}
