/* pause.h: stretches of the program that the user excluded from measuring by tri_pause(). */
#ifndef MEASURE_PAUSE_H
#define MEASURE_PAUSE_H

#include <triptych/probes.h>

#include <stdbool.h>

/* Returns the region of all pauses: a visit of it is a pause. */
struct tri_region *pause_region(void);

/* True if this thread is paused: its current node is that of the pause. */
bool pause_is_on(void);

#endif
