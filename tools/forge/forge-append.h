/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values at the end of a byte array: little-endian as the game has them, big-endian as IP has them. */
#ifndef BCNET_FORGE_APPEND_H
#define BCNET_FORGE_APPEND_H

#include <string.h>

#include <glib.h>

static inline void bcnet_forge_append_u8(GByteArray *bytes, guint8 value)
{
    g_byte_array_append(bytes, &value, 1);
}

static inline void bcnet_forge_append_u16(GByteArray *bytes, guint value)
{
    bcnet_forge_append_u8(bytes, (guint8)value);
    bcnet_forge_append_u8(bytes, (guint8)(value >> 8));
}

static inline void bcnet_forge_append_u32(GByteArray *bytes, guint32 value)
{
    bcnet_forge_append_u16(bytes, value);
    bcnet_forge_append_u16(bytes, value >> 16);
}

static inline void bcnet_forge_append_f32(GByteArray *bytes, float value)
{
    guint32 bits;

    memcpy(&bits, &value, sizeof bits);
    bcnet_forge_append_u32(bytes, bits);
}

static inline void bcnet_forge_append_be16(GByteArray *bytes, guint value)
{
    bcnet_forge_append_u8(bytes, (guint8)(value >> 8));
    bcnet_forge_append_u8(bytes, (guint8)value);
}

static inline void bcnet_forge_append_be32(GByteArray *bytes, guint32 value)
{
    bcnet_forge_append_be16(bytes, value >> 16);
    bcnet_forge_append_be16(bytes, value);
}

/* Plain ASCII without an end. */
static inline void bcnet_forge_append_text(GByteArray *bytes, const char *text)
{
    g_byte_array_append(bytes, (const guint8 *)text, (guint)strlen(text));
}

#endif
