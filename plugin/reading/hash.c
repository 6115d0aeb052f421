/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reading/hash.h"

#include <stdbool.h>
#include <string.h>

#include "datagram/little-endian.h"

static inline uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static inline void mix(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

static inline void take(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v);
    v[0] ^= word;
}

uint64_t bcnet_hash_with(const uint64_t key[2], const void *bytes, size_t length)
{
    const uint8_t *byte = (const uint8_t *)bytes;
    uint64_t       last = (uint64_t)length << 56;
    uint64_t       v[4] = { key[0] ^ UINT64_C(0x736F6D6570736575), key[1] ^ UINT64_C(0x646F72616E646F6D),
                            key[0] ^ UINT64_C(0x6C7967656E657261), key[1] ^ UINT64_C(0x7465646279746573) };

    for (; length >= 8; byte += 8, length -= 8)
        take(v, bcnet_le32(byte) | (uint64_t)bcnet_le32(byte + 4) << 32);
    for (size_t i = 0; i < length; i++)
        last |= (uint64_t)byte[i] << 8 * i;
    take(v, last);
    v[2] ^= 0xFF;
    mix(v);
    mix(v);
    mix(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t bcnet_hash(const void *bytes, size_t length)
{
    static uint64_t key[2];

    while (key[0] == 0)
        for (unsigned i = 0; i < 2; i++)
            key[i] = (uint64_t)g_random_int() << 32 | g_random_int();
    return bcnet_hash_with(key, bytes, length);
}

/* ---- Tables by texts ---- */

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
