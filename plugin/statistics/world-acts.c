/* Each act once: what a player does stands in a capture as he sent it and as the host passed it on, and what the host
 * tells stands there once for every player (10.10).
 *
 * Payloads are compared. Equal ones are common (a player stops firing twice), so the n-th on a connection belongs to
 * the n-th act; one that comes when the first is long over is another act.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "statistics/world-private.h"

/* Afterwards nobody is connected any more who could get a copy (10.10, 90.2). */
#define SAME_ACT_SECONDS 45.0

enum { ACTS_REMEMBERED = 20000 };

typedef struct {
    const void *where; /* connection and direction */
    unsigned    count;
} bcnet_appearance_t;

typedef struct {
    unsigned count;
    double   first; /* of the newest one */
    GArray  *appearances; /* of bcnet_appearance_t */
} bcnet_act_t;

static void free_act(void *data)
{
    bcnet_act_t *act = (bcnet_act_t *)data;

    g_array_free(act->appearances, TRUE);
    g_free(act);
}

GHashTable *bcnet_acts_new(void)
{
    return g_hash_table_new_full((GHashFunc)g_bytes_hash, (GEqualFunc)g_bytes_equal, (GDestroyNotify)g_bytes_unref,
                                 free_act);
}

static gboolean is_over(gpointer key G_GNUC_UNUSED, gpointer value, gpointer data)
{
    return *(const double *)data - ((const bcnet_act_t *)value)->first > SAME_ACT_SECONDS;
}

static void make_room(GHashTable *acts, double now)
{
    if (g_hash_table_size(acts) < ACTS_REMEMBERED)
        return;
    g_hash_table_foreach_remove(acts, is_over, &now);
    if (g_hash_table_size(acts) >= ACTS_REMEMBERED)
        g_hash_table_remove_all(acts);
}

static bcnet_act_t *act_of(GHashTable *acts, const bcnet_tap_message_t *message, double now)
{
    GBytes      *key = g_bytes_new(message->payload, message->payload_length);
    bcnet_act_t *act = (bcnet_act_t *)g_hash_table_lookup(acts, key);

    if (act) {
        g_bytes_unref(key);
        return act;
    }
    make_room(acts, now);
    act = g_new0(bcnet_act_t, 1);
    act->first = now;
    act->appearances = g_array_new(FALSE, FALSE, sizeof(bcnet_appearance_t));
    g_hash_table_insert(acts, key, act);
    return act;
}

static unsigned count_here(bcnet_act_t *act, const void *where)
{
    for (guint i = 0; i < act->appearances->len; i++) {
        bcnet_appearance_t *appearance = &g_array_index(act->appearances, bcnet_appearance_t, i);
        if (appearance->where == where)
            return ++appearance->count;
    }
    const bcnet_appearance_t first = { .where = where, .count = 1 };
    g_array_append_val(act->appearances, first);
    return 1;
}

bool bcnet_act_is_new(bcnet_world_game_t *game, const bcnet_tap_message_t *message, double now)
{
    if (!message->payload)
        return true;
    bcnet_act_t *act = act_of(game->acts, message, now);
    if (now - act->first > SAME_ACT_SECONDS) {
        act->count = 0;
        g_array_set_size(act->appearances, 0);
    }
    /* Links are aligned: the lowest bit of their address is free for the direction. */
    if (count_here(act, (const char *)message->link + (message->from_host ? 1 : 0)) <= act->count)
        return false;
    act->count++;
    act->first = now;
    return true;
}
