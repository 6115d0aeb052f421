/* Event codes and event classes in words (protocol chapters 50.2, 50.7, 50.14).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_EVENT_NAMES_H
#define BCNET_EVENT_NAMES_H

#include <epan/packet.h>

extern value_string_ext bcnet_event_code_names;
/* Stock classes and those that are only registered; all others are unknown. */
extern value_string_ext bcnet_event_class_names;

#endif
