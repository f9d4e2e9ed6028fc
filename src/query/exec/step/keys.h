/* keys.h: a set of rows of keys, each with a number from 0 in the order of its first appearance. */
#ifndef QUERY_EXEC_STEP_KEYS_H
#define QUERY_EXEC_STEP_KEYS_H

#include "query/exec/vector.h"

#define KEYS_NONE SIZE_MAX

struct keys {
    size_t width; /* keys of a row */
    size_t count;
    struct vector *columns; /* the rows: reals as they are */
    size_t *slots, slot_count;
    uint64_t *hashes;
};

void keys_make(struct keys *keys, const enum type *types, size_t width);
void keys_free(struct keys *keys);

/* The number of the row at `i` of these vectors; it is added if it is new, or KEYS_NONE. */
size_t keys_add(struct keys *keys, const struct vector *const *values, size_t i);
uint64_t keys_bytes(const struct keys *keys);
size_t keys_find(const struct keys *keys, const struct vector *const *values, size_t i);

#endif
