/* unused.c: finds places that are no part of the program: processes that were forked and counted
 * nothing, since a library forked them to start another program (Open MPI starts a daemon so if
 * there is no mpirun). */
#include "archive/loops/contexts.h"

/* True if something was counted in a context. Timers run in a forked process, too. */
static bool is_counted(struct archive_loops_contexts *contexts,
                       const struct archive_loops_context *context)
{
    if (context->kind != LOOPS_FUNCTION)
        return false;
    const struct archive_loops_function *function = context->function;
    uint32_t counters = function->raw->counters;
    if (function->raw->timer && function->raw->timer - 1 < counters)
        counters = function->raw->timer - 1;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        uint32_t timer = function->loops[i].timer;
        counters = timer && timer - 1 < counters ? timer - 1 : counters;
    }
    const uint64_t *values = archive_loops_contexts_values(contexts, context);
    for (uint32_t i = 0; i < counters; i++) {
        if (!values || values[i])
            return true;
    }
    return false;
}

/* True if calls that did not return, or returned once more, changed a count. */
static bool has_lost(const struct archive_loops_contexts *contexts)
{
    for (size_t i = 0; i < contexts->lost_count; i++) {
        if (contexts->lost[i].count)
            return true;
    }
    return false;
}

/* True if no context of a forked place counted anything; false if any of it cannot be read. */
static bool is_unused(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct archive_loops_modules modules;
    struct archive_loops_contexts contexts;
    if (place->record.parent_place < 0)
        return false;
    archive_loops_modules_read(reader, place, &modules);
    bool unused = modules.count && !place->bad_plans, found = unused;
    for (uint32_t number = 0; found && unused; number++) {
        found = archive_loops_contexts_read(reader, place, number, &modules, &contexts);
        unused = !contexts.bad && !(found && has_lost(&contexts));
        for (size_t i = 0; found && unused && i < contexts.count; i++)
            unused = !is_counted(&contexts, &contexts.all[i]);
        if (found)
            archive_loops_contexts_free(&contexts);
    }
    place->bad_plans = 0; /* they are counted when the place is read */
    archive_loops_modules_free(&modules);
    return unused;
}

void archive_raw_drop_unused(struct archive_raw_reader *reader)
{
    size_t kept = 0;
    for (size_t i = 0; i < reader->place_count; i++) {
        if (!is_unused(reader, &reader->places[i]))
            reader->places[kept++] = reader->places[i];
    }
    reader->place_count = kept;
}
