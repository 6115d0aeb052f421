/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "common/system.h"

#include <errno.h>
#include <stdlib.h>

#ifdef G_OS_WIN32

/* main() gets its arguments in the old code page, which has no letters for most names. */
void tool_system_start(int *argc, char ***argv)
{
    *argv = g_win32_get_command_line();
    *argc = (int)g_strv_length(*argv);
    SetConsoleOutputCP(CP_UTF8);
}

gboolean tool_system_parse(GOptionContext *context, int *argc, char ***argv, GError **error)
{
    const gboolean fine = g_option_context_parse_strv(context, argv, error);

    *argc = (int)g_strv_length(*argv);
    return fine;
}

/* Windows cannot hold signals: Ctrl+C between two steps may leave a temporary file behind. */
void tool_system_hold_signals(const int *numbers, gsize count, gboolean hold)
{
    (void)numbers, (void)count, (void)hold;
}

void tool_system_binary(int descriptor)
{
    _setmode(descriptor, O_BINARY);
}

static HANDLE open_to_ask(const char *path)
{
    wchar_t *wide = g_utf8_to_utf16(path, -1, NULL, NULL, NULL);
    HANDLE   file = INVALID_HANDLE_VALUE;

    if (wide)
        file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                           FILE_FLAG_BACKUP_SEMANTICS, NULL);
    g_free(wide);
    return file;
}

char *tool_real_path(const char *path)
{
    HANDLE  file = open_to_ask(path);
    wchar_t wide[32768]; /* the longest path that Windows knows */
    char   *real = NULL;

    if (file == INVALID_HANDLE_VALUE) {
        errno = ENOENT;
        return NULL;
    }
    const DWORD length = GetFinalPathNameByHandleW(file, wide, G_N_ELEMENTS(wide), 0);
    CloseHandle(file);
    if (length > 0 && length < G_N_ELEMENTS(wide))
        real = g_utf16_to_utf8(wide, (glong)length, NULL, NULL, NULL);
    if (!real || !g_str_has_prefix(real, "\\\\?\\"))
        return real;
    /* The mark of long paths is no part of the name; a share keeps its two strokes. */
    char *plain = g_str_has_prefix(real, "\\\\?\\UNC\\") ? g_strconcat("\\\\", real + 8, NULL) : g_strdup(real + 4);
    g_free(real);
    return plain;
}

#else

void tool_system_start(int *argc, char ***argv)
{
    (void)argc, (void)argv;
}

gboolean tool_system_parse(GOptionContext *context, int *argc, char ***argv, GError **error)
{
    return g_option_context_parse(context, argc, argv, error);
}

void tool_system_hold_signals(const int *numbers, gsize count, gboolean hold)
{
    sigset_t set;

    sigemptyset(&set);
    for (gsize i = 0; i < count; i++)
        sigaddset(&set, numbers[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void tool_system_binary(int descriptor)
{
    (void)descriptor;
}

char *tool_real_path(const char *path)
{
    char *real = realpath(path, NULL), *copy = g_strdup(real);

    free(real);
    return copy;
}

#endif
