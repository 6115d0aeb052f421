/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/check.h"

#include "opcodes/opcodes.h"
#include "reading/opcode-numbers.h"

/* ---- The rules ---- */

enum { QUIET, EXPERT };
enum { HOST = 1, CLIENT = 2, BOTH = HOST | CLIENT };

#define ROW(constant, who, expert, breach, protocol, rule, unknown, made_of_it, done)                                  \
    [BCNET_STOCK_##constant] = { .words = (rule),                                                                      \
                                 .summary = "Stock rule broken: " rule,                                                \
                                 .limits = (unknown),                                                                  \
                                 .section = (protocol),                                                                \
                                 .game = (made_of_it),                                                                 \
                                 .cause = (done),                                                                      \
                                 .effect = BCNET_BREACH_##breach,                                                      \
                                 .host = ((who)&HOST) != 0,                                                            \
                                 .client = ((who)&CLIENT) != 0,                                                        \
                                 .has_expert = (expert) },
const bcnet_stock_rule_t bcnet_stock_rules[BCNET_STOCK_COUNT + 1] = { BCNET_STOCK_RULES(ROW) };

static bool is_never_sent(unsigned opcode)
{
    const bcnet_opcode_t *row = bcnet_opcode_row((uint8_t)opcode);

    return row && row->direction == BCNET_FROM_NOBODY;
}

const char *bcnet_stock_rule_words(wmem_allocator_t *pool, bcnet_stock_t rule)
{
    wmem_strbuf_t *words = wmem_strbuf_new(pool, bcnet_stock_rules[rule].words);

    for (unsigned opcode = 0; opcode <= UINT8_MAX && rule == BCNET_STOCK_NEVER_SENT; opcode++)
        if (is_never_sent(opcode))
            wmem_strbuf_append_printf(words, " 0x%02X", opcode);
    return wmem_strbuf_get_str(words);
}

const char *bcnet_breach_effect_words(bcnet_breach_effect_t effect)
{
    static const char *const words[] = { [BCNET_BREACH_DIFFERS] = "differs",
                                         [BCNET_BREACH_THROWN_AWAY] = "is thrown away",
                                         [BCNET_BREACH_HANGS] = "hangs" };

    return words[effect];
}

/* ---- Verdicts ---- */

enum { MOST_LISTED = 3 * BCNET_BREACHES_KEPT };

/* The frames that show how a sender breaks a rule. */
typedef struct {
    unsigned count;
    unsigned listed;
    uint32_t frames[BCNET_BREACHES_KEPT];
} bcnet_breach_frames_t;

/* `missing`: what is, each time something else. */
static void place_breach(const bcnet_stock_checks_t *checks, bcnet_verdict_t *breach, bool missing)
{
    const void            *key = (const char *)breach->sender + breach->rule; /* an address within it */
    const uint32_t         frame = bcnet_stamp_frame(breach->stamp);
    bcnet_breach_frames_t *of = (bcnet_breach_frames_t *)wmem_map_lookup(checks->breaches, key);

    if (!of) {
        of = wmem_new0(checks->pool, bcnet_breach_frames_t);
        wmem_map_insert(checks->breaches, key, of);
    }
    for (unsigned i = 0; i < of->count; i++)
        breach->is_kept |= of->frames[i] == frame;
    const bool opens = !breach->is_kept && of->count < BCNET_BREACHES_KEPT;
    if (opens)
        of->frames[of->count++] = frame;
    breach->is_kept |= opens;
    breach->is_listed = opens || (breach->is_kept && missing && of->listed < MOST_LISTED);
    of->listed += breach->is_listed;
}

/* `found`: what breaks the rule, in packet memory; NULL: nothing. */
static void pass_judgement(const bcnet_check_t *check, const bcnet_stay_t *sender, bcnet_stamp_t stamp,
                           bcnet_stock_t rule, const char *found)
{
    bcnet_stock_checks_t *checks = check->checks;
    bcnet_verdict_t       verdict = { .sender = sender, .stamp = stamp, .found = found, .rule = rule, .held = !found };

    if (!sender) /* nobody's messages are remembered all the same */
        return;
    if (found)
        place_breach(checks, &verdict, stamp != check->message->stamp);
    if (checks->verdict_count == checks->verdict_room) {
        checks->verdict_room = checks->verdict_room * 2 + 16;
        checks->verdicts = (bcnet_verdict_t *)wmem_realloc(checks->pool, checks->verdicts,
                                                           checks->verdict_room * sizeof *checks->verdicts);
    }
    checks->verdicts[checks->verdict_count++] = verdict;
}

void bcnet_hold_by(const bcnet_check_t *check, const bcnet_stay_t *sender, bcnet_stamp_t stamp, bcnet_stock_t rule)
{
    if (check->counts)
        pass_judgement(check, sender, stamp, rule, NULL);
}

void bcnet_break_by(const bcnet_check_t *check, const bcnet_stay_t *sender, bcnet_stamp_t stamp, bcnet_stock_t rule,
                    const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    pass_judgement(check, sender, stamp, rule, wmem_strdup_vprintf(check->pinfo->pool, format, arguments));
    va_end(arguments);
}

double bcnet_check_seconds_since(const bcnet_check_t *check, const nstime_t *then)
{
    const nstime_t since = bcnet_tap_since(check->pinfo, then);

    return nstime_to_sec(&since);
}

const char *bcnet_opcode_words(const bcnet_check_t *check, uint8_t opcode)
{
    const bcnet_opcode_t *row = bcnet_opcode_row(opcode);

    return wmem_strdup_printf(check->pinfo->pool, "%s (0x%02x)", row ? bcnet_opcode_label(row) : "Script message",
                              opcode);
}

bool bcnet_begins_or_ends(const bcnet_tap_message_t *message)
{
    const uint8_t       type = message->wire->type;
    const bcnet_stay_t *left = message->facts->left;

    if (type == BCNET_TYPE_GAME || message->resend) /* most are */
        return false;
    if (type != BCNET_TYPE_DISCONNECT && type != BCNET_TYPE_BOOT)
        return type == BCNET_TYPE_CONNECT;
    return !message->from_host || !left || left == message->client;
}

bool bcnet_is_cut(const bcnet_tap_message_t *message)
{
    const bcnet_stamp_t *cut = message->link->cut;

    return (cut[false] != 0 && cut[false] <= message->stamp) || (cut[true] != 0 && cut[true] <= message->stamp);
}

/* ---- Every message ---- */

void *bcnet_stock_checks_new(wmem_allocator_t *pool)
{
    bcnet_stock_checks_t *checks = wmem_new0(pool, bcnet_stock_checks_t);

    checks->pool = pool;
    checks->acks = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->old_acks = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->updates = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    checks->slots = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->breaches = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->own_bytes = bcnet_own_bytes_new(pool);
    return checks;
}

/* ---- Links ---- */

enum { MOST_LINKS = 1 << 15 };

bcnet_stock_link_t *bcnet_stock_link(const bcnet_stock_checks_t *checks, const bcnet_link_t *link)
{
    return link->index < checks->link_room ? checks->links[link->index] : NULL;
}

static void forget_links(bcnet_stock_checks_t *checks)
{
    for (uint32_t i = 0; i < checks->link_room; i++) {
        if (checks->links[i])
            wmem_free(checks->pool, checks->links[i]->client.dues);
        wmem_free(checks->pool, checks->links[i]);
        checks->links[i] = NULL;
    }
    checks->links_there = 0;
    checks->slots = wmem_map_new(checks->pool, g_direct_hash, g_direct_equal); /* they lead to sides */
}

static bcnet_stock_link_t *new_link(bcnet_stock_checks_t *checks, const bcnet_link_t *link)
{
    const uint32_t before = checks->link_room;

    if (checks->links_there == MOST_LINKS)
        forget_links(checks);
    if (link->index >= before) {
        checks->link_room = link->index * 2;
        checks->links =
            (bcnet_stock_link_t **)wmem_realloc(checks->pool, checks->links, checks->link_room * sizeof *checks->links);
        memset(checks->links + before, 0, (checks->link_room - before) * sizeof *checks->links);
    }
    bcnet_stock_link_t *fresh = checks->links[link->index] = wmem_new0(checks->pool, bcnet_stock_link_t);
    fresh->host.number = checks->sides_made++;
    fresh->client.number = checks->sides_made++;
    checks->links_there++;
    return fresh;
}

const bcnet_stay_t *bcnet_stock_sender(const bcnet_tap_message_t *message)
{
    return message->from_host ? message->game->host_stay : bcnet_stay_on(message->link, message->stamp);
}

unsigned bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                           const bcnet_verdict_t **verdicts)
{
    bcnet_stock_link_t *known = bcnet_stock_link(checks, message->link);
    bcnet_stock_link_t *link = known ? known : new_link(checks, message->link);
    const bcnet_check_t check = {
        .checks = checks,
        .host = &link->host,
        .client = &link->client,
        .side = message->from_host ? &link->host : &link->client,
        .said = bcnet_has_own_bytes(message) ? bcnet_own_bytes_of(checks->own_bytes, message, pinfo) : NULL,
        .message = message,
        .pinfo = pinfo,
        .counts = !checks->only_breaches,
    };

    checks->verdict_count = 0;
    bcnet_check_sender(&check);
    bcnet_check_game(&check);
    *verdicts = checks->verdicts;
    return checks->verdict_count;
}
