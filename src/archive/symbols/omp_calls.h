/* omp_calls.h: calls of one function, by the machine code. */
#ifndef ARCHIVE_SYMBOLS_OMP_CALLS_H
#define ARCHIVE_SYMBOLS_OMP_CALLS_H

#include "archive/symbols/module.h"

/* How many calls in [from, at) call the same function as the one that returns to `at`. */
unsigned omp_calls_before(const struct module *module, uint64_t from, uint64_t at);

#endif
