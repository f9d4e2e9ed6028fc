/* open_acts.h: regions and activities that a thread has begun and not ended, the innermost last. */
#ifndef MEASURE_VOCABULARY_OPEN_ACTS_H
#define MEASURE_VOCABULARY_OPEN_ACTS_H

#include "measure/vocabulary/call.h"
#include "measure/vocabulary/nested.h"

enum { OPEN_ACTS = 32 }; /* others are in open_more */

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

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct open_act *open_more; /* NULL: none */

/* It may be larger than open_room(): those behind that are not recorded. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned open_count;

static inline unsigned open_room(void)
{
    return open_more ? OPEN_ACTS + NESTED_MOST : OPEN_ACTS;
}

static inline struct open_act *open_act_at(unsigned number)
{
    return number < OPEN_ACTS ? &open_acts[number] : &open_more[number - OPEN_ACTS];
}

#endif
