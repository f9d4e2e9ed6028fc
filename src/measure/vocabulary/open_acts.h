/* open_acts.h: regions and activities that a thread has begun and not ended, the innermost last. */
#ifndef MEASURE_VOCABULARY_OPEN_ACTS_H
#define MEASURE_VOCABULARY_OPEN_ACTS_H

#include "measure/vocabulary/call.h"

enum { OPEN_ACTS = 32 };

struct open_act {
    struct tri_node *node;
    uint32_t before; /* the activity that the thread ran before */
    uint32_t activity;
    bool is_activity;
    int64_t key;                /* of the activity */
    struct described_call *run; /* the call that it ends with; NULL: another one ends it */
};

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct open_act open_acts[OPEN_ACTS];

/* It may be larger than the array: those behind it are not recorded. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned open_count;

#endif
