/* Preloaded into tshark: prints, for every packet, what our entries of the menu Conversation Filter make of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "reading/compat.h"

#include <epan/conversation_filter.h>
#include <epan/epan_dissect.h>

#if BCNET_WIRESHARK >= 402
#define CALL(function, entry, pinfo) (entry)->function(pinfo, (entry)->user_data)
#else
#define CALL(function, entry, pinfo) (entry)->function(pinfo)
#endif

/* Releases give it four to six arguments; all of them are one register wide. */
typedef void (*run_t)(void *, void *, void *, void *, void *, void *);
void run(void *edt, void *a, void *b, void *c, void *d, void *e) __asm__("epan_dissect_run_with_taps");

static void print_filters(packet_info *pinfo)
{
    for (const GList *item = packet_conv_filter_list; item; item = item->next) {
        conversation_filter_t *entry = (conversation_filter_t *)item->data;
        if (strcmp(entry->proto_name, "bcnet") != 0 || !CALL(is_filter_valid, entry, pinfo))
            continue;
        char *filter = CALL(build_filter_string, entry, pinfo);
        printf("FILTER\t%u\t%s\t%s\n", pinfo->num, entry->display_name, filter);
        g_free(filter);
    }
}

void run(void *edt, void *a, void *b, void *c, void *d, void *e)
{
    union {
        void *found;
        run_t call;
    } original = { .found = dlsym(RTLD_NEXT, "epan_dissect_run_with_taps") };

    original.call(edt, a, b, c, d, e);
    print_filters(&((epan_dissect_t *)edt)->pi);
}
