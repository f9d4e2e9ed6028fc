/* library_hash.h: the table by which the dynamic loader finds the symbols of a library of jumps.
 * The loader asks every library in front of the right one for each symbol of the program: the table
 * says no by two bits of a filter, without a look at any name. */
#ifndef VOCABULARY_LIBRARY_HASH_H
#define VOCABULARY_LIBRARY_HASH_H

#include "util/buffer.h"

#include <stddef.h>
#include <stdint.h>

/* A symbol that the library defines. */
struct vocabulary_export {
    const char *name;
    unsigned char type; /* STT_FUNC or STT_OBJECT */
    uint64_t value, size;
    uint32_t hash; /* of the name: set by vocabulary_hash_sort() */
};

/* Returns the bytes of the table (DT_GNU_HASH) of so many symbols. */
size_t vocabulary_hash_size(size_t count);

/* Brings symbols into the order that the table needs. */
void vocabulary_hash_sort(struct vocabulary_export *symbols, size_t count);

/* Writes the table of sorted symbols, the first of which has the number `first`. */
void vocabulary_hash_write(const struct vocabulary_export *symbols, size_t count, uint32_t first,
                           struct buffer *to);

#endif
