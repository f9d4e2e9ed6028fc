/* scope.c: the regions of a function, as its probes number them. */
#include "instrument/c/loop_probes.h"

#include <stdlib.h>

unsigned scope_region(struct scope *scope, enum tri_kind kind, unsigned flags, size_t start,
                      size_t end, const char *name)
{
    struct unit *unit = scope->unit;
    struct instrument_plan_region region = {.kind = kind, .flags = flags, .name = (char *)name};
    region.line = unit_line(unit, start, &region.file);
    region.end_line = unit_line(unit, end - 1, NULL);
    region.routine = kind == TRI_KIND_ROUTINE ? 0 : scope->routine + 1;
    unsigned number = instrument_plan_add(&unit->plan, &region);
    free(region.file);
    return number;
}
