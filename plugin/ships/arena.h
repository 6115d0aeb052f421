/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that is given back all at once: whatever belongs to the reading of scripts, or to an inference. */
#pragma once

#include <stddef.h>

typedef struct bcnet_arena bcnet_arena_t;

enum {
    BCNET_ARENA_MAX = 32 * 1024 * 1024
}; /* bytes; a script that asks for more is given up. Nothing is refused here */

bcnet_arena_t *bcnet_arena_new(void);
void           bcnet_arena_free(bcnet_arena_t *arena);
/* Memory of zeros, aligned for every type. */
void *bcnet_arena_alloc(bcnet_arena_t *arena, size_t size);
void *bcnet_arena_copy(bcnet_arena_t *arena, const void *data, size_t size);
/* A copy of a text; NULL stays NULL. */
char *bcnet_arena_dup(bcnet_arena_t *arena, const char *text);
/* The same, and the text is freed. */
char *bcnet_arena_take(bcnet_arena_t *arena, char *text);
/* A copy with a NUL behind it. */
char *bcnet_arena_text(bcnet_arena_t *arena, const char *text, size_t length);
/* A copy in UTF-8, and its length: what is not UTF-8 already is taken as Latin-1, as the game does. */
char *bcnet_arena_utf8(bcnet_arena_t *arena, const char *text, size_t *length);
/* All that was asked for so far. */
size_t bcnet_arena_size(const bcnet_arena_t *arena);

#define BCNET_ARENA_NEW(arena, type) ((type *)bcnet_arena_alloc(arena, sizeof(type)))
#define BCNET_ARENA_ARRAY(arena, type, count) ((type *)bcnet_arena_alloc(arena, (count) * sizeof(type)))
