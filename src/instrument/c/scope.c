/* scope.c: makes and frees the scopes of functions, and adds their regions to the plan. */
#include "instrument/c/light/light.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

struct scope *scope_new(struct unit *unit, struct node *function)
{
    assert(function->last && function->last->kind == CXCursor_CompoundStmt);
    struct scope *scope = memory_zeroed(1, sizeof *scope);
    *scope = (struct scope){.unit = unit, .function = function, .body = function->last};
    unit->scopes =
        memory_grow(unit->scopes, &unit->scope_room, unit->scope_count + 1, sizeof *unit->scopes);
    unit->scopes[unit->scope_count++] = scope;
    return scope;
}

void scope_free(struct scope *scope)
{
    light_free(scope);
    jumps_free(&scope->jumps);
    free(scope->marks);
    for (size_t i = 0; i < scope->loop_count; i++)
        free(scope->loops[i]);
    free(scope->loops);
    tree_free(scope->function);
    free(scope);
}

unsigned scope_region(struct scope *scope, enum tri_kind kind, unsigned flags, size_t start,
                      size_t end, const char *name)
{
    assert(start < end && end <= scope->unit->size);
    struct unit *unit = scope->unit;
    struct instrument_plan_region region = {.kind = kind, .flags = flags, .name = (char *)name};
    region.line = unit_line(unit, start, &region.file);
    region.end_line = unit_line(unit, end - 1, NULL);
    region.routine = kind == TRI_KIND_ROUTINE ? 0 : scope->routine + 1;
    unsigned number = instrument_plan_add(&unit->plan, &region);
    free(region.file);
    return number;
}
