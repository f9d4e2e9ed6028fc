/* filter_compute.h: one operation of a filter. */
#ifndef MEASURE_FILTER_COMPUTE_H
#define MEASURE_FILTER_COMPUTE_H

#include "format/filter.h"

/* What a value may be, as far as is known: of a truth, any of these; of anything else, one of
 * FILTER_KNOWN, FILTER_ABSENT and FILTER_UNKNOWN. */
enum filter_may {
    FILTER_TRUE = 1,
    FILTER_FALSE = 2,
    FILTER_ABSENT = 4,
    FILTER_KNOWN = 1,
    FILTER_UNKNOWN = 7,
};

struct filter_value {
    union {
        int64_t whole;
        double real;
        const char *text;
    };
    unsigned may; /* enum filter_may */
};

/* An operation, with where its parts are and what it looks for in a text. */
struct filter_step {
    enum format_filter_code code;
    enum format_filter_type type;         /* of the result */
    enum format_filter_type of;           /* of part a */
    const struct filter_value *a, *b, *c; /* of IN: the list is from b to before c */
    const char *text;                     /* NULL: it is none of these */
};

struct filter_value filter_compute(const struct filter_step *step);

static inline unsigned filter_negated(unsigned may)
{
    return (may & FILTER_TRUE ? FILTER_FALSE : 0) | (may & FILTER_FALSE ? FILTER_TRUE : 0) |
           (may & FILTER_ABSENT);
}

/* Of AND, and of OR. */
static inline unsigned filter_both(unsigned a, unsigned b)
{
    unsigned may = (a & b & FILTER_TRUE) | ((a | b) & FILTER_FALSE);
    bool absent = (a & FILTER_ABSENT && b & (FILTER_ABSENT | FILTER_TRUE)) ||
                  (b & FILTER_ABSENT && a & (FILTER_ABSENT | FILTER_TRUE));
    return may | (absent ? FILTER_ABSENT : 0);
}

static inline unsigned filter_either(unsigned a, unsigned b)
{
    return filter_negated(filter_both(filter_negated(a), filter_negated(b)));
}

/* Whether there is nothing more to find out. */
static inline bool filter_is_certain(const struct filter_value *value)
{
    return (value->may & (value->may - 1)) == 0;
}

#endif
