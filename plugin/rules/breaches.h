/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames that break a rule of the stock game: found on the first pass, shown there on every pass. */
#pragma once

#include "statistics/tap.h"

/* First pass: whether the message breaks anything. `record` may be NULL. */
bool bcnet_note_breaches(const bcnet_msg_t *msg, const bcnet_tap_message_t *record);
/* What the message breaks, as far as it is known. */
void bcnet_show_breaches(bcnet_msg_t *msg);

void bcnet_register_breaches(int proto);
