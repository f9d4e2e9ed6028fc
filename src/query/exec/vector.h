/* vector.h: values of one type, one behind the other. */
#ifndef QUERY_EXEC_VECTOR_H
#define QUERY_EXEC_VECTOR_H

#include "query/parse/type.h"

#include <stddef.h>
#include <stdint.h>

enum { QUERY_BATCH = 4096 }; /* rows that are worked on at once, at most */

struct vector {
    enum type type;
    union {
        void *data;
        int64_t *whole; /* whole numbers; texts, acts and rows by their numbers */
        double *real;
        uint8_t *truth; /* 0 or 1 */
    };
    uint8_t *absent; /* 1: there is no value; what is in its place is some value of the type */
    bool has_absent; /* false: `absent` says nothing, all are there */
    size_t room;
};

static inline size_t vector_size(enum type type)
{
    return type == TYPE_BOOL ? sizeof(uint8_t) : sizeof(int64_t);
}

static inline bool vector_is_absent(const struct vector *vector, size_t i)
{
    return vector->has_absent && vector->absent[i];
}

/* That it takes in memory. */
static inline uint64_t vector_bytes(const struct vector *vector)
{
    return vector->room * (vector_size(vector->type) + sizeof *vector->absent);
}

/* Room for that many zeros; all are there. */
void vector_make(struct vector *vector, enum type type, size_t room);
void vector_free(struct vector *vector);

/* Makes room for at least `need` values; those that are there stay. */
void vector_grow(struct vector *vector, size_t need);

/* Puts `count` values of `from` behind the first `used` ones: those at `selected`, or the first. */
void vector_append(struct vector *vector, size_t used, const struct vector *from,
                   const uint16_t *selected, size_t count);

/* The values at these places, which must be in `from`; 0 to `count` - 1 of `to` are set. */
void vector_gather(struct vector *to, const struct vector *from, const uint16_t *selected,
                   size_t count);

/* The values at these places become the first `count` ones. */
void vector_reorder(struct vector *vector, const size_t *order, size_t count);

/* The part of a vector that begins at `first`: it owns nothing. */
struct vector vector_part(const struct vector *vector, size_t first);

#endif
