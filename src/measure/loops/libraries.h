/* libraries.h: shared libraries whose loops are counted because the user named them. */
#ifndef MEASURE_LOOPS_LIBRARIES_H
#define MEASURE_LOOPS_LIBRARIES_H

#include <stdbool.h>

/* Counts the requested libraries that are loaded now, and those that will be loaded. False if none
 * is requested. */
bool libraries_begin(void);

#endif
