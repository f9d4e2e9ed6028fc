/* quick_end.h: how the visit of a quick call ends. Only quick.c and ask.c use it, which are
 * compiled without vector registers. */
#ifndef MEASURE_VOCABULARY_QUICK_END_H
#define MEASURE_VOCABULARY_QUICK_END_H

#include "measure/act.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/visit.h"
#include "measure/vocabulary/steps.h"

/* Ends the visit of a call; is_near: there is no bridge. False if something else is to be done
 * about it. */
STEPS_INLINE bool quick_end_visit(struct described_record *own, struct format_node *node,
                                  uint64_t bytes, uint64_t now, bool is_near)
{
    struct format_node *up = measure_visit_up(own->node);
    node->bytes += bytes;
    measure_node_add_time(node, now - node->open);
    if (is_near)
        measure_visit_make_last_writes(node, up);
    else
        measure_visit_go_up(node, up);
    own->call = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    listen_busy = 0;
    if (__builtin_expect(!measure_act_tells_cost(node->count) && now < own->look_at &&
                             __atomic_load_n(heed_asked, __ATOMIC_RELAXED) == heed_seen,
                         1))
        return true;
    own->is_ended = true;
    return false;
}

#endif
