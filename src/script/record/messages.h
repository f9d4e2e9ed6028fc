/* messages.h: what went through streams, as messages from writer to reader. */
#ifndef SCRIPT_RECORD_MESSAGES_H
#define SCRIPT_RECORD_MESSAGES_H

#include "script/record/visits.h"

/* One end of a message. */
struct record_end {
    uint32_t task;
    uint32_t stream;
    uint64_t time;
    uint32_t peer;  /* place of the other end */
    uint64_t order; /* among all that its place sends, or receives */
    uint64_t bytes;
    bool sends;
};

/* All ends, ordered by task and time. */
struct record_ends {
    struct record_end *list;
    size_t count, room;
    bool all; /* false: there were too many */
};

void record_ends_find(struct record_ends *ends, const struct script_graph *graph,
                      const struct script_run_result *result, const struct record_visits *visits);

#endif
