/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wireshark's menu Tools > Bridge Commander.
 *
 * Registered in every program, shown by Wireshark alone, where a dissector may have one. */
#include "windows/windows.h"

#include "reading/message.h"

#if BCNET_HAS_MENU
#include <epan/plugin_if.h>
#include <wsutil/filesystem.h>
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

/* A program that has ended; `errors`: what it said. */
static void tell_failure(GPid process, gint status, gpointer errors)
{
    char *said = NULL;

    if (status != 0) {
        g_io_channel_set_encoding((GIOChannel *)errors, NULL, NULL);
        g_io_channel_read_to_end((GIOChannel *)errors, &said, NULL, NULL);
        report_failure("The report was not made. %s", said && *said ? said : "bcnet-report ended early.");
    }
    g_free(said);
    g_io_channel_unref((GIOChannel *)errors);
    g_spawn_close_pid(process);
}

/* The same, whose failure is told. */
static bool start_and_wait(char **command)
{
    GPid process;
    int  errors;

    if (!g_spawn_async_with_pipes(NULL, command, NULL,
                                  G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                                  NULL, &process, NULL, NULL, &errors, NULL))
        return false;
    GIOChannel *channel = g_io_channel_unix_new(errors);
    g_io_channel_set_close_on_unref(channel, TRUE);
    g_child_watch_add(process, tell_failure, channel);
    return true;
}

/* The open file; NULL: none is. */
static const char *open_file(void)
{
    ws_info_t *info = NULL;

    plugin_if_get_ws_info(&info);
    if (info && info->ws_info_supported && info->cf_state == FILE_READ_DONE)
        return info->cf_filename;
    report_failure(info && info->cf_state == FILE_READ_IN_PROGRESS
                       ? "Stop the capture first, or let the file be read to its end: the report is about all of it."
                       : "Open a capture first: the report is about all of it.");
    return NULL;
}

/* What somebody chose to be decoded as ours, saved or not. */
static void add_decode_as(const char *table, ftenum_t selector, void *key, void *value, void *words)
{
    const bool               port = strcmp(table, "udp.port") == 0;
    const dissector_handle_t handle =
        port ? dissector_get_uint_handle(find_dissector_table(table), GPOINTER_TO_UINT(key)) : NULL;

    if (handle && dissector_handle_get_protocol_index(handle) == proto_bcnet) {
        g_ptr_array_add((GPtrArray *)words, g_strdup("-d"));
        g_ptr_array_add((GPtrArray *)words, g_strdup_printf("%s==%u,bcnet", table, GPOINTER_TO_UINT(key)));
    }
}

/* As the window shows it: with its profile, where the preferences are, and what was chosen in Decode As. */
static void make_report(ext_menubar_gui_type type, gpointer gui, gpointer data)
{
    const char *capture = open_file();

    if (!capture)
        return;
    char       *page = g_strdup_printf("%s.html", capture);
    const char *words[] = { "bcnet-report", "--open", "--output", page, capture, "-C", get_profile_name() };
    GPtrArray  *command = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < array_length(words); i++)
        g_ptr_array_add(command, g_strdup(words[i]));
    dissector_all_tables_foreach_changed(add_decode_as, command);
    g_ptr_array_add(command, NULL);
    if (!start_and_wait((char **)command->pdata))
        report_failure("bcnet-report is not among the programs here; tshark makes the same page: "
                       "tshark -q -r \"%s\" -z \"bcnet,report,%s\"",
                       capture, page);
    g_ptr_array_free(command, TRUE);
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

/* The second word of a name: "bcnet.damage.by" is of "damage". */
static char *group_of(const char *name)
{
    char **words = g_strsplit(name, ".", 3);
    char  *group = g_strdup(words[1] ? words[1] : words[0]);

    g_strfreev(words);
    return group;
}

static char *field_page(void)
{
    void      *cookie = NULL;
    char      *last = g_strdup("");
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
        char                    *group = group_of(field->abbrev);
        if (strcmp(group, last) != 0)
            g_string_append_printf(page, "<tr><th colspan=\"4\">%s\n", group);
        g_free(last);
        last = group;
        g_string_append(page, "<tr>");
        add_cell(page, field->abbrev);
        add_cell(page, ftype_name(field->type));
        add_cell(page, field->name);
        add_cell(page, field->blurb);
        g_string_append_c(page, '\n');
    }
    g_free(last);
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
    static char once[] = "bcnet.act", damage[] = "bcnet.damage.new";
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
