/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages held against the rules of the stock game, for -z bcnet,stock and for the frames that break one. */
#pragma once

#include "rules/check.h"

/* What a table remembers: bcnet_stock_checks_t, which lives as long as the memory it is made in. */
void *bcnet_stock_checks_new(wmem_allocator_t *pool);
/* Whose message it is; NULL: nobody's. */
const bcnet_stay_t *bcnet_stock_sender(const bcnet_tap_message_t *message);
/* Every message, in order. Returns how many verdicts it leads to, and those. */
unsigned bcnet_stock_check(bcnet_stock_checks_t *checks, const bcnet_tap_message_t *message, const packet_info *pinfo,
                           const bcnet_verdict_t **verdicts);
