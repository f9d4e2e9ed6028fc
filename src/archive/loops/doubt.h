/* doubt.h: decides whether the number of source iterations per trip contradicts the debugging
 * information or the source. */
#ifndef ARCHIVE_LOOPS_DOUBT_H
#define ARCHIVE_LOOPS_DOUBT_H

#include "archive/loops/accesses.h"
#include "archive/loops/source.h"

/* True if another loop with the same parent is the same loop of the source. */
bool archive_loops_doubt_has_others(const struct archive_loops_source *source, uint32_t loop);

/* True if a loop with the same parent, of which the source loop is not known, may do several
 * iterations per trip: they may be iterations of this one. */
bool archive_loops_doubt_has_unplaced(const struct archive_loops_source *source, uint32_t loop);

/* True if a loop may be another source loop than it seems to be, since it is nested less deeply, or
 * has several entries: a loop inside it was then replaced by a formula. */
bool archive_loops_doubt_place(const struct archive_loops_source *source, uint32_t loop);

/* True if code outside a loop seems to do iterations of it: code at source positions of the body
 * that stores, or, if the loop does not store, that loads. Registers that are saved and restored
 * may look like loads. */
bool archive_loops_doubt_has_code(const struct archive_loops_source *source,
                                  const struct archive_loops_accesses *accesses, uint32_t loop);

/* True if code beside a loop stores at a place of the source where the loop stores: one of its
 * iterations. */
bool archive_loops_doubt_is_peeled(const struct archive_loops_source *source,
                                   const struct archive_loops_accesses *accesses, uint32_t loop);

/* True if several instructions of a loop store at one place of the source: iterations of one trip,
 * or parts of a value. */
bool archive_loops_doubt_repeats(const struct archive_loops_source *source,
                                 const struct archive_loops_accesses *accesses, uint32_t loop);

/* True if nothing confirms that the elements that a loop accesses in a trip are iterations: they
 * may be members of a structure. */
bool archive_loops_doubt_factor(const struct archive_loops_source *source,
                                const struct archive_loops_accesses *accesses, uint32_t loop);

#endif
