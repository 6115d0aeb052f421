/* Wireshark's menu Tools > Bridge Commander.
 *
 * Registered in every program, shown by Wireshark alone, where a dissector may have one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "windows/windows.h"

#include "reading/message.h"

#if BCNET_HAS_MENU
#include <epan/plugin_if.h>
#include <wsutil/report_message.h>

static void apply_filter(ext_menubar_gui_type type, gpointer gui, gpointer filter)
{
    plugin_if_apply_filter((const char *)filter, TRUE);
}

static void explain_messages(ext_menubar_gui_type type, gpointer gui, gpointer data)
{
    report_warning("To give every message a frame of its own, choose File, Export PDUs to File, and there "
                   "\"BCNET messages\". In the capture that opens, filters, columns and graphs work message by "
                   "message; the profile's graphs of ships are made for it.");
}

/* ---- Programs ---- */

/* False when it cannot be started; what becomes of it, it says itself. */
static bool start(const char *const *command)
{
    return g_spawn_async(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL);
}

/* The open file; NULL: none is. */
static const char *open_file(void)
{
    ws_info_t *info = NULL;

    plugin_if_get_ws_info(&info);
    return info && info->ws_info_supported && info->cf_state == FILE_READ_DONE ? info->cf_filename : NULL;
}

static void make_report(ext_menubar_gui_type type, gpointer gui, gpointer data)
{
    const char *capture = open_file();

    if (!capture) {
        report_failure("Open a capture first, and let it be read to its end: the report is about all of it.");
        return;
    }
    char             *page = g_strdup_printf("%s.html", capture);
    const char *const command[] = { "bcnet-report", "--open", "--output", page, capture, NULL };
    if (!start(command))
        report_failure("bcnet-report is not among the programs here; tshark makes the same page: "
                       "tshark -q -r \"%s\" -z \"bcnet,report,%s\"",
                       capture, page);
    g_free(page);
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

static char *field_page(void)
{
    void      *cookie = NULL;
    GPtrArray *fields = g_ptr_array_new();
    GString   *page = g_string_new("<!DOCTYPE html><meta charset=\"utf-8\"><title>Fields of BCNET</title>\n"
                                     "<style>body{font-family:sans-serif}td{padding:0 1em 0 0;vertical-align:top}</style>\n"
                                     "<h1>Fields of BCNET</h1><table>\n");

    for (header_field_info *field = proto_get_first_protocol_field(proto_bcnet, &cookie); field;
         field = proto_get_next_protocol_field(proto_bcnet, &cookie))
        g_ptr_array_add(fields, field);
    g_ptr_array_sort(fields, compare_fields);
    for (guint i = 0; i < fields->len; i++) {
        const header_field_info *field = (const header_field_info *)fields->pdata[i];
        g_string_append(page, "<tr>");
        add_cell(page, field->abbrev);
        add_cell(page, ftype_name(field->type));
        add_cell(page, field->name);
        add_cell(page, field->blurb);
        g_string_append_c(page, '\n');
    }
    g_ptr_array_free(fields, TRUE);
    g_string_append(page, "</table>\n");
    return g_string_free(page, FALSE);
}

#ifdef _WIN32
#define OPENER "explorer"
#elif defined(__APPLE__)
#define OPENER "open"
#else
#define OPENER "xdg-open"
#endif

static void show_fields(ext_menubar_gui_type type, gpointer gui, gpointer data)
{
    char             *text = field_page();
    char             *folder = g_dir_make_tmp("bcnet-XXXXXX", NULL);
    char             *path = folder ? g_build_filename(folder, "bcnet-fields.html", NULL) : NULL;
    const char *const command[] = { OPENER, path, NULL };

    if (!path || !g_file_set_contents(path, text, -1, NULL))
        report_failure("The page of fields could not be written to the folder of temporary files.");
    else if (!start(command))
        report_failure("Nothing here opens pages; the fields are in %s", path);
    g_free(path);
    g_free(folder);
    g_free(text);
}

void bcnet_register_menu(int proto)
{
    static char once[] = "bcnet && !bcnet.copy_of", damage[] = "bcnet.damage.new";
    ext_menu_t *menu = ext_menubar_register_menu(proto, "Bridge Commander", TRUE);

    ext_menubar_set_parentmenu(menu, "Tools");
    ext_menubar_add_entry(menu, "Every act once", "Without the copies that the host hands on", apply_filter, once);
    ext_menubar_add_entry(menu, "New damage", "State updates that tell of something worse than before", apply_filter,
                          damage);
    ext_menubar_add_separator(menu);
    ext_menubar_add_entry(menu, "Messages as frames: how", "Every message a frame of its own", explain_messages, NULL);
    ext_menubar_add_entry(menu, "Write and open the report of this file", "The battle as a page, beside the capture",
                          make_report, NULL);
    ext_menubar_add_entry(menu, "Field reference", "All names for filters", show_fields, NULL);
}

#else

void bcnet_register_menu(int proto)
{
}

#endif
