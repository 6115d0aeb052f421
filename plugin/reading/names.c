/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hashes of names, as a polynomial over a prime field: for every pair of names few seeds make them collide. */
#include "reading/names.h"

#include <stdbool.h>

#define PRIME G_GUINT64_CONSTANT(4294967291) /* the largest one of 32 bits */

static guint hash_seeded(gconstpointer name)
{
    static guint64 seed;
    guint64        hash = 0;

    if (seed == 0)
        seed = 256 + g_random_int() / 2;
    for (const guchar *at = name; *at != '\0'; at++)
        hash = (hash * seed + *at) % PRIME;
    return (guint)hash;
}

GHashTable *bcnet_names_new(GDestroyNotify name, GDestroyNotify value)
{
    return g_hash_table_new_full(hash_seeded, g_str_equal, name, value);
}

char *bcnet_name_folded(const char *name)
{
    const bool valid = g_utf8_validate(name, -1, NULL);
    char      *utf8 = valid ? g_strdup(name) : g_convert(name, -1, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
    char      *folded = g_utf8_casefold(utf8, -1);

    g_free(utf8);
    return folded;
}
