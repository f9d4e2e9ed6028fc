/* bare.c: see bare.h */
#include "script/run/bare.h"

#include "script/run/placement.h"
#include "script/run/plan.h"

/* True if a writer, which has not taken its cores yet, and the reader of its output have room
 * together. */
static bool fit_both(const struct run *run, uint32_t writer, uint32_t reader)
{
    struct placement both = placement_sum(placement_of(run, writer), placement_of(run, reader));
    return placement_fits(run, run->tasks[writer].agent, both) &&
           (run->options->fleet || run->running + 2 < run->slot_count);
}

bool bare_is_possible(const struct run *run, uint32_t writer, uint32_t number)
{
    const struct script_stream *stream = &run->graph->streams[number];
    if (run->options->counts || stream->writers.count != 1 || stream->readers.count != 1 ||
        stream->from || stream->to || stream->texts || stream->store == 1 || stream->cyclic ||
        run->streams[number].flow)
        return false;
    uint32_t reader = stream->readers.list[0];
    const struct run_task *state = &run->tasks[reader];
    return !run->graph->tasks[writer].retries && !run->graph->tasks[reader].retries &&
           run->shown[reader].state == SCRIPT_WAITING && !state->waits &&
           run->streams[number].unstarted == 1 && plan_wants_pipe(run, writer, reader) &&
           fit_both(run, writer, reader);
}
