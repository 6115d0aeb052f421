/* Cipher and datagram: both forms of the cipher agree, messages tile, recognising agrees with reading (10).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "datagram/cipher.h"
#include "forge/forge-cipher.h"
#include "datagram/recognise.h"

static void walk(const uint8_t *plain, size_t captured, size_t reported)
{
    const unsigned count = captured >= BCNET_DATAGRAM_HEADER ? plain[1] : 0;
    size_t         offset = BCNET_DATAGRAM_HEADER;

    for (unsigned i = 0; i < count; i++) {
        bcnet_wire_message_t message;
        if (bcnet_wire_read(plain, captured, reported, offset, &message) != BCNET_WIRE_OK)
            return;
        FUZZ_MUST(message.length >= message.header && message.header > 0);
        FUZZ_MUST(message.offset == offset);
        offset += message.length;
        FUZZ_MUST(offset <= reported);
    }
}

/* The input is plain; its first byte tells how much more there was than was captured. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bcnet_payload_form_t forms[BCNET_PAYLOAD_FORMS];
    static bool                 ready;

    if (!ready)
        bcnet_cipher_setup();
    for (unsigned opcode = 0; !ready && opcode < BCNET_PAYLOAD_FORMS; opcode++)
        forms[opcode] = (bcnet_payload_form_t){ .sent = { opcode == 0x1C, opcode != 0x1C }, .shortest = 1 };
    ready = true;
    if (size < 2)
        return 0;
    const size_t captured = size - 1, reported = captured + (data[0] & 1 ? data[0] : 0);
    uint8_t     *plain = fuzz_copy(data + 1, captured);
    uint8_t     *enciphered = fuzz_copy(plain, captured);
    uint8_t     *again = fuzz_copy(plain, captured);
    bcnet_forge_encrypt(enciphered, captured);
    bcnet_cipher_decrypt_datagram(enciphered, again, captured);
    FUZZ_MUST(memcmp(plain, again, captured) == 0);
    walk(plain, captured, reported);
    const bcnet_recognition_t found = bcnet_wire_recognise(enciphered, captured, reported, forms);
    FUZZ_MUST(found == BCNET_FOREIGN || bcnet_peer_possible(plain[0]));
    free(again);
    free(enciphered);
    free(plain);
    return 0;
}
