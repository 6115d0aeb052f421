/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be told of a script by its file. */
#include "mods/source.h"

#include <stdint.h>
#include <string.h>

#include <glib.h>

void bcnet_source_clear(bcnet_script_source_t *source)
{
    g_clear_pointer(&source->path, g_free);
    g_clear_pointer(&source->text, g_free);
}

/* Every Python puts CR LF behind its number. That of 1.5 to 2.7 has a byte that is no letter; behind that of 3 are zeros. */
bool bcnet_source_is_compiled(const char *text, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)text;

    return length >= 8 && bytes[2] == '\r' && bytes[3] == '\n' && bytes[0] != '#' &&
           (bytes[0] >= 0x80 || bytes[1] >= 0x80 || memchr(text, '\0', MIN(length, 12)));
}

char *bcnet_source_name(const char *file)
{
    const char *end = strrchr(file, '.');

    /* "._akira.py" is what a Mac puts beside the files of an archive. */
    if (!end || *file == '.' || g_str_has_prefix(file, "__") ||
        (g_ascii_strcasecmp(end, ".py") != 0 && g_ascii_strcasecmp(end, ".pyc") != 0))
        return NULL;
    return g_strndup(file, (size_t)(end - file));
}
