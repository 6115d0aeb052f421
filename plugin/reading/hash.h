/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One hash for bytes that strangers choose. No Wireshark include here.
 *
 * SipHash-1-3 with a key of the process: nobody outside can make many payloads, or hosts, fall together. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <glib.h>

uint64_t bcnet_hash(const void *bytes, size_t length);
/* With a key of one's own. */
uint64_t bcnet_hash_with(const uint64_t key[2], const void *bytes, size_t length);

/* A table by texts that a stranger chooses; what is given frees them and what stands under them, NULL: stays. */
GHashTable *bcnet_names_new(GDestroyNotify name, GDestroyNotify value);
/* Names that Windows takes for the same give the same; freed with g_free. Names of files need not be UTF-8. */
char *bcnet_name_folded(const char *name);
