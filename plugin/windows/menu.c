/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wireshark's menu Tools > Bridge Commander.
 *
 * Registered in every program, shown by Wireshark alone. It is a menu like those of Lua's scripts: a dissector may have one in
 * every series. */
#include "windows/windows.h"

#include <epan/funnel.h>
#include <wsutil/report_message.h>

#include "report/world.h"

static void apply_filter(void *filter)
{
    const funnel_ops_t *window = funnel_get_funnel_ops();

    window->set_filter(window->ops_id, (const char *)filter);
    window->apply_filter(window->ops_id);
}

static void explain_messages(void *data)
{
    report_warning("To give every message a frame of its own, choose File, Export PDUs to File, and there "
                   "\"BCNET messages\". In the capture that opens, filters, columns and graphs work message by "
                   "message; the profile's graphs of ships are made for it.");
}

/* ---- Pages ---- */

/* In a folder of its own, which is for this user alone. */
static void show_page(const char *name, const GString *page)
{
    char *folder = g_dir_make_tmp("bcnet-XXXXXX", NULL);
    char *path = folder ? g_build_filename(folder, name, NULL) : NULL;
    char *url = path ? g_filename_to_uri(path, NULL, NULL) : NULL;

    if (!url || !g_file_set_contents(path, page->str, (gssize)page->len, NULL))
        report_failure("%s could not be written to the folder of temporary files.", name);
    else if (!funnel_get_funnel_ops()->browser_open_url(url))
        report_failure("Nothing here opens pages; this one is %s", path);
    g_free(url);
    g_free(path);
    g_free(folder);
}

/* As the window shows the capture: with its preferences, and what was chosen in Decode As. */
static void show_report(void *data)
{
    const funnel_ops_t *window = funnel_get_funnel_ops();
    bcnet_request_t    *request = bcnet_report_listen();

    window->retap_packets(window->ops_id);
    GString *page = bcnet_report_page(request);
    if (!page) {
        report_failure("The report is about a game: open a capture with one, and let it be read to its end.");
        return;
    }
    show_page("bcnet-report.html", page);
    g_string_free(page, TRUE);
}

/* ---- The field reference: what this plugin registers ---- */

static void add_cell(GString *page, const char *text)
{
    char *escaped = g_markup_escape_text(text ? text : "", -1);

    g_string_append_printf(page, "<td>%s", escaped);
    g_free(escaped);
}

static gint compare_fields(gconstpointer a, gconstpointer b)
{
    return strcmp((*(header_field_info *const *)a)->abbrev, (*(header_field_info *const *)b)->abbrev);
}

static GString *field_page(void)
{
    void      *cookie = NULL;
    GString   *last = g_string_new(NULL), *group = g_string_new(NULL);
    GPtrArray *fields = g_ptr_array_new();
    GString   *page = g_string_new("<!DOCTYPE html><meta charset=\"utf-8\"><title>Fields of BCNET</title>\n"
                                     "<style>body{font-family:sans-serif}td{padding:0 1em 0 0;vertical-align:top}"
                                     "th{text-align:left;padding-top:1em}</style>\n<h1>Fields of BCNET</h1>\n"
                                     "<input type=\"search\" placeholder=\"Search\" autofocus oninput=\""
                                     "for (const row of document.querySelectorAll('tr'))"
                                     " row.hidden = !row.textContent.toLowerCase().includes(value.toLowerCase())\">\n"
                                     "<p>Numbers in brackets are sections of docs/protocol.</p>\n<table>\n");

    for (header_field_info *field = proto_get_first_protocol_field(proto_bcnet, &cookie); field;
         field = proto_get_next_protocol_field(proto_bcnet, &cookie))
        g_ptr_array_add(fields, field);
    g_ptr_array_sort(fields, compare_fields);
    for (guint i = 0; i < fields->len; i++) {
        const header_field_info *field = (const header_field_info *)fields->pdata[i];
        const char              *second = strchr(field->abbrev, '.') + 1; /* "damage" of "bcnet.damage.by" */
        g_string_truncate(group, 0);
        g_string_append_len(group, second, (gssize)strcspn(second, "."));
        if (!g_string_equal(group, last))
            g_string_append_printf(page, "<tr><th colspan=\"4\">%s\n", group->str);
        g_string_assign(last, group->str);
        g_string_append(page, "<tr>");
        add_cell(page, field->abbrev);
        add_cell(page, ftype_name(field->type));
        add_cell(page, field->name);
        add_cell(page, field->blurb);
        g_string_append_c(page, '\n');
    }
    g_string_free(last, TRUE);
    g_string_free(group, TRUE);
    g_ptr_array_free(fields, TRUE);
    g_string_append(page, "</table>\n");
    return page;
}

static void show_fields(void *data)
{
    GString *page = field_page();

    show_page("bcnet-fields.html", page);
    g_string_free(page, TRUE);
}

static void add(const char *name, funnel_menu_callback picked, void *data)
{
    char *path = g_strconcat("Bridge Commander/", name, NULL);

    funnel_register_menu(path, REGISTER_TOOLS_GROUP_UNSORTED, picked, data, NULL, false);
    g_free(path);
}

void bcnet_register_menu(void)
{
    static char once[] = "bcnet.act", damage[] = "bcnet.damage.new";

    add("Every act once", apply_filter, once);
    add("New damage", apply_filter, damage);
    add("Messages as frames: how", explain_messages, NULL);
    add("Write and open the report of this file", show_report, NULL);
    add("Field reference", show_fields, NULL);
}
