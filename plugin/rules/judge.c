/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/judge.h"

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
