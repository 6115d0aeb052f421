/* Texts as they can be shown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BCNET_WORDS_H
#define BCNET_WORDS_H

#include "reading/compat.h"

/* Text as it can be shown on one line: control characters replaced, very long texts shortened. */
const char *bcnet_printable(wmem_allocator_t *pool, const char *text);

#endif
