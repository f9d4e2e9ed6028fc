/* averages.h: what a task or an edge costs on average over all machines that could have it: the
 * costs by which the published algorithms rank tasks. */
#ifndef SCRIPT_SCHEDULE_AVERAGES_H
#define SCRIPT_SCHEDULE_AVERAGES_H

#include "script/schedule/groups.h"

struct schedule_averages {
    double *seconds;         /* of each task */
    double latency;          /* between two different machines */
    double seconds_per_byte; /* the same */
};

void schedule_averages_make(const struct schedule_problem *problem,
                            const struct schedule_groups *groups,
                            struct schedule_averages *averages);
void schedule_averages_free(struct schedule_averages *averages);

/* Seconds from the end of the writer until all bytes have arrived. */
static inline double schedule_average_way(const struct schedule_averages *averages, double bytes)
{
    return averages->latency + bytes * averages->seconds_per_byte;
}

#endif
