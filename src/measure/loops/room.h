/* room.h: allocates memory within reach of the program's jumps. */
#ifndef MEASURE_LOOPS_ROOM_H
#define MEASURE_LOOPS_ROOM_H

#include <stddef.h>
#include <stdint.h>

/* Returns memory, a multiple of 64 KB, that can be reached from all code between two addresses:
 * below them, otherwise above. NULL with errno if there is none. */
char *room_near(uint64_t low, uint64_t high, size_t bytes);

#endif
