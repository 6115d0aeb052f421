/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tshark -z bcnet,world,FILE.json: the whole game as JSON. tshark -z bcnet,report,FILE.html: the same as a page to look
 * at. Both are described in docs/report.md.
 *
 * The page is one file that asks for nothing else: the layouts of report/ with the JSON in it (report-page.h). */

#include <stdio.h>

#include <epan/expert.h>
#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <glib/gstdio.h>

#include "report/report-page.h"
#include "report/world.h"

/* One request of the command line, or of the menu. */
struct bcnet_request {
    bcnet_world_t *world;
    char          *path; /* NULL: of the menu */
    bool           is_page; /* with the JSON in it */
    bool           heard; /* a message of the game */
};

/* ---- Listening ---- */

static tap_packet_status hear_message(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                      tap_flags_t flags)
{
    bcnet_request_t *request = (bcnet_request_t *)data;

    request->heard = true;
    bcnet_world_add(request->world, (const bcnet_tap_message_t *)record, pinfo);
    return TAP_PACKET_REDRAW;
}

static tap_packet_status hear_server(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    const bcnet_request_t *request = (const bcnet_request_t *)data;

    bcnet_world_add_server_name(request->world, (const char *)record, pinfo);
    return TAP_PACKET_DONT_REDRAW;
}

static tap_packet_status hear_remark(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                     tap_flags_t flags)
{
    bcnet_remark_row_t row;

    if (bcnet_fill_remark(&row, (const expert_info_t *)record, pinfo))
        bcnet_world_add_remark(((const bcnet_request_t *)data)->world, &row);
    return TAP_PACKET_DONT_REDRAW;
}

static GSList *requests;

/* The capture is read again, or the dissector forgets it, in tshark -M before its end. */
static void forget(void *data)
{
    bcnet_request_t *request = (bcnet_request_t *)data;

    bcnet_world_free(request->world);
    request->world = bcnet_world_new();
}

static void forget_all(void)
{
    for (GSList *request = requests; request; request = request->next)
        forget(request->data);
}

/* ---- Writing ---- */

/* NULL for standard output. */
static FILE *open_file(const char *path, const char *mode)
{
    FILE *file = strcmp(path, "-") == 0 ? NULL : g_fopen(path, mode);

    if (!file && strcmp(path, "-") != 0)
        bcnet_cannot_write(path);
    return file;
}

static GString *text_of(const bcnet_request_t *request)
{
    GString *text = bcnet_world_json(request->world);

    if (request->is_page) {
        g_string_prepend_len(text, bcnet_report_head, (gssize)bcnet_report_head_length);
        g_string_append_len(text, bcnet_report_tail, (gssize)bcnet_report_tail_length);
    }
    return text;
}

static void write_output(void *data)
{
    const bcnet_request_t *request = (const bcnet_request_t *)data;
    GString               *text = text_of(request);
    FILE                  *file = open_file(request->path, "wb");

    const bool done = fwrite(text->str, 1, text->len, file ? file : stdout) == text->len;
    g_string_free(text, TRUE);
    if (!done || (file ? fclose(file) : fflush(stdout)) != 0)
        bcnet_cannot_write(request->path);
}

/* ---- The command line ---- */

static void free_request(void *data)
{
    bcnet_request_t *request = (bcnet_request_t *)data;

    requests = g_slist_remove(requests, request);
    bcnet_world_free(request->world);
    g_free(request->path);
    g_free(request);
}

/* `wanted`: what the command line calls it. The first tap answers for the others. */
static bcnet_request_t *listen_for(const char *wanted, tap_draw_cb draw)
{
    bcnet_request_t *request = g_new0(bcnet_request_t, 1);

    request->world = bcnet_world_new();
    requests = g_slist_prepend(requests, request);
    bcnet_listen(wanted, "bcnet", request, NULL, forget, hear_message, draw, free_request);
    bcnet_listen(wanted, "expert", request, NULL, NULL, hear_remark, NULL, NULL);
    bcnet_listen(wanted, "bcnet.server", request, NULL, NULL, hear_server, NULL, NULL);
    return request;
}

static stat_tap_ui world_ui = { .group = REGISTER_STAT_GROUP_GENERIC, .cli_string = "bcnet,world" };
static stat_tap_ui report_ui = { .group = REGISTER_STAT_GROUP_GENERIC, .cli_string = "bcnet,report" };

static bcnet_stat_start_t start(const char *argument, void *ui)
{
    const bool  is_page = ui == &report_ui;
    const char *path = bcnet_path_in(argument, ((const stat_tap_ui *)ui)->cli_string, "file name",
                                     is_page ? "game.html" : "game.json");
    FILE *file = open_file(path, "ab"); /* capturing for an hour and then not being able to write would be a pity */
    if (file)
        fclose(file);
    bcnet_request_t *request = listen_for(argument, write_output);
    request->path = g_strdup(path);
    request->is_page = is_page;
    BCNET_STAT_STARTED;
}

/* ---- The menu ---- */

bcnet_request_t *bcnet_report_listen(void)
{
    bcnet_request_t *request = listen_for("bcnet,report", NULL);

    request->is_page = true;
    return request;
}

GString *bcnet_report_page(bcnet_request_t *request)
{
    GString *page = request->heard ? text_of(request) : NULL;

    for (int tap = 0; tap < 3; tap++) /* the first one last */
        remove_tap_listener(request);
    return page;
}

void bcnet_register_report(void)
{
    register_cleanup_routine(forget_all);
    world_ui.tap_init_cb = report_ui.tap_init_cb = start;
    register_stat_tap_ui(&world_ui, &world_ui);
    register_stat_tap_ui(&report_ui, &report_ui);
}
