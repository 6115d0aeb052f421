/* Preloaded into tshark: at its end prints the entries of our menu, and picks the one that MENU_PICK names, as if
 * MENU_FILE were open.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/compat.h"

#include <epan/plugin_if.h>

void epan_cleanup(void);

static void print_filter(GHashTable *data)
{
    printf("FILTER\t%s\n", (const char *)g_hash_table_lookup(data, "filter_string"));
}

static void tell_file(GHashTable *data)
{
    ws_info_t *info = (ws_info_t *)g_hash_table_lookup(data, "ws_info");

    info->ws_info_supported = true;
    info->cf_filename = getenv("MENU_FILE");
    info->cf_state = getenv("MENU_BUSY") ? FILE_READ_IN_PROGRESS : info->cf_filename ? FILE_READ_DONE : FILE_CLOSED;
}

/* The first sources of the main loop are those of the entry. */
static bool is_waiting(void)
{
    for (guint id = 1; id < 10; id++)
        if (g_main_context_find_source_by_id(NULL, id))
            return true;
    return false;
}

static void visit(const ext_menubar_t *entry)
{
    const char *pick = getenv("MENU_PICK");

    printf("MENU\t%s\n", entry->label ? entry->label : "");
    for (const GList *child = entry->children; child; child = child->next)
        visit((const ext_menubar_t *)child->data);
    if (pick && entry->callback && strcmp(entry->label, pick) == 0)
        entry->callback(EXT_MENUBAR_QT_GUI, NULL, entry->user_data);
    while (getenv("MENU_WAIT") && is_waiting())
        g_main_context_iteration(NULL, TRUE);
}

void epan_cleanup(void)
{
    union {
        void *found;
        void (*call)(void);
    } original = { .found = dlsym(RTLD_NEXT, "epan_cleanup") };

    plugin_if_register_gui_cb(PLUGIN_IF_FILTER_ACTION_APPLY, print_filter);
    plugin_if_register_gui_cb(PLUGIN_IF_GET_WS_INFO, tell_file);
    for (const GList *menu = ext_menubar_get_entries(); menu; menu = menu->next) {
        if (strcmp(((const ext_menubar_t *)menu->data)->label, "Bridge Commander") == 0)
            visit((const ext_menubar_t *)menu->data);
    }
    fflush(stdout);
    original.call();
}
