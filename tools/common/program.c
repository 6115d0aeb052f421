/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options, exit codes and files given by mistake. */
#include "common/program.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "common/output.h"
#include "common/system.h"

/* What was printed may not have arrived: on a full disk the last write is the one that fails. */
static void check_printed(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    fputs("What was printed could not all be written.\n", stderr);
    _Exit(TOOL_FAILURE);
}

void tool_start(int *argc, char ***argv)
{
    tool_system_start(argc, argv);
    setlocale(LC_ALL, "");
    tool_output_watch_signals();
    atexit(check_printed);
}

int tool_misuse(const char *program, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", program);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, " See %s --help.\n", program);
    return TOOL_USAGE;
}

int tool_options(const char *program, const char *parameters, const char *summary, const char *description,
                 const GOptionEntry *entries, int *argc, char ***argv)
{
    gboolean           version = FALSE;
    const GOptionEntry own[] = { { "version", 0, 0, G_OPTION_ARG_NONE, &version, "Print the version", NULL },
                                 G_OPTION_ENTRY_NULL };
    GOptionContext    *context = g_option_context_new(parameters);
    g_autoptr(GError) error = NULL;
    int code = TOOL_GO_ON;

    g_set_prgname(program);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    if (entries)
        g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_add_main_entries(context, own, NULL);
    if (!tool_system_parse(context, argc, argv, &error)) {
        code = tool_misuse(program, "%s.", error->message);
    } else if (version) {
        printf("%.*s %s\n", (int)strcspn(program, " "), program, BCNET_VERSION);
        code = TOOL_OK;
    }
    g_option_context_free(context);
    return code;
}

gboolean tool_is_capture_file(const char *path)
{
    static const guint8 magics[][4] = { { 0x0A, 0x0D, 0x0D, 0x0A }, /* pcapng */
                                        { 0xD4, 0xC3, 0xB2, 0xA1 }, /* pcap, either byte order, either clock */
                                        { 0xA1, 0xB2, 0xC3, 0xD4 },
                                        { 0x4D, 0x3C, 0xB2, 0xA1 },
                                        { 0xA1, 0xB2, 0x3C, 0x4D } };
    guint8              first[4] = { 0 };
    FILE               *stream = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? g_fopen(path, "rb") : NULL;
    gboolean            found = FALSE;

    if (!stream)
        return FALSE;
    if (fread(first, sizeof first, 1, stream) == 1)
        for (gsize i = 0; i < G_N_ELEMENTS(magics); i++)
            found = found || memcmp(first, magics[i], sizeof first) == 0;
    fclose(stream);
    return found;
}

const char *tool_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

FILE *tool_input_open(const char *path, const char *wanted, GError **error)
{
    GStatBuf       status = { 0 };
    const int      kind = g_stat(path, &status) == 0 ? status.st_mode & S_IFMT : 0;
    const gboolean shell = g_str_has_prefix(path, "/dev/") || g_str_has_prefix(path, "/proc/");
    FILE          *stream = NULL;

    if (strcmp(path, "-") == 0) {
        tool_system_binary(0);
        return stdin;
    }
    if (tool_is_capture_file(path))
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                    "%s: This is a capture already; what is wanted here is %s.", path, wanted);
    else if (kind == S_IFCHR || kind == S_IFBLK || (kind == S_IFIFO && !shell))
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: The file cannot be read (%s).", path,
                    kind == S_IFIFO ? "it is a pipe; the name - reads standard input, which can be one"
                                    : "it is a device");
    else if ((stream = g_fopen(path, "rb")) == NULL)
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(errno), "%s: The file cannot be read (%s).", path,
                    g_strerror(errno));
    return stream;
}
