/* core.c: the text of a small procedure without probes, beside the procedure itself. Calls in the
 * same file go to it and are counted where they are made, so that its visits cost nothing and the
 * compiler inlines it as before. Calls from elsewhere go to the procedure itself, which has its
 * probes. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_WORK = 500,      /* statements that a visit executes */
    MOST_STATEMENTS = 100 /* of its text */
};

/* Whether an interface of the file has the name: a call may then mean another procedure. */
static bool is_generic(const struct fortran *file, const char *name)
{
    for (size_t i = 0; i < file->source.count; i++) {
        const struct statement *statement = &file->source.statements[i];
        if (statement->kind == STATEMENT_INTERFACE && statement->name &&
            !strcmp(statement->name, name))
            return true;
    }
    return false;
}

static bool is_work(const struct statement *statement)
{
    return statement->kind >= STATEMENT_IF_THEN && statement->kind <= STATEMENT_UNKNOWN &&
           statement->kind != STATEMENT_DO && statement->kind != STATEMENT_END_DO &&
           statement->kind != STATEMENT_END_IF && statement->kind != STATEMENT_CONTINUE &&
           statement->kind != STATEMENT_PREPROCESSOR;
}

static unsigned long long passes_at(const struct routine *routine, size_t at)
{
    unsigned long long passes = 1;
    for (const struct site *loop = routine_spot(routine, at)->loop; loop; loop = loop->around)
        passes = passes > MOST_WORK ? passes : passes * loop->most;
    return passes;
}

/* How many statements a visit executes at most, or more than MOST_WORK. */
static unsigned long long find_work(const struct routine *routine)
{
    unsigned long long work = 0;
    for (size_t i = routine->begin; i < routine->stop && work <= MOST_WORK; i++)
        work += is_work(statement_at(routine, i)) ? passes_at(routine, i) : 0;
    for (size_t i = 0; i < routine->light_call_count && work <= MOST_WORK; i++) {
        const struct light_call *call = &routine->light_calls[i];
        work += passes_at(routine, call->at) * call->callee->work;
    }
    return work;
}

/* Whether all counts of what is in it follow from its visits. */
static bool is_derived(const struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *site = &routine->sites[i];
        if (site->kind != TRI_KIND_LOOP || site->obstacle || !site->few || !site->light ||
            light_sums_visits(site) || light_sums_trips(site))
            return false;
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!call->light || !call->always || call->told)
            return false;
    }
    return true;
}

static bool stops(const struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        if (jumps_action(statement_at(routine, i)) == STATEMENT_STOP)
            return true;
    }
    return false;
}

static bool has_suitable_head(const struct routine *routine)
{
    const struct block *block = routine->block;
    if (block->headless ||
        (block->unit != STATEMENT_SUBROUTINE && block->unit != STATEMENT_FUNCTION))
        return false;
    const struct statement *head = statement_at(routine, routine->first);
    bool outside = clone_is_external(routine) && block->unit == STATEMENT_FUNCTION;
    return head->name &&
           !(head->routine_flags & (ROUTINE_ELEMENTAL | ROUTINE_RECURSIVE | ROUTINE_SEPARATE)) &&
           !outside && block->last - block->first <= MOST_STATEMENTS &&
           !is_generic(routine->file, head->name);
}

void core_decide(struct routine *routine)
{
    if (routine->core != CORE_UNDECIDED || routine->obstacle)
        return;
    routine->core = CORE_DECIDING;
    sites_choose(routine);
    routine->core = CORE_IMPOSSIBLE;
    if (!has_suitable_head(routine) || !routine->anchors || stops(routine) ||
        !clone_can_copy(routine, false))
        return;
    if (is_derived(routine)) {
        routine->work = find_work(routine);
        routine->core = routine->work <= MOST_WORK ? CORE_POSSIBLE : CORE_IMPOSSIBLE;
    } else if (told_is_possible(routine)) {
        routine->core = CORE_TOLD;
    }
}

/* A routine that is asked for while it is looked at calls itself, perhaps by way of others. */
bool core_is_possible(struct routine *routine)
{
    core_decide(routine);
    return routine->core == CORE_POSSIBLE || routine->core == CORE_TOLD;
}

char *core_name(const struct routine *routine)
{
    return clone_name(routine, 'c');
}

void core_write(struct routine *routine)
{
    struct fortran *file = routine->file;
    struct slot *kept = file->slots;
    if (!file->core_slots)
        file->core_slots = memory_zeroed(file->source.count + 1, sizeof *file->slots);
    text_add_clone(file, routine->block->first, routine->block->last, true,
                   &kept[routine->block->last].after);
    file->slots = file->core_slots;
    routine->coring = true;
    clone_plan(routine, file->slots, 'c');
    for (size_t i = routine->begin; i < routine->stop; i++)
        light_calls_insert(routine, i);
    routine->coring = false;
    file->slots = kept;
}
