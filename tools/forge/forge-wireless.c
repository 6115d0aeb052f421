/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-capture.h"

#define HEADER 26u
#define ADDRESSES 12u /* of Ethernet, receiver and sender */

/* A data frame with quality of service, from the access point, to everybody; the flag of an A-MSDU. */
static const guint8 header[HEADER] = {
    0x88, 0x02, 0x00, 0x00, /* QoS data, from the distribution system; duration */
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, /* receiver */
    0x02, 0x00, 0x00, 0x00, 0x00, 0xAA, /* the access point */
    0x02, 0x00, 0x00, 0x00, 0x00, 0xAA, /* and its network */
    0x00, 0x00, 0x80, 0x00, /* sequence number; A-MSDU present */
};
/* LLC and SNAP; the type of Ethernet follows. */
static const guint8 snap[] = { 0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00 };

GByteArray *bcnet_forge_wireless_begin(void)
{
    GByteArray *frame = g_byte_array_new();

    return g_byte_array_append(frame, header, sizeof header);
}

void bcnet_forge_wireless_append(GByteArray *frame, const guint8 *ethernet, guint length)
{
    static const guint8 zeros[3];
    const guint         carried = (guint)sizeof snap + length - ADDRESSES;
    const guint8        size[2] = { (guint8)(carried >> 8), (guint8)carried };

    /* Subframes begin at multiples of four bytes behind the header. */
    g_byte_array_append(frame, zeros, (4 - (frame->len - HEADER) % 4) % 4);
    g_byte_array_append(frame, ethernet, ADDRESSES);
    g_byte_array_append(frame, size, sizeof size);
    g_byte_array_append(frame, snap, sizeof snap);
    g_byte_array_append(frame, ethernet + ADDRESSES, length - ADDRESSES);
}
