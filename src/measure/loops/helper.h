/* helper.h: starts the program that makes plans, unseen by the program that is measured. */
#ifndef MEASURE_LOOPS_HELPER_H
#define MEASURE_LOOPS_HELPER_H

#include <stdbool.h>
#include <stddef.h>

enum { HELPER_ARGUMENTS = 3 }; /* at most */

/* Runs a program to its end; behind the last argument stands NULL. It gets no signals, no
 * descriptors and nothing of Triptych's environment; there is no SIGCHLD, and no wait() of the
 * program sees it. False: it failed, and `why` has what it said, on one line. Without the guard. */
bool helper_run(const char *program, const char *const *arguments, char *why, size_t size);

#endif
