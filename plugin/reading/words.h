/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts as they can be shown. */
#pragma once

#include "reading/compat.h"

/* A letter as it can be shown: by its number where it would lead astray, control characters replaced. */
void bcnet_append_visible(wmem_strbuf_t *out, gunichar c);
/* Text as it can be shown on one line: control characters replaced, very long texts shortened. */
const char *bcnet_printable(wmem_allocator_t *pool, const char *text);

/* A text whose line in the tree leads nobody astray (visible.h), in any release; the value is what was sent. */
proto_item *bcnet_add_text(wmem_allocator_t *pool, proto_tree *tree, int hf, tvbuff_t *tvb, int start, int length,
                           const char *text);

/* A float whose line in the tree reads the same in every locale (numbers.h). */
proto_item *bcnet_add_float(proto_tree *tree, int hf, tvbuff_t *tvb, int start, int length, float value);

/* At the end of what is ours: Wireshark 4.0 ends lines that are too long anywhere, these end with a whole letter. */
void bcnet_end_lines(proto_item *ours);
/* It looks at them only where a letter of several bytes may be at the end: names that are not ASCII were read, or words of
 * ours with an arrow in them may fill a line of this datagram. Names on the wire see to it themselves. */
void bcnet_expect_wide_letters(void);
void bcnet_expect_long_words(void);

/* Once, when the user's locale is set. */
void bcnet_setup_words(void);
