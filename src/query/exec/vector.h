/* vector.h: an array of values of one type. */
#ifndef QUERY_EXEC_VECTOR_H
#define QUERY_EXEC_VECTOR_H

#include "query/parse/type.h"

#include <stddef.h>
#include <stdint.h>

enum { QUERY_BATCH = 4096 }; /* most rows of a batch */

/* Values of one type, some of which may be absent. */
struct query_vector {
    enum query_type type;
    union {
        void *data;
        int64_t *whole; /* whole numbers; texts, event types and rows by number */
        double *real;
        uint8_t *truth; /* 0 or 1 */
    };
    uint8_t *absent; /* 1: the value is absent, and its element has no meaning */
    bool has_absent; /* false: all values are present, and `absent` is not set */
    size_t room;
};

static inline size_t query_vector_size(enum query_type type)
{
    return type == TYPE_BOOL ? sizeof(uint8_t) : sizeof(int64_t);
}

static inline bool query_vector_is_absent(const struct query_vector *vector, size_t i)
{
    return vector->has_absent && vector->absent[i];
}

/* Returns the memory that the vector takes, in bytes. */
static inline uint64_t query_vector_bytes(const struct query_vector *vector)
{
    return vector->room * (query_vector_size(vector->type) + sizeof *vector->absent);
}

/* Allocates `room` zeros, all present. */
void query_vector_make(struct query_vector *vector, enum query_type type, size_t room);
void query_vector_free(struct query_vector *vector);

/* Makes room for at least `need` values; keeps the existing ones. */
void query_vector_grow(struct query_vector *vector, size_t need);

/* Writes `count` values of `from` after the first `used` ones: those at `selected`, or the first if
 * NULL. */
void query_vector_append(struct query_vector *vector, size_t used, const struct query_vector *from,
                         const uint16_t *selected, size_t count);

/* Copies the values of `from` at `selected` to the first `count` elements of `to`. */
void query_vector_gather(struct query_vector *to, const struct query_vector *from,
                         const uint16_t *selected, size_t count);

/* Replaces the first `count` values by those at `order`. */
void query_vector_reorder(struct query_vector *vector, const size_t *order, size_t count);

/* Returns a view of the vector from `first` on; it owns nothing. */
struct query_vector query_vector_part(const struct query_vector *vector, size_t first);

#endif
