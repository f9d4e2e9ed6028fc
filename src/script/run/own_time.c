/* own_time.c: see own_time.h */
#include "script/run/own_time.h"

/* Returns when the last writer of a stream ended, but no later than `now`. */
static uint64_t last_end(const struct script_stream *stream, const struct script_task_run *runs,
                         uint64_t now)
{
    uint64_t last = 0;
    for (size_t i = 0; i < stream->writers.count && last < now; i++) {
        const struct script_task_run *writer = &runs[stream->writers.list[i]];
        uint64_t end = writer->state == SCRIPT_RUNNING ? now : writer->end;
        last = end > last ? end : last;
    }
    return last < now ? last : now;
}

double script_run_own_seconds(const struct script_graph *graph, const struct script_task_run *runs,
                              uint32_t task)
{
    const struct script_task_run *run = &runs[task];
    const struct script_stream *stream = script_graph_in(graph, task);
    double seconds = (double)(run->end - run->start) / 1e9;
    if (!stream)
        return seconds;
    uint64_t last = last_end(stream, runs, run->end);
    double after = (double)(run->end - (last > run->start ? last : run->start)) / 1e9;
    double least = run->cpu > after ? run->cpu : after;
    return least < seconds ? least : seconds;
}
