/* Whether pasted bytes can be a complete datagram. Only decides where one datagram ends and the next
 * begins when the paste does not say so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_FORGE_PLAUSIBLE_H
#define BCNET_FORGE_PLAUSIBLE_H

#include <glib.h>

/* GameSpy text, or a plain datagram whose messages end exactly with it (10.1, 10.3). */
gboolean bcnet_forge_is_datagram(const guint8 *plain, gsize length);
gboolean bcnet_forge_is_text(const guint8 *bytes, gsize length);
/* The number of transport messages that BYTES consist of, 0 if they are something else. */
guint bcnet_forge_count_messages(const guint8 *bytes, gsize length);

#endif
