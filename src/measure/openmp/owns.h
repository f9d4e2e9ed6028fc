/* owns.h: the runtime libraries of OpenMP: what they do for themselves is not the program's doing.
 */
#ifndef MEASURE_OPENMP_OWNS_H
#define MEASURE_OPENMP_OWNS_H

#include <stdbool.h>

/* Whether a module of that path is one of them: libomp, libiomp5 or libgomp. */
bool openmp_is_runtime(const char *path);

/* Whether that address is in one of them. Any time, in any thread. */
bool openmp_owns(const void *address);

/* Looks for them anew; false: there is none. Never with the guard held: the loader has a lock. */
bool openmp_find(void);

/* Whether the library that this address is in goes by libgomp's name. */
bool openmp_is_gomp(const void *address);

/* Whether libgomp itself is there. */
bool openmp_has_gomp(void);

#endif
