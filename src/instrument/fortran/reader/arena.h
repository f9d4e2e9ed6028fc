/* arena.h: memory that is freed all at once, with the source that it belongs to. */
#ifndef INSTRUMENT_FORTRAN_READER_ARENA_H
#define INSTRUMENT_FORTRAN_READER_ARENA_H

#include <stddef.h>

/* Zero-initialise. */
struct arena {
    struct arena_chunk *chunks;
};

void *arena_zeroed(struct arena *arena, size_t size);
char *arena_text(struct arena *arena, const char *text, size_t length); /* zero-terminated */
void arena_free(struct arena *arena);

#endif
