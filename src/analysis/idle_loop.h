/* idle_loop.h: whether a loop, as its source is written, does nothing but wait until another thread
 * or process changes what it looks at. */
#ifndef ANALYSIS_IDLE_LOOP_H
#define ANALYSIS_IDLE_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The loop that begins in that line, the first one is 1, of a file of C, C++ or Fortran. True:
 * neither its condition nor its body changes anything, or calls anything but what a thread that
 * waits calls (sched_yield and the like). False: it does, or several loops begin there, or the
 * source is not understood. */
bool idle_loop_of_c(const char *text, size_t size, uint32_t line);
bool idle_loop_of_fortran(const char *text, size_t size, uint32_t line);

#endif
