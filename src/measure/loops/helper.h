/* helper.h: runs the program that makes plans, invisibly to the measured program. */
#ifndef MEASURE_LOOPS_HELPER_H
#define MEASURE_LOOPS_HELPER_H

#include <stdbool.h>
#include <stddef.h>

enum { HELPER_ARGUMENTS = 4 }; /* most arguments */

/* Runs a program to its end; the last argument is followed by NULL. It gets no signals, no
 * descriptors and nothing of Triptych's environment; there is no SIGCHLD, and no wait() of the
 * program sees it. False if it failed; then `why` has its message, on one line. Call it without the
 * guard. */
bool measure_helper_run(const char *program, const char *const *arguments, char *why, size_t size);

#endif
