/* Chat lines, each counted once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/stats-lines.h"

/* The same words after this many seconds are another line, whoever was there to hear the first. */
#define SAME_LINE_SECONDS 60.0

/* So many lines are remembered, and so many connections of each. */
enum { LINES_MAX = 10000, CONNECTIONS_MAX = 256 };

/* The same words of the same author. */
typedef struct {
    unsigned    counted;
    double      last_seen; /* seconds */
    GHashTable *seen; /* link and direction -> how often there */
} bcnet_line_t;

static void free_line(void *data)
{
    bcnet_line_t *line = (bcnet_line_t *)data;

    g_hash_table_destroy(line->seen);
    g_free(line);
}

GHashTable *bcnet_lines_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_line);
}

static gboolean is_over(gpointer key, gpointer value, gpointer now)
{
    return *(const double *)now - ((const bcnet_line_t *)value)->last_seen > SAME_LINE_SECONDS;
}

static void make_room(GHashTable *lines, double now)
{
    if (g_hash_table_size(lines) < LINES_MAX)
        return;
    g_hash_table_foreach_remove(lines, is_over, &now);
    if (g_hash_table_size(lines) > LINES_MAX / 2)
        g_hash_table_remove_all(lines);
}

static bcnet_line_t *line_of(GHashTable *lines, const bcnet_tap_message_t *message, double now)
{
    const bcnet_facts_t *facts = message->facts;

    char         *key = g_strdup_printf("%u %u %u %s", message->game ? message->game->index : 0, message->opcode_value,
                                        facts->chat_from, facts->chat);
    bcnet_line_t *line = (bcnet_line_t *)g_hash_table_lookup(lines, key);
    if (line) {
        g_free(key);
        return line;
    }
    make_room(lines, now);
    line = g_new0(bcnet_line_t, 1);
    line->seen = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_hash_table_insert(lines, key, line);
    return line;
}

static unsigned count_here(bcnet_line_t *line, const bcnet_tap_message_t *message)
{
    /* Links are aligned: the lowest bit of their address is free for the direction. */
    void          *here = (char *)message->link + (message->from_host ? 1 : 0);
    const unsigned count = GPOINTER_TO_UINT(g_hash_table_lookup(line->seen, here)) + 1;

    if (count == 1 && g_hash_table_size(line->seen) == CONNECTIONS_MAX)
        g_hash_table_remove_all(line->seen);
    g_hash_table_insert(line->seen, here, GUINT_TO_POINTER(count));
    return count;
}

bool bcnet_line_is_new(GHashTable *lines, const bcnet_tap_message_t *message, const packet_info *pinfo)
{
    const double  now = nstime_to_sec(&pinfo->rel_ts);
    bcnet_line_t *line = line_of(lines, message, now);

    if (now - line->last_seen > SAME_LINE_SECONDS) {
        line->counted = 0;
        g_hash_table_remove_all(line->seen);
    }
    line->last_seen = now;
    if (count_here(line, message) <= line->counted)
        return false;
    line->counted++;
    return true;
}
