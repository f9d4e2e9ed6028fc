/* regions.h: functions and loops of binaries as regions. */
#ifndef ARCHIVE_LOOPS_REGIONS_H
#define ARCHIVE_LOOPS_REGIONS_H

#include "archive/loops/function.h"
#include "archive/raw/raw.h"

/* Rows of the table regions, made when they are first asked for; those of loops have a row of the
 * table loops, too. `same`: the binary is the one that the plan was made of, so that it tells
 * lines. */
uint32_t loops_region(struct raw_reader *reader, struct loops_function *function, bool same);
uint32_t loops_region_of_loop(struct raw_reader *reader, struct loops_function *function,
                              uint32_t loop, bool same);

#endif
