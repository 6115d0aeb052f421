/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "forge/forge-capture.h"

static void packet_clear(gpointer data)
{
    forge_packet_t *packet = (forge_packet_t *)data;

    g_free(packet->bytes);
    g_free((gpointer)packet->comment);
}

forge_capture_t *bcnet_forge_capture_new(void)
{
    forge_capture_t *capture = g_new0(forge_capture_t, 1);

    capture->start = BCNET_FORGE_DEFAULT_START;
    capture->packets = g_array_new(FALSE, FALSE, sizeof(forge_packet_t));
    g_array_set_clear_func(capture->packets, packet_clear);
    return capture;
}

void bcnet_forge_capture_free(forge_capture_t *capture)
{
    if (!capture)
        return;
    g_array_free(capture->packets, TRUE);
    g_free(capture);
}

void bcnet_forge_capture_add(forge_capture_t *capture, gint64 time, const GByteArray *frame, guint captured,
                             const char *comment)
{
    captured = MIN(captured, frame->len);
    const forge_packet_t packet = {
        .time = time,
        .bytes = (guint8 *)g_memdup2(frame->data, captured),
        .captured = captured,
        .length = frame->len,
        .comment = g_strdup(comment),
    };
    capture->bytes += captured;
    g_array_append_val(capture->packets, packet);
}

/* ---- Frames of Wi-Fi, which carry several of Ethernet ---- */

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

/* Appends what an Ethernet frame of LENGTH bytes carries, as another subframe. */
static void wireless_append(GByteArray *frame, const guint8 *ethernet, guint length)
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

gboolean bcnet_forge_capture_join(forge_capture_t *capture, const GByteArray *frame)
{
    guint           count = capture->packets->len;
    forge_packet_t *last = count > 0 ? &g_array_index(capture->packets, forge_packet_t, count - 1) : NULL;

    if (!last || last->captured < last->length)
        return FALSE;
    GByteArray *joined;
    if (last->wireless) {
        joined = g_byte_array_new_take(last->bytes, last->length);
    } else {
        joined = g_byte_array_append(g_byte_array_new(), header, sizeof header);
        wireless_append(joined, last->bytes, last->length);
        g_free(last->bytes);
    }
    wireless_append(joined, frame->data, frame->len);
    capture->bytes += joined->len - last->captured;
    last->wireless = TRUE;
    last->captured = last->length = joined->len;
    last->bytes = g_byte_array_free(joined, FALSE);
    return TRUE;
}

/* ---- The whole ---- */

static gint compare_packets(gconstpointer a, gconstpointer b)
{
    const forge_packet_t *left = (const forge_packet_t *)a;
    const forge_packet_t *right = (const forge_packet_t *)b;

    return left->time < right->time ? -1 : left->time > right->time;
}

/* GLib's sorting keeps the order of equal times. */
void bcnet_forge_capture_sort(forge_capture_t *capture)
{
    g_array_sort(capture->packets, compare_packets);
}

gboolean bcnet_forge_capture_write(const forge_capture_t *capture, const char *path, GError **error)
{
    forge_pcapng_t *pcapng = bcnet_pcapng_open(path, "bcnet-forge", error);

    if (!pcapng)
        return FALSE;
    for (guint i = 0; i < capture->packets->len; i++) {
        forge_frame_t frame = g_array_index(capture->packets, forge_packet_t, i);
        frame.time += capture->start;
        bcnet_pcapng_write(pcapng, &frame);
    }
    return bcnet_pcapng_close(pcapng, error);
}
