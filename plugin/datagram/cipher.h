/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cipher of the game's datagrams (protocol chapter 10.2).
 *
 * Every datagram starts afresh; byte 0 is not enciphered. Bytes are decrypted one after the other, so a
 * reader may stop as soon as it has seen enough. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Where the cipher stands within a datagram. */
typedef struct {
    uint16_t sum;
    uint16_t carry;
    uint8_t  feedback; /* XOR of all plain bytes so far */
} bcnet_cipher_t;

/* Builds the lookup table. Call it once before anything else. */
void bcnet_cipher_setup(void);

static inline void bcnet_cipher_start(bcnet_cipher_t *cipher)
{
    cipher->sum = 0;
    cipher->carry = 0;
    cipher->feedback = 0;
}

/* Decrypts the next `length` bytes; `plain` and `enciphered` may be the same. */
void bcnet_cipher_decrypt(bcnet_cipher_t *cipher, const uint8_t *enciphered, uint8_t *plain, size_t length);

/* Decrypts a whole datagram as far as it was captured: byte 0 is copied. */
void bcnet_cipher_decrypt_datagram(const uint8_t *enciphered, uint8_t *plain, size_t length);
