/* Damage that a StateUpdate tells: in words, what matters most first, and as news (protocol chapter 60.2).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_STATE_WORDS_H
#define BCNET_STATE_WORDS_H

#include "opcodes/state-tail.h"

/* Looks up what the receiver was told before of what the block tells now. Nobody is told anything by a resend or a
 * quote. */
const bcnet_told_t *bcnet_look_up_told(const bcnet_msg_t *msg, const bcnet_state_t *state);

/* bcnet.damage.new of whatever is worse than before. */
void bcnet_show_new_damage(bcnet_msg_t *msg, const bcnet_state_t *state, const bcnet_block_entry_t *at,
                           const bcnet_told_t *before);

/* Fills in the items of a report: what is damaged, new damage first, then the worst. */
void bcnet_report_damage(const bcnet_msg_t *msg, const bcnet_state_t *state, bcnet_news_t *news);

void bcnet_register_state_words(int proto);

#endif
