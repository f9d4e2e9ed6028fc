/* crossing.h: where calls cross between functions that are counted here and regions with probes:
 * the counting side of measure/bridge.h. */
#ifndef MEASURE_LOOPS_CROSSING_H
#define MEASURE_LOOPS_CROSSING_H

#include "measure/loops/contexts.h"

/* Begins, when the modules are known. */
void crossing_begin(void);

/* Notes a new context: if a function with probes made it, it belongs below their innermost visit.
 */
void crossing_made(const struct format_context *context);

/* Notes that the thread continues in a context after an exception or longjmp. */
void crossing_land(const struct format_context *context);

#endif
