/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/file-checks.h"

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

bcnet_file_status_t bcnet_file_status(const bcnet_stock_folder_t *folder, const bcnet_stock_file_t *file,
                                      uint32_t content)
{
    if (!file)
        return folder && !folder->complete ? BCNET_FILE_UNKNOWN : BCNET_FILE_ADDED;
    if (file->content == 0)
        return BCNET_FILE_UNKNOWN;
    return file->content == content ? BCNET_FILE_STOCK : BCNET_FILE_CHANGED;
}

bcnet_file_status_t bcnet_answer_file(bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                                      const bcnet_stock_file_t *file, uint32_t content)
{
    const bcnet_file_status_t status = answer->request ? bcnet_file_status(folder, file, content) : BCNET_FILE_UNKNOWN;

    if (answer->request && file)
        answer->named[folder - bcnet_stock_folders] |= G_GUINT64_CONSTANT(1) << (file - folder->files);
    answer->changed += status == BCNET_FILE_CHANGED;
    answer->added += status == BCNET_FILE_ADDED;
    return status;
}

static bool is_about(const bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder)
{
    const char  *directory = answer->request ? answer->request->directory : "";
    const size_t length = strlen(directory);

    return answer->request && g_ascii_strncasecmp(folder->path, directory, length) == 0 &&
           (folder->path[length] == '\0' || (folder->path[length] == '/' && answer->request->recursive));
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

static bool misses(const bcnet_stock_answer_t *answer, const bcnet_stock_folder_t *folder,
                   const bcnet_stock_file_t *file)
{
    const uint64_t named = answer->named[folder - bcnet_stock_folders];

    return !(named >> (file - folder->files) & 1) && asks_about_file(answer->request, file->name);
}

const bcnet_stock_file_t *bcnet_answer_next_missing(const bcnet_stock_answer_t *answer, bcnet_missing_t *at)
{
    for (; at->folder < BCNET_STOCK_FOLDERS; at->folder++, at->file = 0) {
        const bcnet_stock_folder_t *folder = &bcnet_stock_folders[at->folder];
        while (is_about(answer, folder) && at->file < folder->count) {
            const bcnet_stock_file_t *file = &folder->files[at->file++];
            if (misses(answer, folder, file))
                return file;
        }
    }
    return NULL;
}

unsigned bcnet_answer_missing(const bcnet_stock_answer_t *answer)
{
    bcnet_missing_t at = { 0 };
    unsigned        missing = 0;

    while (bcnet_answer_next_missing(answer, &at))
        missing++;
    return missing;
}
