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

/* Parts are numbers of constants, and behind these of results. */
struct filter_op {
    uint8_t code, type, of, field;
    uint16_t a, b, c;
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
