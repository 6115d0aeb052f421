/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ICMP errors: a machine on which nobody listens any more answers a datagram by quoting it. */
#include "forge/forge-interpreter.h"

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

    if (!self->datagram.at.line) {
        bcnet_forge_fail(cursor, bcnet_forge_first(cursor->line), "This belongs below a line \"at TIME FROM > TO\".");
        return;
    }
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
