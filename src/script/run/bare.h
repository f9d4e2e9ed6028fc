/* bare.h: streams that are a pipe between two tasks, and nothing else. */
#ifndef SCRIPT_RUN_BARE_H
#define SCRIPT_RUN_BARE_H

#include "script/run/state.h"

/* True if a task and the reader of its output can be connected by a pipe alone. */
bool bare_is_possible(const struct run *run, uint32_t writer, uint32_t stream);

#endif
