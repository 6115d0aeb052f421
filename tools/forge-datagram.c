/* forge-datagram.c
 * The `at` line, and datagrams on their way into the capture.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge-interpreter.h"

#include <string.h>

#include "forge-cipher.h"

/* Later than any match: about two centuries. Keeps sums of times far from overflow. */
#define MAX_TIME (G_GINT64_CONSTANT(6400000000) * G_USEC_PER_SEC)
#define DEFAULT_DUPLICATE_AFTER 1000
#define FIRST_TCP_SEQ 1000u

static void part_free(gpointer data)
{
    forge_part_t *part = (forge_part_t *)data;

    g_byte_array_free(part->bytes, TRUE);
    g_free(part);
}

void bcnet_forge_clear_datagram(forge_datagram_t *datagram)
{
    if (datagram->parts != NULL) {
        g_ptr_array_free(datagram->parts, TRUE);
    }
    g_free(datagram->comment);
    memset(datagram, 0, sizeof *datagram);
}

void bcnet_forge_next_part(forge_interpreter_t *self)
{
    forge_part_t *part = g_new0(forge_part_t, 1);

    part->bytes = g_byte_array_new();
    g_ptr_array_add(self->datagram.parts, part);
}

static forge_part_t *last_part(const forge_datagram_t *datagram)
{
    return (forge_part_t *)g_ptr_array_index(datagram->parts, datagram->parts->len - 1);
}

static gboolean check_open(const forge_interpreter_t *self, const forge_cursor_t *cursor, GError **error)
{
    if (self->datagram.line != NULL) {
        return TRUE;
    }
    return bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                            "This belongs into a datagram. A line \"at TIME FROM > TO\" is expected before it.");
}

forge_part_t *bcnet_forge_open_part(forge_interpreter_t *self, const forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!check_open(self, cursor, error)) {
        return NULL;
    }
    if (datagram->content != FORGE_CONTENT_NONE && datagram->content != FORGE_CONTENT_MESSAGES) {
        bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                         "The bytes of this datagram are given already, so no message can follow. A new \"at\" line is "
                         "expected.");
        return NULL;
    }
    if (last_part(datagram)->bytes->len > BCNET_FORGE_MAX_UDP) {
        bcnet_forge_fail(cursor->line, NULL, error, "The messages before this one fill more than a UDP datagram.");
        return NULL;
    }
    datagram->content = FORGE_CONTENT_MESSAGES;
    return last_part(datagram);
}

gboolean bcnet_forge_set_payload(forge_interpreter_t *self, const forge_cursor_t *cursor, forge_content_t content,
                                 GByteArray *payload, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;
    gboolean fine = check_open(self, cursor, error);

    if (fine && datagram->content != FORGE_CONTENT_NONE) {
        fine = bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                                "The datagram has a content already. A new \"at\" line is expected before this.");
    }
    if (fine) {
        datagram->content = content;
        g_byte_array_append(last_part(datagram)->bytes, payload->data, payload->len);
    }
    g_byte_array_free(payload, TRUE);
    return fine;
}

/* The `at` line. */

static gboolean take_moment(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    gboolean relative = token != NULL && token->text[0] == '+';
    gint64 time;

    if (token == NULL) {
        return bcnet_forge_fail(cursor->line, NULL, error,
                                "The time is missing: seconds such as 0.25, or +0.25 after the datagram before.");
    }
    if (!bcnet_forge_parse_time(cursor->line, token, relative ? 1 : 0, &time, error)) {
        return FALSE;
    }
    time += relative ? self->now : self->round_begin;
    if (time > MAX_TIME) {
        return bcnet_forge_fail(cursor->line, token, error, "This is too far in the future.");
    }
    self->now = time;
    self->datagram.time = time;
    return TRUE;
}

static forge_endpoint_t *take_endpoint(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    forge_endpoint_t *endpoint = NULL;

    if (token != NULL && token->string == NULL) {
        endpoint = (forge_endpoint_t *)g_hash_table_lookup(self->endpoints, token->text);
    }
    if (endpoint == NULL) {
        char *found = bcnet_forge_describe(token);
        bcnet_forge_fail(cursor->line, token, error,
                         "The name of an endpoint is expected here, but %s is none. Endpoints are introduced by "
                         "\"endpoint NAME IP:PORT\".",
                         found);
        g_free(found);
    }
    return endpoint;
}

static gboolean take_direction(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;

    datagram->from = take_endpoint(self, cursor, error);
    if (datagram->from == NULL) {
        return FALSE;
    }
    if (!bcnet_forge_take_word(cursor, ">")) {
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error,
                                "\">\" is expected here, between sender and receiver.");
    }
    const forge_token_t *receiver = bcnet_forge_peek(cursor);
    datagram->to = take_endpoint(self, cursor, error);
    if (datagram->to == NULL) {
        return FALSE;
    }
    if (datagram->from->address.v6 != datagram->to->address.v6) {
        return bcnet_forge_fail(cursor->line, receiver, error,
                                "One of the endpoints has an IPv4 address and the other an IPv6 address.");
    }
    return TRUE;
}

static gboolean take_duplicate(forge_datagram_t *datagram, forge_cursor_t *cursor, GError **error)
{
    datagram->duplicate = DEFAULT_DUPLICATE_AFTER;
    if (!bcnet_forge_take_word(cursor, "after")) {
        return TRUE;
    }
    return bcnet_forge_take_time(cursor, "The time until the duplicate", &datagram->duplicate, error);
}

static gboolean take_option(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;
    const forge_scope_t *scope = self->scope;

    if (bcnet_forge_take_word(cursor, "drop")) {
        datagram->drop = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "tcp")) {
        datagram->tcp = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "duplicate")) {
        return take_duplicate(datagram, cursor, error);
    }
    if (bcnet_forge_take_word(cursor, "delay")) {
        return bcnet_forge_take_time(cursor, "The delay", &datagram->delay, error);
    }
    if (bcnet_forge_take_word(cursor, "id")) {
        return bcnet_forge_take_integer(scope, cursor, "The id", 0, 255, &datagram->id, error);
    }
    if (bcnet_forge_take_word(cursor, "count")) {
        return bcnet_forge_take_integer(scope, cursor, "The count", 0, 255, &datagram->count, error);
    }
    if (bcnet_forge_take_word(cursor, "cut")) {
        return bcnet_forge_take_integer(scope, cursor, "The number of captured bytes", 0, BCNET_FORGE_MAX_UDP,
                                        &datagram->cut, error);
    }
    if (bcnet_forge_take_word(cursor, "udp-length")) {
        return bcnet_forge_take_integer(scope, cursor, "The UDP length", 0, 65535, &datagram->udp_length, error);
    }
    char *found = bcnet_forge_describe(bcnet_forge_peek(cursor));
    bcnet_forge_fail(
        cursor->line, bcnet_forge_peek(cursor), error,
        "%s is no option of a datagram. There are id N, count N, drop, duplicate [after T], delay T, cut N, "
        "udp-length N and tcp. The content follows in lines of its own.",
        found);
    g_free(found);
    return FALSE;
}

gboolean bcnet_forge_begin_datagram(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!bcnet_forge_end_datagram(self, error)) {
        return FALSE;
    }
    datagram->id = datagram->count = datagram->cut = datagram->udp_length = datagram->duplicate = -1;
    if (!take_moment(self, cursor, error) || !take_direction(self, cursor, error)) {
        return FALSE;
    }
    while (bcnet_forge_peek(cursor) != NULL) {
        if (!take_option(self, cursor, error)) {
            return FALSE;
        }
    }
    datagram->line = cursor->line;
    datagram->parts = g_ptr_array_new_with_free_func(part_free);
    bcnet_forge_next_part(self);
    return TRUE;
}

/* The way out. */

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

static gboolean store(forge_interpreter_t *self, gint64 time, GByteArray *frame, guint overhead, const char *comment,
                      GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    guint captured = datagram->cut >= 0 ? overhead + (guint)datagram->cut : frame->len;
    gboolean fine = TRUE;

    time += datagram->delay;
    if (!datagram->drop) {
        fine = check_limits(self, error);
    }
    if (fine && !datagram->drop) {
        bcnet_forge_capture_add(self->capture, time, frame, captured, comment);
        if (datagram->duplicate >= 0) {
            bcnet_forge_capture_add(self->capture, time + datagram->duplicate, frame, captured, NULL);
        }
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
    forge_headers_t headers = headers_between(datagram->from, datagram->to);

    headers.udp_length = (int)datagram->udp_length;
    GByteArray *frame = bcnet_forge_udp_frame(&headers, payload->data, payload->len);
    return store(self, time, frame, bcnet_forge_udp_overhead(&headers), comment, error);
}

/* The next sequence number that FROM will send to TO; the caller may advance it. */
static guint32 *tcp_seq(forge_interpreter_t *self, const forge_endpoint_t *from, const forge_endpoint_t *to,
                        gboolean *is_new)
{
    char *key = g_strdup_printf("%s>%s", from->name, to->name);
    guint32 *seq = (guint32 *)g_hash_table_lookup(self->tcp, key);

    *is_new = seq == NULL;
    if (seq == NULL) {
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
    forge_headers_t headers = headers_between(from, to);
    guint length = payload != NULL ? payload->len : 0;
    gboolean is_new;
    guint32 *seq = tcp_seq(self, from, to, &is_new);

    headers.tcp_seq = *seq;
    headers.tcp_flags = flags;
    if (flags & FORGE_TCP_ACK) {
        headers.tcp_ack = *tcp_seq(self, to, from, &is_new);
    }
    *seq += length + (flags & FORGE_TCP_SYN ? 1 : 0);
    GByteArray *frame = bcnet_forge_tcp_frame(&headers, payload != NULL ? payload->data : NULL, length);
    return store(self, time, frame, bcnet_forge_tcp_overhead(&headers), comment, error);
}

/* The first segment between two endpoints is preceded by the three-way handshake at the same time. */
static gboolean send_tcp(forge_interpreter_t *self, gint64 time, const GByteArray *payload, const char *comment,
                         GError **error)
{
    gboolean is_new;

    tcp_seq(self, self->datagram.from, self->datagram.to, &is_new);
    if (is_new && (!send_segment(self, time, FALSE, FORGE_TCP_SYN, NULL, NULL, error) ||
                   !send_segment(self, time, TRUE, FORGE_TCP_SYN | FORGE_TCP_ACK, NULL, NULL, error) ||
                   !send_segment(self, time, FALSE, FORGE_TCP_ACK, NULL, NULL, error))) {
        return FALSE;
    }
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
    if (datagram->content != FORGE_CONTENT_WIRE) {
        bcnet_forge_encrypt(payload->data, payload->len);
    }
    return payload;
}

static gboolean send_part(forge_interpreter_t *self, guint index, GError **error)
{
    const forge_datagram_t *datagram = &self->datagram;
    const forge_part_t *part = (const forge_part_t *)g_ptr_array_index(datagram->parts, index);
    gint64 time = datagram->time + index * datagram->gap;
    const char *comment = index == 0 ? datagram->comment : NULL;
    GByteArray *payload = wire_payload(datagram, part);
    gboolean fine;

    if (payload->len > BCNET_FORGE_MAX_UDP) {
        fine =
            bcnet_forge_fail(datagram->line, NULL, error, "This datagram gets %u bytes long. UDP carries %u at most.",
                             payload->len, BCNET_FORGE_MAX_UDP);
    } else if (datagram->content == FORGE_CONTENT_MESSAGES && part->count > 255 && datagram->count < 0) {
        fine = bcnet_forge_fail(datagram->line, NULL, error,
                                "This datagram has %u messages, but its count field ends at 255. With the option "
                                "\"count N\" any number can be written into it.",
                                part->count);
    } else if (datagram->tcp) {
        fine = send_tcp(self, time, payload, comment, error);
    } else {
        fine = send_udp(self, time, payload, comment, error);
    }
    g_byte_array_free(payload, TRUE);
    return fine;
}

static gboolean check_content(const forge_datagram_t *datagram, GError **error)
{
    if (datagram->content == FORGE_CONTENT_NONE) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "This datagram is empty. Its content is expected in the lines below: messages, or "
                                "\"plain\", \"cipher\" or \"text\".");
    }
    if (datagram->content != FORGE_CONTENT_MESSAGES && (datagram->id >= 0 || datagram->count >= 0)) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "\"id\" and \"count\" have no effect on a datagram whose bytes are all given.");
    }
    if (datagram->tcp && datagram->content != FORGE_CONTENT_WIRE) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "Over TCP only \"text\" and \"cipher\" can be sent; game datagrams are UDP.");
    }
    if (datagram->tcp && datagram->udp_length >= 0) {
        return bcnet_forge_fail(datagram->line, NULL, error, "\"udp-length\" has no effect on TCP.");
    }
    return TRUE;
}

gboolean bcnet_forge_end_datagram(forge_interpreter_t *self, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;
    gboolean fine = TRUE;

    if (datagram->line == NULL) {
        return TRUE;
    }
    fine = check_content(datagram, error);
    for (guint i = 0; fine && i < datagram->parts->len; i++) {
        fine = send_part(self, i, error);
    }
    bcnet_forge_clear_datagram(datagram);
    return fine;
}
