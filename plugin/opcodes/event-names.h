/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Event codes and classes in words (protocol chapters 50.2, 50.7, 50.14); of classes all of the game, events or not. */
#pragma once

#include "reading/compat.h"

extern value_string_ext bcnet_event_code_names;
extern value_string_ext bcnet_event_class_names;
/* Before fields are registered that have them. */
void bcnet_setup_event_names(void);
/* Whether events may be of the class, be it that a stock game never sends it. */
bool bcnet_is_event_class(uint32_t class_id);
/* A code without a name, by the range it lies in: "mission event 16"; NULL: in none. */
const char *bcnet_unnamed_event_words(wmem_allocator_t *pool, uint32_t code);
