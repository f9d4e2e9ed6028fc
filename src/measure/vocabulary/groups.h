/* groups.h: the groups of places whose messages and collective operations are matched; written as
 * communicators (format/communicator.h). */
#ifndef MEASURE_VOCABULARY_GROUPS_H
#define MEASURE_VOCABULARY_GROUPS_H

#include "format/event.h"
#include "measure/vocabulary/alone.h"

#include <stdbool.h>
#include <stdint.h>

struct described_group {
    uint64_t id;
    uint32_t row;
    uint64_t messages[2]; /* sent and received so far */
    uint64_t together;    /* collective operations so far */
};

/* Returns the group of that number of a vocabulary (its id); 0 is the group of all places. Messages
 * whose receivers do not know their senders have groups of their own. NULL if there are too many.
 */
struct described_group *measure_vocabulary_group(uint64_t vocabulary, int64_t number,
                                                 bool is_anonymous);

/* Takes so many numbers of a counter, and returns the first one. */
static inline uint64_t measure_vocabulary_take_numbers(uint64_t *counter, uint64_t count)
{
    uint64_t number = *counter;
    if (!measure_vocabulary_is_alone())
        return __atomic_fetch_add(counter, count, __ATOMIC_RELAXED);
    *counter = number + count;
    return number;
}

/* Returns the next order of one of its counters. */
static inline uint64_t measure_vocabulary_next(const struct described_group *group,
                                               uint64_t *counter)
{
    return format_order(group->row, measure_vocabulary_take_numbers(counter, 1));
}

/* Takes the number that a counter had. False if another thread has taken it. */
static inline bool measure_vocabulary_take_number(uint64_t *counter, uint64_t number)
{
    if (__builtin_expect(!measure_vocabulary_is_alone(), 0))
        return __atomic_compare_exchange_n(counter, &number, number + 1, false, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED);
    *counter = number + 1;
    return true;
}

#endif
