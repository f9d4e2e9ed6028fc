/* owns.h: recognises the runtime libraries of OpenMP: the calls that they make for themselves are
 * not calls of the program. */
#ifndef MEASURE_OPENMP_OWNS_H
#define MEASURE_OPENMP_OWNS_H

#include <stdbool.h>

/* True if a module of that path is a runtime library: libomp, libiomp5 or libgomp. */
bool measure_openmp_is_runtime(const char *path);

/* True if the address is in a runtime library. May be called at any time, in any thread. */
bool measure_openmp_owns(const void *address);

/* True if code at that address may have called a function that the compiler made of a construct: in
 * a runtime library, or in this one. May be called at any time. */
bool measure_openmp_calls_outlined(const void *address);

/* True if the address is in this library. May be called at any time. */
bool measure_openmp_is_own(const void *address);

/* Finds the runtime libraries that are loaded now; false if there is none. Never call it with the
 * guard held: the loader has a lock. */
bool measure_openmp_find(void);

/* True if the address is in a library with libgomp's name. */
bool measure_openmp_is_gomp(const void *address);

/* True if a file of that name is libgomp, or stands in for it. */
bool measure_openmp_is_gnu_name(const char *path);

/* True if the program was made for libgomp, but a library with OMPT stands in for it;
 * measure_openmp_set_moved() stores that when the library registers. */
bool measure_openmp_is_moved(void);
void measure_openmp_set_moved(bool is);

#endif
