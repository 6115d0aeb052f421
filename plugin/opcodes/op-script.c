/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Script messages: chat, mission, scores, end of game (protocol chapter 70).
 *
 * The game's Python scripts write and read them; mods use the same numbers with layouts of their own, which
 * only a length that does not fit gives away. So a message teaches the dissector something only when it fits
 * to the last byte. */
#include "opcodes/opcodes.h"

#include "reading/labels.h"
#include "game/tap-facts.h"
#include "game/show.h"

enum { NO_LIMIT = 0xFF, TEAM_UNKNOWN = 0xFF, NOBODY = 0, LAST_SYSTEM = 9 };
enum { MISSION_UNKNOWN = 0, MISSION_DEATHMATCH = 1, MISSION_STARBASE = 5 };
enum { REASON_KILL_LIMIT = 2, REASON_STARBASE = 4, LAST_REASON = 6 };
enum { POINTS_PER_LIMIT = 10000 };

/* 40.8, 70.5 */
static const value_string star_system_names[] = {
    { 0, "unknown" }, { 1, "Multi1" }, { 2, "Multi2" },  { 3, "Multi3" },   { 4, "Multi4" }, { 5, "Multi5" },
    { 6, "Multi6" },  { 7, "Multi7" }, { 8, "Albirea" }, { 9, "Poseidon" }, { 0, NULL },
};

static const value_string no_limit[] = { { NO_LIMIT, "none" }, { 0, NULL } };
static const value_string no_team[] = { { TEAM_UNKNOWN, "unknown" }, { 0, NULL } };

static const value_string end_reasons[] = {
    { 0, "it is just over" },
    { 1, "time up" },
    { REASON_KILL_LIMIT, "kill limit reached" },
    { 3, "score limit reached" },
    { REASON_STARBASE, "starbase destroyed" },
    { 5, "Borg destroyed" },
    { LAST_REASON, "Enterprise destroyed" },
    { 0, NULL },
};

/* ---- What several messages share ---- */

#define SCRIPT_FIELDS(FIELD, PART)                                                                                     \
    FIELD(hf_team_id, "Team", "bcnet.team.id", FT_UINT8, BASE_DEC | BASE_SPECIAL_VALS, VALS(no_team), 0,               \
          "Number of the team, 255 for not known; its meaning depends on the mission (70.5)")                          \
    FIELD(hf_chat, "Chat", "bcnet.chat", FT_NONE, BASE_NONE, NULL, 0,                                                  \
          "A line of chat, to everybody or to the team (70.4)")                                                        \
    FIELD(hf_chat_sender, "Author", "bcnet.chat.sender", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                       \
          VALS(bcnet_no_player_names), 0, "Network id of the author, as the author claims it (70.4)")                  \
    FIELD(hf_chat_text_len, "Length of the text", "bcnet.chat.text_len", FT_UINT16, BASE_DEC, NULL, 0,                 \
          "Bytes of the text; may be more than the message holds (70.4)")                                              \
    FIELD(hf_chat_text, "Text", "bcnet.chat.text", FT_STRING, BASE_NONE, NULL, 0,                                      \
          "What was said, ISO-8859-1; as much of it as the message holds (70.4)")
BCNET_FIELDS(script_fields, SCRIPT_FIELDS)

static int32_t read_player(bcnet_msg_t *msg, int hf)
{
    const int32_t player = bcnet_read_i32(msg, hf);

    bcnet_show_player(msg, (uint32_t)player);
    return player;
}

static int32_t read_author(bcnet_msg_t *msg, int hf)
{
    const int32_t author = read_player(msg, hf);

    if (bcnet_is_player_id((uint32_t)author)) /* no other can be anybody's */
        bcnet_check_own_id(msg, (uint32_t)author, "A client names somebody else as the author");
    return author;
}

static const char *player_words(const bcnet_msg_t *msg, int32_t player)
{
    return bcnet_player_words(msg, (uint32_t)player);
}

/* "1 kill", "3 kills" */
static const char *counted(const bcnet_msg_t *msg, int32_t number, const char *noun)
{
    return wmem_strdup_printf(msg->pinfo->pool, "%d %s%s", number, noun, number == 1 ? "" : "s");
}

/* True when the layout took every byte: no mod's message with the same number. */
static bool fits(const bcnet_msg_t *msg)
{
    return !msg->truncated && msg->pos == msg->end;
}

/* What script messages tell of the mission counts less than the Settings message (70.6). */
static void note_mission(bcnet_msg_t *msg, unsigned mission)
{
    if (fits(msg) && bcnet_mission(msg) == MISSION_UNKNOWN)
        bcnet_note_mission(msg, mission);
}

/* What a team number means in this mission, or NULL (70.5). */
static const char *team_name(const bcnet_msg_t *msg, uint8_t team)
{
    static const char *const names[][2] = {
        [2] = { "team 1", "team 2" },
        [3] = { "Federation", "non-Federation" },
        [MISSION_STARBASE] = { "attackers", "defenders" },
    };
    const unsigned mission = bcnet_mission(msg);

    return mission < array_length(names) && team < array_length(names[0]) ? names[mission][team] : NULL;
}

static const char *team_words(const bcnet_msg_t *msg, uint8_t team)
{
    const char *name = team_name(msg, team);

    if (team == TEAM_UNKNOWN)
        return "unknown team";
    return name ? name : wmem_strdup_printf(msg->pinfo->pool, "team %u", team);
}

static uint8_t read_team(bcnet_msg_t *msg)
{
    const uint8_t team = bcnet_read_u8(msg, hf_team_id);
    const char   *name = team_name(msg, team);

    if (msg->truncated)
        return team;
    if (msg->last && name)
        proto_item_append_text(msg->last, " (%s)", name);
    if (team > 1 && team != TEAM_UNKNOWN)
        bcnet_complain(msg, BCNET_EI_VALUE, "Teams are 0 and 1");
    return team;
}

/* ---- Chat ---- */

enum { TEAM_CHAT = 0x2D };

/* The writer's buffer drops what does not fit, but the length field keeps its value (70.4). */
static const char *read_clamped_text(bcnet_msg_t *msg)
{
    const int   length = bcnet_read_u16(msg, hf_chat_text_len);
    const int   left = bcnet_left(msg);
    const char *text = bcnet_read_text(msg, hf_chat_text, MIN(length, left));

    if (!msg->truncated && length > left)
        bcnet_complain_with(msg, BCNET_EI_TRUNCATED, "The message holds less of the text than its length",
                            "%d of %d bytes", left, length);
    return text;
}

/* 0x2C Chat and 0x2D TeamChat (70.4)
 *
 *      0       1        5     7
 *    | 2C 2D | author | N   | text |
 *              i32      u16   N */
static void dissect_chat(bcnet_msg_t *msg)
{
    const int32_t sender = read_author(msg, hf_chat_sender);
    const char   *text = read_clamped_text(msg);

    msg->relay_key.player = (uint32_t)sender;
    if (msg->truncated)
        return;
    proto_item_append_text(proto_tree_get_parent(msg->tree), ": \"%s\"", text);
    msg->relay_key.text = text;
    bcnet_note_author(msg, (uint32_t)sender);
    if (msg->facts) {
        msg->facts->chat_from = (uint32_t)sender;
        msg->facts->chat = text;
        msg->facts->team_chat = msg->opcode_value == TEAM_CHAT;
    }
    /* Relayed copies come from the host; the author is in the message. */
    if (sender != msg->peer)
        bcnet_say(msg, " from %s", player_words(msg, sender));
    bcnet_say(msg, ": \"%s\"", text);
}

/* ---- Mission ---- */

typedef struct {
    uint8_t players;
    uint8_t system;
    uint8_t minutes; /* or NO_LIMIT */
    uint8_t limit; /* or NO_LIMIT */
    int32_t end_time;
} bcnet_mission_t;

static const unit_name_string seconds = { " s", NULL };

#define MISSION_FIELDS(FIELD, PART)                                                                                    \
    FIELD(hf_mission, "Mission", "bcnet.mission", FT_NONE, BASE_NONE, NULL, 0,                                         \
          "System and limits of the game that is played (70.4)")                                                       \
    FIELD(hf_mission_player_limit, "Player limit", "bcnet.mission.player_limit", FT_UINT8, BASE_DEC, NULL, 0,          \
          "Configured maximum number of players, not their present number (70.4)")                                     \
    FIELD(hf_mission_system, "System", "bcnet.mission.system", FT_UINT8, BASE_DEC, VALS(star_system_names), 0,         \
          "Star system in which the game is played (70.5)")                                                            \
    FIELD(hf_mission_time_limit, "Time limit", "bcnet.mission.time_limit", FT_UINT8, BASE_DEC | BASE_SPECIAL_VALS,     \
          VALS(no_limit), 0, "Minutes to play, 255 for no limit (70.4)")                                               \
    FIELD(hf_mission_end_time, "End time", "bcnet.mission.end_time", FT_INT32, BASE_DEC | BASE_UNIT_STRING, &seconds,  \
          0, "When the game ends, on the host's game clock; absent without time limit (70.4)")                         \
    FIELD(hf_mission_limit, "Limit of points or attackers", "bcnet.mission.limit", FT_UINT8,                           \
          BASE_DEC | BASE_SPECIAL_VALS, VALS(no_limit), 0,                                                             \
          "What ends the game: tens of thousands of points, in Mission5 attackers destroyed; 255 for no limit (70.4)") \
    FIELD(hf_mission_mods_system, "System", "bcnet.mission.system", FT_UINT32, BASE_DEC, NULL, 0,                      \
          "Star system of a mod, the first one is where the game starts (70.4)")                                       \
    FIELD(hf_mission_system_end, "End of the list", "bcnet.mission.system_end", FT_INT32, BASE_DEC, NULL, 0,           \
          "What ends a mod's list: 0, or -1 (70.4)")                                                                   \
    FIELD(hf_mission_team_system, "System of a team", "bcnet.mission.team_system", FT_NONE, BASE_NONE, NULL, 0,        \
          "Where a team of a mod's Mission10 starts (70.4)")                                                           \
    FIELD(hf_mission_team_system_team, "Team", "bcnet.mission.team_system.team", FT_INT32, BASE_DEC, NULL, 0,          \
          "Number of the team (70.4)")                                                                                 \
    FIELD(hf_mission_team_system_system, "System", "bcnet.mission.team_system.system", FT_INT32, BASE_DEC, NULL, 0,    \
          "Its star system (70.4)")                                                                                    \
    FIELD(hf_mission_free_ships, "Free ships", "bcnet.mission.free_ships", FT_NONE, BASE_NONE, NULL, 0,                \
          "How many ships of a class are left in a mod's Mission10 (70.4)")                                            \
    FIELD(hf_mission_free_ships_species, "Species", "bcnet.mission.free_ships.species", FT_INT32, BASE_DEC, NULL, 0,   \
          "Ship class (70.4)")                                                                                         \
    FIELD(hf_mission_free_ships_count, "Count", "bcnet.mission.free_ships.count", FT_INT32, BASE_DEC, NULL, 0,         \
          "Ships that are left (70.4)")                                                                                \
    FIELD(hf_mission_request_in, "Player ready in frame", "bcnet.mission.request_in", FT_FRAMENUM, BASE_NONE,          \
          FRAMENUM_TYPE(FT_FRAMENUM_REQUEST), 0, "Frame of the NewPlayerInGame that this answers (70.8)")              \
    FIELD(hf_mission_response_time, "Time since the player was ready", "bcnet.mission.response_time",                  \
          FT_RELATIVE_TIME, BASE_NONE, NULL, 0, "Seconds from the NewPlayerInGame that this answers (70.8)")
BCNET_FIELDS(mission_fields, MISSION_FIELDS)

static bool is_stock_mission(const bcnet_msg_t *msg)
{
    return bcnet_mission(msg) != MISSION_UNKNOWN && bcnet_mission(msg) < BCNET_MODS_MISSION;
}

/* Points or ships: the mission decides (70.4). */
static const char *limit_words(const bcnet_msg_t *msg, uint8_t limit)
{
    if (!is_stock_mission(msg))
        return wmem_strdup_printf(msg->pinfo->pool, "%u", limit);
    return bcnet_mission(msg) == MISSION_STARBASE ? counted(msg, limit, "attacker")
                                                  : counted(msg, limit * POINTS_PER_LIMIT, "point");
}

static const char *system_words(const bcnet_msg_t *msg, uint8_t system)
{
    const char *name = system >= 1 ? try_val_to_str(system, star_system_names) : NULL;

    return name ? bcnet_table_name(msg, BCNET_SPECIES_SYSTEMS, name)
                : wmem_strdup_printf(msg->pinfo->pool, "system %u", system);
}

typedef enum { STOCK_FORM, SYSTEMS_FORM, LISTS_FORM } bcnet_mission_form_t;

static void tap_mission(bcnet_msg_t *msg, const bcnet_mission_t *mission, bcnet_mission_form_t form)
{
    bcnet_tap_mission_t *fact = BCNET_TAP_FACT(msg, mission);

    if (!fact)
        return;
    fact->system = form == STOCK_FORM ? system_words(msg, mission->system) : NULL;
    fact->players = mission->players;
    fact->minutes = mission->minutes == NO_LIMIT ? 0 : mission->minutes;
    fact->limit = mission->limit == NO_LIMIT ? 0 : mission->limit;
    fact->mission = is_stock_mission(msg) ? (uint8_t)bcnet_mission(msg) : MISSION_UNKNOWN;
}

static void say_limits(bcnet_msg_t *msg, const bcnet_mission_t *mission)
{
    bcnet_say(msg, ", up to %s", counted(msg, mission->players, "player")); /* not how many there are (70.4) */
    if (mission->minutes == NO_LIMIT && mission->limit == NO_LIMIT)
        bcnet_say(msg, ", no limits");
    if (mission->minutes != NO_LIMIT)
        bcnet_say(msg, ", %u min until t=%d", mission->minutes, mission->end_time);
    if (mission->limit != NO_LIMIT)
        bcnet_say(msg, ", limit %s", limit_words(msg, mission->limit));
}

static void read_limit(bcnet_msg_t *msg, bcnet_mission_t *mission)
{
    mission->limit = bcnet_read_u8(msg, hf_mission_limit);
    if (msg->last && !msg->truncated && mission->limit != NO_LIMIT && is_stock_mission(msg))
        proto_item_append_text(msg->last, " (%s)", limit_words(msg, mission->limit));
}

static void read_time_limit(bcnet_msg_t *msg, bcnet_mission_t *mission)
{
    mission->minutes = bcnet_read_u8(msg, hf_mission_time_limit);
    if (mission->minutes == NO_LIMIT || msg->truncated)
        return;
    proto_item_append_text(msg->last, " min");
    mission->end_time = bcnet_read_i32(msg, hf_mission_end_time);
}

static void read_mission(bcnet_msg_t *msg, bcnet_mission_t *mission)
{
    mission->players = bcnet_read_u8(msg, hf_mission_player_limit);
    mission->system = bcnet_read_u8(msg, hf_mission_system);
    if (mission->system > LAST_SYSTEM)
        bcnet_complain(msg, BCNET_EI_VALUE, "Systems are 1 to 9");
    else if (msg->last && mission->system > 0 && g_str_has_suffix(system_words(msg, mission->system), "?"))
        proto_item_set_text(msg->last, "System: %s (%u)", system_words(msg, mission->system), mission->system);
    read_time_limit(msg, mission);
    read_limit(msg, mission);
    if (!msg->truncated)
        bcnet_say(msg, ": %s", system_words(msg, mission->system));
}

/* ---- The forms of a mod (70.4): no system byte; lists at the end ---- */

enum { MODS_MINUTES = 1, MODS_HEAD = 3, MODS_END_TIME = 4, NUMBER_SIZE = 4, LIST_END = -1, MISSION_WITH_LISTS = 10 };

static int32_t number_at(const bcnet_msg_t *msg, int at)
{
    return (int32_t)tvb_get_letohl(msg->tvb, at);
}

/* Where the numbers behind the limits begin; the end of the message where there are none, or it is cut. */
static int begin_of_numbers(const bcnet_msg_t *msg)
{
    const int left = bcnet_left(msg);

    if (left < MODS_HEAD || !bcnet_can_read(msg, left))
        return msg->end;
    const bool timed = msg->data[msg->pos + MODS_MINUTES] != NO_LIMIT;
    const int  length = left - MODS_HEAD - (timed ? MODS_END_TIME : 0);
    return length >= 2 * NUMBER_SIZE && length % NUMBER_SIZE == 0 ? msg->end - length : msg->end;
}

/* At least one, then 0. */
static bool is_list_of_systems(const bcnet_msg_t *msg, int at)
{
    const int end = msg->end - NUMBER_SIZE;

    if (at > end)
        return false;
    for (; at < end; at += NUMBER_SIZE)
        if (number_at(msg, at) <= 0)
            return false;
    return number_at(msg, end) == 0;
}

/* Behind the -1 that ends a list of so many numbers an entry; behind the end of the message: there is none. */
static int skip_list(const bcnet_msg_t *msg, int at, int numbers)
{
    while (at + NUMBER_SIZE <= msg->end && number_at(msg, at) != LIST_END)
        at += numbers * NUMBER_SIZE;
    return at + NUMBER_SIZE;
}

/* Only in a mod's mission, and where the bytes can be nothing else. */
static bcnet_mission_form_t form_of(const bcnet_msg_t *msg)
{
    const int      stock_length = 4, stock_length_with_time = 8, left = bcnet_left(msg);
    const unsigned mission = bcnet_mission(msg);

    if (mission < BCNET_MODS_MISSION || left == stock_length || left == stock_length_with_time)
        return STOCK_FORM;
    const int begin = begin_of_numbers(msg);
    /* The starting system, pairs, systems, pairs. */
    if (mission == BCNET_MODS_MISSION + MISSION_WITH_LISTS && begin < msg->end &&
        skip_list(msg, skip_list(msg, skip_list(msg, begin + NUMBER_SIZE, 2), 1), 2) == msg->end)
        return LISTS_FORM;
    return is_list_of_systems(msg, begin) ? SYSTEMS_FORM : STOCK_FORM;
}

/* Up to the number that ends it. Info names the first ones. */
static void read_systems(bcnet_msg_t *msg, int32_t end, unsigned said)
{
    enum { SYSTEMS_SAID = 8 };
    unsigned count = said;

    for (; number_at(msg, msg->pos) != end; count++) {
        const uint32_t system = bcnet_read_u32(msg, hf_mission_mods_system);
        if (count < SYSTEMS_SAID)
            bcnet_say(msg, "%s%u", count > 0 ? ", " : "", system);
    }
    if (count > SYSTEMS_SAID)
        bcnet_say(msg, " and %u more", count - SYSTEMS_SAID);
    bcnet_read_i32(msg, hf_mission_system_end);
}

static unsigned read_pairs(bcnet_msg_t *msg, int hf_pair, int hf_first, int hf_second, const char *words)
{
    unsigned count = 0;

    for (; number_at(msg, msg->pos) != LIST_END; count++) {
        bcnet_scope_t scope = bcnet_open(msg, hf_pair);
        const int32_t first = bcnet_read_i32(msg, hf_first), second = bcnet_read_i32(msg, hf_second);
        proto_item_append_text(scope.item, words, first, second);
        bcnet_close(msg, &scope);
    }
    bcnet_read_i32(msg, hf_mission_system_end);
    return count;
}

static void read_mods_mission(bcnet_msg_t *msg, bcnet_mission_t *mission, bcnet_mission_form_t form)
{
    mission->players = bcnet_read_u8(msg, hf_mission_player_limit);
    bcnet_complain(msg, BCNET_EI_FOREIGN,
                   form == LISTS_FORM ? "A mod's form of this message, with lists of systems and ships"
                                      : "A mod's form of this message, with a list of systems");
    read_time_limit(msg, mission);
    read_limit(msg, mission);
    bcnet_say(msg, ": systems ");
    if (form == SYSTEMS_FORM) {
        read_systems(msg, 0, 0);
        return;
    }
    bcnet_say(msg, "%u", bcnet_read_u32(msg, hf_mission_mods_system));
    const unsigned teams = read_pairs(msg, hf_mission_team_system, hf_mission_team_system_team,
                                      hf_mission_team_system_system, ": team %d in system %d");
    read_systems(msg, LIST_END, 1);
    const unsigned ships = read_pairs(msg, hf_mission_free_ships, hf_mission_free_ships_species,
                                      hf_mission_free_ships_count, ": species %d, %d left");
    bcnet_say(msg, ", %s, %s of ships", counted(msg, (int32_t)teams, "team"), counted(msg, (int32_t)ships, "kind"));
}

/* 0x35 MissionInit (70.4), with which the host answers a client's 0x2A, at once (70.8); the end time unless the time
 * limit is 0xFF
 *
 *      0    1         2        3         4            4/8
 *    | 35 | players | system | time limit | [end time] | limit |
 *           u8        u8       u8        i32          u8
 *
 * In the mission of a mod the systems are a list that ends with 0
 *
 *      0    1         2         3            3/7     4/8
 *    | 35 | players | time limit | [end time] | limit | systems |
 *           u8        u8        i32          u8      rest
 *
 * and in its Mission10 there are three lists behind the first system, each of which ends with -1: teams and their systems,
 * systems, kinds of ships and how many are left. */
static void dissect_mission_init(bcnet_msg_t *msg)
{
    bcnet_mission_t            mission = { 0 };
    const bcnet_mission_form_t form = form_of(msg);

    if (form == STOCK_FORM)
        read_mission(msg, &mission);
    else
        read_mods_mission(msg, &mission, form);
    if (fits(msg)) {
        bcnet_note_answer(msg, BCNET_EXCHANGE_READY, 0);
        if (!msg->resend)
            bcnet_show_answer(msg, BCNET_EXCHANGE_READY, 0, hf_mission_request_in, hf_mission_response_time);
        tap_mission(msg, &mission, form);
    }
    if (!msg->truncated)
        say_limits(msg, &mission);
}

/* ---- Scores ---- */

#define SCORE_FIELDS(FIELD, PART)                                                                                      \
    FIELD(hf_score, "Score", "bcnet.score", FT_NONE, BASE_NONE, NULL, 0,                                               \
          "Scores of players; all numbers are totals (70.4)")                                                          \
    FIELD(hf_score_killer, "Killer", "bcnet.score.killer", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                     \
          VALS(bcnet_no_player_names), 0,                                                                              \
          "Network id of the killer, 0 for nobody: collision, self-destruct or computer (70.4)")                       \
    FIELD(hf_score_killer_kills, "Killer's kills", "bcnet.score.killer.kills", FT_INT32, BASE_DEC, NULL, 0,            \
          "The killer's new total of kills (70.4)")                                                                    \
    FIELD(hf_score_killer_score, "Killer's score", "bcnet.score.killer.score", FT_INT32, BASE_DEC, NULL, 0,            \
          "The killer's new total of points (70.4)")                                                                   \
    FIELD(hf_score_victim, "Victim", "bcnet.score.victim", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                     \
          VALS(bcnet_no_player_names), 0, "Network id of the victim, 0 for a ship without player (70.4)")              \
    FIELD(hf_score_victim_deaths, "Victim's deaths", "bcnet.score.victim.deaths", FT_INT32, BASE_DEC, NULL, 0,         \
          "The victim's new total of deaths (70.4)")                                                                   \
    FIELD(hf_score_count, "Further players", "bcnet.score.count", FT_UINT8, BASE_DEC, NULL, 0,                         \
          "Number of other players whose score changes (70.4)")                                                        \
    FIELD(hf_score_entry, "Entry", "bcnet.score.entry", FT_NONE, BASE_NONE, NULL, 0,                                   \
          "New score of another player who damaged the victim (70.4)")                                                 \
    FIELD(hf_score_player, "Player", "bcnet.score.player", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                     \
          VALS(bcnet_no_player_names), 0, "Network id of the player the score belongs to (70.4)")                      \
    FIELD(hf_score_kills, "Kills", "bcnet.score.kills", FT_INT32, BASE_DEC, NULL, 0,                                   \
          "The player's total of kills (70.4)")                                                                        \
    FIELD(hf_score_deaths, "Deaths", "bcnet.score.deaths", FT_INT32, BASE_DEC, NULL, 0,                                \
          "The player's total of deaths (70.4)")                                                                       \
    FIELD(hf_score_score, "Points", "bcnet.score.score", FT_INT32, BASE_DEC, NULL, 0,                                  \
          "The player's total of points; can be negative in team missions (70.4)")
BCNET_FIELDS(score_fields, SCORE_FIELDS)

static void read_kill(bcnet_msg_t *msg, bcnet_tap_kill_t *kill)
{
    kill->killer_id = read_player(msg, hf_score_killer);
    if (kill->killer_id != NOBODY) {
        kill->kills = bcnet_read_i32(msg, hf_score_killer_kills);
        kill->score = bcnet_read_i32(msg, hf_score_killer_score);
    }
    kill->victim_id = read_player(msg, hf_score_victim);
    kill->deaths = bcnet_read_i32(msg, hf_score_victim_deaths);
}

/* Victim 0 is the starbase or a computer's ship in Mission5 (70.4). */
static void say_kill(bcnet_msg_t *msg, const bcnet_tap_kill_t *kill)
{
    const bool  nobodys = kill->victim_id == NOBODY;
    const char *victim = nobodys ? "a ship without player" : player_words(msg, kill->victim_id);
    const char *deaths = nobodys ? NULL : counted(msg, kill->deaths, "death");

    if (kill->killer_id == NOBODY) {
        bcnet_say(msg, ": %s died", victim);
        if (deaths)
            bcnet_say(msg, " (%s)", deaths);
        return;
    }
    bcnet_say(msg, ": %s killed %s (%s, %s", player_words(msg, kill->killer_id), victim,
              counted(msg, kill->kills, "kill"), counted(msg, kill->score, "point"));
    if (deaths)
        bcnet_say(msg, "; %s: %s", victim, deaths);
    bcnet_say(msg, ")");
}

/* What the host says when something happens, or (a state) to a newcomer. */
typedef enum { NEWS, STATE } bcnet_totals_kind_t;

/* Returns whose it is; NULL: nobody who is known. What the capture cut short counts for nobody: it may be a copy. */
static const bcnet_stay_t *note_total(bcnet_msg_t *msg, int32_t player, bcnet_total_t total, int32_t value,
                                      bcnet_totals_kind_t kind)
{
    const bool    whole = msg->payload && !msg->truncated;
    bcnet_stay_t *stay = player != NOBODY && whole ? bcnet_note_named(msg, (uint32_t)player) : NULL;
    const bool    changes = stay && bcnet_note_total(msg, stay, total, value) && kind == NEWS && bcnet_is_act(msg);

    bcnet_tap_score(msg, stay, total, value, changes);
    return stay;
}

static void note_kill(bcnet_msg_t *msg, bcnet_tap_kill_t *kill)
{
    bcnet_tap_kill_t *fact = msg->payload ? BCNET_TAP_FACT(msg, kill) : NULL;

    note_total(msg, kill->killer_id, BCNET_TOTAL_KILLS, kill->kills, NEWS);
    kill->killer = note_total(msg, kill->killer_id, BCNET_TOTAL_SCORE, kill->score, NEWS);
    kill->victim = note_total(msg, kill->victim_id, BCNET_TOTAL_DEATHS, kill->deaths, NEWS);
    if (fact)
        *fact = *kill;
}

/* Another player who damaged the victim. */
static void read_score_entry(bcnet_msg_t *msg)
{
    bcnet_scope_t scope = bcnet_open(msg, hf_score_entry);
    const int32_t player = read_player(msg, hf_score_player);
    const int32_t score = player != NOBODY ? bcnet_read_i32(msg, hf_score_score) : 0;

    if (player != NOBODY && !msg->truncated) {
        const char *words =
            wmem_strdup_printf(msg->pinfo->pool, "%s: %s", player_words(msg, player), counted(msg, score, "point"));
        proto_item_append_text(scope.item, " of %s", words);
        bcnet_say(msg, ", %s", words);
        note_total(msg, player, BCNET_TOTAL_SCORE, score, NEWS);
    }
    bcnet_close(msg, &scope);
}

/* 0x36 ScoreChange (70.4); totals, those of the killer unless it is nobody (0)
 *
 *      0    1        5         9         5/13     9/17     13/21   14/22
 *    | 36 | killer | [kills] | [score] | victim | deaths | n     | entries |
 *           i32      i32       i32       i32      i32      u8      rest
 *
 * n times a player (i32) and, unless that is 0, a score (i32). */
static void dissect_score_change(bcnet_msg_t *msg)
{
    bcnet_tap_kill_t kill = { 0 };
    unsigned         read = 0;

    read_kill(msg, &kill);
    if (!msg->truncated) {
        say_kill(msg, &kill);
        note_kill(msg, &kill);
    }
    const unsigned count = bcnet_read_u8(msg, hf_score_count);
    for (; read < count && bcnet_left(msg) > 0; read++)
        read_score_entry(msg);
    if (read < count && bcnet_give_up(msg))
        bcnet_complain_with(msg, BCNET_EI_TRUNCATED, "The message holds fewer entries than it promises",
                            "%u of %u entries", read, count);
    if (kill.victim_id == NOBODY && msg->from_host)
        note_mission(msg, MISSION_STARBASE); /* likely */
}

/* Player, kills, deaths and score, as 0x37 and 0x3F begin. */
static void read_totals(bcnet_msg_t *msg)
{
    const int32_t player = read_player(msg, hf_score_player);
    const int32_t kills = bcnet_read_i32(msg, hf_score_kills);
    const int32_t deaths = bcnet_read_i32(msg, hf_score_deaths);
    const int32_t score = bcnet_read_i32(msg, hf_score_score);

    if (msg->truncated)
        return;
    bcnet_say(msg, " %s: %s, %s, %s", player_words(msg, player), counted(msg, kills, "kill"),
              counted(msg, deaths, "death"), counted(msg, score, "point"));
    note_total(msg, player, BCNET_TOTAL_KILLS, kills, STATE);
    note_total(msg, player, BCNET_TOTAL_DEATHS, deaths, STATE);
    note_total(msg, player, BCNET_TOTAL_SCORE, score, STATE);
}

/* 0x37 Score (70.4)
 *
 *      0    1        5       9        13
 *    | 37 | player | kills | deaths | score |
 *           i32      i32     i32      i32 */
static void dissect_score(bcnet_msg_t *msg)
{
    read_totals(msg);
    if (msg->from_host)
        note_mission(msg, MISSION_DEATHMATCH);
}

/* 0x3F ScoreInit (70.4): the same with a team
 *
 *      0    1        5       9        13      17
 *    | 3F | player | kills | deaths | score | team |
 *           i32      i32     i32      i32     u8 */
static void dissect_score_init(bcnet_msg_t *msg)
{
    read_totals(msg);
    const uint8_t team = read_team(msg);
    if (!msg->truncated)
        bcnet_say(msg, ", %s", team_words(msg, team));
}

/* ---- The end ---- */

#define END_FIELDS(FIELD, PART)                                                                                        \
    FIELD(hf_end_game, "End of game", "bcnet.end_game", FT_NONE, BASE_NONE, NULL, 0, "The game is over (70.4)")        \
    FIELD(hf_end_game_reason, "Reason", "bcnet.end_game.reason", FT_INT32, BASE_DEC, VALS(end_reasons), 0,             \
          "Why the game is over (70.5)")                                                                               \
    FIELD(hf_restart_game, "Restart", "bcnet.restart_game", FT_NONE, BASE_NONE, NULL, 0,                               \
          "The same mission starts again: totals become 0, ships are removed (70.4)")                                  \
    FIELD(hf_team, "Team message", "bcnet.team", FT_NONE, BASE_NONE, NULL, 0,                                          \
          "A team's score or a player's choice of team (70.4)")                                                        \
    FIELD(hf_team_player, "Player", "bcnet.team.player", FT_INT32, BASE_DEC | BASE_SPECIAL_VALS,                       \
          VALS(bcnet_no_player_names), 0, "Network id of the player who chose the team (70.4)")                        \
    FIELD(hf_team_kills, "Kills", "bcnet.team.kills", FT_INT32, BASE_DEC, NULL, 0, "The team's total of kills (70.4)") \
    FIELD(hf_team_score, "Points", "bcnet.team.score", FT_INT32, BASE_DEC, NULL, 0, "The team's total of points (70.4)")
BCNET_FIELDS(end_fields, END_FIELDS)

/* 0x38 EndGame (70.4)
 *
 *      0    1
 *    | 38 | reason |
 *           i32 */
static void dissect_end_game(bcnet_msg_t *msg)
{
    const int32_t reason = bcnet_read_i32(msg, hf_end_game_reason);

    if (reason < 0 || reason > LAST_REASON)
        bcnet_complain(msg, BCNET_EI_VALUE, "Reasons are 0 to 6");
    if (reason == REASON_KILL_LIMIT || reason == REASON_STARBASE)
        note_mission(msg, MISSION_STARBASE); /* likely */
    if (msg->truncated)
        return;
    const char *words = try_val_to_str((uint32_t)reason, end_reasons);
    if (!words)
        words = wmem_strdup_printf(msg->pinfo->pool, "reason %d", reason);
    if (msg->facts && bcnet_is_act(msg))
        msg->facts->end_reason = words;
    bcnet_say(msg, ": %s", words);
}

/* 0x39 RestartGame (70.4): nothing behind the opcode. */
static void dissect_restart_game(bcnet_msg_t *msg)
{
    msg->relay_key.restarts = msg->from_host && fits(msg);
    bcnet_say(msg, ": scores are reset, back to ship selection");
}

/* ---- Teams ---- */

/* 0x40 TeamScore (70.4)
 *
 *      0    1      2       6
 *    | 40 | team | kills | score |
 *           u8     i32     i32 */
static void dissect_team_score(bcnet_msg_t *msg)
{
    const uint8_t team = read_team(msg);
    const int32_t kills = bcnet_read_i32(msg, hf_team_kills);
    const int32_t score = bcnet_read_i32(msg, hf_team_score);

    if (!msg->truncated)
        bcnet_say(msg, " %s: %s, %s", team_words(msg, team), counted(msg, kills, "kill"), counted(msg, score, "point"));
}

/* 0x41 Team (70.4)
 *
 *      0    1        5
 *    | 41 | player | team |
 *           i32      u8 */
static void dissect_team(bcnet_msg_t *msg)
{
    const int32_t player = read_author(msg, hf_team_player);
    const uint8_t team = read_team(msg);

    msg->relay_key.player = (uint32_t)player;
    if (msg->truncated)
        return;
    bcnet_stay_t     *author = bcnet_note_author(msg, (uint32_t)player);
    bcnet_tap_team_t *fact = BCNET_TAP_FACT(msg, team);
    if (fact)
        *fact = (bcnet_tap_team_t){ author, team, team_words(msg, team) };
    bcnet_say(msg, ": %s joins %s", player_words(msg, player), team_words(msg, team));
}

/* ---- The family ---- */

static const bcnet_opcode_t opcodes[] = {
    { BCNET_OPCODE(0x2C, "CHAT_MESSAGE", NULL), .label = "Chat", .weight = BCNET_WEIGHT_CHAT, .relay = BCNET_RELAY_ALL,
      .length = { 7, BCNET_SCRIPT_BUFFER }, .dissect = dissect_chat, .below = &hf_chat, .columns = "chat player.name" },
    { BCNET_OPCODE(TEAM_CHAT, "TEAM_CHAT_MESSAGE", NULL), .label = "TeamChat", .weight = BCNET_WEIGHT_CHAT,
      .relay = BCNET_RELAY_GROUP, .length = { 7, BCNET_SCRIPT_BUFFER }, .dissect = dissect_chat, .below = &hf_chat,
      .columns = "chat player.name" },
    { BCNET_OPCODE(BCNET_OP_MISSION_INIT, "MISSION_INIT_MESSAGE", NULL), .label = "MissionInit",
      .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE, .length = { 5, 9 }, .dissect = dissect_mission_init,
      .below = &hf_mission, .columns = "mission" },
    { BCNET_OPCODE(0x36, "SCORE_CHANGE_MESSAGE", NULL), .label = "ScoreChange", .weight = BCNET_WEIGHT_SCORE,
      .direction = BCNET_FROM_HOST, .relay = BCNET_TO_SEVERAL_SCORE, .length = { 14, BCNET_SCRIPT_BUFFER },
      .dissect = dissect_score_change, .below = &hf_score,
      .columns = "score.killer score.victim score.count score.player score.score player.name" },
    { BCNET_OPCODE(0x37, "SCORE_MESSAGE", NULL), .label = "Score", .direction = BCNET_FROM_HOST, .relay = BCNET_TO_ONE,
      .length = { 17, 17 }, .dissect = dissect_score, .below = &hf_score,
      .columns = "score.player score.kills score.deaths score.score player.name" },
    { BCNET_OPCODE(0x38, "END_GAME_MESSAGE", NULL), .label = "EndGame", .weight = BCNET_WEIGHT_SCORE,
      .direction = BCNET_FROM_HOST_MOSTLY, .relay = BCNET_TO_SEVERAL, .length = { 5, 5 }, .dissect = dissect_end_game,
      .below = &hf_end_game, .columns = "end_game" },
    { BCNET_OPCODE(0x39, "RESTART_GAME_MESSAGE", NULL), .label = "RestartGame", .weight = BCNET_WEIGHT_SCORE,
      .direction = BCNET_FROM_HOST, .relay = BCNET_TO_SEVERAL, .length = { 1, 1 }, .dissect = dissect_restart_game,
      .below = &hf_restart_game },
    { BCNET_OPCODE(0x3F, "SCORE_INIT_MESSAGE", NULL), .label = "ScoreInit", .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_ONE, .length = { 18, 18 }, .dissect = dissect_score_init, .below = &hf_score,
      .columns = "score.player score.kills score.deaths score.score team.id player.name" },
    { BCNET_OPCODE(0x40, "TEAM_SCORE_MESSAGE", NULL), .label = "TeamScore", .direction = BCNET_FROM_HOST,
      .relay = BCNET_TO_SEVERAL_BEHIND_SCORE, .length = { 10, 10 }, .dissect = dissect_team_score, .below = &hf_team,
      .columns = "team.id team.kills team.score" },
    { BCNET_OPCODE(0x41, "TEAM_MESSAGE", NULL), .label = "Team", .weight = BCNET_WEIGHT_JOIN, .relay = BCNET_RELAY_ALL,
      .length = { 6, 6 }, .dissect = dissect_team, .below = &hf_team, .columns = "team.id team.player player.name" },
};

const bcnet_family_t bcnet_family_script = { opcodes,
                                             array_length(opcodes),
                                             { script_fields, mission_fields, score_fields, end_fields } };
