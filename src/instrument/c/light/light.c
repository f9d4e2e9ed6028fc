/* light.c: chooses the light regions of a file. Where a choice does not work, it is forbidden, and
 * the next round chooses again. */
#include "instrument/c/light/light.h"

#include "instrument/c/light/told.h"

#include <stdlib.h>
#include <string.h>

/* Forbids light functions that no owner counts, and those with tallies in a shared library, where
 * an access to a thread-local variable may be a call. True if there was one. */
static bool refuse_some(struct unit *unit)
{
    bool any = false;
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        if (scope->light == LIGHT_NO ||
            (scope->counted_calls && !(unit->is_pic && scope->has_tallies)))
            continue;
        scope->is_refused = any = true;
    }
    return any;
}

/* Does the steps of one round, except for the table. */
static void count_all(struct unit *unit)
{
    unit->tallies = unit->tally_ranges = 0;
    functions_choose(unit);
    for (size_t i = 0; i < unit->scope_count; i++)
        count_forget(unit->scopes[i]);
    for (size_t i = 0; i < unit->scope_count; i++) {
        struct scope *scope = unit->scopes[i];
        scope->wants_wrapper = scope->light != LIGHT_NO && scope->use_count;
        unit->plan.regions[scope->routine].sums = unit->plan.regions[scope->routine].ranges = 0;
    }
    for (size_t i = 0; i < unit->scope_count; i++)
        count_plan(unit->scopes[i]);
}

void light_plan(struct unit *unit)
{
    unit->says_counter = memmem(unit->text, unit->size, "__COUNTER__", 11) != NULL;
    uses_find(unit);
    for (size_t i = 0; i < unit->scope_count; i++) {
        for (size_t l = 0; l < unit->scopes[i]->loop_count; l++)
            told_read(unit->scopes[i], unit->scopes[i]->loops[l]);
    }
    for (;;) {
        count_all(unit);
        if (refuse_some(unit))
            continue;
        struct scope *refused = rows_write(unit);
        if (!refused)
            break;
        if (refused->light != LIGHT_NO)
            refused->is_refused = true;
        else
            refused->is_crowded = true;
    }
}

void light_free(struct scope *scope)
{
    count_forget(scope);
    for (struct node *at = scope->body; at; at = tree_next(scope->body, at))
        free(at->item);
    free(scope->owners);
    count_free_owner(scope->wrapper);
    free(scope->uses);
    free(scope->name);
}
