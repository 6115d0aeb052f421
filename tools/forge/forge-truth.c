/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What really happened in a made-up battle, as JSON. docs/forge.md explains the members. */
#include "forge/forge-net.h"

/* Numbers are written with a point whatever the locale says. */
static void append_seconds(GString *json, gint64 microseconds)
{
    g_string_append_printf(json, "%" G_GINT64_FORMAT ".%06" G_GINT64_FORMAT, microseconds / G_USEC_PER_SEC,
                           microseconds % G_USEC_PER_SEC);
}

static void append_double(GString *json, const char *name, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(json, ",\"%s\":%s", name, g_ascii_dtostr(text, sizeof text, value));
}

static void append_frames(GString *json, const GArray *frames)
{
    g_string_append_c(json, '[');
    for (guint i = 0; i < frames->len; i++)
        g_string_append_printf(json, "%s%u", i > 0 ? "," : "", g_array_index(frames, guint32, i));
    g_string_append_c(json, ']');
}

static void append_options(GString *json, const forge_net_options_t *options)
{
    g_string_append_printf(json, "\"options\":{\"players\":%d", options->players);
    append_double(json, "seconds", options->seconds);
    g_string_append_printf(json, ",\"datagrams\":%" G_GINT64_FORMAT, options->datagrams);
    append_double(json, "loss", options->loss);
    append_double(json, "duplicate", options->duplicate);
    append_double(json, "reorder", options->reorder);
    g_string_append_printf(json, ",\"seed\":%" G_GUINT64_FORMAT "}", (guint64)options->seed);
}

static void append_peers(GString *json, const forge_net_t *net)
{
    g_string_append(json, ",\n\"peers\":[");
    for (guint i = 0; i <= (guint)net->options.players; i++) {
        const forge_peer_t *peer = &net->peers[i];
        const guint8       *ip = peer->address.ip;
        g_string_append_printf(json, "%s{\"id\":%u,\"ip\":\"%u.%u.%u.%u\",\"port\":%u}", i > 0 ? "," : "", peer->id,
                               ip[0], ip[1], ip[2], ip[3], peer->address.port);
    }
    g_string_append_c(json, ']');
}

static void append_opcodes(GString *json, const char *name, const guint64 *counts)
{
    const char *separator = "";

    g_string_append_printf(json, ",\n\"%s\":{", name);
    for (guint i = 0; i < 256; i++) {
        if (counts[i] > 0) {
            g_string_append_printf(json, "%s\"0x%02x\":%" G_GUINT64_FORMAT, separator, i, counts[i]);
            separator = ",";
        }
    }
    g_string_append_c(json, '}');
}

static void append_totals(GString *json, const forge_net_log_t *log)
{
    guint64 retransmissions = 0, missing = 0;

    for (guint i = 0; i < log->records->len; i++) {
        const forge_record_t *record = (const forge_record_t *)g_ptr_array_index(log->records, i);
        retransmissions += record->frames->len > 0 ? record->frames->len - 1 : 0;
    }
    for (guint i = 0; i < log->gaps->len; i++)
        missing += g_array_index(log->gaps, forge_gap_t, i).missing;
    g_string_append_printf(json,
                           ",\n\"totals\":{\"frames\":%" G_GUINT64_FORMAT ",\"from_host\":%" G_GUINT64_FORMAT
                           ",\"from_clients\":%" G_GUINT64_FORMAT ",\"lost_from_host\":%" G_GUINT64_FORMAT
                           ",\"lost_from_clients\":%" G_GUINT64_FORMAT ",\"duplicated\":%" G_GUINT64_FORMAT,
                           log->frames, log->captured[0], log->captured[1], log->lost[0], log->lost[1],
                           log->duplicated);
    g_string_append_printf(json,
                           ",\"overtaken\":%" G_GUINT64_FORMAT ",\"acks\":%" G_GUINT64_FORMAT
                           ",\"stale_acks\":%" G_GUINT64_FORMAT ",\"keepalives\":%" G_GUINT64_FORMAT
                           ",\"retransmissions\":%" G_GUINT64_FORMAT ",\"gaps\":%u,\"missing\":%" G_GUINT64_FORMAT
                           ",\"out_of_order\":%u}",
                           log->overtaken, log->acks, log->stale_acks, log->keepalives, retransmissions, log->gaps->len,
                           missing, log->out_of_order->len);
}

static void append_ends(GString *json, const forge_net_t *net, const forge_record_t *record)
{
    g_string_append_printf(json, "\"from\":%u,\"to\":%u,\"low\":%s", net->peers[record->sender].id,
                           net->peers[record->receiver].id, record->low ? "true" : "false");
}

static void append_record(GString *json, const forge_net_t *net, const forge_record_t *record)
{
    g_string_append_c(json, '{');
    append_ends(json, net, record);
    g_string_append_printf(json, ",\"seq\":%u,", record->seq);
    if (record->index >= 0)
        g_string_append_printf(json, "\"index\":%d,\"of\":%u,", record->index, record->fragments);
    if (!record->low && record->index <= 0)
        g_string_append_printf(json, "\"opcode\":\"0x%02x\",", record->payload->data[0]);
    g_string_append_printf(json, "\"type\":%u,\"payload\":\"", record->message->data[0]);
    for (guint i = 0; i < record->payload->len && record->index <= 0; i++)
        g_string_append_printf(json, "%02x", record->payload->data[i]);
    g_string_append_printf(json, "\",\"sent\":%u,\"frames\":", record->sent);
    append_frames(json, record->frames);
    g_string_append(json, ",\"acks\":");
    append_frames(json, record->acks);
    if (record->first_time >= 0 && record->first_ack_time >= 0) {
        g_string_append(json, ",\"rtt\":");
        append_seconds(json, record->first_ack_time - record->first_time);
    }
    g_string_append_c(json, '}');
}

static void append_gaps(GString *json, const forge_net_t *net)
{
    const GArray *gaps = net->log.gaps;

    g_string_append(json, ",\n\"gaps\":[");
    for (guint i = 0; i < gaps->len; i++) {
        const forge_gap_t *gap = &g_array_index(gaps, forge_gap_t, i);
        g_string_append_printf(json, "%s\n{\"frame\":%u,", i > 0 ? "," : "", gap->frame);
        append_ends(json, net, gap->record);
        g_string_append_printf(json, ",\"missing\":%u}", gap->missing);
    }
    g_string_append(json, "],\n\"out_of_order\":");
    append_frames(json, net->log.out_of_order);
}

static void append_messages(GString *json, const forge_net_t *net)
{
    const GPtrArray *records = net->log.records;

    g_string_append(json, ",\n\"messages\":[");
    for (guint i = 0; i < records->len; i++) {
        g_string_append(json, i > 0 ? ",\n" : "\n");
        append_record(json, net, (const forge_record_t *)g_ptr_array_index(records, i));
    }
    g_string_append(json, "]");
}

char *bcnet_forge_truth(const forge_net_t *net)
{
    GString *json = g_string_new("{");

    append_options(json, &net->options);
    append_peers(json, net);
    append_totals(json, &net->log);
    append_opcodes(json, "opcodes", net->log.opcodes);
    append_opcodes(json, "opcodes_once", net->log.opcodes_once);
    append_gaps(json, net);
    append_messages(json, net);
    g_string_append(json, "}\n");
    return g_string_free(json, FALSE);
}
