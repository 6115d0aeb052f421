/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The datagram cipher, written down the way chapter 10.2 states it and not made faster.
 *
 * The plugin has a table form of the same cipher. The two share no line on purpose: tests compare
 * them, and a mistake made once must not be able to hide in both. */
#include "forge/forge-cipher.h"

#define KEY_BYTES 10
#define ROUNDS 5

typedef struct {
    uint8_t  key[KEY_BYTES];
    uint16_t sum;
    uint16_t carry;
} cipher_state_t;

static const cipher_state_t start = { .key = { 'A', 'l', 'b', 'y', 'R', 'u', 'l', 'e', 's', '!' } };

/* The byte that the next byte of the datagram is XORed with. */
static uint8_t next_mask(cipher_state_t *state)
{
    uint16_t mask = 0;
    uint16_t word = 0;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        word ^= (uint16_t)(state->key[2 * round] << 8 | state->key[2 * round + 1]);
        uint16_t product = (uint16_t)(word * 0x015Au);
        state->sum = (uint16_t)((state->sum + round) * 0x4E35u + state->carry + product);
        state->carry = product;
        word = (uint16_t)(word * 0x4E35u + 1u);
        mask ^= state->sum ^ word;
    }
    return (uint8_t)(mask ^ mask >> 8);
}

static void feed_back(cipher_state_t *state, uint8_t plain)
{
    for (size_t i = 0; i < KEY_BYTES; i++)
        state->key[i] ^= plain;
}

void bcnet_forge_encrypt(uint8_t *datagram, size_t length)
{
    bcnet_forge_encrypt_from(datagram, 1, length);
}

void bcnet_forge_encrypt_from(uint8_t *datagram, size_t first, size_t length)
{
    cipher_state_t state = start;

    for (size_t i = first; i < length; i++) {
        uint8_t plain = datagram[i];
        datagram[i] = plain ^ next_mask(&state);
        feed_back(&state, plain);
    }
}

void bcnet_forge_decrypt(uint8_t *datagram, size_t length)
{
    cipher_state_t state = start;

    for (size_t i = 1; i < length; i++) {
        datagram[i] ^= next_mask(&state);
        feed_back(&state, datagram[i]);
    }
}
