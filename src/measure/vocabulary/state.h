/* state.h: what described functions remember: states of a thread, and of the process by a key. */
#ifndef MEASURE_VOCABULARY_STATE_H
#define MEASURE_VOCABULARY_STATE_H

#include "format/vocabulary.h"

#include <stdbool.h>
#include <stdint.h>

/* Numbers of states: those of threads come first. Above them are the tables of the collector
 * itself, which have keys, too. */
enum {
    STATE_REQUESTS = 1 << 23, /* what a request began: enum and order */
    STATE_ACTIVITIES,         /* number of the activity that the library knows by the key */
};

/* States of this thread, by their numbers. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];

/* Returns the state; 0 if it was never set. */
int64_t measure_vocabulary_state(uint32_t number, int64_t key);

/* Sets it. False if there is no room. */
bool measure_vocabulary_set(uint32_t number, int64_t key, int64_t value);

/* Removes a state and returns it. False if it was not set. */
bool measure_vocabulary_take(uint32_t number, int64_t key, int64_t *value);

#endif
