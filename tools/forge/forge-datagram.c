/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The `at` line, and what the lines below it put into the datagram. */
#include "forge/forge-interpreter.h"

#include <string.h>

/* Later than any match: about two centuries. Keeps sums of times far from overflow. */
#define MAX_TIME (G_GINT64_CONSTANT(6400000000) * G_USEC_PER_SEC)
#define DEFAULT_DUPLICATE_AFTER 1000

static void part_free(gpointer data)
{
    forge_part_t *part = (forge_part_t *)data;

    g_byte_array_free(part->bytes, TRUE);
    g_free(part);
}

void bcnet_forge_clear_datagram(forge_datagram_t *datagram)
{
    if (datagram->parts)
        g_ptr_array_free(datagram->parts, TRUE);
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

gboolean bcnet_forge_check_open(const forge_interpreter_t *self, const forge_cursor_t *cursor)
{
    if (!self->datagram.at.line) {
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                         "This belongs into a datagram. A line \"at TIME FROM > TO\" is expected before it.");
    }
    return !self->error;
}

forge_part_t *bcnet_forge_open_part(forge_interpreter_t *self, const forge_cursor_t *cursor)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!bcnet_forge_check_open(self, cursor))
        return NULL;
    if (datagram->content != FORGE_CONTENT_NONE && datagram->content != FORGE_CONTENT_MESSAGES) {
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                         "The bytes of this datagram are given already, so no message can follow. A new \"at\" line is "
                         "expected.");
        return NULL;
    }
    if (last_part(datagram)->bytes->len > BCNET_FORGE_MAX_UDP) {
        bcnet_forge_fail(cursor, NULL, "The messages before this one fill more than a UDP datagram.");
        return NULL;
    }
    datagram->content = FORGE_CONTENT_MESSAGES;
    return last_part(datagram);
}

void bcnet_forge_set_payload(forge_interpreter_t *self, const forge_cursor_t *cursor, forge_content_t content,
                             GByteArray *payload)
{
    forge_datagram_t *datagram = &self->datagram;
    g_autoptr(GByteArray) taken = payload;

    if (!bcnet_forge_check_open(self, cursor))
        return;
    if (datagram->content != FORGE_CONTENT_NONE) {
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line),
                         "The datagram has a content already. A new \"at\" line is expected before this.");
        return;
    }
    datagram->content = content;
    g_byte_array_append(last_part(datagram)->bytes, taken->data, taken->len);
}

/* The `at` line. */

static void take_moment(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    gboolean             relative = token && token->text[0] == '+';

    if (!token) {
        bcnet_forge_fail(cursor, NULL,
                         "The time is missing: seconds such as 0.25, or +0.25 after the datagram before.");
        return;
    }
    self->now = bcnet_forge_parse_time(cursor, token, relative ? 1 : 0) + (relative ? self->now : self->round_begin);
    self->datagram.time = self->now;
    if (self->now > MAX_TIME)
        bcnet_forge_fail(cursor, token, "This is too far in the future.");
}

static forge_endpoint_t *take_endpoint(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    forge_endpoint_t    *endpoint = NULL;
    g_autofree char     *found = bcnet_forge_describe(token);

    if (token && !token->string)
        endpoint = (forge_endpoint_t *)g_hash_table_lookup(self->endpoints, token->text);
    if (!endpoint) {
        bcnet_forge_fail(cursor, token,
                         "The name of an endpoint is expected here, but %s is none. Endpoints are introduced by "
                         "\"endpoint NAME IP:PORT\".",
                         found);
    }
    return endpoint;
}

static void take_direction(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    forge_datagram_t *datagram = &self->datagram;

    datagram->from = take_endpoint(self, cursor);
    if (!bcnet_forge_take_word(cursor, ">"))
        bcnet_forge_fail(cursor, bcnet_forge_peek(cursor), "\">\" is expected here, between sender and receiver.");
    const forge_token_t *receiver = bcnet_forge_peek(cursor);
    datagram->to = take_endpoint(self, cursor);
    if (!self->error && datagram->from->address.v6 != datagram->to->address.v6) {
        bcnet_forge_fail(cursor, receiver, "One of the endpoints has an IPv4 address and the other an IPv6 address.");
    }
}

static void take_options(forge_datagram_t *datagram, forge_cursor_t *cursor)
{
    const forge_option_t options[] = {
        { "drop", &datagram->drop, NULL, 0, 0 },
        { "tcp", &datagram->tcp, NULL, 0, 0 },
        { "joined", &datagram->joined, NULL, 0, 0 },
        { "delay", &datagram->delay, "The delay", 0, 0 },
        { "id", &datagram->id, "The id", 0, 255 },
        { "count", &datagram->count, "The count", 0, 255 },
        { "cut", &datagram->cut, "The number of captured bytes", 0, BCNET_FORGE_MAX_UDP },
        { "udp-length", &datagram->udp_length, "The UDP length", 0, 65535 },
        { NULL, NULL, NULL, 0, 0 },
    };

    while (bcnet_forge_peek(cursor)) {
        if (bcnet_forge_take_word(cursor, "duplicate")) {
            datagram->duplicate = bcnet_forge_take_word(cursor, "after")
                                    ? bcnet_forge_take_time(cursor, "The time until the duplicate")
                                    : DEFAULT_DUPLICATE_AFTER;
        } else if (!bcnet_forge_take_option(cursor, options)) {
            g_autofree char *found = bcnet_forge_describe(bcnet_forge_peek(cursor));
            bcnet_forge_fail(
                cursor, bcnet_forge_peek(cursor),
                "%s is no option of a datagram. There are id N, count N, drop, duplicate [after T], delay T, cut N, "
                "udp-length N, tcp and joined. The content follows in lines of its own.",
                found);
        }
    }
}

void bcnet_forge_begin_datagram(forge_interpreter_t *self, forge_cursor_t *cursor)
{
    forge_datagram_t *datagram = &self->datagram;

    bcnet_forge_end_datagram(self);
    datagram->id = datagram->count = datagram->cut = datagram->udp_length = datagram->duplicate = -1;
    take_moment(self, cursor);
    take_direction(self, cursor);
    take_options(datagram, cursor);
    if (self->error)
        return;
    datagram->at = *cursor;
    datagram->parts = g_ptr_array_new_with_free_func(part_free);
    bcnet_forge_next_part(self);
}

/* What contradicts itself in the datagram, NULL for nothing. */
static const char *what_is_wrong(const forge_datagram_t *datagram)
{
    gboolean for_tcp = datagram->content == FORGE_CONTENT_OPEN || datagram->content == FORGE_CONTENT_CLOSE;

    if (datagram->content == FORGE_CONTENT_NONE)
        return "This datagram is empty. Its content is expected in the lines below: messages, or \"plain\", "
               "\"cipher\", "
               "\"text\" or \"unreachable\".";
    if (datagram->content != FORGE_CONTENT_MESSAGES && (datagram->id >= 0 || datagram->count >= 0))
        return "\"id\" and \"count\" have no effect on a datagram whose bytes are all given.";
    if (for_tcp && !datagram->tcp)
        return "Only TCP connections are opened and closed. The option \"tcp\" is expected here.";
    if (datagram->tcp && !for_tcp && datagram->content != FORGE_CONTENT_WIRE)
        return "Over TCP only \"text\" and \"cipher\" can be sent; game datagrams are UDP.";
    if (datagram->content == FORGE_CONTENT_ERROR && datagram->udp_length >= 0)
        return "\"udp-length\" has no effect on an ICMP error.";
    if (datagram->tcp && datagram->udp_length >= 0)
        return "\"udp-length\" has no effect on TCP.";
    if (datagram->joined &&
        (datagram->tcp || datagram->drop || datagram->delay != 0 || datagram->cut >= 0 || datagram->duplicate >= 0))
        return "A datagram that is joined to the frame before comes with it: whole, once, and not over TCP.";
    return NULL;
}

void bcnet_forge_end_datagram(forge_interpreter_t *self)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!datagram->at.line)
        return;
    const char *wrong = what_is_wrong(datagram);
    if (wrong)
        bcnet_forge_fail(&datagram->at, NULL, "%s", wrong);
    for (guint i = 0; i < datagram->parts->len && !self->error; i++)
        bcnet_forge_send_part(self, i);
    bcnet_forge_clear_datagram(datagram);
}
