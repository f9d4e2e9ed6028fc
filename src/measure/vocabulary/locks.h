/* locks.h: described calls that take or release a lock which is known before the call: the thread
 * waits for it meanwhile, and observers see whom for. */
#ifndef MEASURE_VOCABULARY_LOCKS_H
#define MEASURE_VOCABULARY_LOCKS_H

#include "measure/vocabulary/call.h"

/* Notes the lock of a call before the visit begins; `does` is FORMAT_DOES_AWAIT, FORMAT_DOES_TRY or
 * FORMAT_DOES_FREE. A call inside of the one that has a lock already does nothing. */
void locks_note(struct described_record *own, const struct described_call *call,
                enum format_act_type does, uint64_t id);

/* Begins to wait for it, or releases it. */
void locks_begin(struct described_record *own, const struct described_call *call);

/* Ends the wait of a call that has taken the lock; returns the activity that held it when the wait
 * began, or FORMAT_NO_ACTIVITY. */
uint32_t locks_got(struct described_record *own, struct format_object *object, uint64_t now);

/* Notes that the call has released the lock, and returns for how many ticks it was held. */
uint64_t locks_freed(struct described_record *own, struct format_object *object, uint64_t now);

/* Hides from observers that the thread waits, while it runs an activity inside of the call, and
 * shows it again. */
void locks_hide(struct described_record *own);
void locks_show(struct described_record *own);

/* Ends what has not ended: the call did not take or release the lock, or it was left. */
void locks_leave(struct described_record *own);

/* The same at the end of a call that another one takes, if the lock is its own. */
void locks_leave_taken(struct described_record *own, const struct described_call *call);

#endif
