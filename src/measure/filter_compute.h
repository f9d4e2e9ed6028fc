/* filter_compute.h: computes one operation of a filter with values that may be partly unknown. */
#ifndef MEASURE_FILTER_COMPUTE_H
#define MEASURE_FILTER_COMPUTE_H

#include "format/filter.h"

/* The possible values of an operand. A truth has any set of FILTER_TRUE, FILTER_FALSE and
 * FILTER_ABSENT; any other type is one of FILTER_KNOWN, FILTER_ABSENT and FILTER_UNKNOWN. */
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

/* An operation with its operands, and the text that it searches for. */
struct filter_step {
    enum format_filter_code code;
    enum format_filter_type type;         /* of the result */
    enum format_filter_type of;           /* of operand a */
    const struct filter_value *a, *b, *c; /* code IN: the list is from b to before c */
    const char *text;                     /* NULL: the operation has no text */
};

/* Computes one operation; the result is unknown or absent if its operands are. */
struct filter_value filter_compute(const struct filter_step *step);

static inline unsigned filter_negated(unsigned may)
{
    return (may & FILTER_TRUE ? FILTER_FALSE : 0) | (may & FILTER_FALSE ? FILTER_TRUE : 0) |
           (may & FILTER_ABSENT);
}

/* Possible results of AND; filter_either(): of OR. */
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

/* True if the value has one possibility left. */
static inline bool filter_is_certain(const struct filter_value *value)
{
    return (value->may & (value->may - 1)) == 0;
}

#endif
