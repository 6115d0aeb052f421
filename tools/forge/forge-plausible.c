/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether pasted bytes can be a complete datagram. */
#include "forge/forge-paste.h"

#include "forge/forge-message.h"

enum { HOST_ID = 0x01, HIGHEST_ID = 0x7E, NO_ID = 0xFF, GAMESPY = 0x5C };
enum { SHORTEST_WITH_LENGTH = 3, SHORTEST_ACK = 4 };

/* Length of the message at BYTES, 0 if there is none that fits into AVAILABLE bytes. */
static gsize message_length(const guint8 *bytes, gsize available)
{
    guint8 type = bytes[0];
    gsize  length = 0;

    if (type == FORGE_KEEPALIVE) {
        length = 1;
    } else if (type == FORGE_ACK && available >= SHORTEST_ACK) {
        length = bytes[3] & FORGE_ACK_FRAGMENT ? SHORTEST_ACK + 1 : SHORTEST_ACK;
    } else if ((type <= FORGE_DISCONNECT || type == FORGE_GAME) && available >= SHORTEST_WITH_LENGTH) {
        length = (bytes[1] | (gsize)bytes[2] << 8) & bcnet_forge_message_max_length(type);
        length = length < SHORTEST_WITH_LENGTH ? 0 : length;
    }
    return length <= available ? length : 0;
}

guint bcnet_forge_count_messages(const guint8 *bytes, gsize length)
{
    guint count = 0;

    for (gsize at = 0; at < length;) {
        gsize step = message_length(bytes + at, length - at);
        if (step == 0)
            return 0;
        at += step;
        count++;
    }
    return count;
}

gboolean bcnet_forge_is_text(const guint8 *bytes, gsize length)
{
    if (length == 0 || bytes[0] != GAMESPY)
        return FALSE;
    for (gsize i = 0; i < length; i++) {
        /* 80.1: 0x01 stands for characters that Latin-1 does not have. */
        if ((bytes[i] < 0x20 && bytes[i] != 0x01) || (bytes[i] > 0x7E && bytes[i] < 0xA0))
            return FALSE;
    }
    return TRUE;
}

gboolean bcnet_forge_is_datagram(const guint8 *plain, gsize length)
{
    if (bcnet_forge_is_text(plain, length))
        return TRUE;
    if (length < 3 || plain[0] < HOST_ID || (plain[0] > HIGHEST_ID && plain[0] != NO_ID))
        return FALSE;
    return plain[1] > 0 && bcnet_forge_count_messages(plain + 2, length - 2) == plain[1];
}
