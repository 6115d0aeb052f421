/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who may say what (protocol chapter 10.12).
 *
 * What a client says of what is another's is shown and told as such; nobody believes it: msg->unbelieved. */
#ifndef BCNET_OWNERSHIP_H
#define BCNET_OWNERSHIP_H

#include "game/session.h"

/* What a client's message must be about, and where it says so. */
typedef enum {
    BCNET_OWN_ANYTHING,
    BCNET_OWN_OBJECT, /* the id comes first */
    BCNET_OWN_CREATION, /* of what is not there yet; 0x02 */
    BCNET_OWN_PLAYERS_CREATION, /* 0x03 */
    BCNET_OWN_HANDLER, /* of an event: its destination */
    BCNET_OWN_ENDS, /* its source, too */
    BCNET_OWN_EITHER_END
} bcnet_ownership_t;

/* Before anything is read behind the opcode. True: it speaks of what is another's. */
bool bcnet_is_anothers(bcnet_msg_t *msg, bcnet_ownership_t own);

#endif
