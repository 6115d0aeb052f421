/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scores: what the host says players have killed, lost and won, by round (protocol chapters 60.10, 70.4). */
#ifndef BCNET_SCORES_H
#define BCNET_SCORES_H

#include "game/rounds.h"
#include "game/stays.h"

/* A total that a score message gives (70.4). */
typedef enum { BCNET_TOTAL_KILLS, BCNET_TOTAL_DEATHS, BCNET_TOTAL_SCORE, BCNET_TOTALS } bcnet_total_t;

typedef struct {
    const bcnet_round_t *round;
    int32_t              values[BCNET_TOTALS];
    bool                 told[BCNET_TOTALS]; /* those that were not are 0 unless the capture began in the round */
} bcnet_totals_t;

/* The newest ones; of a round, or (NULL) of the last one of which anything was told. NULL: none. */
const bcnet_totals_t *bcnet_totals_of(const bcnet_stay_t *stay, const bcnet_round_t *round, bcnet_stamp_t stamp);
/* Whether the value is another one than was known before the message. */
bool bcnet_total_changes(const bcnet_msg_t *msg, const bcnet_stay_t *stay, bcnet_total_t total, int32_t value);

/* First pass. */
void bcnet_note_total(bcnet_msg_t *msg, bcnet_stay_t *stay, bcnet_total_t total, int32_t value);

#endif
