/* collector.h: the library that Triptych preloads in front of an MPI. If none was built with
 * Triptych for this MPI, it is built when it is first needed, and kept in the cache. */
#ifndef LAUNCH_COLLECTOR_H
#define LAUNCH_COLLECTOR_H

#include <stdbool.h>

/* True if the collector of a family ("mpich") was built together with Triptych. */
bool collector_is_there(const char *family);

/* Builds the collector of a family if it is missing. Lines on stderr say that it is built, or why
 * it cannot be built and what to do; they call the family `name`. */
void collector_build(const char *family, const char *name);

/* Returns the path of the collector, to be freed; NULL if there is none. */
char *collector_find(const char *family);

#endif
