/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One hash for bytes that strangers choose. No Wireshark include here.
 *
 * SipHash-1-3 with a key of the process: nobody outside can make many payloads, or hosts, fall together. */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint64_t bcnet_hash(const void *bytes, size_t length);
/* With a key of one's own. */
uint64_t bcnet_hash_with(const uint64_t key[2], const void *bytes, size_t length);
