/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads files for a scenario. */
#include "forge/forge-bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "common/output.h"
#include "common/system.h"

void bcnet_forge_allow_folder(forge_scope_t *scope, const char *folder)
{
    char *real = tool_real_path(folder);

    if (real)
        g_ptr_array_add(scope->folders, real);
}

static gboolean is_allowed(const forge_scope_t *scope, const char *real)
{
    for (guint i = 0; i < scope->folders->len; i++) {
        const char *folder = (const char *)g_ptr_array_index(scope->folders, i);
        gsize       length = strlen(folder);
        if (length > 0 && strncmp(real, folder, length) == 0 &&
            (G_IS_DIR_SEPARATOR(real[length]) || G_IS_DIR_SEPARATOR(folder[length - 1])))
            return TRUE;
    }
    return FALSE;
}

static const char *what_is_wrong(const forge_scope_t *scope, const char *path, const char *real, gsize most)
{
    GStatBuf status;

    if (!real || g_stat(real, &status) != 0)
        return g_strerror(errno);
    if (!is_allowed(scope, real))
        return "it is not below the folder of the scenario; --allow names further folders";
    if (!S_ISREG(status.st_mode))
        return "it is no regular file";
    if (scope->output && tool_same_file(path, scope->output))
        return "the capture is to be written to it";
    return (guint64)status.st_size > most ? "it is too large" : NULL;
}

char *bcnet_forge_file_path(const forge_line_t *line, const forge_token_t *token)
{
    return g_path_is_absolute(token->string) ? g_strdup(token->string)
                                             : g_build_filename(line->source->directory, token->string, NULL);
}

char *bcnet_forge_read_file(const forge_cursor_t *cursor, const forge_token_t *token, gsize most, gsize *length)
{
    g_autofree char *path = bcnet_forge_file_path(cursor->line, token), *real = tool_real_path(path);
    char            *contents = NULL;
    const char      *wrong = what_is_wrong(cursor->scope, path, real, most);
    g_autoptr(GError) cause = NULL;

    if (!wrong && !g_file_get_contents(path, &contents, length, &cause))
        wrong = cause->message;
    if (wrong)
        bcnet_forge_fail(cursor, token, "The file \"%s\" cannot be read: %s.", path, wrong);
    return contents;
}
