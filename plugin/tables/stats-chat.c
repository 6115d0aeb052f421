/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Chat, and tshark -z bcnet,chat: what was said, every line once. */
#include "tables/stats-table.h"

#include "game/stays.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(TIME, NUMBER, "Time (s)", 10)                                                                               \
    COLUMN(FRAME, COUNT, "Frame", 8)                                                                                   \
    COLUMN(AUTHOR, TEXT, "From", 16)                                                                                   \
    COLUMN(TO, TEXT, "To", 4)                                                                                          \
    COLUMN(TEXT, TEXT, "Text", 40)                                                                                     \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* A client speaks for itself, whomever its line names; the host for anybody. A name may be learned late. */
static void show_author(bcnet_table_t *table, bcnet_row_t *row)
{
    const bcnet_tap_message_t *message = table->message;
    const uint32_t             named = message->facts->chat_from;

    if (message->from_host && !bcnet_is_player_id(named))
        bcnet_row_set_string(row, COLUMN_AUTHOR,
                             bcnet_named_at(table->pinfo->pool, message->game, named, message->stamp));
    else
        bcnet_row_show_stay(table, row, COLUMN_AUTHOR, message->relayed ? message->relayed->actor.stay : NULL,
                            bcnet_tap_actor(table->pinfo->pool, message));
}

static bool add_line(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_tap_facts_t   *facts = message->facts;

    if (message->resend || !facts->chat || bcnet_tap_copy_of(message) != 0)
        return false;
    bcnet_row_t *row = bcnet_table_add_row(table, table->message->game);
    if (!row)
        return false;
    bcnet_row_set_decimals(row, COLUMN_TIME, table->now);
    bcnet_row_set_uint(row, COLUMN_FRAME, table->pinfo->num);
    show_author(table, row);
    bcnet_row_set_string(row, COLUMN_TO, facts->team_chat ? "team" : "all");
    bcnet_row_set_string(row, COLUMN_TEXT, facts->chat);
    return true;
}

bcnet_table_kind_t bcnet_table_chat = {
    .ui = BCNET_TABLE("Chat", "chat"),
    .rows_max = 100000,
    .count = add_line,
};
