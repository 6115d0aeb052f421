/* What the torpedo in an ObjectCreate shares with the launch of one (40.5, 45.2): the same fields.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_OP_COMBAT_H
#define BCNET_OP_COMBAT_H

#include "reading/message.h"

enum { BCNET_TORPEDO_BODY = 14 /* bytes */, BCNET_TORPEDO_BODY_PLAYER = 8 /* offset of the shooter */ };

typedef struct {
    uint32_t parent; /* the firing ship */
    uint32_t target; /* BCNET_OBJECT_NONE: flies straight on */
} bcnet_torpedo_body_t;

/* Reads the class body of a torpedo in flight (40.5). */
bcnet_torpedo_body_t bcnet_read_torpedo_body(bcnet_msg_t *msg);

#endif
