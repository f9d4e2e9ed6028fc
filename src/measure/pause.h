/* pause.h: stretches that the user does not want measured. */
#ifndef MEASURE_PAUSE_H
#define MEASURE_PAUSE_H

#include <stdbool.h>

/* Whether this thread is in such a stretch: its current node is the pause. */
bool pause_is_on(void);

#endif
