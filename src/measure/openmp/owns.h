/* owns.h: the runtime libraries of OpenMP: what they do for themselves is not the program's doing.
 */
#ifndef MEASURE_OPENMP_OWNS_H
#define MEASURE_OPENMP_OWNS_H

#include <stdbool.h>

/* Whether a module of that path is one of them: libomp, libiomp5 or libgomp. */
bool openmp_is_runtime(const char *path);

/* Whether that address is in one of them. Any time, in any thread. */
bool openmp_owns(const void *address);

/* Whether code there may have called a function that the compiler made of a construct: in one of
 * them, or in this library. The same. */
bool openmp_calls_outlined(const void *address);

/* Whether it is in this library. The same. */
bool openmp_is_own(const void *address);

/* Looks for them anew; false: there is none. Never with the guard held: the loader has a lock. */
bool openmp_find(void);

/* Whether the library that this address is in goes by libgomp's name. */
bool openmp_is_gomp(const void *address);

/* Whether a file of that name is libgomp, or stands in for it. */
bool openmp_is_gnu_name(const char *path);

#endif
