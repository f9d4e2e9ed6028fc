/* landings.h: exceptions that enter irreducible loops, or visit the entries of these again. */
#ifndef MEASURE_LOOPS_LANDINGS_H
#define MEASURE_LOOPS_LANDINGS_H

#include "measure/loops/contexts.h"

/* Counts visits in the irreducible loops around a landing pad, when an exception lands there that
 * left a context's function at the end of the node `from`. */
void landings_count(struct format_context *context, uint32_t from, uint32_t pad);

#endif
