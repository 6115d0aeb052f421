/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two hashes of the checksum exchange (protocol chapter 35.4): arithmetic only, no Wireshark include. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The hash of a name: of a file or directory without its path, or of a whole directory path in the client's
 * form, "scripts/ships". Bytes are taken as they are, upper and lower case differ. */
uint32_t bcnet_name_hash(const char *name, size_t length);
/* Goes on from the hash of what stands before. */
uint32_t bcnet_name_hash_more(uint32_t hash, const char *name, size_t length);
/* The same for a name in UTF-8: the game has its names in ISO-8859-1. False when that cannot say it; no
 * file of the game can have such a name. */
bool bcnet_name_hash_utf8(const char *name, size_t length, uint32_t *hash);
/* The hash of a file's content, with the fault that the game's own has. */
uint32_t bcnet_content_hash(const uint8_t *content, size_t length);
