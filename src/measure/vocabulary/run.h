/* run.h: described functions that run an activity: the thread is in no described call meanwhile,
 * and what it calls is recorded. */
#ifndef MEASURE_VOCABULARY_RUN_H
#define MEASURE_VOCABULARY_RUN_H

#include "measure/vocabulary/call.h"

/* Makes the record empty, as quick calls find it. */
void measure_vocabulary_clear(struct described_record *own);

/* True if there is room to put a call aside. */
bool measure_vocabulary_may_put_aside(void);

/* Puts the described call aside inside of which the thread runs an activity. */
void measure_vocabulary_put_aside(struct described_record *own);

/* Goes on with a call that was put aside, at its end. Calls inside of it that were left by longjmp
 * are forgotten. False if it was forgotten itself. */
bool measure_vocabulary_take_back(const struct described_call *call);

/* Returns the innermost call that is put aside because it opens; NULL: there is none. */
const struct described_call *measure_vocabulary_opened(void);

/* Begins to run an activity: the thread is in no described call any more. */
void measure_vocabulary_begin_run(struct described_record *own);

/* Ends the activity that a call runs. */
void measure_vocabulary_end_run(struct described_call *call);

#endif
