/* tests.h: where a loop decides whether to go on, before an iteration. */
#ifndef ARCHIVE_LOOPS_TESTS_H
#define ARCHIVE_LOOPS_TESTS_H

#include "archive/loops/function.h"

/* Marks these nodes in the function's `is_test`. */
void loops_tests_find(struct loops_function *function);

#endif
