/* place.h: this process as a place of the archive: what the other engine would have left there. */
#ifndef LOOPS_VALGRIND_PLACE_H
#define LOOPS_VALGRIND_PLACE_H

#include "loops/valgrind/base.h"

/* Makes the folder of the place. False, with a message: nothing can be written. */
Bool place_begin(const HChar *archive);

/* Writes all that was counted, in place of what was written before. */
void place_write(Bool has_ended);

/* In a forked child: a place of its own. */
void place_fork(void);

#endif
