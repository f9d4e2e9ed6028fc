/* tests.h: finds where a loop decides, before an iteration, whether to continue. */
#ifndef ARCHIVE_LOOPS_TESTS_H
#define ARCHIVE_LOOPS_TESTS_H

#include "archive/loops/function.h"

/* Marks these nodes in `is_test` of the function. */
void archive_loops_tests_find(struct archive_loops_function *function);

#endif
