/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot of a ship in its creation, against layouts (protocol chapters 40.4, 60.4). No Wireshark include here. */
#ifndef BCNET_SNAPSHOT_H
#define BCNET_SNAPSHOT_H

#include "ships/layout.h"

/* The layout, or the variant of it, that a snapshot reads with to its last byte; NULL: none, for the ship is another one.
 * Of `length` bytes these many are `there`, if the capture cuts the rest. */
const bcnet_layout_t *bcnet_snapshot_layout(const bcnet_layout_t *layout, const uint8_t *snapshot, unsigned there,
                                            unsigned length);

#endif
