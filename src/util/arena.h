/* arena.h: memory that is freed all at once. */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stddef.h>

/* An arena. Zero-initialise it. */
struct arena {
    struct arena_chunk *chunks;
};

/* Returns zeroed memory for any type; never NULL. */
void *arena_zeroed(struct arena *arena, size_t size);
/* Returns a copy of text[0, length), zero-terminated. */
char *arena_text(struct arena *arena, const char *text, size_t length);
/* Frees all memory of the arena, which is empty afterwards. */
void arena_free(struct arena *arena);

#endif
