/* Comings and goings of players and ships.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "game/presence.h"

#include <string.h>

#include "reading/reader.h"
#include "statistics/tap.h"

static int hf_joined_in = -1;
static int hf_left_in = -1;
static int hf_time_in_game = -1;
static int hf_died_in = -1;
static int hf_respawned_in = -1;
static int hf_time_to_respawn = -1;

/* From joining to leaving. */
typedef struct {
    bcnet_stamp_t joined;
    bcnet_stamp_t left; /* 0: not yet */
    nstime_t      joined_time;
    nstime_t      left_time;
} bcnet_stay_t;

/* From the death of a ship to its player's next one. */
typedef struct {
    const bcnet_life_t *life;
    bcnet_stamp_t       died;
    bcnet_stamp_t       respawned; /* 0: not yet */
    nstime_t            died_time;
    nstime_t            respawned_time;
} bcnet_death_t;

/* Of a game, by network id. */
struct bcnet_presence {
    wmem_map_t *stays; /* -> timeline of bcnet_stay_t */
    wmem_map_t *deaths; /* -> timeline of bcnet_death_t */
};

static struct bcnet_presence *presence_of(bcnet_game_t *game)
{
    if (!game->presence) {
        game->presence = wmem_new(wmem_file_scope(), struct bcnet_presence);
        game->presence->stays = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        game->presence->deaths = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
    }
    return game->presence;
}

static void remember(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp, void *fact)
{
    bcnet_timeline_t *timeline = (bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player));

    if (!timeline) {
        timeline = bcnet_timeline_new();
        wmem_map_insert(map, GUINT_TO_POINTER(player), timeline);
    }
    bcnet_timeline_add(timeline, stamp, fact);
}

static void *newest(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp)
{
    return bcnet_timeline_at((const bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player)), stamp, NULL);
}

static void forget(wmem_map_t *map, uint32_t player, bcnet_stamp_t stamp)
{
    bcnet_timeline_t *timeline = (bcnet_timeline_t *)wmem_map_lookup(map, GUINT_TO_POINTER(player));

    if (timeline)
        bcnet_timeline_add(timeline, stamp, NULL);
}

void bcnet_presence_forget(bcnet_game_t *game, bcnet_stamp_t stamp, uint32_t player)
{
    if (!game->presence)
        return;
    forget(game->presence->stays, player, stamp);
    forget(game->presence->deaths, player, stamp);
}

/* A frame further on, when it is known: the first pass cannot know it, not even within its own frame. */
static void show_later(bcnet_msg_t *msg, int hf, bcnet_stamp_t stamp)
{
    if (bcnet_stamp_frame(stamp) > msg->pinfo->num)
        bcnet_generated_frame(msg, hf, bcnet_stamp_frame(stamp));
}

static void show_earlier(bcnet_msg_t *msg, int hf, bcnet_stamp_t stamp, int hf_time, const nstime_t *since,
                         const nstime_t *until)
{
    nstime_t time;

    nstime_delta(&time, until, since);
    bcnet_generated_frame(msg, hf, bcnet_stamp_frame(stamp));
    bcnet_generated_time(msg, hf_time, &time);
}

/* ---- Players ---- */

/* The newest stay; none of before a restart of the server counts. */
static bcnet_stay_t *stay_at(const bcnet_msg_t *msg, uint32_t player)
{
    if (!msg->game || !msg->game->presence)
        return NULL;
    bcnet_stay_t *stay = (bcnet_stay_t *)newest(msg->game->presence->stays, player, msg->stamp);
    return stay && stay->joined >= bcnet_game_start(msg->game, msg->stamp) ? stay : NULL;
}

static void note_joining(bcnet_msg_t *msg, uint32_t player)
{
    const bcnet_stay_t *stay = stay_at(msg, player);

    if (!msg->first_pass || msg->resend || !msg->game || (stay && stay->left == 0))
        return;
    bcnet_stay_t *fresh = wmem_new0(wmem_file_scope(), bcnet_stay_t);
    fresh->joined = msg->stamp;
    fresh->joined_time = msg->pinfo->abs_ts;
    remember(presence_of(msg->game)->stays, player, msg->stamp, fresh);
}

void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player)
{
    note_joining(msg, player);
    const bcnet_stay_t *stay = stay_at(msg, player);
    if (stay)
        show_later(msg, hf_left_in, stay->left);
}

void bcnet_show_leaving(bcnet_msg_t *msg, uint32_t player)
{
    bcnet_stay_t *stay = stay_at(msg, player);

    if (bcnet_facts(msg))
        bcnet_facts(msg)->left = player;
    if (!stay)
        return;
    if (msg->first_pass && stay->left == 0) {
        stay->left = msg->stamp;
        stay->left_time = msg->pinfo->abs_ts;
    }
    show_earlier(msg, hf_joined_in, stay->joined, hf_time_in_game, &stay->joined_time, &stay->left_time);
}

typedef struct {
    const bcnet_msg_t *msg;
    const char        *name;
    bcnet_stamp_t      joined;
    uint32_t           player; /* BCNET_NO_ID: none found */
} bcnet_search_t;

/* The one who joined last, should several have the name. */
static void compare_name(gpointer key, gpointer timeline G_GNUC_UNUSED, gpointer data)
{
    bcnet_search_t     *search = (bcnet_search_t *)data;
    const uint32_t      player = GPOINTER_TO_UINT(key);
    const bcnet_stay_t *stay = stay_at(search->msg, player);
    const char         *name = bcnet_player_name(search->msg->game, player, search->msg->stamp);

    if (stay && name && strcmp(name, search->name) == 0 && stay->joined > search->joined) {
        search->joined = stay->joined;
        search->player = player;
    }
}

void bcnet_show_leaving_by_name(bcnet_msg_t *msg, const char *name)
{
    bcnet_search_t search = { .msg = msg, .name = name, .player = BCNET_NO_ID };

    if (!msg->game || !msg->game->presence)
        return;
    wmem_map_foreach(msg->game->presence->stays, compare_name, &search);
    if (search.player != BCNET_NO_ID)
        bcnet_show_leaving(msg, search.player);
}

/* ---- Ships ---- */

static bcnet_death_t *death_at(const bcnet_msg_t *msg, uint32_t player)
{
    return msg->game && msg->game->presence ? (bcnet_death_t *)newest(msg->game->presence->deaths, player, msg->stamp)
                                            : NULL;
}

static void note_death(bcnet_msg_t *msg, const bcnet_life_t *life)
{
    const bcnet_death_t *known = death_at(msg, life->player);

    if (!msg->first_pass || msg->resend || (known && known->life == life))
        return;
    bcnet_death_t *death = wmem_new0(wmem_file_scope(), bcnet_death_t);
    death->life = life;
    death->died = msg->stamp;
    death->died_time = msg->pinfo->abs_ts;
    remember(presence_of(msg->game)->deaths, life->player, msg->stamp, death);
}

void bcnet_show_death(bcnet_msg_t *msg, uint32_t object_id)
{
    const bcnet_life_t *life = bcnet_object_at(msg, object_id);

    if (!life || life->class_id != BCNET_CLASS_ID_SHIP || life->player == BCNET_NO_ID)
        return;
    note_death(msg, life);
    const bcnet_death_t *death = death_at(msg, life->player);
    if (death && death->life == life)
        show_later(msg, hf_respawned_in, death->respawned);
}

void bcnet_show_respawn(bcnet_msg_t *msg, const bcnet_life_t *life)
{
    bcnet_death_t *death = life->player == BCNET_NO_ID ? NULL : death_at(msg, life->player);

    if (!death || life->class_id != BCNET_CLASS_ID_SHIP)
        return;
    /* The first ship of a new round is not a respawn. */
    if (msg->first_pass && life->born == msg->stamp && death->respawned == 0 &&
        death->died >= bcnet_all_objects_ended(msg)) {
        death->respawned = msg->stamp;
        death->respawned_time = msg->pinfo->abs_ts;
    }
    if (death->respawned == life->born)
        show_earlier(msg, hf_died_in, death->died, hf_time_to_respawn, &death->died_time, &death->respawned_time);
}

void bcnet_register_presence(int proto)
{
    static hf_register_info hf[] = {
        { &hf_joined_in,
          { "Joined in frame", "bcnet.player.joined_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0,
            "Frame that told first that this player had joined (50.4)", HFILL } },
        { &hf_left_in,
          { "Left in frame", "bcnet.player.left_in", FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0,
            "Frame that told first that this player left (10.6)", HFILL } },
        { &hf_time_in_game,
          { "Time in the game", "bcnet.player.time_in_game", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "Seconds from the first message that tells of the joining to the first that tells of the leaving (10.6)",
            HFILL } },
        { &hf_died_in,
          { "Last ship died in frame", "bcnet.object.died_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that told first that this player's ship before died (50.4)",
            HFILL } },
        { &hf_respawned_in,
          { "Next ship in frame", "bcnet.object.respawned_in", FT_FRAMENUM, BASE_NONE,
            FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame in which the player has a ship again (60.4)", HFILL } },
        { &hf_time_to_respawn,
          { "Time since the death", "bcnet.object.time_to_respawn", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
            "Seconds from the death of the player's ship to his next one (60.4)", HFILL } },
    };

    proto_register_field_array(proto, hf, array_length(hf));
}
