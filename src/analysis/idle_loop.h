/* idle_loop.h: tests if a loop, by its source, does nothing but wait until another thread or
 * process changes something. */
#ifndef ANALYSIS_IDLE_LOOP_H
#define ANALYSIS_IDLE_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Examine the loop that begins in that line, counted from 1, of a C, C++ or Fortran file. True if
 * neither its condition nor its body changes anything, or calls anything except what waiting
 * threads call (sched_yield and the like). False if it does, if several loops begin there, or if
 * the source is not understood. */
bool analysis_idle_loop_of_c(const char *text, size_t size, uint32_t line);
bool analysis_idle_loop_of_fortran(const char *text, size_t size, uint32_t line);

#endif
