/* step.c: what all steps share. */
#include "query/exec/step/step.h"

#include "util/memory.h"

#include <stdlib.h>

void query_step_finish_plainly(struct query_step *step)
{
    step->next->finish(step->next);
}

void query_step_free(struct query_step *first)
{
    while (first) {
        struct query_step *next = first->next;
        free(first->needed);
        first->free(first);
        first = next;
    }
}

void query_step_fail(struct query_step *step, const struct error *error)
{
    struct work *work = step->work;
    pthread_mutex_lock(&work->lock);
    if (!atomic_load(&work->failed))
        work->error = *error;
    atomic_store(&work->failed, true);
    pthread_mutex_unlock(&work->lock);
}

/* Default memory limit. Rows are held several times: in their columns, and in the sort order. */
static const uint64_t most = 100000000;

bool query_step_holds(struct query_step *step, uint64_t bytes, const char *what)
{
    struct work *work = step->work;
    uint64_t limit = step->data->memory ? step->data->memory : most;
    uint64_t all = atomic_fetch_add(&work->held, bytes - step->held) + bytes - step->held;
    step->held = bytes;
    if (all <= limit || !bytes)
        return true;
    struct error error;
    error_set(&error,
              "%s takes more memory than a query may use (%llu MB): filter the rows first, or "
              "reduce them with limit",
              what, (unsigned long long)(limit / 1000000));
    query_step_fail(step, &error);
    return false;
}

struct program **query_step_programs(const struct query_step *step, size_t first, size_t count)
{
    struct program **programs = memory_zeroed(count + 1, sizeof *programs);
    for (size_t i = 0; i < count; i++)
        programs[i] =
            program_make(step->data, step->shape, step->stage->expressions[first + i], step->rows);
    return programs;
}

void query_step_programs_free(struct program **programs, size_t count)
{
    for (size_t i = 0; programs && i < count; i++)
        program_free(programs[i]);
    free(programs);
}
