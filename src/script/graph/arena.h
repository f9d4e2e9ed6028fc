/* arena.h: memory that is freed all at once. */
#ifndef SCRIPT_GRAPH_ARENA_H
#define SCRIPT_GRAPH_ARENA_H

#include <stddef.h>

/* Zero-initialise it. */
struct script_arena {
    struct arena_block *blocks;
};

/* Returns zeroed memory for any type. */
void *script_arena_take(struct script_arena *arena, size_t size);
char *script_arena_text(struct script_arena *arena, const char *text, size_t size);
void script_arena_free(struct script_arena *arena);

#endif
