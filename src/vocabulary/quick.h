/* quick.h: finds the functions whose code is so simple that the collector needs no stack machine
 * for it (struct format_vocabulary_quick). */
#ifndef VOCABULARY_QUICK_H
#define VOCABULARY_QUICK_H

#include "format/vocabulary.h"
#include "vocabulary/compile.h"

/* True if an expression does nothing but read: code from behind FORMAT_OP_BEGIN to
 * FORMAT_OP_FIELD. */
bool vocabulary_quick_only_reads(const uint64_t *words, size_t count);

enum { VOCABULARY_STEPS = 64 }; /* while messages are logged, and while they are not */

/* The steps of a function: before the call, after it, and states that are set; then those that note
 * several messages, and states again. */
struct vocabulary_steps {
    struct format_vocabulary_step all[2 * VOCABULARY_STEPS];
    unsigned count;
};

/* Fills in the quick form of a function, whose arguments have their places already, and its steps.
 * It stays empty if there is none. */
void vocabulary_quick_make(const struct vocabulary_compiled *compiled,
                           struct format_vocabulary_function *function,
                           struct vocabulary_steps *steps);

#endif
