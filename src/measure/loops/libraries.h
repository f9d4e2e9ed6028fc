/* libraries.h: shared libraries whose loops are counted, because they were asked for by name. */
#ifndef MEASURE_LOOPS_LIBRARIES_H
#define MEASURE_LOOPS_LIBRARIES_H

#include <stdbool.h>

/* Those that are loaded now and are asked for, and those that will be. False: none is asked for. */
bool libraries_begin(void);

#endif
