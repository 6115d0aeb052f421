/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/check.h"

#include "opcodes/opcodes.h"
#include "reading/opcode-numbers.h"

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

void bcnet_hold(const bcnet_check_t *check, bcnet_stock_t rule)
{
    if (!check->checks->only_breaches)
        pass_judgement(check, check->sender, check->message->stamp, rule, NULL);
}

void bcnet_break(const bcnet_check_t *check, bcnet_stock_t rule, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    pass_judgement(check, check->sender, check->message->stamp, rule,
                   wmem_strdup_vprintf(check->pinfo->pool, format, arguments));
    va_end(arguments);
}

void bcnet_hold_of_host(const bcnet_check_t *check, bcnet_stamp_t stamp, bcnet_stock_t rule)
{
    pass_judgement(check, check->message->game->host_stay, stamp, rule, NULL);
}

void bcnet_break_of_host(const bcnet_check_t *check, bcnet_stamp_t stamp, bcnet_stock_t rule, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    pass_judgement(check, check->message->game->host_stay, stamp, rule,
                   wmem_strdup_vprintf(check->pinfo->pool, format, arguments));
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

bool bcnet_bound(const bcnet_stock_checks_t *checks, wmem_map_t *map)
{
    if (wmem_map_size(map) < 1 << 16)
        return false;
    bcnet_forget(checks->pool, map);
    return true;
}

bcnet_stock_side_t *bcnet_client_side(const bcnet_stock_checks_t *checks, const bcnet_link_t *link)
{
    return (bcnet_stock_side_t *)wmem_map_lookup(checks->sides, &link->first_frame);
}

bool bcnet_begins_or_ends(const bcnet_tap_message_t *message)
{
    const uint8_t       type = message->wire->type;
    const bcnet_stay_t *left = message->facts->left;

    if (message->resend || type == BCNET_TYPE_CONNECT)
        return !message->resend;
    if (type != BCNET_TYPE_DISCONNECT && type != BCNET_TYPE_BOOT)
        return false;
    return !message->from_host || !left || left == message->client;
}

bool bcnet_host_does_so_too(const bcnet_tap_message_t *message)
{
    return message->opcode_value == BCNET_OP_SUBSYSTEM_STATUS;
}

/* ---- Every message ---- */

void *bcnet_stock_checks_new(wmem_allocator_t *pool)
{
    bcnet_stock_checks_t *checks = wmem_new0(pool, bcnet_stock_checks_t);

    checks->pool = pool;
    checks->sides = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->acks = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->old_acks = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->updates = wmem_map_new(pool, wmem_int64_hash, g_int64_equal);
    checks->slots = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->breaches = wmem_map_new(pool, g_direct_hash, g_direct_equal);
    checks->own_bytes = bcnet_own_bytes_new(pool);
    return checks;
}

static bcnet_stock_side_t *side_of(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, bool from_host)
{
    const void         *direction = bcnet_tap_direction(message, from_host);
    bcnet_stock_side_t *side = (bcnet_stock_side_t *)wmem_map_lookup(checks->sides, direction);

    if (!side) {
        side = wmem_new0(checks->pool, bcnet_stock_side_t);
        side->number = checks->sides_made++;
        wmem_map_insert(checks->sides, direction, side);
    }
    return side;
}

const bcnet_stay_t *bcnet_stock_sender(const bcnet_tap_message_t *message)
{
    return message->from_host ? message->game->host_stay : bcnet_stay_on(message->link, message->stamp);
}

unsigned bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                           const bcnet_verdict_t **verdicts)
{
    if (bcnet_bound(checks, checks->sides)) /* slots lead to sides */
        checks->slots = wmem_map_new(checks->pool, g_direct_hash, g_direct_equal);
    bcnet_stock_side_t *host = side_of(checks, message, true), *client = side_of(checks, message, false);
    const bcnet_check_t check = {
        .checks = checks,
        .host = host,
        .client = client,
        .side = message->from_host ? host : client,
        .sender = bcnet_stock_sender(message),
        .said = bcnet_has_own_bytes(message) ? bcnet_own_bytes_of(checks->own_bytes, message, pinfo) : NULL,
        .message = message,
        .pinfo = pinfo,
    };

    checks->verdict_count = 0;
    bcnet_check_sender(&check);
    bcnet_check_game(&check);
    *verdicts = checks->verdicts;
    return checks->verdict_count;
}
