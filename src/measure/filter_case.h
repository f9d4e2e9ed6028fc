/* filter_case.h: what is left of a filter's condition for the acts of a region. */
#ifndef MEASURE_FILTER_CASE_H
#define MEASURE_FILTER_CASE_H

#include "measure/filter.h"
#include "measure/filter_compute.h"

/* What a region tells of all operations. */
struct filter_known {
    const struct format_filter_view *program;
    struct filter_value values[FORMAT_FILTER_OPS];
    bool is_open[FORMAT_FILTER_OPS]; /* the act decides */
};

/* A number that an act has, compared with a constant: `value`. */
enum filter_compares {
    FILTER_IS_LESS = FORMAT_FILTER_CODES,
    FILTER_IS_LESS_OR_EQUAL,
    FILTER_IS_GREATER,
    FILTER_IS_GREATER_OR_EQUAL,
    FILTER_IS_EQUAL,
    FILTER_IS_UNEQUAL,
};

/* Parts are numbers of constants, and behind these of results. If the result is `when`, that of the
 * later operation `to` is the same, and what is between them is left out. */
struct filter_op {
    uint8_t code; /* enum format_filter_code, filter_compares */
    uint8_t type, of, field;
    uint8_t when; /* enum filter_may; 0: never */
    uint8_t spare;
    uint16_t to;
    uint16_t a, b, c, spare2; /* without holes: cases are compared as bytes */
    int64_t value;
};

/* In one piece: the constants, then the operations. */
struct filter_case {
    const struct filter_case *next; /* of all */
    uint32_t constants, ops;        /* no operations: it is never true */
    struct filter_value values[];
};

/* `start` is that of the run: ns, CLOCK_REALTIME, or 0. */
void filter_case_start(uint64_t start);

/* The case of a condition that is open; regions that leave the same have one. NULL: there is no
 * memory, or nothing that acts tell; then all are logged. With the guard held. */
const struct filter_case *filter_case_make(const struct filter_known *known);

/* Whether the condition may be true for the act. */
bool filter_case_run(const struct filter_case *this, const struct filter_act *act);

#endif
