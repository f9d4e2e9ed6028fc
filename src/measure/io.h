/* io.h: ends visits of I/O statements and adds them to the file that the statement used. */
#ifndef MEASURE_IO_H
#define MEASURE_IO_H

#include "measure/visit.h"

/* Returns the end of the visit, read before anything is looked up; 0 without reading the clock if
 * the visit is only counted. */
static inline uint64_t measure_io_end(const struct format_node *up)
{
    return up->recent->open > FORMAT_OPEN_UNTIMED ? measure_clock_now() : 0;
}

/* Ends the I/O visit below `up` at `now`, which measure_io_end() returned. `file`: the region of
 * the file; 0: none. */
void measure_io_leave(struct format_node *up, uint64_t now, uint32_t file, long long bytes);

#endif
