/* doubt.h: whether the number of iterations that a trip of a loop seems to do contradicts
 * debugging information and source. */
#ifndef ARCHIVE_LOOPS_DOUBT_H
#define ARCHIVE_LOOPS_DOUBT_H

#include "archive/loops/accesses.h"
#include "archive/loops/source.h"

/* Whether another loop in the same loop is the same one of the source. */
bool loops_doubt_has_others(const struct loops_source *source, uint32_t loop);

/* Whether a loop that may do several iterations in a trip is in the same loop, of which nobody
 * knows which one of the source it is: these may be iterations of this one. */
bool loops_doubt_has_unplaced(const struct loops_source *source, uint32_t loop);

/* Whether a loop may be another one of the source than it seems to be, since it is in fewer loops
 * than that, or has several entries: a loop inside of it was replaced by a formula. */
bool loops_doubt_place(const struct loops_source *source, uint32_t loop);

/* Whether code outside of a loop seems to do iterations of it: it stores, if the loop does, at
 * places of the body. Registers that are saved and restored may seem to be loaded there. */
bool loops_doubt_has_code(const struct loops_source *source, const struct loops_accesses *accesses,
                          uint32_t loop);

/* Whether nothing confirms that the elements that a loop accesses in a trip are iterations: they
 * may be parts of a structure as well. */
bool loops_doubt_factor(const struct loops_source *source, const struct loops_accesses *accesses,
                        uint32_t loop);

#endif
