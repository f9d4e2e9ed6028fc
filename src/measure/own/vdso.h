/* vdso.h: reads the kernel's clock without a system call. */
#ifndef MEASURE_OWN_VDSO_H
#define MEASURE_OWN_VDSO_H

#include <time.h>

typedef int vdso_clock(clockid_t clock, struct timespec *now);

/* Returns the function that reads a clock; NULL if the kernel provides none. */
vdso_clock *vdso_find_clock(void);

#endif
