/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes as people write them: hex mixed with typed values. */
#pragma once

#include <string.h>
#include <glib.h>

#include "forge/forge-lexer.h"

/* The lower SIZE bytes of a value, little-endian as the game has them. */
void bcnet_forge_append(GByteArray *bytes, guint64 value, guint size);

/* Several values, behind BYTES, or in a new array if that is NULL. FORM has a letter for each: b, h, w and f are u8, u16, u32
 * and f32; H and W are big-endian, as IP has them; t is text behind its length in one byte, T in two. */
GByteArray *bcnet_forge_pack(GByteArray *bytes, const char *form, ...);

/* Far above anything the game can send: 255 fragments carry about 100 KB. */
#define BCNET_FORGE_MAX_BYTES (1024u * 1024)

/* Reads the rest of the line. At least one item is required unless MAY_BE_EMPTY. */
GByteArray *bcnet_forge_take_bytes(forge_cursor_t *cursor, gboolean may_be_empty);

/* 16 bits of chapter 20.2. */
guint16 bcnet_forge_cf16(float value);

/* ISO-8859-1 as the game sends it: characters it cannot hold become 0x01 (80.2). */
void bcnet_forge_append_latin1(GByteArray *bytes, const char *utf8);
void bcnet_forge_append_utf16(GByteArray *bytes, const char *utf8, gboolean terminated);
/* Two hexadecimal digits for each byte. */
void bcnet_forge_append_hex(GByteArray *bytes, const char *digits);
/* "10.10.10.1". FALSE if the text is no IPv4 address. */
gboolean bcnet_forge_append_ip(GByteArray *bytes, const char *text);

/* ---- forge-files.c ---- */

/* Lets files below the folder be read. One that does not exist allows nothing. */
void bcnet_forge_allow_folder(forge_scope_t *scope, const char *folder);
/* The path of the file that the token names between its quotes, relative to the scenario. */
char *bcnet_forge_file_path(const forge_line_t *line, const forge_token_t *token);
/* Its contents with a zero byte behind them. Files of more than `most` bytes are not opened. NULL after a mistake. */
char *bcnet_forge_read_file(const forge_cursor_t *cursor, const forge_token_t *token, gsize most, gsize *length);
