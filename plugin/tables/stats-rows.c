/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tshark -z bcnet,tables,FOLDER: tables for databases, as csv, with the SQL that takes them in. docs/data.md describes
 * them. sharkd has no -z: it is asked with BCNET_TABLES=FOLDER in its environment, and writes with each request for a
 * tap. Whoever loads one capture after the other takes the files away in between. */
#include <stdio.h>
#include <string.h>

#include <epan/expert.h>
#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <glib/gstdio.h>

#include "tables/row-folder.h"
#include "tables/stats-table.h"

static GSList *folders;

/* ---- Files ---- */

static FILE *create(const bcnet_row_folder_t *folder, const char *name, const char *ending)
{
    char *path = g_strdup_printf("%s" G_DIR_SEPARATOR_S "%s.%s", folder->path, name, ending);
    FILE *created = g_fopen(path, "wb");

    if (!created)
        bcnet_cannot_write(path);
    g_free(path);
    return created;
}

/* Rows of what is known in the end are written anew when more is known. */
static bool is_known_in_the_end(unsigned kind)
{
    return kind < BCNET_MESSAGES || kind == BCNET_FILES;
}

/* What cannot be written is found when the file is flushed. */
static void write_line(const bcnet_row_folder_t *folder, unsigned kind)
{
    g_string_append_c(folder->line, '\n');
    fwrite(folder->line->str, 1, folder->line->len, folder->files[kind].file);
    g_string_truncate(folder->line, 0);
}

static void begin_file(bcnet_row_folder_t *folder, unsigned kind)
{
    bcnet_rows_file_t *rows = &folder->files[kind];

    if (rows->file)
        fclose(rows->file);
    rows->file = create(folder, bcnet_row_kinds[kind].name, "csv");
    bcnet_row_append_names(folder->line, &bcnet_row_kinds[kind]);
    write_line(folder, kind);
    fwrite(rows->earlier->str, 1, rows->earlier->len, rows->file);
}

void bcnet_row_write(bcnet_row_folder_t *folder, bcnet_row_kind_t kind, const void *row)
{
    bcnet_row_append(folder->line, &bcnet_row_kinds[kind], row);
    if (!folder->forgets || !is_known_in_the_end(kind)) {
        write_line(folder, kind);
        return;
    }
    g_string_append_printf(folder->files[kind].earlier, "%s\n", folder->line->str);
    g_string_truncate(folder->line, 0);
}

static void write_sql(const bcnet_row_folder_t *folder, const char *name, const char *comment,
                      void (*append)(GString *, const bcnet_rows_kind_t *))
{
    GString *sql = g_string_new(comment);
    FILE    *file = create(folder, name, "sql");

    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++)
        append(sql, &bcnet_row_kinds[i]);
    if (fwrite(sql->str, 1, sql->len, file) != sql->len || fclose(file) != 0)
        bcnet_cannot_write(folder->path);
    g_string_free(sql, TRUE);
}

static void write_scripts(const bcnet_row_folder_t *folder)
{
    write_sql(folder, "schema", "-- Tables of a capture, for DuckDB and SQLite. NULL: not known.\n",
              bcnet_append_schema);
    write_sql(folder, "load-duckdb", "-- In this folder: cat schema.sql load-duckdb.sql | duckdb NAME.duckdb\n",
              bcnet_append_duckdb);
    write_sql(folder, "load-sqlite", "-- In this folder: cat schema.sql load-sqlite.sql | sqlite3 NAME.sqlite\n",
              bcnet_append_sqlite);
}

/* ---- Listening ---- */

static void begin_records(bcnet_row_folder_t *folder)
{
    wmem_free_all(folder->records.pool);
    bcnet_records_begin(&folder->records);
    folder->files_told = wmem_array_new(folder->records.pool, sizeof(bcnet_told_file_t));
    folder->files_known = wmem_map_new(folder->records.pool, g_direct_hash, g_direct_equal);
}

static void begin(bcnet_row_folder_t *folder)
{
    if (folder->has_begun)
        return;
    folder->has_begun = true;
    memset(folder->records.before, 0, sizeof folder->records.before);
    memset(folder->records.highest, 0, sizeof folder->records.highest);
    begin_records(folder);
    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++) {
        g_string_truncate(folder->files[i].earlier, 0);
        begin_file(folder, i);
    }
}

static tap_packet_status hear_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                      tap_flags_t flags)
{
    bcnet_row_folder_t *folder = (bcnet_row_folder_t *)data;

    begin(folder);
    bcnet_records_note(&folder->records, (const bcnet_tap_message_t *)record, pinfo);
    bcnet_write_message(folder);
    bcnet_write_acts(folder);
    return TAP_PACKET_REDRAW;
}

static tap_packet_status hear_remark(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    bcnet_row_folder_t *folder = (bcnet_row_folder_t *)data;
    bcnet_remark_row_t  row;

    if (!bcnet_fill_remark(&row, (const expert_info_t *)record, pinfo))
        return TAP_PACKET_DONT_REDRAW;
    begin(folder);
    bcnet_row_write(folder, BCNET_REMARKS, &row);
    return TAP_PACKET_REDRAW;
}

static void write_output(void *data)
{
    bcnet_row_folder_t *folder = (bcnet_row_folder_t *)data;

    begin(folder);
    bcnet_write_waiting(folder);
    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++)
        if (is_known_in_the_end(i))
            begin_file(folder, i);
    bcnet_write_records(folder);
    bcnet_write_files(folder);
    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++)
        if (fflush(folder->files[i].file) != 0 || ferror(folder->files[i].file))
            bcnet_cannot_write(folder->path);
}

/* The dissector forgets a capture, in tshark -M before its end: what is known of it is all that will be. */
static void let_go(void *data, void *unused)
{
    bcnet_row_folder_t *folder = (bcnet_row_folder_t *)data;

    if (!folder->has_begun)
        return;
    folder->forgets = true;
    bcnet_write_waiting(folder);
    bcnet_write_records(folder);
    bcnet_write_files(folder);
    folder->forgets = false;
    memcpy(folder->records.before, folder->records.highest,
           sizeof folder->records.before); /* numbers go on behind those that were given */
    begin_records(folder);
}

static void let_all_go(void)
{
    g_slist_foreach(folders, let_go, NULL);
}

/* The capture is read again, or closed: nothing is touched before there is something to write. */
static void forget(void *data)
{
    ((bcnet_row_folder_t *)data)->has_begun = false;
}

static void close_folder(void *data)
{
    bcnet_row_folder_t *folder = (bcnet_row_folder_t *)data;

    folders = g_slist_remove(folders, folder);
    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++) {
        fclose(folder->files[i].file);
        g_string_free(folder->files[i].earlier, TRUE);
    }
    g_queue_clear_full(&folder->waiting, g_free);
    g_queue_clear_full(&folder->waiting_late, g_free);
    g_string_free(folder->line, TRUE);
    wmem_destroy_allocator(folder->records.pool);
    g_free(folder->path);
    g_free(folder);
}

/* ---- Who asks ---- */

enum { RECORDS_MAX = 10000 };

static const bcnet_record_limit_t limits[BCNET_RECORD_KINDS] = {
    [BCNET_RECORD_GAME] = { sizeof(bcnet_game_record_t), RECORDS_MAX },
    [BCNET_RECORD_LINK] = { sizeof(bcnet_link_record_t), RECORDS_MAX },
    [BCNET_RECORD_STAY] = { sizeof(bcnet_record_t), RECORDS_MAX },
    [BCNET_RECORD_SHIP] = { sizeof(bcnet_ship_record_t), RECORDS_MAX },
};

static void write_to(const char *path, const char *argument)
{
    bcnet_row_folder_t *folder = g_new0(bcnet_row_folder_t, 1);

    folder->path = g_strdup(path);
    if (g_mkdir_with_parents(folder->path, 0777) != 0)
        bcnet_cannot_write(folder->path);
    folder->line = g_string_new(NULL);
    folder->records.limits = limits;
    folder->records.pool = wmem_allocator_new(WMEM_ALLOCATOR_BLOCK);
    for (unsigned i = 0; i < BCNET_ROW_KINDS; i++)
        folder->files[i].earlier = g_string_new(NULL);
    begin(folder);
    write_scripts(folder);
    folders = g_slist_prepend(folders, folder);
    bcnet_listen(argument, "bcnet", folder, NULL, forget, hear_message, write_output, close_folder);
    bcnet_listen(argument, "expert", folder, NULL, NULL, hear_remark, NULL, NULL);
}

static bcnet_stat_start_t start(const char *argument, void *unused)
{
    write_to(bcnet_path_in(argument, "bcnet,tables", "folder", "evening"), argument);
    BCNET_STAT_STARTED;
}

/* Before the first capture: Wireshark's own taps are not there earlier. */
static void start_once(void)
{
    const char *path = g_getenv("BCNET_TABLES");

    if (path && *path && !folders)
        write_to(path, "bcnet,tables");
}

void bcnet_register_stats_rows(void)
{
    static stat_tap_ui ui = { REGISTER_STAT_GROUP_GENERIC, NULL, "bcnet,tables", start, 0, NULL };

    register_cleanup_routine(let_all_go);
    register_stat_tap_ui(&ui, NULL);
    register_init_routine(start_once);
}
