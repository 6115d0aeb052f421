/* Hashes of names, as a polynomial over a prime field: for every pair of names few seeds make them collide.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "mods/names.h"

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
    GString *utf8;
    char    *folded;

    if (g_utf8_validate(name, -1, NULL))
        return g_utf8_casefold(name, -1);
    utf8 = g_string_new(NULL); /* Latin-1, as scripts are */
    for (; *name != '\0'; name++)
        g_string_append_unichar(utf8, (unsigned char)*name);
    folded = g_utf8_casefold(utf8->str, -1);
    g_string_free(utf8, TRUE);
    return folded;
}
