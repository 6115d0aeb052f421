/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Files, and tshark -z bcnet,files: a line per file of the game that a player's check tells
 * of (protocol chapter 35.12). */
#include "tables/stats-table.h"

#include "game/stays.h"

#define COLUMNS(COLUMN)                                                                                                \
    COLUMN(PLAYER, TEXT, "Player", 16)                                                                                 \
    COLUMN(DIRECTORY, TEXT, "Directory", 36)                                                                           \
    COLUMN(FILE, TEXT, "File", 22)                                                                                     \
    COLUMN(NAME_HASH, TEXT, "Name hash", 10)                                                                           \
    COLUMN(CONTENT_HASH, TEXT, "Content", 10)                                                                          \
    COLUMN(STATUS, TEXT, "Status", 21)                                                                                 \
    COLUMN(VERDICT, TEXT, "Host", 24)                                                                                  \
    COLUMN(GAME, TEXT, "Game", 22)
BCNET_COLUMNS(COLUMNS)

/* What the host says of it, and its name, which it may say with that. */
static void show_verdict(bcnet_table_t *table, const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    wmem_allocator_t   *pool = table->pinfo->pool;
    const bcnet_stamp_t now = table->message->stamp;
    bcnet_row_t        *row = (bcnet_row_t *)bcnet_table_find(table, file, 0);

    if (!row)
        return;
    bcnet_row_set_string(row, COLUMN_FILE, bcnet_checked_file_words(pool, file, now));
    bcnet_row_set_string(row, COLUMN_VERDICT, bcnet_file_verdict(pool, check, file, now));
}

static void add_file(bcnet_table_t *table, const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    wmem_allocator_t *pool = table->pinfo->pool;
    bcnet_row_t      *row = bcnet_table_add_row(table, table->message->game);

    if (!row)
        return;
    bcnet_row_show_stay(table, row, COLUMN_PLAYER, bcnet_stay_on(check->link, file->told),
                        bcnet_link_words(pool, check->link));
    bcnet_row_set_string(row, COLUMN_DIRECTORY, file->directory);
    bcnet_row_set_string(row, COLUMN_NAME_HASH, wmem_strdup_printf(pool, "0x%08x", file->name_hash));
    if (!file->missing && !file->untold)
        bcnet_row_set_string(row, COLUMN_CONTENT_HASH, wmem_strdup_printf(pool, "0x%08x", file->content));
    const char *status = bcnet_checked_file_status(file);
    bcnet_row_set_string(row, COLUMN_STATUS, status ? status : "not known");
    bcnet_table_index(table, file, 0, row);
    show_verdict(table, check, file);
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_file_check_t  *check = message->facts->check;

    if (!check)
        return false;
    unsigned *shown = (unsigned *)bcnet_table_note(table, check, 0, sizeof *shown); /* files that have rows */
    for (; *shown < wmem_array_get_count(check->files); ++*shown) {
        const bcnet_checked_file_t *file = bcnet_file_of_check(check, *shown);
        if (file->told > message->stamp)
            break;
        add_file(table, check, file);
    }
    if (message->facts->sent)
        show_verdict(table, check, message->facts->sent);
    /* The last word comes once. */
    for (unsigned i = 0; (check->passed == message->stamp || check->refused == message->stamp) && i < *shown; i++)
        show_verdict(table, check, bcnet_file_of_check(check, i));
    return true;
}

bcnet_table_kind_t bcnet_table_files = {
    .ui = BCNET_TABLE("Files", "files"),
    .rows_max = 100000,
    .count = count_message,
};
