/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Joining and leaving: what host and client settle before and after a game (protocol chapter 30). */
#include "opcodes/opcodes.h"

#include <string.h>

#include <wsutil/str_util.h>

#include "reading/labels.h"
#include "reading/numbers.h"
#include "game/tap-facts.h"
#include "game/show.h"

/* ---- 0x00 Settings (30.3) ---- */

#define SETTINGS_FIELDS(FIELD, PART)                                                                                   \
    FIELD(hf_settings_game_time, "Game time", "bcnet.settings.game_time", FT_FLOAT, BASE_NONE, NULL, 0,                \
          "The host's game clock in seconds, which the client takes over (30.3)")                                      \
    FIELD(hf_settings_collisions, "Collisions", "bcnet.settings.collisions", FT_BOOLEAN, BASE_NONE,                    \
          TFS(&bcnet_tfs_on_off), 0, "Whether players damage each other by colliding (30.3)")                          \
    FIELD(hf_settings_host_modem, "Host has a dial-up connection", "bcnet.settings.host_modem", FT_BOOLEAN, BASE_NONE, \
          TFS(&bcnet_tfs_yes_no), 0,                                                                                   \
          "The host sends fewer updates, and most of them without the states of subsystems (30.3, 60.1)")              \
    FIELD(hf_settings_player_slot, "Player slot", "bcnet.settings.player_slot", FT_INT8, BASE_DEC, NULL, 0,            \
          "Slot given to the client, 0 to 15; not its network id (30.3)")                                              \
    FIELD(hf_settings_object_base, "First object id", "bcnet.settings.object_base", FT_UINT32, BASE_HEX, NULL, 0,      \
          "Lowest object id of the client's slot: 0x3FFFFFFF + slot * 0x40000 (30.3)")                                 \
    FIELD(hf_settings_map_len, "Map length", "bcnet.settings.map_len", FT_INT16, BASE_DEC | BASE_UNIT_STRING,          \
          UNS(&bcnet_units_bytes), 0, "Length of the map name; 0 or negative for none (30.3)")                         \
    FIELD(hf_settings_map, "Map", "bcnet.settings.map", FT_STRING, BASE_NONE, NULL, 0,                                 \
          "Python module path of the mission (30.3)")                                                                  \
    FIELD(hf_settings_name_changed, "Name changed", "bcnet.settings.name_changed", FT_BOOLEAN, BASE_NONE,              \
          TFS(&bcnet_tfs_yes_no), 0, "The host renamed the client because another player has its name (30.3)")         \
    FIELD(hf_settings_new_name_len, "New name length", "bcnet.settings.new_name_len", FT_INT32, BASE_DEC, NULL, 0,     \
          "Number of 16-bit characters of the new name (30.3)")                                                        \
    FIELD(hf_settings_new_name, "New name", "bcnet.settings.new_name", FT_STRING, BASE_NONE, NULL, 0,                  \
          "Name that the client has to use from now on (30.3)")
BCNET_FIELDS(settings_fields, SETTINGS_FIELDS)

static int read_slot(bcnet_msg_t *msg)
{
    const int slot = bcnet_read_i8(msg, hf_settings_player_slot);

    if (msg->truncated)
        return slot;
    if (slot < 0 || slot >= BCNET_SLOTS)
        bcnet_complain(msg, BCNET_EI_VALUE, "The slots of the game are 0 to 15");
    else
        bcnet_generated_uint(msg, hf_settings_object_base, BCNET_FIRST_SLOT_ID + (uint32_t)slot * BCNET_SLOT_IDS);
    return slot;
}

/* A length or count of characters: the game takes negative ones for none (30.1). */
static int checked_length(bcnet_msg_t *msg, int length)
{
    if (length < 0)
        bcnet_complain(msg, BCNET_EI_VALUE, "A negative length stands for no text");
    return MAX(length, 0);
}

/* "Mission1" of Multiplayer.Episode.Mission1.Mission1. */
static const char *mission_of(const char *map)
{
    const char *dot = strrchr(map, '.');

    return dot ? dot + 1 : map;
}

/* Which of the game's own missions a map is, or of a mod; 0 without a map. */
static unsigned mission_number(const char *map)
{
    static const unsigned numbers[] = { 1, 2, 3, 5 };

    for (unsigned i = 0; i < array_length(numbers); i++) {
        char path[64];
        g_snprintf(path, sizeof path, "Multiplayer.Episode.Mission%u.Mission%u", numbers[i], numbers[i]);
        if (strcmp(map, path) == 0)
            return numbers[i];
    }
    const char *mission = mission_of(map), *digits = mission + strcspn(mission, "0123456789");
    return *map ? BCNET_MODS_MISSION + (unsigned)MIN(g_ascii_strtoull(digits, NULL, 10), 999) : 0;
}

/* The third boolean lies in the byte of the first two although it is written after the map (20.1). */
static bool read_name_changed(bcnet_msg_t *msg)
{
    if (!bcnet_bits_open(&msg->bits) && !msg->truncated && bcnet_left(msg) == 0) {
        msg->bits_outcome = BCNET_BITS_WRONG;
        bcnet_complain(msg, BCNET_EI_BITS, "The bit group holds fewer than the three booleans of Settings");
    }
    return bcnet_read_bit(msg, hf_settings_name_changed);
}

/* 0x00 Settings (30.3)
 *
 *      0    1       5      6      7     9     9+n   13+n
 *    | 00 | game time | bits | slot | n   | map | [m] | [new name] |
 *           f32     bits   i8     i16   n     i32   2m
 *
 * The bits: collisions, the host has a modem, renamed. The new name, in UTF-16, is there when the third is set, which
 * is written behind the map and stands in front of it all the same. */
static void dissect_settings(bcnet_msg_t *msg)
{
    const float clock = bcnet_read_seconds(msg, hf_settings_game_time);
    const bool  collisions = bcnet_read_bit(msg, hf_settings_collisions);
    bcnet_read_bit(msg, hf_settings_host_modem);
    const int   slot = read_slot(msg);
    const int   length = checked_length(msg, bcnet_read_i16(msg, hf_settings_map_len));
    const char *map = length > 0 ? bcnet_read_text(msg, hf_settings_map, length) : "", *mission = mission_of(map);
    const bool  renamed = read_name_changed(msg);
    const int   characters = renamed ? checked_length(msg, bcnet_read_i32(msg, hf_settings_new_name_len)) : 0;
    const char *new_name = characters > 0 ? bcnet_read_utf16(msg, hf_settings_new_name, characters) : "";

    if (msg->truncated)
        return;
    bcnet_note_mission_settings(msg, clock, mission_number(map));
    bcnet_note_slot_given(msg, slot);
    bcnet_tap_settings_t *settings = BCNET_TAP_FACT(msg, settings);
    if (settings)
        *settings = (bcnet_tap_settings_t){ .map = map, .clock = clock, .slot = slot, .collisions = collisions };
    bcnet_say(msg, " t=%s slot %d %s, collisions %s", bcnet_fixed(clock, 1).text, slot,
              *mission ? mission : "without a map", collisions ? "on" : "off");
    if (renamed)
        bcnet_say(msg, ", renamed \"%s\"", new_name);
}

/* ---- Messages of one or two bytes ---- */

#define SMALL_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_collision_setting_enabled, "Collisions", "bcnet.collision_setting.enabled", FT_BOOLEAN, BASE_NONE,        \
          TFS(&bcnet_tfs_on_off), 0, "Whether players damage each other by colliding (30.6)")                          \
    FIELD(hf_new_player_modem, "Dial-up connection", "bcnet.new_player.modem", FT_BOOLEAN, BASE_NONE,                  \
          TFS(&bcnet_tfs_yes_no), 0, "The client is on a modem (30.9)")                                                \
    FIELD(hf_new_player_response_in, "Mission in frame", "bcnet.new_player.response_in", FT_FRAMENUM, BASE_NONE,       \
          FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE), 0, "Frame of the MissionInit that answers this (70.8)")                 \
    FIELD(hf_delete_player_name_len, "Name length", "bcnet.delete_player.name_len", FT_INT32,                          \
          BASE_DEC | BASE_UNIT_STRING, UNS(&bcnet_units_bytes), 0,                                                     \
          "Length of the name; 0 or negative for none (30.8)")                                                         \
    FIELD(hf_delete_player_name, "Name", "bcnet.delete_player.name", FT_STRING, BASE_NONE, NULL, 0,                    \
          "Name of the player who left (30.8)")
BCNET_FIELDS(small_fields, SMALL_FIELDS)

/* 0x13 SelfDestruct (30.5): nothing behind the opcode. The host destroys the hull; what follows is its own: the death, the
 * score, repairs. */
static void dissect_self_destruct(bcnet_msg_t *msg)
{
    bcnet_say(msg, ": asks the host to blow up its ship");
}

/* 0x16 UICollisionSetting (30.6); the bit: collisions
 *
 *      0    1
 *    | 16 | bits |
 *           bits */
static void dissect_collision_setting(bcnet_msg_t *msg)
{
    const bool enabled = bcnet_read_bit(msg, hf_collision_setting_enabled);

    if (!msg->truncated)
        bcnet_say(msg, ": collisions %s", enabled ? "on" : "off");
}

/* 0x2A NewPlayerInGame (30.9); the bit: a modem. The host answers with the mission (70.6)
 *
 *      0    1
 *    | 2A | bits |
 *           bits */
static void dissect_client_ready(bcnet_msg_t *msg)
{
    const bool modem = bcnet_read_bit(msg, hf_new_player_modem);

    if (msg->truncated)
        return;
    bcnet_note_request(msg, BCNET_EXCHANGE_READY, 0, NULL);
    if (msg->may_learn && !msg->from_host)
        bcnet_note_listener(msg->link, msg->stamp, true);
    bcnet_show_request(msg, BCNET_EXCHANGE_READY, 0, hf_new_player_response_in);
    bcnet_say(msg, ": ready%s", modem ? ", dial-up connection" : "");
}

/* 0x04, 0x05, 0x24, 0x26 (30.10): nobody knows what would follow. */
static void dissect_unused(bcnet_msg_t *msg)
{
    const int left = bcnet_left(msg);

    if (left > 0)
        bcnet_say(msg, ": %d byte%s", left, plurality(left, "", "s"));
    bcnet_complain(msg, BCNET_EI_UNUSED_OPCODE, "The game never uses this opcode");
    bcnet_read_rest(msg);
}

/* ---- 0x18 PlayerLeft (30.8) ---- */

/* A reimplemented server writes the length in 16 bits. Only where the game's 32 bits cannot be a length, and
 * 16 bits are exactly the right one, it is that form. */
static bool has_short_length(const bcnet_msg_t *msg)
{
    const int left = bcnet_left(msg);

    if (!bcnet_can_read(msg, 2) || tvb_get_letohs(msg->tvb, msg->pos) != left - 2 || left - 2 > G_MAXINT16)
        return false;
    if (left < 4)
        return true;
    if (!bcnet_can_read(msg, 4))
        return false;
    const int32_t length = (int32_t)tvb_get_letohl(msg->tvb, msg->pos);
    return length < 0 || length > left - 4;
}

static int read_name_length(bcnet_msg_t *msg)
{
    if (!has_short_length(msg))
        return checked_length(msg, bcnet_read_i32(msg, hf_delete_player_name_len));
    const int length = bcnet_read_i16(msg, hf_delete_player_name_len);
    bcnet_complain(msg, BCNET_EI_FOREIGN, "A length of 16 bits: a reimplemented server, the game writes 32 bits");
    return length;
}

/* 0x18 PlayerLeft (30.8)
 *
 *      0    1     5
 *    | 18 | n   | name |
 *           i32   n
 *
 * A reimplemented server: n in 16 bits, the name at 3. */
static void dissect_player_left(bcnet_msg_t *msg)
{
    const int   length = read_name_length(msg);
    const char *name = length > 0 ? bcnet_read_text(msg, hf_delete_player_name, length) : "";

    if (msg->truncated)
        return;
    bcnet_stay_t *stay = bcnet_stay_leaving(msg, name); /* the message knows the name only */
    if (stay) {
        bcnet_note_leaving(msg, stay, BCNET_LEFT_TOLD, NULL);
        if (msg->facts)
            msg->facts->left = stay;
        bcnet_show_leaving(msg, stay);
    }
    bcnet_say(msg, ": %s left", *name ? name : "a player without a name");
}

/* ---- 0x01 GameInit: an opcode alone (30.4) ---- */

static void dissect_game_init(bcnet_msg_t *msg)
{
    bcnet_note_request(msg, BCNET_EXCHANGE_INIT, 0, NULL);
}

/* ---- The family ---- */

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(BCNET_OP_SETTINGS, "Settings", "GAME_INITIALIZE"), .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_ONE, .length = { 9, BCNET_SETTINGS_BUFFER }, .dissect = dissect_settings,
      .columns = "settings" },
    { BCNET_OPCODE(0x01, "GameInit", "GAME_INITIALIZE_DONE"), .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 1, 1 }, .dissect = dissect_game_init },
    { BCNET_OPCODE(0x04, "Unused 0x04", "DESTROY_OBJECT"), .direction = BCNET_FROM_NOBODY, .dissect = dissect_unused },
    { BCNET_OPCODE(0x05, "Unused 0x05", "TORPEDO_POSITION"), .direction = BCNET_FROM_NOBODY,
      .dissect = dissect_unused },
    { BCNET_OPCODE(BCNET_OP_SELF_DESTRUCT, "HostMsg", "SELF_DESTRUCT_REQUEST"), .label = "SelfDestruct",
      .weight = BCNET_WEIGHT_DEATH, .direction = BCNET_FROM_CLIENT, .delivery = BCNET_LIKELY_UNRELIABLE,
      .relay = BCNET_RELAY_NOBODY, .length = { 1, 1 }, .dissect = dissect_self_destruct },
    { BCNET_OPCODE(0x16, "UICollisionSetting", "COLLISION_ENABLED"), .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_ONE, .length = { 2, 2 }, .dissect = dissect_collision_setting, .columns = "collision_setting" },
    { BCNET_OPCODE(0x18, "DeletePlayerAnim", "DELETE_PLAYER_FROM_GAME"), .label = "PlayerLeft",
      .weight = BCNET_WEIGHT_LEAVE, .direction = BCNET_FROM_HOST, .relay = BCNET_TO_SEVERAL,
      .length = { 3, BCNET_SCRIPT_BUFFER }, .dissect = dissect_player_left,
      .columns = "delete_player player.joined_in player.time_in_game" },
    { BCNET_OPCODE(0x24, "Unused 0x24", "BEGIN_SEND_FILE"), .direction = BCNET_FROM_NOBODY, .dissect = dissect_unused },
    { BCNET_OPCODE(0x26, "Unused 0x26", "DIRECTORY"), .direction = BCNET_FROM_NOBODY, .dissect = dissect_unused },
    { BCNET_OPCODE(BCNET_OP_CLIENT_READY, "NewPlayerInGame", "CLIENT_READY"), .direction = BCNET_FROM_CLIENT,
      .relay = BCNET_RELAY_NOBODY, .length = { 2, 2 }, .dissect = dissect_client_ready, .columns = "new_player" },
};

const bcnet_family_t bcnet_family_session = { opcodes, array_length(opcodes), { settings_fields, small_fields } };
