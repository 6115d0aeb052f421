/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander > Messages, and tshark -z bcnet,tree: how many messages of what kind. */
#include "opcodes/opcodes.h"

#include <epan/stats_tree.h>

#include "reading/hash.h"
#include "messages/transport.h"
#include "windows/windows.h"
#include "statistics/tap.h"

#define TREE_NAME "Bridge Commander" BCNET_STATS_SEPARATOR "Messages"

typedef enum {
    GROUP_ALL,
    GROUP_BYTES,
    GROUP_OPCODES,
    GROUP_OPCODE_BYTES,
    GROUP_DIRECTIONS,
    GROUP_SENDERS,
    GROUP_RESENDS,
    GROUPS
} bcnet_group_t;

static const char *const names[GROUPS] = { "Transport messages",      "Bytes of messages", "Game messages by opcode",
                                           "Payload bytes by opcode", "Direction",         "Sender",
                                           "Retransmissions" };

/* Statistics trees keep their node numbers per instance only by name; these are set when one starts. */
static int nodes[GROUPS];

/* Wireshark walks all children of a node to append one: with the senders of a hostile capture, one a datagram, that
 * would take for ever. What comes beyond so many is counted together. */
enum { SENDERS_MAX = 1000 };

static GHashTable *senders_of_trees; /* tree -> set of names */

static const char *counted_sender(const stats_tree *tree, const char *name)
{
    GHashTable *senders = (GHashTable *)g_hash_table_lookup(senders_of_trees, tree);

    if (g_hash_table_contains(senders, name))
        return name;
    if (g_hash_table_size(senders) == SENDERS_MAX)
        return "others";
    g_hash_table_add(senders, g_strdup(name));
    return name;
}

static void end_tree(stats_tree *tree)
{
    g_hash_table_remove(senders_of_trees, tree);
}

static void start_tree(stats_tree *tree)
{
    if (!senders_of_trees)
        senders_of_trees =
            g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, (GDestroyNotify)g_hash_table_destroy);
    /* It may start anew: then this takes the place of what was counted before. */
    g_hash_table_insert(senders_of_trees, tree, bcnet_names_new(g_free, NULL));
    for (unsigned i = 0; i < GROUPS; i++)
        nodes[i] = stats_tree_create_node(tree, names[i], 0, STAT_DT_INT, TRUE);
}

static void count(stats_tree *tree, bcnet_group_t group, const char *name, int value)
{
    increase_stat_node(tree, names[group], 0, TRUE, value);
    increase_stat_node(tree, name, nodes[group], FALSE, value);
}

static void count_opcode(stats_tree *tree, const bcnet_tap_message_t *message, wmem_allocator_t *pool)
{
    const char *name = message->opcode ? wmem_strdup_printf(pool, "%s (0x%02x)", bcnet_opcode_label(message->opcode),
                                                            message->opcode_value)
                                       : wmem_strdup_printf(pool, "Script message 0x%02x", message->opcode_value);

    count(tree, GROUP_OPCODES, name, 1);
    count(tree, GROUP_OPCODE_BYTES, name, (int)message->payload_length);
}

/* The same words for a sender all along: a name may become known late. */
static const char *sender_words(const packet_info *pinfo, const bcnet_tap_message_t *message)
{
    const uint8_t id = message->client && !message->from_host ? message->client->id : message->peer;
    const char   *who = bcnet_who_at(pinfo->pool, NULL, id, message->stamp);

    return wmem_strdup_printf(pinfo->pool, "%s, %s", who,
                              bcnet_address_words(pinfo->pool, &pinfo->src, pinfo->srcport));
}

static tap_packet_status count_message(stats_tree *tree, packet_info *pinfo, epan_dissect_t *edt, const void *data,
                                       tap_flags_t flags)
{
    const bcnet_tap_message_t *message = (const bcnet_tap_message_t *)data;

    if (message->again) {
        if (message->left_out > 0)
            increase_stat_node(tree, "Messages in too long frames, left out", 0, TRUE, (int)message->left_out);
        else if (message->unread)
            increase_stat_node(tree, "Datagrams of which nothing could be read", 0, TRUE, 1);
        else
            increase_stat_node(tree, "Datagrams captured again, left out", 0, TRUE, 1);
        return TAP_PACKET_REDRAW;
    }
    const char *type = bcnet_message_type_name(message->wire->type);
    const char *sender = counted_sender(tree, sender_words(pinfo, message));

    count(tree, GROUP_ALL, type, 1);
    count(tree, GROUP_BYTES, type, message->wire->length);
    count(tree, GROUP_DIRECTIONS, message->from_host ? "Host to clients" : "Clients to host", 1);
    count(tree, GROUP_SENDERS, sender, 1);
    if (message->has_opcode)
        count_opcode(tree, message, pinfo->pool);
    if (message->resend)
        count(tree, GROUP_RESENDS, sender, 1);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_stats_tree(void)
{
    stats_tree_register_plugin("bcnet", "bcnet", TREE_NAME, 0, count_message, start_tree, end_tree);
}
