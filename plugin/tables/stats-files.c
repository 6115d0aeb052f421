/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics > Bridge Commander Files, and tshark -z bcnet,files: a line per file of the game that a player's check tells
 * of (protocol chapter 35.12). */
#include "tables/stats-table.h"

#include "game/stays.h"

typedef enum {
    COLUMN_PLAYER,
    COLUMN_DIRECTORY,
    COLUMN_FILE,
    COLUMN_NAME_HASH,
    COLUMN_CONTENT_HASH,
    COLUMN_STATUS,
    COLUMN_VERDICT,
    COLUMN_GAME,
    COLUMN_COUNT
} bcnet_files_column_t;

static stat_tap_table_item columns[] = {
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Player", "%-16s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Directory", "%-36s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "File", "%-22s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Name hash", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Content", "%-10s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Status", "%-21s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Host", "%-24s" },
    { TABLE_ITEM_STRING, TAP_ALIGN_LEFT, "Game", "%-22s" },
};

/* How many files of a check have rows, found by the check. */
typedef struct {
    unsigned shown;
} bcnet_progress_t;

static void show_verdict(bcnet_table_t *table, const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    bcnet_row_t *row = (bcnet_row_t *)bcnet_table_find(table, file, 0);

    if (row)
        bcnet_row_set_string(row, COLUMN_VERDICT,
                             bcnet_file_verdict(table->pinfo->pool, check, file, table->message->stamp));
}

static void add_file(bcnet_table_t *table, const bcnet_file_check_t *check, const bcnet_checked_file_t *file)
{
    wmem_allocator_t   *pool = table->pinfo->pool;
    const bcnet_stay_t *stay = bcnet_stay_on(check->link, file->told);
    bcnet_row_t        *row = bcnet_table_add_row(table, table->message->game);

    if (!row)
        return;
    if (stay)
        bcnet_row_show_stay(table, row, COLUMN_PLAYER, stay);
    else
        bcnet_row_set_string(row, COLUMN_PLAYER, bcnet_link_words(pool, check->link));
    bcnet_row_set_string(row, COLUMN_DIRECTORY, file->directory);
    bcnet_row_set_string(row, COLUMN_FILE, bcnet_checked_file_words(pool, file));
    bcnet_row_set_string(row, COLUMN_NAME_HASH, wmem_strdup_printf(pool, "0x%08x", file->name_hash));
    if (!file->missing)
        bcnet_row_set_string(row, COLUMN_CONTENT_HASH, wmem_strdup_printf(pool, "0x%08x", file->content));
    const char *status = bcnet_checked_file_status(file);
    bcnet_row_set_string(row, COLUMN_STATUS, status ? status : "not known");
    bcnet_table_index(table, file, 0, row);
    show_verdict(table, check, file);
}

static bcnet_progress_t *progress_of(bcnet_table_t *table, const bcnet_file_check_t *check)
{
    bcnet_progress_t *progress = (bcnet_progress_t *)bcnet_table_find(table, check, 0);

    if (!progress) {
        progress = wmem_new0(table->pool, bcnet_progress_t);
        bcnet_table_index(table, check, 0, progress);
    }
    return progress;
}

static bool count_message(bcnet_table_t *table)
{
    const bcnet_tap_message_t *message = table->message;
    const bcnet_file_check_t  *check = message->facts->check;

    if (!check)
        return false;
    bcnet_progress_t *progress = progress_of(table, check);
    const unsigned    files = wmem_array_get_count(check->files);
    for (; progress->shown < files; progress->shown++) {
        const bcnet_checked_file_t *file = bcnet_file_of_check(check, progress->shown);
        if (file->told > message->stamp)
            break;
        add_file(table, check, file);
    }
    if (message->facts->sent)
        show_verdict(table, check, message->facts->sent);
    /* The last word comes once. */
    for (unsigned i = 0; (check->passed == message->stamp || check->refused == message->stamp) && i < progress->shown;
         i++)
        show_verdict(table, check, bcnet_file_of_check(check, i));
    return true;
}

bcnet_table_kind_t bcnet_table_files = {
    .ui = { .title = "Bridge Commander Files",
            .cli_string = "bcnet,files",
            .nfields = COLUMN_COUNT,
            .fields = columns },
    .rows_max = 100000,
    .count = count_message,
};
