/* keys.h: a set of rows of keys, numbered from 0 in the order of their first appearance. */
#ifndef QUERY_EXEC_STEP_KEYS_H
#define QUERY_EXEC_STEP_KEYS_H

#include "query/exec/vector.h"

#define KEYS_NONE SIZE_MAX

/* A hash set: slots hold row numbers, columns the rows themselves. */
struct keys {
    size_t width; /* keys per row */
    size_t count;
    struct query_vector *columns; /* the rows; reals unchanged */
    size_t *slots, slot_count;
    uint64_t *hashes;
};

void keys_make(struct keys *keys, const enum query_type *types, size_t width);
void keys_free(struct keys *keys);

/* keys_add returns the number of row `i` of these vectors, and adds it if it is new; keys_find
 * returns KEYS_NONE if it is not there. */
size_t keys_add(struct keys *keys, const struct query_vector *const *values, size_t i);
uint64_t keys_bytes(const struct keys *keys);
size_t keys_find(const struct keys *keys, const struct query_vector *const *values, size_t i);

#endif
