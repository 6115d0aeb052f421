/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/names.h"

#include <stdbool.h>
#include <string.h>

#include "reading/hash.h"

static guint hash_name(gconstpointer name)
{
    return (guint)bcnet_hash(name, strlen((const char *)name));
}

GHashTable *bcnet_names_new(GDestroyNotify name, GDestroyNotify value)
{
    return g_hash_table_new_full(hash_name, g_str_equal, name, value);
}

char *bcnet_name_folded(const char *name)
{
    const bool valid = g_utf8_validate(name, -1, NULL);
    char      *utf8 = valid ? g_strdup(name) : g_convert(name, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
    char      *folded = g_utf8_casefold(utf8, -1);

    g_free(utf8);
    return folded;
}
