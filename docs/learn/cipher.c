/* Deciphers a datagram given in hex: ./cipher 01d73368c3bf76db.  SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdint.h>
#include <stdio.h>

int main(int count, char **words)
{
    uint8_t  key[] = "AlbyRules!";
    uint16_t sum = 0, carry = 0;
    unsigned byte = 0;

    for (const char *hex = count > 1 ? words[1] : ""; hex[0] && sscanf(hex, "%2x", &byte) == 1 && hex[1]; hex += 2) {
        uint16_t w = 0, mask = 0;

        for (unsigned r = 0; hex > words[1] && r < 5; r++) {
            w ^= (uint16_t)(key[2 * r] << 8 | key[2 * r + 1]);
            uint16_t c = (uint16_t)(w * 0x015Au);
            sum = (uint16_t)((sum + r) * 0x4E35u + carry + c);
            carry = c;
            w = (uint16_t)(w * 0x4E35u + 1);
            mask ^= sum ^ w;
        }
        byte ^= (mask & 0xFF) ^ (mask >> 8);
        for (int i = 0; hex > words[1] && i < 10; i++)
            key[i] ^= (uint8_t)byte;
        printf("%02x ", byte);
    }
    return puts("") == EOF;
}
