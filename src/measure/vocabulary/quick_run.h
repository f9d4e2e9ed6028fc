/* quick_run.h: calls of described functions that run an activity, are a region or only set states,
 * and are like earlier ones: see quick.h. */
#ifndef MEASURE_VOCABULARY_QUICK_RUN_H
#define MEASURE_VOCABULARY_QUICK_RUN_H

#include "measure/vocabulary/call.h"

/* Begins such a call and returns the function's address; 0 if it is no quick one, and nothing has
 * been done. */
uint64_t measure_vocabulary_begin_run_quickly(struct described_call *call);

/* Ends it. False if measure_vocabulary_end() has to be called, too. */
bool measure_vocabulary_end_run_quickly(struct described_call *call);

/* Remembers the region that a call has begun, and its name, for later ones. */
void measure_vocabulary_note_run(const struct described_call *call, const char *name,
                                 const struct tri_region *region, const void *site);

#endif
