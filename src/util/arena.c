/* arena.c: see arena.h */
#include "util/arena.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16384, ALIGNMENT = 16 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, room;
    _Alignas(ALIGNMENT) char bytes[];
};

void *arena_zeroed(struct arena *arena, size_t size)
{
    struct arena_chunk *chunk = arena->chunks;
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (!chunk || chunk->room - chunk->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        chunk = memory_zeroed(1, sizeof *chunk + room);
        chunk->room = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    chunk->used += size;
    return chunk->bytes + chunk->used - size;
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_zeroed(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void arena_free(struct arena *arena)
{
    for (struct arena_chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    arena->chunks = NULL;
}
