/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The symbols by which Wireshark knows the plugin, and nothing else. */
#include "reading/compat.h"

BCNET_EXPORT const char plugin_version[];
BCNET_EXPORT const int  plugin_want_major;
BCNET_EXPORT const int  plugin_want_minor;
BCNET_EXPORT void       plugin_register(void);
BCNET_EXPORT uint32_t   plugin_describe(void);

void proto_register_bcnet(void);
void proto_reg_handoff_bcnet(void);

const char plugin_version[] = BCNET_VERSION;
const int  plugin_want_major = WIRESHARK_VERSION_MAJOR;
const int  plugin_want_minor = WIRESHARK_VERSION_MINOR;

void plugin_register(void)
{
    static proto_plugin plugin;

    plugin.register_protoinfo = proto_register_bcnet;
    plugin.register_handoff = proto_reg_handoff_bcnet;
    proto_register_plugin(&plugin);
}

/* Asked for from 4.4 on: bit 0 means "dissector" (WS_PLUGIN_DESC_DISSECTOR). */
uint32_t plugin_describe(void)
{
    return 1;
}
