/* inside.h: while a thread changes the record of a described call, or holds the lock of states, it
 * is inside of that call. A signal handler may interrupt it there: the handler's described calls
 * are not recorded, and if it jumps elsewhere, what was begun is given up (jump.c). */
#ifndef MEASURE_VOCABULARY_INSIDE_H
#define MEASURE_VOCABULARY_INSIDE_H

#include "measure/listen.h"
#include "measure/vocabulary/call.h"

struct described_inside {
    const struct described_call *call; /* NULL: it is inside of none */
    unsigned busy;                     /* listen_busy without a described call */
};

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct described_inside described_inside;

static inline void inside_begin(const struct described_call *call)
{
    described_inside.busy = listen_busy - (described_own.call != NULL);
    described_inside.call = call;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Ends it. `around` is the call that the thread was inside of before. */
static inline void inside_end(const struct described_call *around)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    described_inside.call = around;
}

#endif
