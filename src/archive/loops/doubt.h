/* doubt.h: whether the number of iterations that a trip of a loop seems to do contradicts
 * debugging information and source. */
#ifndef ARCHIVE_LOOPS_DOUBT_H
#define ARCHIVE_LOOPS_DOUBT_H

#include "archive/loops/accesses.h"
#include "archive/loops/source.h"

/* Whether another loop in the same loop is the same one of the source. */
bool loops_doubt_has_others(const struct loops_source *source, uint32_t loop);

/* Whether nothing confirms that the elements that a loop accesses in a trip are iterations: they
 * may be parts of a structure as well. */
bool loops_doubt_factor(const struct loops_source *source, const struct loops_accesses *accesses,
                        uint32_t loop);

#endif
