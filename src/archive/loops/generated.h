/* generated.h: finds the passes of loops that Fortran compilers make of other statements than DO
 * loops: DO CONCURRENT, implied DO, array expressions. */
#ifndef ARCHIVE_LOOPS_GENERATED_H
#define ARCHIVE_LOOPS_GENERATED_H

#include "archive/loops/flow.h"
#include "archive/loops/source.h"

/* Returns the node at which such a loop decides, at its head, whether to make another pass; 0 if it
 * is no such loop, or is tested elsewhere. */
uint32_t archive_loops_generated_test(const struct archive_loops_source *source,
                                      const struct archive_loops_flow *flow, uint32_t loop);

#endif
