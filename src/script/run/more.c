/* more.c: see more.h */
#include "script/run/more.h"

#include "script/run/plan.h"
#include "script/run/setup.h"
#include "util/memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <sys/wait.h>

bool more_begin(struct run *run, struct error *error)
{
    if (!run->options->more)
        return true;
    run->is_open = true;
    return script_hub_watch(run->hub, run->options->more->fd, error);
}

void more_hear(struct run *run)
{
    run->has_said = true;
    script_hub_unwatch(run->hub, run->options->more->fd);
}

/* The script has ended: its tasks are all that there will be. */
static void close_script(struct run *run)
{
    run->is_open = false;
    if (run->output.flow)
        script_flow_absent(run->hub, run->output.flow);
}

/* True if tasks must not be taken yet: planning again so often would take too much of the run. */
static bool is_early(const struct run *run)
{
    double passed = (double)(run_now() - run->taken) / 1e9;
    return run->plan && run->running && run->taken && passed < plan_pause(run);
}

int more_wait(const struct run *run, int wait)
{
    enum { LOOK = 20 }; /* ms */
    return run->has_said && (wait < 0 || wait > LOOK) ? LOOK : wait;
}

static void take(struct run *run)
{
    struct error error = {0};
    run->has_said = false;
    enum script_said said = run->options->more->take(run->options->more->owner, &error);
    if (said == SCRIPT_SAID_WRONG || said == SCRIPT_SAID_END)
        close_script(run);
    else if (!script_hub_watch(run->hub, run->options->more->fd, &error))
        said = SCRIPT_SAID_WRONG;
    if (said == SCRIPT_SAID_WRONG) {
        setup_grow(run); /* tasks that were said before are not run, but are there */
        if (!run->trouble.text[0])
            run->trouble = error;
        return;
    }
    run->asked = 0;
    if (run->graph->task_count == run->task_count && run->graph->stream_count == run->stream_count)
        return;
    run->taken = run_now();
    if (!setup_more(run, &error) && !run->trouble.text[0])
        run->trouble = error;
}

static json_t *outcome(const struct run *run, uint32_t task)
{
    const struct script_task_run *shown = &run->shown[task];
    const char *state = shown->state == SCRIPT_FAILED    ? "failed"
                        : shown->state == SCRIPT_SKIPPED ? "skipped"
                                                         : "done";
    bool has_status = shown->state == SCRIPT_KEPT ||
                      (shown->attempts && shown->status != -1 && WIFEXITED(shown->status));
    json_t *made = json_pack("[I, s]", (json_int_t)task, state);
    json_array_append_new(made,
                          has_status ? json_integer(WEXITSTATUS(shown->status)) : json_null());
    return made;
}

/* Returns the answer to a question for tasks; NULL: they have not all ended. */
static json_t *answer_tasks(struct run *run)
{
    const struct script_numbers *tasks = &run->graph->question.tasks;
    while (run->asked < tasks->count && run->shown[tasks->list[run->asked]].state >= SCRIPT_DONE)
        run->asked++;
    if (run->asked < tasks->count)
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; i < tasks->count; i++)
        json_array_append_new(list, outcome(run, tasks->list[i]));
    return json_pack("{s:o}", "ended", list);
}

/* The same for a stream. */
static json_t *answer_stream(struct run *run)
{
    const struct script_question *question = &run->graph->question;
    const struct flow *flow = run_flow(run, question->stream);
    uint64_t bytes = script_flow_size(flow);
    bool ended = script_flow_is_finished(flow);
    if (bytes <= question->bytes && !ended)
        return NULL;
    return json_pack("{s:I, s:b}", "bytes", (json_int_t)bytes, "ended", ended);
}

static void answer(struct run *run)
{
    struct script_question *question = &run->graph->question;
    json_t *made = question->asked == SCRIPT_ASKED_TASKS ? answer_tasks(run) : answer_stream(run);
    if (!made)
        return;
    char *folder = memory_printf("%s/streams", run->options->folder);
    char *absolute = realpath(folder, NULL);
    json_object_set_new(made, "folder", json_string(absolute ? absolute : folder));
    char *line = json_dumps(made, JSON_COMPACT);
    question->asked = SCRIPT_ASKED_NOTHING;
    run->options->more->answer(run->options->more->owner, line ? line : "{}");
    free(line);
    free(absolute);
    free(folder);
    json_decref(made);
}

void more_step(struct run *run)
{
    if (!run->is_open || run->stopping || run->trouble.text[0])
        return;
    if (run->has_said && !is_early(run))
        take(run);
    if (run->is_open && run->graph->question.asked != SCRIPT_ASKED_NOTHING)
        answer(run);
}
