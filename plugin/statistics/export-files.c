/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that a host sends to clients, as objects to export (35.6). */
#include "statistics/tap.h"

#include <epan/export_object.h>
#include <epan/to_str.h>

static int tap_id = -1;

/* Windows takes these for devices, in capitals or not, whatever follows the first point. */
static bool is_device(const char *name)
{
    static const char *const devices[] = { "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$" };
    const size_t             length = strcspn(name, ". ");

    for (unsigned i = 0; i < array_length(devices); i++)
        if (strlen(devices[i]) == length && g_ascii_strncasecmp(name, devices[i], length) == 0)
            return true;
    return length == 4 && g_ascii_isdigit(name[3]) &&
           (g_ascii_strncasecmp(name, "COM", 3) == 0 || g_ascii_strncasecmp(name, "LPT", 3) == 0);
}

/* Windows drops points and blanks at the end: two names would be one file, or a device after all. */
static const char *fit_for_windows(wmem_allocator_t *pool, char *name)
{
    for (size_t length = strlen(name); length > 0 && strchr(". ", name[length - 1]); length--)
        name[length - 1] = '_';
    return is_device(name) ? wmem_strdup_printf(pool, "_%s", name) : name;
}

/* Names come from a stranger: one flat file name is made of them. No separators, no drive letters, no
 * leading dots, no device, nothing that a shell or a terminal would take for more than a name. */
static const char *safe_name(wmem_allocator_t *pool, const char *name)
{
    wmem_strbuf_t *safe = wmem_strbuf_new(pool, NULL);

    for (const char *p = name; *p; p++) {
        const bool plain = g_ascii_isalnum(*p) || strchr("._-+ ", *p);
        const bool leading = wmem_strbuf_get_len(safe) == 0;
        if (leading && (*p == '.' || *p == ' ' || *p == '-' || *p == '/' || *p == '\\'))
            continue;
        wmem_strbuf_append_c(safe, plain ? *p : '_');
    }
    if (wmem_strbuf_get_len(safe) == 0)
        wmem_strbuf_append(safe, "file");
    return fit_for_windows(pool, wmem_strdup(pool, wmem_strbuf_get_str(safe)));
}

bool bcnet_files_wanted(void)
{
    return have_tap_listener(tap_id);
}

void bcnet_export_file(packet_info *pinfo, const bcnet_tap_file_t *fact)
{
    tap_queue_packet(tap_id, pinfo, fact);
}

static tap_packet_status list_file(void *data, packet_info *pinfo, epan_dissect_t *edt, const void *record,
                                   tap_flags_t flags)
{
    export_object_list_t   *list = (export_object_list_t *)data;
    const bcnet_tap_file_t *file = (const bcnet_tap_file_t *)record;
    export_object_entry_t  *entry = g_new0(export_object_entry_t, 1);

    entry->pkt_num = pinfo->num;
    entry->hostname = address_to_str(NULL, &pinfo->src);
    entry->content_type = g_strdup("application/octet-stream");
    entry->filename = g_strdup(safe_name(pinfo->pool, file->name));
    entry->payload_len = file->size;
    entry->payload_data = (guint8 *)g_memdup2(file->data, file->size);
    list->add_entry(list->gui_data, entry);
    return TAP_PACKET_REDRAW;
}

void bcnet_register_export_files(int proto)
{
    tap_id = register_export_object(proto, list_file, NULL);
}
