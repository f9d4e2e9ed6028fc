/* progress.h: the live line of a run: done, running, waiting, failed, estimated end. */
#ifndef SCRIPT_RUN_PROGRESS_H
#define SCRIPT_RUN_PROGRESS_H

#include "script/run/state.h"

struct live {
    bool wanted, shown;
    uint64_t next; /* ns: not before */
};

void live_begin(struct live *live, const struct run *run);

/* Shows the line, at most ten times per second. */
void live_show(struct live *live, const struct run *run);

/* Removes it, so that something else can be printed. */
void live_clear(struct live *live);

#endif
