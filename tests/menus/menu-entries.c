/* Preloaded into tshark: prints the entries of our menu, and picks the one that MENU_PICK names before the capture is read, as
 * Wireshark's window would: what the entry has read again is the capture, as tshark reads it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reading/compat.h"

#include <epan/funnel.h>
#include <epan/tap.h>

/* The entry runs in a thread of its own, which waits while tshark reads; never do both run. */
static GAsyncQueue *to_tshark, *to_entry;
static GThread     *entry;

static void set_filter(funnel_ops_id_t *id, const char *filter)
{
    printf("PREPARED\t%s\n", filter);
}

static void apply(funnel_ops_id_t *id)
{
    puts("APPLIED");
}

static void read_again(funnel_ops_id_t *id)
{
    g_async_queue_push(to_tshark, to_tshark);
    g_async_queue_pop(to_entry);
}

static bcnet_ws_bool_t open_page(const char *url)
{
    printf("OPENED\t%s\n", url);
    return !getenv("MENU_NO_BROWSER");
}

static void visit(const char *name, register_stat_group_t group, funnel_menu_callback picked, gpointer data,
                  bcnet_ws_bool_t retap)
{
    const char *pick = getenv("MENU_PICK");

    if (!g_str_has_prefix(name, "Bridge Commander/"))
        return;
    printf("MENU\t%s\t%s\n", group == REGISTER_TOOLS_GROUP_UNSORTED ? "Tools" : "elsewhere", strchr(name, '/') + 1);
    if (pick && strcmp(strchr(name, '/') + 1, pick) == 0)
        picked(data);
}

static gpointer pick_entry(gpointer data)
{
    funnel_register_all_menus(visit);
    g_async_queue_push(to_tshark, to_tshark);
    return NULL;
}

/* tshark begins to read. */
epan_t *epan_new(struct packet_provider_data *provider, const struct packet_provider_funcs *functions)
{
    static const funnel_ops_t window = {
        .set_filter = set_filter, .apply_filter = apply, .retap_packets = read_again, .browser_open_url = open_page
    };
    union {
        void *found;
        epan_t *(*call)(struct packet_provider_data *, const struct packet_provider_funcs *);
    } original = { .found = dlsym(RTLD_NEXT, "epan_new") };
    epan_t *epan = original.call(provider, functions);

    funnel_set_funnel_ops(&window);
    to_tshark = g_async_queue_new();
    to_entry = g_async_queue_new();
    entry = g_thread_new("entry", pick_entry, NULL);
    g_async_queue_pop(to_tshark);
    return epan;
}

/* All of it is read. */
void draw_tap_listeners(bcnet_ws_bool_t draw_all)
{
    union {
        void *found;
        void (*call)(bcnet_ws_bool_t);
    } original = { .found = dlsym(RTLD_NEXT, "draw_tap_listeners") };

    g_async_queue_push(to_entry, to_entry);
    g_thread_join(entry);
    original.call(draw_all);
}
