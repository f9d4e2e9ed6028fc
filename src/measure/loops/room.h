/* room.h: memory that jumps of the program reach. */
#ifndef MEASURE_LOOPS_ROOM_H
#define MEASURE_LOOPS_ROOM_H

#include <stddef.h>
#include <stdint.h>

/* Memory, a multiple of 64 KB of it, that can be reached from all that is between two addresses:
 * below, else above. NULL: there is none. */
char *room_near(uint64_t low, uint64_t high, size_t bytes);

#endif
