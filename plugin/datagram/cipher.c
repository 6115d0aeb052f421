/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cipher of the game's datagrams, in its table form (protocol chapter 10.2).
 *
 * The game keeps ten key bytes and XORs each of them with every plain byte. So after some bytes all ten
 * differ from the fixed key by the same value, the feedback byte X. Within one byte the game runs five
 * rounds
 *
 *     w = keyword[r] ^ w;  c = w * 0x015A;  sum = (sum + r) * M + carry + c;  carry = c;  w = w * M + 1
 *
 * (w starts at 0, M = 0x4E35, all modulo 2^16). w and c depend on X alone, and each round's sum is linear
 * in what came before. With t = sum * M + carry the sum of round r is
 *
 *     t * M^r + constant[X][r]
 *
 * so the five rounds become five independent multiply-adds with a table of 256 rows. */
#include "datagram/cipher.h"

enum { ROUNDS = 5, MULTIPLIER = 0x4E35, SPREAD = 0x015A };

static const uint8_t cipher_key[2 * ROUNDS] = { 'A', 'l', 'b', 'y', 'R', 'u', 'l', 'e', 's', '!' };

/* One row per feedback value: 16 bytes, so that a row never crosses a cache line. */
typedef struct {
    uint16_t constant[ROUNDS]; /* what a round's sum has beside its share of t */
    uint16_t mask; /* XOR of the five final w */
    uint16_t carry; /* c of the last round */
    uint16_t unused;
} bcnet_cipher_row_t;

static bcnet_cipher_row_t rows[256];

static void build_row(bcnet_cipher_row_t *row, uint8_t feedback)
{
    uint16_t w = 0, carry = 0, constant = 0;

    row->mask = 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
        const uint16_t keyword = (uint16_t)((cipher_key[2 * r] ^ feedback) << 8 | (cipher_key[2 * r + 1] ^ feedback));
        w ^= keyword;
        const uint16_t c = (uint16_t)((uint32_t)w * SPREAD);
        /* The carry that enters round 0 is not known here; it is part of t. */
        constant = (uint16_t)(((uint32_t)constant + r) * MULTIPLIER + carry + c);
        row->constant[r] = constant;
        carry = c;
        w = (uint16_t)((uint32_t)w * MULTIPLIER + 1);
        row->mask ^= w;
    }
    row->carry = carry;
}

void bcnet_cipher_setup(void)
{
    for (unsigned feedback = 0; feedback < 256; feedback++)
        build_row(&rows[feedback], (uint8_t)feedback);
}

void bcnet_cipher_decrypt(bcnet_cipher_t *cipher, const uint8_t *enciphered, uint8_t *plain, size_t length)
{
    /* 16 bits are enough, but 32-bit arithmetic is what the machine does best: the upper halves never
     * reach the output. The powers of M are constants. */
    const uint32_t m1 = MULTIPLIER;
    const uint32_t m2 = (m1 * m1) & 0xFFFF, m3 = (m2 * m1) & 0xFFFF, m4 = (m3 * m1) & 0xFFFF;
    uint32_t       sum = cipher->sum, carry = cipher->carry;
    uint8_t        feedback = cipher->feedback;

    for (size_t i = 0; i < length; i++) {
        const bcnet_cipher_row_t *row = &rows[feedback];
        const uint32_t            t = sum * m1 + carry;
        const uint32_t            last = t * m4 + row->constant[4];
        const uint32_t mask = (t + row->constant[0]) ^ (t * m1 + row->constant[1]) ^ (t * m2 + row->constant[2]) ^
                              (t * m3 + row->constant[3]) ^ last ^ row->mask;
        const uint8_t byte = (uint8_t)(enciphered[i] ^ mask ^ (mask >> 8));

        sum = last;
        carry = row->carry;
        plain[i] = byte;
        feedback ^= byte;
    }
    cipher->sum = (uint16_t)sum;
    cipher->carry = (uint16_t)carry;
    cipher->feedback = feedback;
}

void bcnet_cipher_decrypt_datagram(const uint8_t *enciphered, uint8_t *plain, size_t length)
{
    bcnet_cipher_t cipher;

    if (length == 0)
        return;
    bcnet_cipher_start(&cipher);
    plain[0] = enciphered[0];
    bcnet_cipher_decrypt(&cipher, enciphered + 1, plain + 1, length - 1);
}
