/* state.h: what described functions remember: states of a thread, and of the process, perhaps by a
 * key. */
#ifndef MEASURE_VOCABULARY_STATE_H
#define MEASURE_VOCABULARY_STATE_H

#include "format/vocabulary.h"

#include <stdbool.h>
#include <stdint.h>

/* Tables of the collector itself, by a key; their numbers are above those of a vocabulary's
 * states. */
enum {
    STATE_REQUESTS = 1 << 23, /* what a request began: enum and order */
    STATE_ACTIVITIES,         /* number of the activity that the library knows by the key */
};

/* States of this thread, by their numbers. */
extern __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];

/* The first states of the process, without keys. Threads share them. */
extern __attribute__((visibility("hidden")))
int64_t described_shared[FORMAT_VOCABULARY_SHARED_STATES];

/* Returns the state of a vocabulary; 0 if it was never set. Without a key, that is NULL. */
int64_t measure_vocabulary_own(uint32_t number, const int64_t *key);

/* Sets it, or adds to it: then nothing is lost when several threads do. False if there is no
 * room, or if a signal handler has interrupted this thread while it changes the tables: that holds
 * for the functions below, too. */
bool measure_vocabulary_set_own(uint32_t number, const int64_t *key, int64_t value, bool adds);

/* Gives back the lock of the states if this thread has it: what took it was left by a jump out of a
 * signal handler, or by the thread's end. */
void measure_vocabulary_free_states(void);

/* Returns what a table of the collector has; 0 if it was never set. */
int64_t measure_vocabulary_state(uint32_t number, int64_t key);

/* Sets it. False if there is no room. */
bool measure_vocabulary_set(uint32_t number, int64_t key, int64_t value);

/* Removes it and returns it. False if it was not set. */
bool measure_vocabulary_take(uint32_t number, int64_t key, int64_t *value);

#endif
