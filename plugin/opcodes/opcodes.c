/* SPDX-License-Identifier: GPL-2.0-or-later */
/* THE table of opcodes (protocol chapter 30.2). */
#include "opcodes/opcodes.h"

#include "game/show.h"
#include "game/shots.h"

static const bcnet_family_t *const families[] = {
    &bcnet_family_session, &bcnet_family_object,    &bcnet_family_event,           &bcnet_family_combat,
    &bcnet_family_state,   &bcnet_shown_subsystems, &bcnet_shown_state_subsystems, &bcnet_family_checksum,
    &bcnet_family_script,  &bcnet_family_mods,
};

enum { OPCODE_LABEL, OPCODE_COMMUNITY_NAME, OPCODE_GAME_NAME, NAMES_OF_AN_OPCODE };

static const bcnet_opcode_t *by_value[256];
bcnet_payload_form_t         bcnet_payload_forms[BCNET_PAYLOAD_FORMS];
/* Labels by number; behind them the other names, which a filter may use as well: what is shown is found first. */
static value_string opcode_names[NAMES_OF_AN_OPCODE * array_length(by_value) + 1];

/* By number: bcnet.op.torpedo_fire and so on. */
static int              hf_presence[array_length(by_value)];
static hf_register_info presence_fields[array_length(by_value) + 1];

#define OPCODE_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_opcode, "Opcode", "bcnet.opcode", FT_UINT8, BASE_HEX, VALS(opcode_names), 0,                              \
          "What the message is; a filter may also use the community's name or the game's own (30.2)")                  \
    FIELD(hf_opcode_community_name, "Community's name", "bcnet.opcode.community_name", FT_STRING, BASE_NONE, NULL, 0,  \
          "What the community's documents call this opcode, where that is not what it does (30.2)")                    \
    FIELD(hf_opcode_game_name, "Game's own name", "bcnet.opcode.game_name", FT_STRING, BASE_NONE, NULL, 0,             \
          "The game's own constant for this opcode, where it differs from the label (30.2)")                           \
    FIELD(hf_act, "Act", "bcnet.act", FT_UINT8, BASE_HEX, VALS(opcode_names), 0,                                       \
          "The opcode again, of every act once: neither of the host's copies nor of what is sent again (10.10)")
BCNET_FIELDS(opcode_fields, OPCODE_FIELDS)

const bcnet_opcode_t *bcnet_opcode_row(uint8_t value)
{
    return by_value[value];
}

const char *bcnet_opcode_label(const bcnet_opcode_t *row)
{
    return row->label ? row->label : row->name;
}

/* NULL: it is one of the names before it. Script messages have one name, the scripts' constant, and a label. */
static const char *name_of(const bcnet_opcode_t *row, unsigned which)
{
    const char *const names[NAMES_OF_AN_OPCODE] = {
        bcnet_opcode_label(row),
        row->label && row->game_name ? row->name : NULL,
        row->game_name || !row->label ? row->game_name : row->name,
    };

    return names[which];
}

bool bcnet_opcode_is_called(const bcnet_opcode_t *row, const char *text)
{
    for (unsigned which = 0; which < NAMES_OF_AN_OPCODE; which++)
        if (name_of(row, which) && g_ascii_strcasecmp(name_of(row, which), text) == 0)
            return true;
    return false;
}

/* A client sends what only the host does. What it may send in one mission it may wherever the mission is not known. */
static bool is_hosts(const bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    enum { MISSION_5 = 5 };

    if (msg->from_host || row->direction != BCNET_FROM_HOST_MOSTLY)
        return !msg->from_host && row->direction == BCNET_FROM_HOST;
    const unsigned mission = bcnet_mission(msg);
    return mission != 0 && mission != MISSION_5 && mission < BCNET_MODS_MISSION;
}

/* A client speaks for itself (10.12): what only the host says, and what is another's, is shown, teaches nothing, and is
 * nobody's original. */
static void check_sender(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    const bool hosts = is_hosts(msg, row), anothers = bcnet_is_anothers(msg, row->own);

    if (hosts)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only the host sends this");
    else if (row->direction == BCNET_FROM_CLIENT && msg->from_host)
        bcnet_complain(msg, BCNET_EI_DIRECTION, "Only a client sends this");
    msg->unbelieved = anothers || hosts;
    if (!msg->unbelieved)
        return;
    if (anothers)
        bcnet_complain(msg, BCNET_EI_IDENTITY,
                       row->relay == BCNET_RELAY_CREATION ? "A client creates what is another's, or there already"
                                                          : "A client speaks for what is another's");
    msg->may_learn = false;
    msg->facts = NULL;
}

static void introduce(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    msg->weight = (int8_t)row->weight;
    if (msg->text)
        bcnet_say(msg, "%s", bcnet_opcode_label(row));
    if (msg->tree && name_of(row, OPCODE_COMMUNITY_NAME))
        bcnet_generated_string(msg, hf_opcode_community_name, name_of(row, OPCODE_COMMUNITY_NAME));
    if (msg->tree && name_of(row, OPCODE_GAME_NAME))
        bcnet_generated_string(msg, hf_opcode_game_name, name_of(row, OPCODE_GAME_NAME));
    check_sender(msg, row);
}

/* What counts once, and who plays: the file checks come before the game (30.9), whatever else a client sends, it sends
 * in it. */
static void note_act(bcnet_msg_t *msg)
{
    const bcnet_relay_key_t *key = &msg->relay_key;
    const bool               counts = (key->restarts || key->shot) && !bcnet_is_copy(msg);

    if (counts && key->restarts)
        bcnet_note_round(msg);
    if (counts && key->shot)
        bcnet_note_shot(msg, key->shot);
    if (!msg->from_host && !bcnet_opcode_is_of(msg->opcode, &bcnet_family_checksum))
        bcnet_note_playing(msg);
}

/* The host's own words to several; what they mean is no part of it. */
static bool is_told_to_several(const bcnet_msg_t *msg)
{
    return msg->from_host && msg->opcode && msg->opcode->relay >= BCNET_TO_SEVERAL;
}

static void note_relay(bcnet_msg_t *msg, int start)
{
    bcnet_note_relay(msg, msg->opcode ? msg->opcode->relay : BCNET_RELAY_UNKNOWN, msg->data + start,
                     (unsigned)(msg->end - start));
}

static void dissect(bcnet_msg_t *msg, const bcnet_opcode_t *row)
{
    if (!row->below) {
        row->dissect(msg);
        return;
    }
    bcnet_scope_t scope = bcnet_open(msg, *row->below);
    row->dissect(msg);
    bcnet_close(msg, &scope);
}

static void hide_behind(bcnet_msg_t *msg, proto_item *behind, proto_item *item)
{
    proto_item_set_hidden(item);
    if (behind && item)
        proto_tree_move_item(msg->tree, behind, item);
}

/* When the payload is read; shown in front of it, behind what it is. */
static void note_and_show_relay(bcnet_msg_t *msg, int start, proto_item *behind)
{
    const bcnet_relay_t relay = msg->opcode ? msg->opcode->relay : BCNET_RELAY_UNKNOWN;

    if (!is_told_to_several(msg))
        note_relay(msg, start);
    if (msg->may_learn)
        note_act(msg);
    if (!msg->tree && !msg->text && !bcnet_is_counted(msg) && (!msg->facts || relay == BCNET_RELAY_NEVER))
        return;
    msg->relayed = bcnet_relay_analysis_of(msg, relay);
    if (msg->relayed)
        bcnet_show_relay(msg, msg->relayed, behind);
    /* For filters only, which complete what begins with bcnet.op, and for those who want every act once. */
    if (msg->tree && bcnet_is_act(msg))
        hide_behind(msg, behind, bcnet_generated_uint(msg, hf_act, msg->opcode_value));
    if (msg->tree && msg->opcode)
        hide_behind(msg, behind,
                    proto_tree_add_item(msg->tree, hf_presence[msg->opcode_value], msg->tvb, start, 1, ENC_NA));
}

/* A ship's report says so itself, in its place. */
static void say_incomplete(bcnet_msg_t *msg)
{
    static const char words[] = " (incomplete)";

    if (msg->text && !msg->report && !g_str_has_suffix(wmem_strbuf_get_str(msg->text), words))
        bcnet_say(msg, "%s", words);
}

void bcnet_dissect_payload(bcnet_msg_t *msg)
{
    const int start = msg->pos;

    bcnet_bits_start(&msg->bits);
    if (bcnet_left(msg) == 0) {
        bcnet_say(msg, "Empty message");
        return;
    }
    const uint32_t        length = (uint32_t)bcnet_left(msg);
    const uint8_t         value = bcnet_read_u8(msg, hf_opcode);
    const bcnet_opcode_t *row = by_value[value];
    if (msg->truncated)
        return;
    msg->payload_length = length;
    msg->payload = msg->end <= msg->captured ? msg->data + start : NULL;
    msg->opcode = row;
    msg->opcode_value = value;
    msg->has_opcode = true;
    if (row)
        introduce(msg, row);
    else
        bcnet_say(msg, "Script message 0x%02x", value);
    proto_item *head = msg->last;
    msg->last = NULL;
    if (is_told_to_several(msg)) {
        note_relay(msg, start);
        bcnet_mean_as_copied(msg);
    }
    if (row) {
        if (row->dissect)
            dissect(msg, row);
        else if (row->form)
            bcnet_read_form(msg, row);
        bcnet_finish(msg);
    } else {
        bcnet_read_mods_form(msg, value);
    }
    if (msg->truncated)
        say_incomplete(msg);
    note_and_show_relay(msg, start, head);
}

/* Not of mods' rows: their numbers may mean other things. */
static void enter(const bcnet_opcode_t *row)
{
    if (row->form && !row->fields[0])
        return;
    by_value[row->value] = row;
    bcnet_payload_forms[row->value] = (bcnet_payload_form_t){
        .sent = { row->delivery != BCNET_RELIABLE, row->delivery != BCNET_UNRELIABLE },
        .shortest = row->length.shortest,
        .longest = row->length.longest,
    };
}

static void collect_names(void)
{
    unsigned named = 0;

    for (unsigned which = 0; which < NAMES_OF_AN_OPCODE; which++) {
        for (unsigned value = 0; value < array_length(by_value); value++) {
            const char *name = by_value[value] ? name_of(by_value[value], which) : NULL;
            if (name)
                opcode_names[named++] = (value_string){ value, name };
        }
    }
}

/* "TorpedoFire" is torpedo_fire, "UICollisionSetting" ui_collision_setting. */
static const char *presence_name(const char *label)
{
    wmem_strbuf_t *name = wmem_strbuf_new(wmem_epan_scope(), "bcnet.op.");

    for (const char *p = label; *p; p++) {
        const bool word = p > label && g_ascii_isupper(*p) && (!g_ascii_isupper(p[-1]) || g_ascii_islower(p[1]));
        if (word && p[-1] != ' ')
            wmem_strbuf_append_c(name, '_');
        wmem_strbuf_append_c(name, *p == ' ' ? '_' : g_ascii_tolower(*p));
    }
    return wmem_strbuf_finalize(name);
}

static void register_presence(int proto)
{
    int count = 0;

    for (unsigned value = 0; value < array_length(by_value); value++) {
        const char *label = by_value[value] ? bcnet_opcode_label(by_value[value]) : NULL;
        hf_presence[value] = -1;
        if (label)
            presence_fields[count++] = (hf_register_info){ &hf_presence[value],
                                                           { label, presence_name(label), FT_NONE, BASE_NONE, NULL, 0,
                                                             "There is such a message (30.2)", HFILL } };
    }
    BCNET_REGISTER(proto, presence_fields);
}

void bcnet_register_opcodes(int proto)
{
    for (unsigned i = 0; i < array_length(families); i++)
        for (unsigned row = 0; row < families[i]->opcode_count; row++)
            enter(&families[i]->opcodes[row]);
    collect_names();
    BCNET_REGISTER(proto, opcode_fields);
    register_presence(proto);
    bcnet_setup_event_names();
    for (unsigned i = 0; i < array_length(families); i++)
        bcnet_register_fields(proto, families[i]->fields);
}
