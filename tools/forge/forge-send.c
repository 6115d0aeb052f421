/* Datagrams on their way into the capture: encrypted, in frames, damaged as asked.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-interpreter.h"

#include "forge/forge-cipher.h"

#define FIRST_TCP_SEQ 1000u

static gboolean check_limits(const forge_interpreter_t *self, GError **error)
{
    if (self->capture->packets->len >= self->limits.max_frames) {
        return bcnet_forge_fail(self->datagram.line, NULL, error,
                                "The scenario makes more than %" G_GUINT64_FORMAT " frames, the limit.",
                                self->limits.max_frames);
    }
    if (self->capture->bytes >= self->limits.max_bytes) {
        return bcnet_forge_fail(self->datagram.line, NULL, error,
                                "The frames of the scenario have more than %" G_GUINT64_FORMAT " bytes, the limit.",
                                self->limits.max_bytes);
    }
    return TRUE;
}

static gboolean join(forge_interpreter_t *self, const GByteArray *frame, GError **error)
{
    if (frame->len > G_MAXUINT16 || !bcnet_forge_capture_join(self->capture, frame))
        return bcnet_forge_fail(self->datagram.line, NULL, error,
                                "There is no whole frame before this datagram, or it is too long to be joined to one.");
    return TRUE;
}

static gboolean store(forge_interpreter_t *self, gint64 time, GByteArray *frame, guint overhead, const char *comment,
                      GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    guint                   captured = datagram->cut >= 0 ? overhead + (guint)datagram->cut : frame->len;
    gboolean                fine = TRUE;

    time += datagram->delay;
    if (!datagram->drop)
        fine = check_limits(self, error);
    if (fine && datagram->joined) {
        fine = join(self, frame, error);
    } else if (fine && !datagram->drop) {
        bcnet_forge_capture_add(self->capture, time, frame, captured, comment);
        if (datagram->duplicate >= 0)
            bcnet_forge_capture_add(self->capture, time + datagram->duplicate, frame, captured, NULL);
    }
    g_byte_array_free(frame, TRUE);
    return fine;
}

static forge_headers_t headers_between(forge_endpoint_t *from, const forge_endpoint_t *to)
{
    forge_headers_t headers = {
        .source = from->address,
        .destination = to->address,
        .identification = from->identification++,
        .udp_length = -1,
    };
    return headers;
}

static gboolean send_udp(forge_interpreter_t *self, gint64 time, const GByteArray *payload, const char *comment,
                         GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    forge_headers_t         headers = headers_between(datagram->from, datagram->to);

    headers.udp_length = (int)datagram->udp_length;
    GByteArray *frame = bcnet_forge_udp_frame(&headers, payload->data, payload->len);
    bcnet_forge_keep_sent(self, frame);
    return store(self, time, frame, bcnet_forge_udp_overhead(&headers), comment, error);
}

static gboolean send_error(forge_interpreter_t *self, gint64 time, const GByteArray *quote, const char *comment,
                           GError **error)
{
    forge_headers_t headers = headers_between(self->datagram.from, self->datagram.to);
    GByteArray     *frame = bcnet_forge_icmp_frame(&headers, quote->data, quote->len);

    return store(self, time, frame, bcnet_forge_icmp_overhead(&headers), comment, error);
}

/* The next sequence number that FROM will send to TO; the caller may advance it. */
static guint32 *tcp_seq(forge_interpreter_t *self, const forge_endpoint_t *from, const forge_endpoint_t *to,
                        gboolean *is_new)
{
    char    *key = g_strdup_printf("%s>%s", from->name, to->name);
    guint32 *seq = (guint32 *)g_hash_table_lookup(self->tcp, key);

    *is_new = seq == NULL;
    if (!seq) {
        seq = g_new(guint32, 1);
        *seq = FIRST_TCP_SEQ;
        g_hash_table_insert(self->tcp, g_strdup(key), seq);
    }
    g_free(key);
    return seq;
}

static gboolean send_segment(forge_interpreter_t *self, gint64 time, gboolean back, guint8 flags,
                             const GByteArray *payload, const char *comment, GError **error)
{
    forge_endpoint_t *from = back ? self->datagram.to : self->datagram.from;
    forge_endpoint_t *to = back ? self->datagram.from : self->datagram.to;
    forge_headers_t   headers = headers_between(from, to);
    guint             length = payload ? payload->len : 0;
    gboolean          is_new;
    guint32          *seq = tcp_seq(self, from, to, &is_new);

    headers.tcp_seq = *seq;
    headers.tcp_flags = flags;
    if (flags & FORGE_TCP_ACK)
        headers.tcp_ack = *tcp_seq(self, to, from, &is_new);
    *seq += length + (flags & (FORGE_TCP_SYN | FORGE_TCP_FIN) ? 1 : 0);
    GByteArray *frame = bcnet_forge_tcp_frame(&headers, payload ? payload->data : NULL, length);
    return store(self, time, frame, bcnet_forge_tcp_overhead(&headers), comment, error);
}

static gboolean send_handshake(forge_interpreter_t *self, gint64 time, GError **error)
{
    return send_segment(self, time, FALSE, FORGE_TCP_SYN, NULL, NULL, error) &&
           send_segment(self, time, TRUE, FORGE_TCP_SYN | FORGE_TCP_ACK, NULL, NULL, error) &&
           send_segment(self, time, FALSE, FORGE_TCP_ACK, NULL, NULL, error);
}

static gboolean send_farewell(forge_interpreter_t *self, gint64 time, GError **error)
{
    return send_segment(self, time, FALSE, FORGE_TCP_FIN | FORGE_TCP_ACK, NULL, NULL, error) &&
           send_segment(self, time, TRUE, FORGE_TCP_FIN | FORGE_TCP_ACK, NULL, NULL, error) &&
           send_segment(self, time, FALSE, FORGE_TCP_ACK, NULL, NULL, error);
}

/* Data between endpoints without a connection opens one at the same time. */
static gboolean send_tcp(forge_interpreter_t *self, gint64 time, const GByteArray *payload, const char *comment,
                         GError **error)
{
    forge_content_t content = self->datagram.content;
    gboolean        is_new;

    tcp_seq(self, self->datagram.from, self->datagram.to, &is_new);
    if ((is_new || content == FORGE_CONTENT_OPEN) && !send_handshake(self, time, error))
        return FALSE;
    if (content == FORGE_CONTENT_OPEN)
        return TRUE;
    if (content == FORGE_CONTENT_CLOSE)
        return send_farewell(self, time, error);
    return send_segment(self, time, FALSE, FORGE_TCP_PUSH | FORGE_TCP_ACK, payload, comment, error);
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
    if (datagram->content == FORGE_CONTENT_MESSAGES || datagram->content == FORGE_CONTENT_PLAIN)
        bcnet_forge_encrypt(payload->data, payload->len);
    return payload;
}

gboolean bcnet_forge_send_part(forge_interpreter_t *self, guint index, GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    const forge_part_t     *part = (const forge_part_t *)g_ptr_array_index(datagram->parts, index);
    gint64                  time = datagram->time + index * datagram->gap;
    const char             *comment = index == 0 ? datagram->comment : NULL;
    GByteArray             *payload = wire_payload(datagram, part);
    gboolean                fine;

    if (payload->len > BCNET_FORGE_MAX_UDP) {
        fine =
            bcnet_forge_fail(datagram->line, NULL, error, "This datagram gets %u bytes long. UDP carries %u at most.",
                             payload->len, BCNET_FORGE_MAX_UDP);
    } else if (datagram->content == FORGE_CONTENT_MESSAGES && part->count > 255 && datagram->count < 0) {
        fine = bcnet_forge_fail(datagram->line, NULL, error,
                                "This datagram has %u messages, but its count field ends at 255. With the option "
                                "\"count N\" any number can be written into it.",
                                part->count);
    } else if (datagram->content == FORGE_CONTENT_ERROR) {
        fine = send_error(self, time, payload, comment, error);
    } else if (datagram->tcp) {
        fine = send_tcp(self, time, payload, comment, error);
    } else {
        fine = send_udp(self, time, payload, comment, error);
    }
    g_byte_array_free(payload, TRUE);
    return fine;
}
