/* ICMP errors: a machine on which nobody listens any more answers a datagram by quoting it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "forge/forge-interpreter.h"

static char *way(const forge_endpoint_t *from, const forge_endpoint_t *to)
{
    return g_strdup_printf("%s>%s", from->name, to->name);
}

void bcnet_forge_keep_sent(forge_interpreter_t *self, const GByteArray *frame)
{
    guint       link = bcnet_forge_link_overhead();
    GByteArray *packet = g_byte_array_new();

    g_byte_array_append(packet, frame->data + link, frame->len - link);
    g_hash_table_replace(self->sent, way(self->datagram.from, self->datagram.to), packet);
}

/* The packet that the receiver of the error sent last to the one whom the error comes from. */
static const GByteArray *answered_packet(const forge_interpreter_t *self)
{
    char       *key = way(self->datagram.to, self->datagram.from);
    GByteArray *packet = (GByteArray *)g_hash_table_lookup(self->sent, key);

    g_free(key);
    return packet;
}

/* `size` bytes of the UDP payload are quoted, -1 for all; its headers always are. */
static GByteArray *quote_of(const forge_interpreter_t *self, const GByteArray *packet, gint64 size)
{
    forge_headers_t headers = { .source = self->datagram.from->address };
    guint           begin = bcnet_forge_udp_overhead(&headers) - bcnet_forge_link_overhead();
    GByteArray     *quote = g_byte_array_new();

    return g_byte_array_append(quote, packet->data, size < 0 ? packet->len : MIN(packet->len, begin + (guint)size));
}

gboolean bcnet_forge_unreachable_line(forge_interpreter_t *self, forge_cursor_t *cursor, GError **error)
{
    gint64 size = -1;

    if (!self->datagram.line)
        return bcnet_forge_fail(cursor->line, (const forge_token_t *)g_ptr_array_index(cursor->line->tokens, 0), error,
                                "This belongs below a line \"at TIME FROM > TO\".");
    if (bcnet_forge_peek(cursor) && !bcnet_forge_take_integer(self->scope, cursor, "The number of quoted bytes", 0,
                                                              BCNET_FORGE_MAX_UDP, &size, error))
        return FALSE;
    const GByteArray *packet = answered_packet(self);
    if (!packet)
        return bcnet_forge_fail(cursor->line, NULL, error,
                                "%s has sent nothing to %s yet that an ICMP error could quote.",
                                self->datagram.to->name, self->datagram.from->name);
    return bcnet_forge_expect_end(cursor, error) &&
           bcnet_forge_set_payload(self, cursor, FORGE_CONTENT_ERROR, quote_of(self, packet, size), error);
}
