/* THE table of opcodes (protocol chapter 30.2).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "opcodes/opcodes.h"

#include "reading/reader.h"

/* Longest payloads (30.2, 40.1, 50.1, 70.1, 90.3): what the game's own buffers hold. */
enum { SETTINGS_MAX = 256, OBJECT_MAX = 1024, EVENT_MAX = 1024, SCRIPT_MAX = 256, STATE_MAX = 512, ANY = 0 };

/* clang-format off */
static const bcnet_opcode_t table[] = {
    { 0x00, "Settings",             NULL,           "GAME_INITIALIZE",         BCNET_FROM_HOST,    false,  9, SETTINGS_MAX, bcnet_op_settings },
    { 0x01, "GameInit",             NULL,           "GAME_INITIALIZE_DONE",    BCNET_FROM_HOST,    false,  1, 1,            bcnet_op_game_init },
    { 0x02, "ObjectCreate",         NULL,           "CREATE_OBJECT",           BCNET_FROM_ANYBODY, false, 48, OBJECT_MAX,   bcnet_op_create_object },
    { 0x03, "ObjectCreateTeam",     NULL,           "CREATE_PLAYER_OBJECT",    BCNET_FROM_ANYBODY, false, 49, OBJECT_MAX,   bcnet_op_create_player_object },
    { 0x04, "Unused 0x04",          NULL,           "DESTROY_OBJECT",          BCNET_FROM_NOBODY,  false,  1, ANY,          bcnet_op_unused },
    { 0x05, "Unused 0x05",          NULL,           "TORPEDO_POSITION",        BCNET_FROM_NOBODY,  false,  1, ANY,          bcnet_op_unused },
    { 0x06, "PythonEvent",          NULL,           "HOST_EVENT",              BCNET_FROM_HOST,    true,  17, EVENT_MAX,    bcnet_op_event },
    { 0x07, "StartFiring",          NULL,           "START_FIRING",            BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x08, "StopFiring",           NULL,           "STOP_FIRING",             BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x09, "StopFiringAtTarget",   NULL,           "STOP_FIRING_AT_TARGET",   BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x0A, "SubsysStatus",         NULL,           "SUBSYSTEM_STATE_CHANGED", BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x0B, "AddToRepairList",      NULL,           "ADD_TO_REPAIR_LIST",      BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x0C, "ClientEvent",          NULL,           "CLIENT_EVENT",            BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x0D, "PythonEvent2",         NULL,           "CHANGED_TARGET",          BCNET_FROM_CLIENT,  true,  17, EVENT_MAX,    bcnet_op_event },
    { 0x0E, "StartCloaking",        NULL,           "START_CLOAKING",          BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x0F, "StopCloaking",         NULL,           "STOP_CLOAKING",           BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x10, "StartWarp",            NULL,           "START_WARP",              BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x11, "RepairListPriority",   NULL,           "REPAIR_LIST_PRIORITY",    BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x12, "SetPhaserLevel",       NULL,           "SET_PHASER_LEVEL",        BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x13, "HostMsg",              NULL,           "SELF_DESTRUCT_REQUEST",   BCNET_FROM_CLIENT,  false,  1, 1,            bcnet_op_self_destruct },
    { 0x14, "DestroyObject",        NULL,           "DELETE_OBJECT_FROM_GAME", BCNET_FROM_HOST,    false,  5, 5,            bcnet_op_delete_object },
    { 0x15, "CollisionEffect",      NULL,           "CLIENT_COLLISION",        BCNET_FROM_CLIENT,  true,  17, EVENT_MAX,    bcnet_op_event },
    { 0x16, "UICollisionSetting",   NULL,           "COLLISION_ENABLED",       BCNET_FROM_HOST,    false,  2, 2,            bcnet_op_collision_setting },
    { 0x17, "DeletePlayerUI",       NULL,           "NEW_PLAYER_IN_GAME",      BCNET_FROM_HOST,    true,  17, EVENT_MAX,    bcnet_op_event },
    { 0x18, "DeletePlayerAnim",     NULL,           "DELETE_PLAYER_FROM_GAME", BCNET_FROM_HOST,    false,  3, SCRIPT_MAX,   bcnet_op_player_left },
    { 0x19, "TorpedoFire",          NULL,           "CREATE_TORP",             BCNET_FROM_ANYBODY, false, 10, 18,           bcnet_op_create_torpedo },
    { 0x1A, "BeamFire",             NULL,           "CREATE_PULSE",            BCNET_FROM_ANYBODY, false, 10, 14,           bcnet_op_create_pulse },
    { 0x1B, "TorpTypeChange",       NULL,           "TORPEDO_TYPE_CHANGED",    BCNET_FROM_ANYBODY, false, 17, EVENT_MAX,    bcnet_op_event },
    { 0x1C, "StateUpdate",          NULL,           "SHIP_UPDATE",             BCNET_FROM_ANYBODY, false, 10, STATE_MAX,    bcnet_op_ship_update },
    { 0x1D, "ObjNotFound",          NULL,           "VERIFY_ENTER_SET",        BCNET_FROM_HOST,    false,  5, 5,            bcnet_op_verify_enter_set },
    { 0x1E, "RequestObject",        NULL,           "SEND_OBJECT",             BCNET_FROM_CLIENT,  false,  5, 5,            bcnet_op_send_object },
    { 0x1F, "EnterSet",             NULL,           "VERIFY_EXITED_WARP",      BCNET_FROM_HOST,    false,  9, SCRIPT_MAX,   bcnet_op_exited_warp },
    { 0x20, "ChecksumRequest",      NULL,           "DO_CHECKSUM",             BCNET_FROM_HOST,    false,  7, OBJECT_MAX,   bcnet_op_checksum_request },
    { 0x21, "ChecksumResponse",     NULL,           "CHECKSUM",                BCNET_FROM_CLIENT,  false,  9, ANY,          bcnet_op_checksum_response },
    { 0x22, "VersionMismatch",      NULL,           "SYSTEM_CHECKSUM_FAILED",  BCNET_FROM_HOST,    false,  3, OBJECT_MAX,   bcnet_op_checksum_failed },
    { 0x23, "SystemChecksumFail",   NULL,           "VERSION_DIFFERENT",       BCNET_FROM_HOST,    false,  3, OBJECT_MAX,   bcnet_op_version_different },
    { 0x24, "Unused 0x24",          NULL,           "BEGIN_SEND_FILE",         BCNET_FROM_NOBODY,  false,  1, ANY,          bcnet_op_unused },
    { 0x25, "FileTransfer",         NULL,           "FILE",                    BCNET_FROM_HOST,    false,  3, ANY,          bcnet_op_file },
    { 0x26, "Unused 0x26",          NULL,           "DIRECTORY",               BCNET_FROM_NOBODY,  false,  1, ANY,          bcnet_op_unused },
    { 0x27, "FileTransferACK",      NULL,           "FILE_RECEIVED_ACK",       BCNET_FROM_CLIENT,  false,  1, 1,            bcnet_op_file_received },
    { 0x28, "ChecksumComplete",     NULL,           "SEND_FILE_COMPLETED",     BCNET_FROM_HOST,    false,  1, 1,            bcnet_op_checksum_complete },
    { 0x29, "Explosion",            NULL,           "DAMAGE_VOLUME",           BCNET_FROM_HOST,    false, 14, 14,           bcnet_op_damage_volume },
    { 0x2A, "NewPlayerInGame",      NULL,           "CLIENT_READY",            BCNET_FROM_CLIENT,  false,  2, 2,            bcnet_op_client_ready },
    { 0x2C, "CHAT_MESSAGE",         "Chat",         NULL,                      BCNET_FROM_ANYBODY, false,  7, SCRIPT_MAX,   bcnet_op_chat },
    { 0x2D, "TEAM_CHAT_MESSAGE",    "TeamChat",     NULL,                      BCNET_FROM_ANYBODY, false,  7, SCRIPT_MAX,   bcnet_op_chat },
    { 0x35, "MISSION_INIT_MESSAGE", "MissionInit",  NULL,                      BCNET_FROM_HOST,    true,   5, 9,            bcnet_op_mission_init },
    { 0x36, "SCORE_CHANGE_MESSAGE", "ScoreChange",  NULL,                      BCNET_FROM_HOST,    true,  14, SCRIPT_MAX,   bcnet_op_score_change },
    { 0x37, "SCORE_MESSAGE",        "Score",        NULL,                      BCNET_FROM_HOST,    true,  17, 17,           bcnet_op_score },
    { 0x38, "END_GAME_MESSAGE",     "EndGame",      NULL,                      BCNET_FROM_ANYBODY, false,  5, 5,            bcnet_op_end_game },
    { 0x39, "RESTART_GAME_MESSAGE", "RestartGame",  NULL,                      BCNET_FROM_HOST,    true,   1, 1,            bcnet_op_restart_game },
    { 0x3F, "SCORE_INIT_MESSAGE",   "ScoreInit",    NULL,                      BCNET_FROM_HOST,    true,  18, 18,           bcnet_op_score_init },
    { 0x40, "TEAM_SCORE_MESSAGE",   "TeamScore",    NULL,                      BCNET_FROM_HOST,    true,  10, 10,           bcnet_op_team_score },
    { 0x41, "TEAM_MESSAGE",         "Team",         NULL,                      BCNET_FROM_ANYBODY, false,  6, 6,            bcnet_op_team },
};
/* clang-format on */

enum { OPCODE_STATE_UPDATE = 0x1C };

static int hf_opcode = -1;
static int hf_opcode_game_name = -1;

static const bcnet_opcode_t *by_value[256];
value_string                 bcnet_opcode_names[array_length(table) + 1];

const bcnet_opcode_t *bcnet_opcode_find(uint8_t value)
{
    return by_value[value];
}

const bcnet_opcode_t *bcnet_opcode_table(unsigned *count)
{
    *count = array_length(table);
    return table;
}

const char *bcnet_opcode_word(const bcnet_opcode_t *row)
{
    return row->word ? row->word : row->label;
}

bool bcnet_opcode_fits(uint8_t opcode, bool reliable, size_t length)
{
    const bcnet_opcode_t *row = by_value[opcode];

    /* StateUpdate alone is unreliable (10.3). */
    return row && reliable == (opcode != OPCODE_STATE_UPDATE) && length >= row->shortest &&
           (row->longest == 0 || length <= row->longest);
}

static void check_direction(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    const bool wrong = (row->direction == BCNET_FROM_HOST && !msg->from_host) ||
                       (row->direction == BCNET_FROM_CLIENT && msg->from_host);

    if (row->direction_checked && wrong)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only %s sends %s",
                       row->direction == BCNET_FROM_HOST ? "the host" : "a client", row->label);
}

void bcnet_dissect_payload(bcnet_msg_t *msg)
{
    bcnet_bits_start(&msg->bits);
    msg->short_group = false;
    if (bcnet_left(msg) == 0) {
        bcnet_say(msg, "Empty message");
        return;
    }
    msg->payload_length = (uint32_t)bcnet_left(msg);
    const uint8_t         value = bcnet_read_u8(msg, hf_opcode);
    const bcnet_opcode_t *row = by_value[value];
    if (msg->truncated)
        return;
    msg->opcode = row;
    msg->opcode_value = value;
    msg->has_opcode = true;
    bcnet_say(msg, "%s",
              row ? bcnet_opcode_word(row) : wmem_strdup_printf(msg->pinfo->pool, "Script message 0x%02x", value));
    if (row && row->game_name)
        bcnet_generated_string(msg, hf_opcode_game_name, row->game_name);
    if (row)
        check_direction(msg, row);
    msg->last = NULL;
    if (row && row->dissect) {
        row->dissect(msg);
        bcnet_finish(msg);
    } else if (bcnet_left(msg) > 0) {
        bcnet_say(msg, ": %d byte%s", bcnet_left(msg), bcnet_left(msg) == 1 ? "" : "s");
        bcnet_read_rest(msg);
    }
}

void bcnet_register_opcodes(int proto)
{
    static hf_register_info hf[] = {
        { &hf_opcode,
          { "Opcode", "bcnet.opcode", FT_UINT8, BASE_HEX, VALS(bcnet_opcode_names), 0,
            "What the message is; names as in the community's documents (30.2)", HFILL } },
        { &hf_opcode_game_name,
          { "Game's own name", "bcnet.opcode.game_name", FT_STRING, BASE_NONE, NULL, 0,
            "The game's own constant for this opcode, where it differs from the label (30.2)", HFILL } },
    };

    for (unsigned i = 0; i < array_length(table); i++) {
        by_value[table[i].value] = &table[i];
        bcnet_opcode_names[i].value = table[i].value;
        bcnet_opcode_names[i].strptr = table[i].label;
    }
    proto_register_field_array(proto, hf, array_length(hf));
}
