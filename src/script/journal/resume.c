/* resume.c: see resume.h */
#include "script/journal/resume.h"

#include "script/journal/earlier.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct script_resume {
    const struct script_graph *graph;
    struct script_journal *journal;
    char *folder;
    struct earlier earlier;
    const struct earlier_task **done; /* by task; NULL: it is run again */
    bool *available;                  /* by task: its output is stored */
    size_t room;
    uint32_t tasks, streams; /* that were looked at before */
    bool changed;
};

static void match(struct script_resume *plan)
{
    for (uint32_t i = plan->tasks; i < plan->graph->task_count; i++) {
        const struct earlier_task *task =
            earlier_take(&plan->earlier, script_journal_begin(plan->journal, i));
        if (task && earlier_has_files(task)) {
            plan->done[i] = task;
            plan->available[i] = earlier_has_output(&plan->earlier, task) &&
                                 (task->stream != UINT32_MAX || task->stored);
        }
    }
}

static void run_again(struct script_resume *plan, uint32_t task)
{
    plan->changed |= plan->done[task] != NULL;
    plan->done[task] = NULL;
}

/* True if what goes through a stream is needed: a reader is run, or it is kept or written to a
 * file. */
static bool is_needed(const struct script_resume *plan, const struct script_stream *stream)
{
    if (stream->to || stream->store == 1)
        return true;
    for (size_t i = 0; i < stream->readers.count; i++) {
        if (!plan->done[stream->readers.list[i]])
            return true;
    }
    return false;
}

static void check_after(struct script_resume *plan, uint32_t number)
{
    const struct script_task *task = &plan->graph->tasks[number];
    for (uint32_t i = 0; plan->done[number] && i < task->after_count; i++) {
        if (!plan->done[task->after[i]])
            run_again(plan, number);
    }
}

/* What a reader got is not known to be complete if a writer is run again. */
static void check_readers(struct script_resume *plan, const struct script_stream *stream)
{
    bool complete = true;
    for (size_t i = 0; i < stream->writers.count; i++)
        complete &= plan->done[stream->writers.list[i]] != NULL;
    for (size_t i = 0; !complete && i < stream->readers.count; i++)
        run_again(plan, stream->readers.list[i]);
}

static void check_stream(struct script_resume *plan, const struct script_stream *stream)
{
    check_readers(plan, stream);
    if (!is_needed(plan, stream))
        return;
    for (size_t i = 0; i < stream->writers.count; i++) {
        uint32_t writer = stream->writers.list[i];
        if (plan->done[writer] && !plan->available[writer])
            run_again(plan, writer);
    }
}

/* Finds all that must be run again because something else is. */
static void close_over(struct script_resume *plan)
{
    uint32_t tasks = (uint32_t)plan->graph->task_count;
    do {
        plan->changed = false;
        for (uint32_t i = plan->tasks; i < tasks; i++)
            check_after(plan, i);
        for (size_t i = plan->graph->stream_count; i-- > plan->streams;)
            check_stream(plan, &plan->graph->streams[i]);
        for (uint32_t i = tasks; i-- > plan->tasks;)
            check_after(plan, i);
    } while (plan->changed);
}

/* Copies what kept writers wrote into a stream. They may have written into several before, if the
 * script was changed. */
static bool preload(struct script_resume *plan, uint32_t number, uint64_t *bytes,
                    struct error *error)
{
    const struct script_stream *stream = &plan->graph->streams[number];
    char *to = memory_printf("%s/streams/%u", plan->folder, number);
    bool good = true;
    for (size_t i = 0; good && i < stream->writers.count; i++) {
        const struct earlier_task *first = plan->done[stream->writers.list[i]];
        if (!first || first->stream == UINT32_MAX)
            continue;
        struct pairs numbers = {0};
        bool copied = false;
        for (size_t j = 0; j < stream->writers.count; j++) {
            const struct earlier_task *task = plan->done[stream->writers.list[j]];
            if (task && task->stream == first->stream) {
                copied |= j < i; /* with that one */
                pairs_add(&numbers, task->task, 0, stream->writers.list[j]);
            }
            if (copied)
                break;
        }
        char *from = memory_printf("%s/streams/%u", plan->earlier.folder, first->stream);
        good = copied || script_pieces_copy(earlier_pieces(&plan->earlier, first->stream), from, to,
                                            &numbers, bytes, error);
        free(from);
        pairs_free(&numbers);
    }
    free(to);
    return good;
}

struct script_resume *script_resume_new(const struct script_graph *graph, const char *earlier,
                                        const char *folder, struct script_journal *journal)
{
    struct script_resume *plan = memory_zeroed(1, sizeof *plan);
    plan->graph = graph;
    plan->journal = journal;
    plan->folder = memory_string(folder);
    earlier_read(&plan->earlier, earlier);
    return plan;
}

void script_resume_free(struct script_resume *plan)
{
    if (!plan)
        return;
    earlier_free(&plan->earlier);
    free(plan->done);
    free(plan->available);
    free(plan->folder);
    free(plan);
}

void script_resume_move(struct script_resume *plan, const char *folder)
{
    free(plan->folder);
    plan->folder = memory_string(folder);
}

/* Makes room for all tasks that there are now. */
static void grow(struct script_resume *plan)
{
    size_t before = plan->room, other = before;
    if (plan->graph->task_count < before)
        return;
    plan->done =
        memory_grow(plan->done, &plan->room, plan->graph->task_count + 1, sizeof *plan->done);
    plan->available = memory_grow(plan->available, &other, plan->room, sizeof *plan->available);
    memset(plan->done + before, 0, (plan->room - before) * sizeof *plan->done);
    memset(plan->available + before, 0, plan->room - before);
}

bool script_resume_more(struct script_resume *plan, bool *kept, uint64_t *preloaded,
                        struct error *error)
{
    const struct script_graph *graph = plan->graph;
    bool good = true;
    grow(plan);
    match(plan);
    close_over(plan);
    for (uint32_t i = plan->tasks; good && i < graph->task_count; i++) {
        kept[i] = plan->done[i] != NULL;
        good = !kept[i] || script_journal_again(plan->journal, i, plan->done[i]->record, error);
    }
    for (uint32_t i = plan->streams; good && i < graph->stream_count; i++) {
        if (is_needed(plan, &graph->streams[i]))
            good = preload(plan, i, &preloaded[i], error);
    }
    plan->tasks = (uint32_t)graph->task_count;
    plan->streams = (uint32_t)graph->stream_count;
    return good;
}
