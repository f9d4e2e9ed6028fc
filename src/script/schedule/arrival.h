/* arrival.h: when a reader may start, by what its writers send. */
#ifndef SCRIPT_SCHEDULE_ARRIVAL_H
#define SCRIPT_SCHEDULE_ARRIVAL_H

#include "script/schedule/problem.h"

static inline double script_schedule_chunk(const struct script_schedule_edge *edge)
{
    return edge->bytes < SCHEDULE_CHUNK ? edge->bytes : SCHEDULE_CHUNK;
}

/* Returns the share of a writer's time after which its first chunk is written. */
static inline double script_schedule_first_share(const struct script_schedule_edge *edge)
{
    return edge->bytes > SCHEDULE_CHUNK ? SCHEDULE_CHUNK / edge->bytes : edge->bytes > 0;
}

/* Returns the earliest start of a reader that takes `seconds` when nothing makes it wait.
 *
 * A writer sends its bytes evenly over its time. A reader of a stream that starts with the first
 * chunk would wait for further ones if it is faster than its writer, and keep its cores meanwhile.
 * It ends no later if it starts so late that it ends with the last chunk: since both proceed
 * evenly, it then never waits. */
static inline double script_schedule_arrival(const struct script_schedule_edge *edge,
                                             const struct script_schedule_slot *writer,
                                             struct script_schedule_link way, double seconds)
{
    if (edge->kind == SCHEDULE_AFTER)
        return writer->end + way.latency + edge->bytes / way.bandwidth;
    double chunk = way.latency + script_schedule_chunk(edge) / way.bandwidth;
    double first =
        writer->start + (writer->end - writer->start) * script_schedule_first_share(edge) + chunk;
    double last =
        fmax(writer->end + chunk, writer->start + way.latency + edge->bytes / way.bandwidth);
    return fmax(first, last - seconds);
}

/* Does the same for a reader on the machine of its writer. */
static inline double script_schedule_arrival_here(const struct script_schedule_edge *edge,
                                                  const struct script_schedule_slot *writer,
                                                  double seconds)
{
    return script_schedule_arrival(edge, writer, (struct script_schedule_link){INFINITY, 0},
                                   seconds);
}

/* Does the same for a reader on any machine. */
static inline double script_schedule_arrival_between(const struct script_schedule_problem *problem,
                                                     const struct script_schedule_edge *edge,
                                                     const struct script_schedule_slot *writer,
                                                     uint32_t machine, double seconds)
{
    if (writer->machine == machine)
        return script_schedule_arrival_here(edge, writer, seconds);
    return script_schedule_arrival(edge, writer,
                                   script_schedule_way(problem, writer->machine, machine), seconds);
}

#endif
