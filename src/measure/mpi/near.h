/* near.h: copies of what frequent calls need, beside the other data of their thread. */
#ifndef MEASURE_MPI_NEAR_H
#define MEASURE_MPI_NEAR_H

#include "measure/mpi/call.h"

/* Returns the place of the copy of a call's entry. */
static inline __attribute__((always_inline)) union wrap_near *
wrap_near_of(struct wrap_call *call, unsigned number, const void *site)
{
    return &call->near[((uintptr_t)site >> 2 ^ number) % WRAP_NEAR];
}

/* Stores in the entry of the callers what the next such call needs to be a quick one, and copies
 * the entry. A frequent call is soon copied again if another one has taken its place: from time to
 * time, when the thread's CPU time is read, a call is no quick one. */
void wrap_remember(struct wrap_call *call, const void *frame, uintptr_t pointer, unsigned number,
                   const void *site, void *next);

/* Forgets the copies, and which call is expected: no call is a quick one while messages are logged.
 */
void wrap_forget_near(struct wrap_call *call);

#endif
