/* groups.h: the groups of places whose messages and collective operations are matched; written as
 * communicators (format/communicator.h). */
#ifndef MEASURE_VOCABULARY_GROUPS_H
#define MEASURE_VOCABULARY_GROUPS_H

#include "format/event.h"

#include <stdbool.h>
#include <stdint.h>

struct described_group {
    uint64_t id;
    uint32_t row;
    uint64_t sent, received, together; /* so far */
};

/* Returns the group of that number of a vocabulary (its id); 0 is the group of all places. Messages
 * whose receivers do not know their senders have groups of their own. NULL if there are too many.
 */
struct described_group *measure_vocabulary_group(uint64_t vocabulary, int64_t number,
                                                 bool is_anonymous);

extern char __libc_single_threaded __attribute__((weak)); /* the C library's; not in all of them */

/* Returns the next order of one of its counters. */
static inline uint64_t measure_vocabulary_next(const struct described_group *group,
                                               uint64_t *counter)
{
    uint64_t number = *counter;
    if (&__libc_single_threaded && __libc_single_threaded)
        *counter = number + 1; /* signal handlers are not heard meanwhile */
    else
        number = __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
    return format_order(group->row, number);
}

#endif
