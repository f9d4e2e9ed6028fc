/* arena.c: see arena.h */
#include "script/graph/arena.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 18, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t used, room;
    _Alignas(ALIGN) char bytes[];
};

void *script_arena_take(struct script_arena *arena, size_t size)
{
    struct arena_block *block = arena->blocks;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!block || block->room - block->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        block = memory_zeroed(1, sizeof *block + room);
        block->room = room;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    void *taken = block->bytes + block->used;
    block->used += size;
    return taken;
}

char *script_arena_text(struct script_arena *arena, const char *text, size_t size)
{
    char *copy = script_arena_take(arena, size + 1);
    memcpy(copy, text, size);
    return copy;
}

void script_arena_free(struct script_arena *arena)
{
    for (struct arena_block *next; arena->blocks; arena->blocks = next) {
        next = arena->blocks->next;
        free(arena->blocks);
    }
}
