/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comings and goings in the tree. All copies of what the host tells everybody are shown alike. */
#include "game/presence-show.h"

#include "game/session-show.h"

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
        bcnet_show_earlier_frame(msg, &stay->joined, &stay->left.time, hf_joined_in, hf_time_in_game);
}

void bcnet_register_presence(int proto)
{
    proto_register_field_array(proto, presence_fields, array_length(presence_fields));
}
