/* communicators.h: the file of this place's communicators (format/communicator.h). */
#ifndef MEASURE_COMMUNICATORS_H
#define MEASURE_COMMUNICATORS_H

#include "format/communicator.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds a communicator: `record` without `members`, which is set to the world ranks of its group,
 * then of the other one, if `own` is not NULL. The guard must be held. Returns its row; 0 if there
 * is no room, or in a forked process, which has no such file. */
uint32_t measure_communicators_add(const struct format_communicator *record, const uint32_t *own,
                                   const uint32_t *other);

/* Lets a forked process have such a file of its own, if it is one that has none. Its rows begin
 * anew. The guard must be held. */
void measure_communicators_forked(void);

/* Returns a record; NULL if there is none. */
struct format_communicator *measure_communicators_at(uint32_t row);

#endif
