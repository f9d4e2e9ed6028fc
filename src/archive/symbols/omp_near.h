/* omp_near.h: what is around a call of OpenMP's runtime library: lines of code, other calls. */
#ifndef ARCHIVE_SYMBOLS_OMP_NEAR_H
#define ARCHIVE_SYMBOLS_OMP_NEAR_H

#include "archive/symbols/module.h"
#include "archive/symbols/source_line.h"
#include "archive/symbols/unit.h"

/* The surroundings of a call. */
struct omp_near {
    uint32_t before, behind; /* lines of the routine's code before and behind it; 0: none */
    unsigned calls;          /* calls before it that follow code of the same line */
    unsigned earlier;        /* those of the same function alone */
};

/* Looks at the code around the call that returns to `at`, as far as it has lines of a range. */
struct omp_near omp_near_find(const struct module *module, const struct archive_symbols_unit *unit,
                              uint64_t at, const struct source_range *range);

/* Counts the calls in [from, at), before the call that returns to `at`. */
void omp_near_count_calls(struct omp_near *near, const struct module *module, uint64_t from,
                          uint64_t at);

#endif
