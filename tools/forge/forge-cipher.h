/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The datagram cipher in its straightforward form. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* All work on a whole datagram in place. Byte 0, the sender's id, is never ciphered (10.1), but by a sender who errs. */
void bcnet_forge_encrypt(uint8_t *datagram, size_t length);
void bcnet_forge_encrypt_from(uint8_t *datagram, size_t first, size_t length);
void bcnet_forge_decrypt(uint8_t *datagram, size_t length);
