/* vdso.h: the kernel's clock without a system call. */
#ifndef MEASURE_OWN_VDSO_H
#define MEASURE_OWN_VDSO_H

#include <time.h>

typedef int vdso_clock(clockid_t clock, struct timespec *now);

/* The function that reads a clock; NULL: the kernel gives none. */
vdso_clock *vdso_find_clock(void);

#endif
