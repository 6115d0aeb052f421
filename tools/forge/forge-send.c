/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Datagrams on their way into the capture: encrypted, in frames, damaged as asked. */
#include "forge/forge-interpreter.h"

#include "forge/forge-cipher.h"

static gboolean check_limits(const forge_interpreter_t *self)
{
    const forge_cursor_t *at = &self->datagram.at;

    if (self->capture->packets->len >= self->limits.max_frames) {
        bcnet_forge_fail(at, NULL, "The scenario makes more than %" G_GUINT64_FORMAT " frames, the limit.",
                         self->limits.max_frames);
    } else if (self->capture->bytes >= self->limits.max_bytes) {
        bcnet_forge_fail(at, NULL, "The frames of the scenario have more than %" G_GUINT64_FORMAT " bytes, the limit.",
                         self->limits.max_bytes);
    }
    return !self->error;
}

/* Takes MADE over, a frame of which PAYLOAD bytes are the payload of UDP, TCP or ICMP. */
static void store(forge_interpreter_t *self, gint64 time, GByteArray *made, guint payload, const char *comment)
{
    const forge_datagram_t *datagram = &self->datagram;
    g_autoptr(GByteArray) frame = made;
    guint captured = datagram->cut >= 0 ? frame->len - payload + (guint)datagram->cut : frame->len;

    time += datagram->delay;
    if (datagram->drop || !check_limits(self))
        return;
    if (!datagram->joined) {
        bcnet_forge_capture_add(self->capture, time, frame, captured, comment);
        if (datagram->duplicate >= 0)
            bcnet_forge_capture_add(self->capture, time + datagram->duplicate, frame, captured, NULL);
    } else if (frame->len > G_MAXUINT16 || !bcnet_forge_capture_join(self->capture, frame)) {
        bcnet_forge_fail(&datagram->at, NULL,
                         "There is no whole frame before this datagram, or it is too long to be joined to one.");
    }
}

/* A packet of UDP, ICMP or TCP between two endpoints, with what else is in its headers. */
static void send_packet(forge_interpreter_t *self, gint64 time, forge_endpoint_t *from, forge_endpoint_t *to,
                        forge_headers_t headers, const GByteArray *payload, const char *comment)
{
    const guint  length = payload ? payload->len : 0;
    forge_way_t *way = bcnet_forge_way(from, to);

    headers.source = from->address;
    headers.destination = to->address;
    headers.identification = from->identification++;
    GByteArray *frame = bcnet_forge_frame(&headers, payload ? payload->data : NULL, length);
    if (headers.protocol == FORGE_UDP) {
        g_clear_pointer(&way->frame, g_byte_array_unref);
        way->frame = g_byte_array_ref(frame);
    }
    store(self, time, frame, length, comment);
}

static void send_segment(forge_interpreter_t *self, gint64 time, gboolean back, guint8 flags, const GByteArray *payload,
                         const char *comment)
{
    forge_endpoint_t     *from = back ? self->datagram.to : self->datagram.from;
    forge_endpoint_t     *to = back ? self->datagram.from : self->datagram.to;
    forge_way_t          *way = bcnet_forge_way(from, to);
    const forge_headers_t headers = {
        .protocol = FORGE_TCP,
        .tcp_seq = way->tcp_seq,
        .tcp_ack = flags & FORGE_TCP_ACK ? bcnet_forge_way(to, from)->tcp_seq : 0,
        .tcp_flags = flags,
    };

    way->connected = TRUE;
    way->tcp_seq += (payload ? payload->len : 0) + (flags & (FORGE_TCP_SYN | FORGE_TCP_FIN) ? 1 : 0);
    send_packet(self, time, from, to, headers, payload, comment);
}

/* The begin of a connection and its end: each side sets FLAG, and the first one acknowledges the other's. */
static void shake_hands(forge_interpreter_t *self, gint64 time, guint8 flag, guint8 first_ack)
{
    send_segment(self, time, FALSE, flag | first_ack, NULL, NULL);
    send_segment(self, time, TRUE, flag | FORGE_TCP_ACK, NULL, NULL);
    send_segment(self, time, FALSE, FORGE_TCP_ACK, NULL, NULL);
}

/* Data between endpoints without a connection opens one at the same time. */
static void send_tcp(forge_interpreter_t *self, gint64 time, const GByteArray *payload, const char *comment)
{
    const forge_datagram_t *datagram = &self->datagram;

    if (datagram->content == FORGE_CONTENT_OPEN || !bcnet_forge_way(datagram->from, datagram->to)->connected)
        shake_hands(self, time, FORGE_TCP_SYN, 0);
    if (datagram->content == FORGE_CONTENT_CLOSE)
        shake_hands(self, time, FORGE_TCP_FIN, FORGE_TCP_ACK);
    else if (datagram->content != FORGE_CONTENT_OPEN)
        send_segment(self, time, FALSE, FORGE_TCP_PUSH | FORGE_TCP_ACK, payload, comment);
}

static GByteArray *wire_payload(const forge_datagram_t *datagram, const forge_part_t *part)
{
    GByteArray *payload = g_byte_array_new();

    if (datagram->content == FORGE_CONTENT_MESSAGES) {
        const guint8 header[2] = {
            datagram->id >= 0 ? (guint8)datagram->id : datagram->from->id,
            datagram->count >= 0 ? (guint8)datagram->count : (guint8)part->count,
        };
        g_byte_array_append(payload, header, sizeof header);
    }
    g_byte_array_append(payload, part->bytes->data, part->bytes->len);
    const gint first = datagram->from->first_enciphered;
    if (first >= 0 && (datagram->content == FORGE_CONTENT_MESSAGES || datagram->content == FORGE_CONTENT_PLAIN))
        bcnet_forge_encrypt_from(payload->data, (size_t)first, payload->len);
    return payload;
}

void bcnet_forge_send_part(forge_interpreter_t *self, guint index)
{
    const forge_datagram_t *datagram = &self->datagram;
    const forge_part_t     *part = (const forge_part_t *)g_ptr_array_index(datagram->parts, index);
    gint64                  time = datagram->time + index * datagram->gap;
    const char             *comment = index == 0 ? datagram->comment : NULL;
    g_autoptr(GByteArray) payload = wire_payload(datagram, part);

    if (payload->len > BCNET_FORGE_MAX_UDP) {
        bcnet_forge_fail(&datagram->at, NULL, "This datagram gets %u bytes long. UDP carries %u at most.", payload->len,
                         BCNET_FORGE_MAX_UDP);
    } else if (datagram->content == FORGE_CONTENT_MESSAGES && part->count > 255 && datagram->count < 0) {
        bcnet_forge_fail(&datagram->at, NULL,
                         "This datagram has %u messages, but its count field ends at 255. With the option "
                         "\"count N\" any number can be written into it.",
                         part->count);
    } else if (datagram->tcp) {
        send_tcp(self, time, payload, comment);
    } else {
        const forge_headers_t headers = {
            .protocol = datagram->content == FORGE_CONTENT_ERROR ? FORGE_ICMP : FORGE_UDP,
            .udp_length = (int)datagram->udp_length,
        };
        send_packet(self, time, datagram->from, datagram->to, headers, payload, comment);
    }
}

/* ---- ICMP errors: a machine on which nobody listens any more answers a datagram by quoting it ---- */

/* `size` bytes of the UDP payload are quoted, -1 for all; its headers always are. */
static GByteArray *quote_of(const forge_interpreter_t *self, const GByteArray *frame, gint64 size)
{
    forge_headers_t headers = { .source = self->datagram.from->address };
    guint           wanted = bcnet_forge_udp_overhead(&headers) + (guint)size;
    guint           end = size < 0 ? frame->len : MIN(frame->len, wanted);
    GByteArray     *quote = g_byte_array_new();

    return g_byte_array_append(quote, frame->data + BCNET_FORGE_LINK_HEADER, end - BCNET_FORGE_LINK_HEADER);
}

void bcnet_forge_unreachable_line(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    forge_endpoint_t *from = self->datagram.from, *to = self->datagram.to;
    gint64            size = -1;

    if (!bcnet_forge_check_open(self, cursor))
        return;
    if (bcnet_forge_peek(cursor))
        size = bcnet_forge_take_integer(cursor, "The number of quoted bytes", 0, BCNET_FORGE_MAX_UDP);
    /* The receiver of the error has sent it to the one whom the error comes from. */
    const GByteArray *frame = bcnet_forge_way(to, from)->frame;
    if (!frame)
        bcnet_forge_fail(cursor, NULL, "%s has sent nothing to %s yet that an ICMP error could quote.", to->name,
                         from->name);
    if (bcnet_forge_expect_end(cursor))
        bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_ERROR, quote_of(self, frame, size));
}
