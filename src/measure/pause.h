/* pause.h: stretches of the program that the user excluded from measuring by tri_pause(). */
#ifndef MEASURE_PAUSE_H
#define MEASURE_PAUSE_H

#include <stdbool.h>

/* True if this thread is paused: its current node is that of the pause. */
bool pause_is_on(void);

#endif
