/* resources.h: the machine that the process runs on, and the resources that the process uses. */
#ifndef MEASURE_RESOURCES_H
#define MEASURE_RESOURCES_H

#include "format/place.h"
#include "format/profile.h"

/* At the start of a process: stores its cores and the load. */
void measure_resources_begin(struct format_resources *to);

/* Stores the resources used so far; cheap enough to be called once a second. */
void measure_resources_renew(struct format_resources *to);

/* At the end of a process: stores the resources used, and the load. */
void measure_resources_end(struct format_resources *to);

/* Stores the resources that a thread of this process has used so far; its record has the thread
 * id. */
void measure_resources_of_thread(struct format_lane *to);

/* Returns the CPU time of the calling thread in ns. */
uint64_t measure_resources_cpu(void);

#endif
