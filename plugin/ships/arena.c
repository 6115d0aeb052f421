/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack of blocks; the newest one is filled from its beginning. */
#include "ships/arena.h"

#include <string.h>

#include <glib.h>

enum { BLOCK_SIZE = 16 * 1024, ALIGNMENT = 16 };

typedef struct block {
    struct block *older;
    size_t        size, used;
    _Alignas(ALIGNMENT) char bytes[];
} bcnet_arena_block_t;

struct bcnet_arena {
    bcnet_arena_block_t *newest;
    size_t               total;
};

bcnet_arena_t *bcnet_arena_new(void)
{
    return g_new0(bcnet_arena_t, 1);
}

void bcnet_arena_free(bcnet_arena_t *arena)
{
    while (arena && arena->newest) {
        bcnet_arena_block_t *block = arena->newest;

        arena->newest = block->older;
        g_free(block);
    }
    g_free(arena);
}

static void add_block(bcnet_arena_t *arena, size_t size)
{
    bcnet_arena_block_t *block = g_malloc(sizeof(bcnet_arena_block_t) + size);

    block->older = arena->newest;
    block->size = size;
    block->used = 0;
    arena->newest = block;
}

void *bcnet_arena_alloc(bcnet_arena_t *arena, size_t size)
{
    size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void  *memory;

    if (!arena->newest || arena->newest->size - arena->newest->used < rounded)
        add_block(arena, MAX(rounded, BLOCK_SIZE));
    memory = arena->newest->bytes + arena->newest->used;
    arena->newest->used += rounded;
    arena->total += rounded;
    return memset(memory, 0, rounded);
}

void *bcnet_arena_copy(bcnet_arena_t *arena, const void *data, size_t size)
{
    void *copy = bcnet_arena_alloc(arena, size);

    return size > 0 ? memcpy(copy, data, size) : copy;
}

char *bcnet_arena_text(bcnet_arena_t *arena, const char *text, size_t length)
{
    char *copy = bcnet_arena_alloc(arena, length + 1);

    if (length > 0)
        memcpy(copy, text, length);
    return copy;
}

char *bcnet_arena_dup(bcnet_arena_t *arena, const char *text)
{
    return text ? bcnet_arena_copy(arena, text, strlen(text) + 1) : NULL;
}

char *bcnet_arena_take(bcnet_arena_t *arena, char *text)
{
    char *copy = bcnet_arena_dup(arena, text);

    g_free(text);
    return copy;
}

char *bcnet_arena_utf8(bcnet_arena_t *arena, const char *text, size_t *length)
{
    char *copy, *end;

    if (g_utf8_validate_len(text, *length, NULL))
        return bcnet_arena_text(arena, text, *length);
    copy = end = bcnet_arena_alloc(arena, 2 * *length + 1);
    for (size_t i = 0; i < *length; i++)
        end += g_unichar_to_utf8((unsigned char)text[i], end);
    *length = (size_t)(end - copy);
    return copy;
}

size_t bcnet_arena_size(const bcnet_arena_t *arena)
{
    return arena->total;
}
