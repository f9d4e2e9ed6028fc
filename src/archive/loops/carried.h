/* carried.h: reads what was found of dependences between the trips of loops: the table `carried`.
 */
#ifndef ARCHIVE_LOOPS_CARRIED_H
#define ARCHIVE_LOOPS_CARRIED_H

#include "archive/loops/contexts.h"

/* Adds rows for places/P/carried, if there is such a file. */
void archive_loops_carried_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                const struct archive_loops_modules *modules);

#endif
