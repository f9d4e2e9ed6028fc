/* place.h: writes this process as a place of the archive, with the files that the native engine
 * would write. */
#ifndef LOOPS_VALGRIND_PLACE_H
#define LOOPS_VALGRIND_PLACE_H

#include "loops/valgrind/base.h"

/* Makes the folder of the place; False, with a message, if nothing can be written. */
Bool place_begin(const HChar *archive);

/* Writes all counts, replacing what was written before. */
void place_write(Bool has_ended);

/* Makes a new place in a forked child. */
void place_fork(void);

#endif
