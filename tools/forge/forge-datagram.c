/* The `at` line, and what the lines below it put into the datagram.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
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

static gboolean check_open(const forge_interpreter_t *self, const forge_cursor_t *cursor, GError **error)
{
    if (self->datagram.line)
        return TRUE;
    return bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                            "This belongs into a datagram. A line \"at TIME FROM > TO\" is expected before it.");
}

forge_part_t *bcnet_forge_open_part(forge_interpreter_t *self, const forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!check_open(self, cursor, error))
        return NULL;
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
    gboolean          fine = check_open(self, cursor, error);

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
    gboolean             relative = token && token->text[0] == '+';
    gint64               time;

    if (!token) {
        return bcnet_forge_fail(cursor->line, NULL, error,
                                "The time is missing: seconds such as 0.25, or +0.25 after the datagram before.");
    }
    if (!bcnet_forge_parse_time(cursor->line, token, relative ? 1 : 0, &time, error))
        return FALSE;
    time += relative ? self->now : self->round_begin;
    if (time > MAX_TIME)
        return bcnet_forge_fail(cursor->line, token, error, "This is too far in the future.");
    self->now = time;
    self->datagram.time = time;
    return TRUE;
}

static forge_endpoint_t *take_endpoint(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    const forge_token_t *token = bcnet_forge_take(cursor);
    forge_endpoint_t    *endpoint = NULL;

    if (token && !token->string)
        endpoint = (forge_endpoint_t *)g_hash_table_lookup(self->endpoints, token->text);
    if (!endpoint) {
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
    if (!datagram->from)
        return FALSE;
    if (!bcnet_forge_take_word(cursor, ">")) {
        return bcnet_forge_fail(cursor->line, bcnet_forge_peek(cursor), error,
                                "\">\" is expected here, between sender and receiver.");
    }
    const forge_token_t *receiver = bcnet_forge_peek(cursor);
    datagram->to = take_endpoint(self, cursor, error);
    if (!datagram->to)
        return FALSE;
    if (datagram->from->address.v6 != datagram->to->address.v6) {
        return bcnet_forge_fail(cursor->line, receiver, error,
                                "One of the endpoints has an IPv4 address and the other an IPv6 address.");
    }
    return TRUE;
}

static gboolean take_duplicate(forge_datagram_t *datagram, forge_cursor_t *cursor, GError **error)
{
    datagram->duplicate = DEFAULT_DUPLICATE_AFTER;
    if (!bcnet_forge_take_word(cursor, "after"))
        return TRUE;
    return bcnet_forge_take_time(cursor, "The time until the duplicate", &datagram->duplicate, error);
}

static gboolean take_option(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t    *datagram = &self->datagram;
    const forge_scope_t *scope = self->scope;

    if (bcnet_forge_take_word(cursor, "drop")) {
        datagram->drop = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "tcp")) {
        datagram->tcp = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "joined")) {
        datagram->joined = TRUE;
        return TRUE;
    }
    if (bcnet_forge_take_word(cursor, "duplicate"))
        return take_duplicate(datagram, cursor, error);
    if (bcnet_forge_take_word(cursor, "delay"))
        return bcnet_forge_take_time(cursor, "The delay", &datagram->delay, error);
    if (bcnet_forge_take_word(cursor, "id"))
        return bcnet_forge_take_integer(scope, cursor, "The id", 0, 255, &datagram->id, error);
    if (bcnet_forge_take_word(cursor, "count"))
        return bcnet_forge_take_integer(scope, cursor, "The count", 0, 255, &datagram->count, error);
    if (bcnet_forge_take_word(cursor, "cut")) {
        return bcnet_forge_take_integer(scope, cursor, "The number of captured bytes", 0, BCNET_FORGE_MAX_UDP,
                                        &datagram->cut, error);
    }
    if (bcnet_forge_take_word(cursor, "udp-length"))
        return bcnet_forge_take_integer(scope, cursor, "The UDP length", 0, 65535, &datagram->udp_length, error);
    char *found = bcnet_forge_describe(bcnet_forge_peek(cursor));
    bcnet_forge_fail(
        cursor->line, bcnet_forge_peek(cursor), error,
        "%s is no option of a datagram. There are id N, count N, drop, duplicate [after T], delay T, cut N, "
        "udp-length N, tcp and joined. The content follows in lines of its own.",
        found);
    g_free(found);
    return FALSE;
}

gboolean bcnet_forge_begin_datagram(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;

    if (!bcnet_forge_end_datagram(self, error))
        return FALSE;
    datagram->id = datagram->count = datagram->cut = datagram->udp_length = datagram->duplicate = -1;
    if (!take_moment(self, cursor, error) || !take_direction(self, cursor, error))
        return FALSE;
    while (bcnet_forge_peek(cursor))
        if (!take_option(self, cursor, error))
            return FALSE;
    datagram->line = cursor->line;
    datagram->parts = g_ptr_array_new_with_free_func(part_free);
    bcnet_forge_next_part(self);
    return TRUE;
}

static gboolean check_content(const forge_datagram_t *datagram, GError **error)
{
    if (datagram->content == FORGE_CONTENT_NONE) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "This datagram is empty. Its content is expected in the lines below: messages, or "
                                "\"plain\", \"cipher\", \"text\" or \"unreachable\".");
    }
    if (datagram->content != FORGE_CONTENT_MESSAGES && (datagram->id >= 0 || datagram->count >= 0)) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "\"id\" and \"count\" have no effect on a datagram whose bytes are all given.");
    }
    gboolean for_tcp = datagram->content == FORGE_CONTENT_OPEN || datagram->content == FORGE_CONTENT_CLOSE;
    if (for_tcp && !datagram->tcp) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "Only TCP connections are opened and closed. The option \"tcp\" is expected here.");
    }
    if (datagram->tcp && !for_tcp && datagram->content != FORGE_CONTENT_WIRE) {
        return bcnet_forge_fail(datagram->line, NULL, error,
                                "Over TCP only \"text\" and \"cipher\" can be sent; game datagrams are UDP.");
    }
    if (datagram->content == FORGE_CONTENT_ERROR && datagram->udp_length >= 0)
        return bcnet_forge_fail(datagram->line, NULL, error, "\"udp-length\" has no effect on an ICMP error.");
    if (datagram->tcp && datagram->udp_length >= 0)
        return bcnet_forge_fail(datagram->line, NULL, error, "\"udp-length\" has no effect on TCP.");
    if (datagram->joined &&
        (datagram->tcp || datagram->drop || datagram->delay != 0 || datagram->cut >= 0 || datagram->duplicate >= 0)) {
        return bcnet_forge_fail(
            datagram->line, NULL, error,
            "A datagram that is joined to the frame before comes with it: whole, once, and not over TCP.");
    }
    return TRUE;
}

gboolean bcnet_forge_end_datagram(forge_interpreter_t *self, GError **error)
{
    forge_datagram_t *datagram = &self->datagram;
    gboolean          fine = TRUE;

    if (!datagram->line)
        return TRUE;
    fine = check_content(datagram, error);
    for (guint i = 0; fine && i < datagram->parts->len; i++)
        fine = bcnet_forge_send_part(self, i, error);
    bcnet_forge_clear_datagram(datagram);
    return fine;
}
