/* What the checks of the stock rules share.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "rules/check.h"

#include "opcodes/opcodes.h"

static void pass_judgement(const bcnet_check_t *check, bcnet_verdict_t verdict, const char *format, va_list arguments)
{
    bcnet_stock_checks_t *checks = check->checks;

    if (!verdict.sender) /* nobody's messages are remembered all the same */
        return;
    if (!verdict.held)
        verdict.found = wmem_strdup_vprintf(check->pinfo->pool, format, arguments);
    if (checks->verdict_count == checks->verdict_room) {
        checks->verdict_room = checks->verdict_room * 2 + 16;
        checks->verdicts = (bcnet_verdict_t *)wmem_realloc(checks->pool, checks->verdicts,
                                                           checks->verdict_room * sizeof *checks->verdicts);
    }
    checks->verdicts[checks->verdict_count++] = verdict;
}

void bcnet_judge(const bcnet_check_t *check, bcnet_stock_t rule, bool held, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    pass_judgement(check, (bcnet_verdict_t){ check->sender, check->message->stamp, NULL, rule, held }, format,
                   arguments);
    va_end(arguments);
}

void bcnet_judge_host(const bcnet_check_t *check, bcnet_stamp_t stamp, bcnet_stock_t rule, bool held,
                      const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    pass_judgement(check, (bcnet_verdict_t){ check->message->game->host_stay, stamp, NULL, rule, held }, format,
                   arguments);
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

void bcnet_forget(const bcnet_stock_checks_t *checks, wmem_map_t *map)
{
    wmem_list_t *keys = wmem_map_get_keys(NULL, map);

    for (wmem_list_frame_t *key = wmem_list_head(keys); key; key = wmem_list_frame_next(key))
        wmem_free(checks->pool, wmem_map_remove(map, wmem_list_frame_data(key)));
    wmem_destroy_list(keys);
}

bool bcnet_bound(const bcnet_stock_checks_t *checks, wmem_map_t *map)
{
    if (wmem_map_size(map) < 1 << 16)
        return false;
    bcnet_forget(checks, map);
    return true;
}

bcnet_stock_side_t *bcnet_client_side(const bcnet_stock_checks_t *checks, const bcnet_link_t *link)
{
    return (bcnet_stock_side_t *)wmem_map_lookup(checks->sides, &link->first_frame);
}

bool bcnet_begins_or_ends(const bcnet_tap_message_t *message)
{
    const uint8_t type = message->wire->type;

    return type == BCNET_TYPE_CONNECT || type == BCNET_TYPE_DISCONNECT || type == BCNET_TYPE_BOOT;
}
