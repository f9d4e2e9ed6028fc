/* entry.h: a run as the list of runs has it. */
#ifndef SERVE_ENTRY_H
#define SERVE_ENTRY_H

#include "serve/run.h"

/* Returns the entry: name, state, length, number of lanes, ... To be called in the run's thread. */
json_t *serve_entry_of(const struct serve_run *run);

/* Answers with the entry alone. */
serve_handler serve_entry;

#endif
