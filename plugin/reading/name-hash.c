/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two hashes of the checksum exchange (protocol chapter 35.4).
 *
 * Provenance of the permutations: the protocol description, chapter 35.4 and its table of the four
 * permutations, constants of the game's own program. Certain: all names of the unmodified game come out of
 * them with the hashes that its clients send. */
#include "reading/name-hash.h"

#include <glib.h>

#include "datagram/little-endian.h"

enum { TIME_STAMP = 1 /* the word of a .pyc file that says when it was compiled */ };

/* What each permutation makes of a byte: the first one the most significant byte of the word. */
static const uint32_t permutations[256] = {
    0x1D9F355F, 0x508F85D5, 0x7EDF49B8, 0x03B9E2F3, 0x94D9A768, 0xCE1D4263, 0x9745DFB3, 0x7F440BE6, 0x2AE12DCE,
    0x6B762333, 0xF1B2DD02, 0x01DCDE6A, 0x27771F99, 0x6DE717D0, 0x8B0FBB12, 0x13C9CFA7, 0x9A724E2F, 0xFEC3A30E,
    0x902A19AD, 0x33B404F7, 0x810671A2, 0xD113120C, 0x1E3FB560, 0x487E50AB, 0xDD8A434E, 0xC37B6475, 0x9BE0A0D7,
    0x85C8156F, 0x8E31DB26, 0x9DDB22D8, 0x3764B01A, 0x180D83B5, 0x363C3930, 0x4280EAA6, 0x072EAFEB, 0x785CC311,
    0xB5F5D02E, 0xD6CACE61, 0x8297779F, 0x745F147A, 0xD979ADA3, 0xAB49568E, 0x10A680A0, 0x8AF05FDF, 0xE2BD6E43,
    0x2161D2B7, 0x6108D98D, 0xC075C0CA, 0x584EE64A, 0x7299F65A, 0xF70E7098, 0x882CF9F1, 0x57A50566, 0xED5D5A38,
    0x3240331C, 0x1655C5D1, 0x5AF48C5D, 0xF9AE73F0, 0x7990CBCF, 0xA105FAB1, 0xBA0A8174, 0xFC333ECD, 0xACA7D89D,
    0x305E9EB9, 0xBC57263E, 0xB4E6D68C, 0x769B0CE7, 0x26B5BA31, 0xBF6CAAEC, 0xCA6ACD7F, 0x6A547E0F, 0xA48B9D2C,
    0x2CAFFF7C, 0xF3691D71, 0x38CE066D, 0x257AC48B, 0xB8CFEDFE, 0xB0E3F2C3, 0x669CF423, 0x5D7F5BC0, 0x1B5994B4,
    0x409A9BC6, 0x9688A17D, 0xC1C45EC9, 0xBE98B8BD, 0x15A8373D, 0x9C21C104, 0x3937F1F2, 0xECFA575E, 0xB6037B03,
    0x1A5AD7E8, 0xA582FBD2, 0xA02625DD, 0x4AABCC53, 0x549391FB, 0xCCB7F064, 0x5C1F62DC, 0xDC417FD4, 0x5FFFFC90,
    0xB7781ADA, 0xA7EB9608, 0x22D07251, 0xD5A32F78, 0x4CBCDABC, 0xDFDD38E4, 0x6E73A2C1, 0x9EF83AA1, 0xDAD3BF29,
    0x0BA0B436, 0x06ADB1CC, 0x4BEEE81B, 0x4494BD87, 0xAF0C0F95, 0x2B20F78F, 0x75C2AEE9, 0x866DA697, 0x640B88D9,
    0xA8B37480, 0x53022C6E, 0x65C57DF4, 0x83340194, 0xD756ECDB, 0xAAF30710, 0x926F24E2, 0x958140AE, 0x47E434BB,
    0xFFBA5D93, 0x083B59D3, 0xCDF29C57, 0xB1127A5B, 0xD4CB9A2D, 0x3558EE0B, 0x8FD6E701, 0x3D1C467B, 0x0FED9FF6,
    0x007D6140, 0xC5BB631E, 0x19673009, 0x438DB29B, 0xC62B9767, 0xC21AEF83, 0x8404AC96, 0x04AC76B2, 0x24FE8EFC,
    0xAD257546, 0x7151E489, 0xEB23D3B6, 0x6946A99C, 0xE8602AC4, 0x7A274169, 0xE1A90070, 0x0D36A554, 0x60A2BC24,
    0x4D636605, 0x4F185128, 0x3139CADE, 0xCBD21B17, 0xC9B1B7EE, 0xC87C7CA8, 0x8C000EE5, 0x5EC11877, 0xFD716B48,
    0x178EC716, 0xCF62780D, 0x095B8406, 0x52DE6A18, 0xE3B66C42, 0x3BB8825C, 0x29F1601D, 0x0A9ED5FD, 0x73101CC5,
    0x56841350, 0x681155AA, 0xF2F9524D, 0xD017B9EA, 0x3EB05321, 0x0CAA3259, 0x91C71E9E, 0xE415B6F8, 0x49D72873,
    0x148C4B14, 0x9F3E8F82, 0x67381132, 0x63298D3C, 0xA6248BEF, 0xE609FDE3, 0xBB701015, 0x3C52678A, 0xD2653F07,
    0x8942D141, 0xFAD43656, 0xEA4845C8, 0xAE928679, 0x771EC922, 0x20D14A45, 0x6FE55492, 0x8D4D4FA5, 0x054CF81F,
    0x124B79C7, 0x2DD5292A, 0x5B1B6985, 0x93740819, 0x993AE9BE, 0xA3BE89E0, 0xE589207E, 0xEE95AB25, 0xBD166DBF,
    0xC401E39A, 0xF696C60A, 0x599D9847, 0x23EF9984, 0x7D28E5ED, 0xD83293B0, 0x4E504881, 0xE0300972, 0xD3F6E16B,
    0xA947F352, 0x6C2F47D6, 0xB2E94CFF, 0x1C4FFE44, 0x55358A3F, 0x2EC095A9, 0x11223CF9, 0x46ECEBC2, 0x3F432B37,
    0x70530320, 0xF514F5AF, 0x984AA83A, 0xEFA458CB, 0xE9E23D62, 0x0EEAC288, 0x62833186, 0xF46E654B, 0xF007DC76,
    0x802D272B, 0x1F87BE91, 0x02682158, 0x34DA68A4, 0x7B86E0FA, 0xE7F7B3F5, 0xDEFCC855, 0xDBE8A449, 0x4566024F,
    0x51CC2EBA, 0xB991D4E1, 0x2F853B39, 0xC7CD6F4C, 0xF8195C13, 0x7C6B8765, 0x41FB0A3B, 0x28C69234, 0x3AA10D6C,
    0xA2BF4D00, 0x87D81635, 0xB33D44AC, 0xFBFD9027,
};

/* Written out: lists of names are hashed whenever a capture is opened. */
static uint32_t add_character(uint32_t hash, uint8_t character)
{
    return (permutations[(uint8_t)(hash >> 24) ^ character] & 0xFF000000) |
           (permutations[(uint8_t)(hash >> 16) ^ character] & 0x00FF0000) |
           (permutations[(uint8_t)(hash >> 8) ^ character] & 0x0000FF00) |
           (permutations[(uint8_t)hash ^ character] & 0x000000FF);
}

uint32_t bcnet_name_hash_more(uint32_t hash, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = add_character(hash, (uint8_t)name[i]);
    return hash;
}

uint32_t bcnet_name_hash(const char *name, size_t length)
{
    return bcnet_name_hash_more(0, name, length);
}

bool bcnet_name_hash_utf8(const char *name, size_t length, uint32_t *hash)
{
    const char *end = name + length;

    if (!g_utf8_validate_len(name, length, NULL))
        return false;
    for (*hash = 0; name < end; name = g_utf8_next_char(name)) {
        const gunichar character = g_utf8_get_char(name);
        if (character > UINT8_MAX)
            return false;
        *hash = add_character(*hash, (uint8_t)character);
    }
    return true;
}

static uint32_t fold(uint32_t hash, uint32_t word)
{
    hash ^= word;
    return hash << 1 | hash >> 31;
}

uint32_t bcnet_content_hash(const uint8_t *content, size_t length)
{
    const size_t   words = length / 4;
    const uint8_t *tail = content + 4 * words;
    uint32_t       hash = 0;

    for (size_t i = 0; i < words; i++) {
        if (i != TIME_STAMP)
            hash = fold(hash, bcnet_le32(content + 4 * i));
    }
    /* The game does not move on within the tail: its first byte counts for all of it, with its sign. */
    for (size_t i = 0; i < length % 4; i++)
        hash = fold(hash, (uint32_t)(int8_t)tail[0]);
    return hash;
}
