/* averages.h: what a task or an edge costs on average over all machines that could have it: the
 * costs by which the published algorithms rank tasks. */
#ifndef SCRIPT_SCHEDULE_AVERAGES_H
#define SCRIPT_SCHEDULE_AVERAGES_H

#include "script/schedule/groups.h"

struct script_schedule_averages {
    double *seconds;         /* of each task */
    double latency;          /* between two different machines */
    double seconds_per_byte; /* the same */
};

void script_schedule_averages_make(const struct script_schedule_problem *problem,
                                   const struct script_schedule_groups *groups,
                                   struct script_schedule_averages *averages);
void script_schedule_averages_free(struct script_schedule_averages *averages);

/* Seconds from the end of the writer until all bytes have arrived. */
static inline double script_schedule_average_way(const struct script_schedule_averages *averages,
                                                 double bytes)
{
    return averages->latency + bytes * averages->seconds_per_byte;
}

#endif
