/* record.h: records the acts of described functions. */
#ifndef MEASURE_VOCABULARY_RECORD_H
#define MEASURE_VOCABULARY_RECORD_H

#include "measure/vocabulary/machine.h"

/* Records an act that the code of a call tells. */
void measure_vocabulary_record(struct described_call *call, const struct described_act *act);

/* Finds out the number of this place, once per vocabulary. False if it is not known yet. */
bool measure_vocabulary_find_place(struct described_call *call);

/* Returns the call with which the activity or region ends that this thread has begun last; NULL if
 * another call ends it, or there is none. */
struct described_call *measure_vocabulary_innermost_run(void);

/* Ends what was begun with this call and is still open, where the thread has left the call by a
 * jump and the call could not end it: a signal handler had interrupted its begin or its end. */
void measure_vocabulary_drop_run(const struct described_call *call);

/* True if a function of this act is a visit itself; otherwise it begins or ends another one. */
bool measure_vocabulary_is_visit(enum format_act_type type);

#endif
