/* quick_run.h: finds the functions that run activities, are regions or only set states, and whose
 * code is so simple that the collector needs no stack machine for it (struct
 * format_vocabulary_run). */
#ifndef VOCABULARY_QUICK_RUN_H
#define VOCABULARY_QUICK_RUN_H

#include "vocabulary/quick.h"

/* Stores the quick form of a function, whose arguments and code have their places already, and its
 * steps. False if it has none. */
bool vocabulary_quick_run_make(const struct vocabulary_compiled *compiled,
                               const struct format_vocabulary_function *function,
                               struct format_vocabulary_run *run, struct vocabulary_steps *steps);

#endif
