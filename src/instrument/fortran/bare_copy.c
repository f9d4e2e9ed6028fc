/* bare_copy.c: which procedures can have a bare copy, that is, their text without probes.
 *
 * Calls in the same file go to the bare copy and are counted by the caller, so that a visit costs
 * nothing and the compiler inlines the procedure as in a plain build. Calls from other files go to
 * the procedure itself, which has its probes. */
#include "instrument/fortran/scope.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_WORK = 500,      /* statements that a visit executes, at most */
    MOST_STATEMENTS = 100 /* statements of its text, at most */
};

/* True if an interface of the file has this name: a call may then mean another procedure. */
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

/* True for a statement that costs something by itself when it is executed. */
static bool is_work(const struct statement *statement)
{
    return statement->kind >= STATEMENT_IF_THEN && statement->kind <= STATEMENT_UNKNOWN &&
           statement->kind != STATEMENT_DO && statement->kind != STATEMENT_END_DO &&
           statement->kind != STATEMENT_END_IF && statement->kind != STATEMENT_CONTINUE &&
           statement->kind != STATEMENT_PREPROCESSOR;
}

/* Returns how often one visit of the routine executes a statement, at most. All loops around it
 * must be bounded. A result above MOST_WORK is only a lower bound. */
static unsigned long long passes_at(const struct routine *routine, size_t at)
{
    unsigned long long passes = 1;
    for (const struct site *loop = routine_spot(routine, at)->loop; loop; loop = loop->around) {
        assert(loop->bounded);
        passes = passes > MOST_WORK ? passes : passes * loop->most;
    }
    return passes;
}

/* Returns how many statements a visit executes at most, or any number above MOST_WORK. */
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

/* True if the visits and trips of everything in the routine follow from the routine's visits. */
static bool is_derived(const struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *site = &routine->sites[i];
        if (site->kind != TRI_KIND_LOOP || site->obstacle || !site->tiny || !site->light ||
            light_has_visit_sum(site) || light_has_trip_sum(site))
            return false;
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!call->light || !call->always || call->by_arguments)
            return false;
    }
    return true;
}

/* True if a STOP statement is in the routine: its callers would never hand over their sums. */
static bool stops(const struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        if (jumps_action(statement_at(routine, i)) == STATEMENT_STOP)
            return true;
    }
    return false;
}

/* True if calls of the procedure can be redirected to another name: it is a subroutine or function
 * that is neither generic, elemental, recursive nor an external function. */
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

void bare_copy_decide(struct routine *routine)
{
    if (routine->bare_copy != BARE_COPY_UNDECIDED || routine->obstacle)
        return;
    routine->bare_copy = BARE_COPY_DECIDING;
    sites_choose(routine); /* may decide about callees, and so come back here */
    assert(routine->bare_copy == BARE_COPY_DECIDING);
    routine->bare_copy = BARE_COPY_IMPOSSIBLE;
    if (!has_suitable_head(routine) || !routine->is_anchor || stops(routine) ||
        !clone_can_copy(routine, false))
        return;
    if (is_derived(routine)) {
        routine->work = find_work(routine);
        routine->bare_copy = routine->work <= MOST_WORK ? BARE_COPY_DERIVED : BARE_COPY_IMPOSSIBLE;
    } else if (argument_trips_are_known(routine)) {
        routine->bare_copy = BARE_COPY_BY_ARGUMENTS;
    }
}

bool bare_copy_is_possible(struct routine *routine)
{
    bare_copy_decide(routine);
    return routine->bare_copy == BARE_COPY_DERIVED || routine->bare_copy == BARE_COPY_BY_ARGUMENTS;
}

char *bare_copy_name(const struct routine *routine)
{
    return clone_name(routine, 'c');
}
