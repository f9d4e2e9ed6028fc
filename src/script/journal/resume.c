/* resume.c: see resume.h */
#include "script/journal/resume.h"

#include "script/journal/earlier.h"
#include "util/memory.h"

#include <stdlib.h>

struct plan {
    const struct script_graph *graph;
    struct earlier earlier;
    const struct earlier_task **done; /* by task; NULL: it is run again */
    bool *available;                  /* by task: its output is stored */
    bool changed;
};

static void match(struct plan *plan, struct script_journal *journal)
{
    for (uint32_t i = 0; i < plan->graph->task_count; i++) {
        const struct earlier_task *task =
            earlier_take(&plan->earlier, script_journal_begin(journal, i));
        if (task && earlier_has_files(task)) {
            plan->done[i] = task;
            plan->available[i] = earlier_has_output(&plan->earlier, task) &&
                                 (task->stream != UINT32_MAX || task->stored);
        }
    }
}

static void run_again(struct plan *plan, uint32_t task)
{
    plan->changed |= plan->done[task] != NULL;
    plan->done[task] = NULL;
}

/* True if what goes through a stream is needed: a reader is run, or a file is written. */
static bool is_needed(const struct plan *plan, const struct script_stream *stream)
{
    if (stream->to)
        return true;
    for (size_t i = 0; i < stream->readers.count; i++) {
        if (!plan->done[stream->readers.list[i]])
            return true;
    }
    return false;
}

static void check_after(struct plan *plan, uint32_t number)
{
    const struct script_task *task = &plan->graph->tasks[number];
    for (uint32_t i = 0; plan->done[number] && i < task->after_count; i++) {
        if (!plan->done[task->after[i]])
            run_again(plan, number);
    }
}

/* What a reader got is not known to be complete if a writer is run again. */
static void check_readers(struct plan *plan, const struct script_stream *stream)
{
    bool complete = true;
    for (size_t i = 0; i < stream->writers.count; i++)
        complete &= plan->done[stream->writers.list[i]] != NULL;
    for (size_t i = 0; !complete && i < stream->readers.count; i++)
        run_again(plan, stream->readers.list[i]);
}

static void check_stream(struct plan *plan, const struct script_stream *stream)
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
static void close_over(struct plan *plan)
{
    uint32_t tasks = (uint32_t)plan->graph->task_count;
    do {
        plan->changed = false;
        for (uint32_t i = 0; i < tasks; i++)
            check_after(plan, i);
        for (size_t i = plan->graph->stream_count; i-- > 0;)
            check_stream(plan, &plan->graph->streams[i]);
        for (uint32_t i = tasks; i-- > 0;)
            check_after(plan, i);
    } while (plan->changed);
}

/* Copies what kept writers wrote into a stream. They may have written into several before, if the
 * script was changed. */
static bool preload(struct plan *plan, uint32_t number, const char *folder, uint64_t *bytes,
                    struct error *error)
{
    const struct script_stream *stream = &plan->graph->streams[number];
    char *to = memory_printf("%s/streams/%u", folder, number);
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

bool script_resume(const struct script_graph *graph, const char *earlier, const char *folder,
                   struct script_journal *journal, bool *kept, uint64_t *preloaded,
                   struct error *error)
{
    struct plan plan = {.graph = graph};
    bool good = true;
    plan.done = memory_zeroed(graph->task_count + 1, sizeof *plan.done);
    plan.available = memory_zeroed(graph->task_count + 1, sizeof *plan.available);
    earlier_read(&plan.earlier, earlier);
    match(&plan, journal);
    close_over(&plan);
    for (uint32_t i = 0; good && i < graph->task_count; i++) {
        kept[i] = plan.done[i] != NULL;
        good = !kept[i] || script_journal_again(journal, i, plan.done[i]->record, error);
    }
    for (uint32_t i = 0; good && i < graph->stream_count; i++) {
        if (is_needed(&plan, &graph->streams[i]))
            good = preload(&plan, i, folder, &preloaded[i], error);
    }
    earlier_free(&plan.earlier);
    free(plan.done);
    free(plan.available);
    return good;
}
