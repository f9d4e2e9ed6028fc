/* collector.h: the library that listens to an MPI, where none was built with Triptych: it is built
 * when it is first needed, and kept. */
#ifndef LAUNCH_COLLECTOR_H
#define LAUNCH_COLLECTOR_H

#include <stdbool.h>

/* Whether the collector of a family ("mpich") was built with Triptych. */
bool collector_is_there(const char *family);

/* Builds it if it is missing; lines on stderr say so, or why it cannot be built and what to do.
 * `name`: what the family is called there. */
void collector_build(const char *family, const char *name);

/* Its path, to be freed; NULL: there is none. */
char *collector_find(const char *family);

#endif
