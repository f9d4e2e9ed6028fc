/* resources.h: the machine that the process runs on, and what it uses of it. */
#ifndef MEASURE_RESOURCES_H
#define MEASURE_RESOURCES_H

#include "format/place.h"
#include "format/profile.h"

/* When a process begins: its cores and the load. */
void resources_begin(struct format_resources *to);

/* What it has used so far; cheap enough for once a second. */
void resources_renew(struct format_resources *to);

/* When it ends: the same, and the load. */
void resources_end(struct format_resources *to);

/* What a thread of this process has used so far, by the number in its record. */
void resources_of_thread(struct format_lane *to);

/* CPU time of the calling thread, ns. */
uint64_t resources_cpu(void);

#endif
