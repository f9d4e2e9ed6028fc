/* jump.h: calls of described functions that are left without a return: by exceptions, the end of
 * the thread, or longjmp. */
#ifndef MEASURE_VOCABULARY_JUMP_H
#define MEASURE_VOCABULARY_JUMP_H

#include "measure/vocabulary/call.h"

/* Forgets the recorded call of this thread, which was left, and closes its visit at the present
 * time. */
void measure_vocabulary_forget(struct described_record *own);

/* Ends the open calls that longjmp to this buffer is about to leave. */
void measure_vocabulary_jump(const void *buffer);

/* Returns the innermost open call of this thread: one that is recorded as a whole, or one that
 * opens, runs an activity or is a region; NULL: none. */
const struct described_call *measure_vocabulary_innermost(void);

#endif
