/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "game/show.h"

static int ett_player = -1;

#define PLAYER_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_player_name, "Player", "bcnet.player.name", FT_STRING, BASE_NONE, NULL, 0,                                \
          "Name of the player with this network id, once an announcement or a ship has told it (70.13)")
BCNET_FIELDS(player_fields, PLAYER_FIELDS)

/* Server authors call these desync and cheat questions (10.9). */
static void check_network_id(bcnet_msg_t *msg, uint32_t network_id)
{
    if (network_id >= BCNET_FIRST_SLOT_ID && network_id <= G_MAXINT32)
        bcnet_complain(msg, BCNET_EI_IDENTITY, "An object id where a network id belongs");
    else if (network_id > BCNET_PEER_LAST_CLIENT)
        bcnet_complain(msg, BCNET_EI_IDENTITY, "This is no network id: they are 0 to 126");
}

void bcnet_check_own_id(bcnet_msg_t *msg, uint32_t network_id, const char *summary)
{
    const uint8_t own = msg->from_host ? BCNET_NO_ID : bcnet_stay_id(bcnet_stay_on(msg->link, msg->stamp));

    if (own != BCNET_NO_ID && own != network_id && !msg->truncated)
        bcnet_complain_with(msg, BCNET_EI_IDENTITY, summary, "its own is %u", own);
}

static void show_named(bcnet_msg_t *msg, uint32_t network_id, const char *name)
{
    if (msg->truncated)
        return;
    check_network_id(msg, network_id);
    if (!msg->last)
        return;
    if (!name) {
        if (network_id == BCNET_PEER_HOST)
            proto_item_append_text(msg->last, " (host)");
        return;
    }
    proto_item_append_text(msg->last, " (%s)", name);
    proto_item *item = proto_tree_add_string(proto_item_add_subtree(msg->last, ett_player), hf_player_name, msg->tvb,
                                             msg->pos, 0, name);
    proto_item_set_generated(item);
}

void bcnet_show_player(bcnet_msg_t *msg, uint32_t network_id)
{
    const char *no_player = msg->last ? bcnet_not_a_player_words(msg, network_id) : NULL;

    show_named(msg, network_id, bcnet_name_meant(msg, network_id));
    if (no_player)
        proto_item_append_text(msg->last, " (%s)", no_player);
}

void bcnet_show_departed(bcnet_msg_t *msg, uint32_t network_id)
{
    show_named(msg, network_id, bcnet_departed_name_meant(msg, network_id));
}

void bcnet_show_later_frame(bcnet_msg_t *msg, bcnet_stamp_t stamp, int hf_later)
{
    proto_item *last = msg->last;

    /* An answer in the same frame comes later than this message: the first pass cannot know it. */
    if (bcnet_stamp_frame(stamp) > msg->pinfo->num)
        bcnet_generated_frame(msg, hf_later, bcnet_stamp_frame(stamp));
    msg->last = last; /* what is complained of next stands where the first pass has it */
}

/* At the second the first, and the time between. */
static void show_earlier_frame(bcnet_msg_t *msg, const bcnet_moment_t *begun, const nstime_t *ended, int hf_begun,
                               int hf_time)
{
    nstime_t time;

    nstime_delta(&time, ended, &begun->time);
    bcnet_generated_frame(msg, hf_begun, bcnet_stamp_frame(begun->stamp));
    bcnet_generated_time(msg, hf_time, &time);
}

void bcnet_show_request(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_answer)
{
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, kind, key);

    if (exchange)
        bcnet_show_later_frame(msg, exchange->ended, hf_answer);
}

void bcnet_show_answer(bcnet_msg_t *msg, bcnet_exchange_kind_t kind, uint32_t key, int hf_request, int hf_time)
{
    const bcnet_exchange_t *exchange = bcnet_exchange_at(msg, kind, key);

    if (!exchange || exchange->ended == 0 || exchange->ended > msg->stamp)
        return;
    const bcnet_moment_t begun = { exchange->begun, exchange->begun_time };
    if (exchange->ended == msg->stamp || msg->resend) /* said once more it is not what was waited for */
        show_earlier_frame(msg, &begun, &exchange->ended_time, hf_request, hf_time);
}

/* ---- Comings and goings. All copies of what the host tells everybody are shown alike ---- */

#define PRESENCE_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_joined_in, "Joined in frame", "bcnet.player.joined_in", FT_FRAMENUM, BASE_NONE,                           \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame that first told that this player had joined (50.4)")           \
    FIELD(hf_left_in, "Left in frame", "bcnet.player.left_in", FT_FRAMENUM, BASE_NONE,                                 \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame that first told that this player had left (10.6)")            \
    FIELD(hf_time_in_game, "Time in the game", "bcnet.player.time_in_game", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,      \
          "Seconds from the first message that tells that he joined to the first that tells that he left (10.6)")
BCNET_FIELDS(presence_fields, PRESENCE_FIELDS)

void bcnet_show_joining(bcnet_msg_t *msg, uint32_t player)
{
    const bcnet_stay_t *stay = bcnet_stay_meant(msg, player);

    if (stay && stay->joined.stamp != 0)
        bcnet_show_later_frame(msg, stay->left.stamp, hf_left_in);
}

/* What nothing may be learned from does not end a stay, and may stand before its end. */
void bcnet_show_leaving(bcnet_msg_t *msg, const bcnet_stay_t *stay)
{
    if (stay && stay->joined.stamp != 0 && stay->left.stamp != 0 && stay->left.stamp <= msg->stamp)
        show_earlier_frame(msg, &stay->joined, &stay->left.time, hf_joined_in, hf_time_in_game);
}

void bcnet_register_session(int proto)
{
    static int *ett[] = { &ett_player };

    proto_register_field_array(proto, player_fields, array_length(player_fields));
    proto_register_field_array(proto, presence_fields, array_length(presence_fields));
    proto_register_subtree_array(ett, array_length(ett));
}
