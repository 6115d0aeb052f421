/* The names behind the name hashes of the unmodified game (protocol chapter 35.4); no Wireshark include.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_CHECKSUM_NAMES_H
#define BCNET_CHECKSUM_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* The name of a file, directory, path or version, or NULL: a mod's. Case is kept, as in the hash. */
const char *bcnet_name_of_hash(uint32_t hash);
/* The name is one of the unmodified game's, so its hash is in the table. */
bool bcnet_has_known_hash(const char *name);

#endif
