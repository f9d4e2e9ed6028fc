/* regions.h: adds functions and loops of binaries to the table of regions. */
#ifndef ARCHIVE_LOOPS_REGIONS_H
#define ARCHIVE_LOOPS_REGIONS_H

#include "archive/loops/function.h"
#include "archive/raw/raw.h"

/* Return rows of the table regions, made at the first call; loops get a row of the table loops,
 * too. `same`: the binary is the one that the plan was made from, so that it can be read for source
 * lines. */
uint32_t archive_loops_region(struct archive_raw_reader *reader,
                              struct archive_loops_function *function, bool same);
uint32_t archive_loops_region_of_loop(struct archive_raw_reader *reader,
                                      struct archive_loops_function *function, uint32_t loop,
                                      bool same);

#endif
