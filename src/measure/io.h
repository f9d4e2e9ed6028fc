/* io.h: how the visit of an I/O statement ends: the file that it went to gets its share. */
#ifndef MEASURE_IO_H
#define MEASURE_IO_H

#include "measure/visit.h"

/* The clock is read before anything is looked up; not at all for a visit that is only counted. */
static inline uint64_t io_end(const struct format_node *up)
{
    return up->recent->open > FORMAT_OPEN_UNTIMED ? clock_now() : 0;
}

/* Ends the I/O visit below `up` that the clock was already read for. `file`: the region of the
 * file; 0: none. */
void io_leave(struct format_node *up, uint64_t now, uint32_t file, long long bytes);

#endif
