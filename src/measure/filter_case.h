/* filter_case.h: the case of a region: the part of the filter's condition that each of its acts has
 * to decide. */
#ifndef MEASURE_FILTER_CASE_H
#define MEASURE_FILTER_CASE_H

#include "measure/filter.h"
#include "measure/filter_compute.h"

/* The results of all operations as far as the region alone decides them. */
struct filter_known {
    const struct format_filter_view *program;
    struct filter_value values[FORMAT_FILTER_OPS];
    bool is_open[FORMAT_FILTER_OPS]; /* the act has to decide this one */
    bool is_aside;                   /* the region is one of I/O, waiting or MPI */
};

/* Codes that compare a number of the act with the constant `value`. */
enum filter_compares {
    FILTER_IS_LESS = FORMAT_FILTER_CODES,
    FILTER_IS_LESS_OR_EQUAL,
    FILTER_IS_GREATER,
    FILTER_IS_GREATER_OR_EQUAL,
    FILTER_IS_EQUAL,
    FILTER_IS_UNEQUAL,
};

/* One operation of a case. a, b and c are indices of constants or, from `constants` on, of results.
 * If the result is `when`, the later operation `to` has the same result, and those between them are
 * skipped. */
struct filter_op {
    uint8_t code; /* enum format_filter_code, filter_compares */
    uint8_t type, of, field;
    uint8_t when; /* enum filter_may; 0: nothing is skipped */
    uint8_t spare;
    uint16_t to;
    uint16_t a, b, c, spare2; /* no holes: cases are compared as bytes */
    int64_t value;
};

/* A case: its constants and, behind them, its operations. */
struct filter_case {
    const struct filter_case *next; /* list of all cases */
    uint32_t constants, ops;        /* 0 ops: the condition is never true */
    bool is_aside;                  /* as in filter_known */
    struct filter_value values[];
};

/* Prepares for cases. `start` is the start of the run in ns of CLOCK_REALTIME, or 0. */
void filter_case_start(uint64_t start);

/* Tells that a program forked its places one after the other. */
void measure_filter_places_are_forked(void);

/* Returns the case of a condition that the region leaves undecided; equal cases are shared. NULL if
 * there is no memory, or if acts have none of the fields; then all acts are logged. The guard must
 * be held. */
const struct filter_case *filter_case_make(const struct filter_known *known);

/* True if the condition may be true for the act. */
bool filter_case_run(const struct filter_case *this, const struct measure_filter_act *act);

#endif
