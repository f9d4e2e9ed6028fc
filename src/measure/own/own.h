/* own.h: libtriptych's own copies of libc functions, see names.h, and a few functions beyond
 * them. */
#ifndef MEASURE_OWN_OWN_H
#define MEASURE_OWN_OWN_H

#include "measure/own/names.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sched.h>

#define OWN_DECLARE(name) __typeof__(name) tri_own_##name;
OWN_TEXT(OWN_DECLARE)
OWN_PLAIN_CALLS(OWN_DECLARE)
OWN_MAPPING_CALLS(OWN_DECLARE)
OWN_IO_CALLS(OWN_DECLARE)
#undef OWN_DECLARE

/* Returns a value of the auxiliary vector, 0 if it is missing; the reserved name of getauxval(). */
unsigned long __getauxval(unsigned long type);

/* With true, the library makes no system calls from now on: each one fails, and clocks return the
 * time that was read last. This is for programs that have the kernel kill them for unexpected
 * system calls (seccomp). */
void measure_own_be_silent(bool is);
bool measure_own_is_silent(void);

/* Returns the last part of the name by which the program was called. */
const char *measure_own_program_name(void);

/* Reads the beginning of a file; returns the number of bytes. */
size_t measure_own_read_file(const char *path, char *text, size_t room);

/* Writes a time in the form 2022-03-04T05:06:07Z. */
void measure_own_utc(time_t seconds, char *text, size_t room);

#endif
