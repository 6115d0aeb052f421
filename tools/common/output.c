/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes files whole or not at all. */
#include "common/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "common/system.h"

struct tool_output {
    FILE *stream;
    char *path; /* the final name */
    char *temporary; /* what is renamed to it; NULL when written to directly */
    int   cause; /* errno of the first failure, else 0 */
};

/* ---- temporary files and signals ---- */

/* A tool writes two files at a time at most. */
static char *volatile temporaries[4];

static void note_temporary(char *path, gboolean there)
{
    for (gsize i = 0; i < G_N_ELEMENTS(temporaries); i++)
        if (temporaries[i] == (there ? NULL : path)) {
            temporaries[i] = there ? path : NULL;
            return;
        }
}

static void on_signal(int number)
{
    for (gsize i = 0; i < G_N_ELEMENTS(temporaries); i++)
        if (temporaries[i])
            unlink(temporaries[i]);
    signal(number, SIG_DFL);
    raise(number);
}

static const int numbers[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };

void tool_output_watch_signals(void)
{
    /* One that is ignored, as behind nohup, stays ignored. */
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++)
        if (signal(numbers[i], on_signal) == SIG_IGN)
            signal(numbers[i], SIG_IGN);
}

void tool_output_hold_signals(gboolean hold)
{
    static unsigned holds; /* within each other */

    if (hold ? holds++ == 0 : --holds == 0)
        tool_system_hold_signals(numbers, G_N_ELEMENTS(numbers), hold);
}

/* ---- files ---- */

static gboolean fail(GError **error, const char *path, int cause)
{
    g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(cause), "%s: The file cannot be written (%s).",
                strcmp(path, "-") == 0 ? "standard output" : path, g_strerror(cause));
    return FALSE;
}

static void output_free(tool_output_t *output, gboolean remove_temporary)
{
    if (output->temporary && remove_temporary)
        g_unlink(output->temporary);
    if (output->temporary)
        note_temporary(output->temporary, FALSE);
    g_free(output->temporary);
    g_free(output->path);
    g_free(output);
}

static FILE *open_temporary(tool_output_t *output)
{
    output->temporary = g_strdup_printf("%s.XXXXXX", output->path);
    tool_output_hold_signals(TRUE);
    int descriptor = g_mkstemp_full(output->temporary, O_RDWR | O_BINARY, 0666);
    if (descriptor >= 0)
        note_temporary(output->temporary, TRUE);
    tool_output_hold_signals(FALSE);
    return descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
}

tool_output_t *tool_output_open(const char *path, GError **error)
{
    tool_output_t *output = g_new0(tool_output_t, 1);

    output->path = g_strdup(path);
    if (strcmp(path, "-") == 0) {
        tool_system_binary(1);
        output->stream = stdout;
    } else if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR))
        output->stream = g_fopen(path, "wb");
    else
        output->stream = open_temporary(output);
    if (output->stream)
        return output;
    fail(error, path, errno);
    output_free(output, FALSE);
    return NULL;
}

void tool_output_put(tool_output_t *output, const void *bytes, gsize length)
{
    if (fwrite(bytes, 1, length, output->stream) != length && output->cause == 0)
        output->cause = errno;
}

gboolean tool_output_close(tool_output_t *output, GError **error)
{
    gboolean fine = !error || !*error;

    if ((output->stream == stdout ? fflush(stdout) : fclose(output->stream)) != 0 && output->cause == 0)
        output->cause = errno;
    if (fine && output->cause == 0 && output->temporary && g_rename(output->temporary, output->path) != 0)
        output->cause = errno;
    if (fine && output->cause != 0)
        fine = fail(error, output->path, output->cause);
    output_free(output, !fine);
    return fine;
}

gboolean tool_output_write(const char *path, const char *content, gsize length, GError **error)
{
    tool_output_t *output = tool_output_open(path, error);

    if (!output)
        return FALSE;
    tool_output_put(output, content, length);
    return tool_output_close(output, error);
}

/* ---- comparing ---- */

/* The path without links, of a file that is perhaps not there yet. */
static char *real_path(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path), *base = g_path_get_basename(path);
    g_autofree char *real = tool_real_path(folder);

    return g_build_filename(real ? real : folder, base, NULL);
}

gboolean tool_same_file(const char *a, const char *b)
{
    GStatBuf one, other;

    if (strcmp(a, "-") == 0 || strcmp(b, "-") == 0)
        return FALSE;
    if (g_stat(a, &one) == 0 && g_stat(b, &other) == 0)
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino && !S_ISCHR(one.st_mode);
    g_autofree char *first = real_path(a), *second = real_path(b);
    return strcmp(first, second) == 0;
}
