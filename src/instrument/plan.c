/* plan.c: see plan.h */
#include "instrument/plan.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Returns the sequence number that the next region of this kind gets in its routine. */
static unsigned next_seq(const struct instrument_plan *plan,
                         const struct instrument_plan_region *region)
{
    for (size_t i = plan->count; i-- > 0;) {
        const struct instrument_plan_region *earlier = &plan->regions[i];
        if (earlier->kind == region->kind && earlier->routine == region->routine)
            return earlier->seq + 1;
        if (region->routine && i + 1 == region->routine)
            break; /* the routine itself: no region inside it was added before */
    }
    return 1;
}

unsigned instrument_plan_add(struct instrument_plan *plan,
                             const struct instrument_plan_region *region)
{
    assert(region->file && region->routine <= plan->count);
    unsigned seq = region->kind == TRI_KIND_ROUTINE ? 1 : next_seq(plan, region);
    plan->regions = memory_grow(plan->regions, &plan->room, plan->count + 1, sizeof *region);
    struct instrument_plan_region *added = &plan->regions[plan->count];
    *added = *region;
    added->seq = seq;
    added->name = memory_string(region->name ? region->name : "");
    added->file = memory_string(region->file);
    added->note = region->note ? memory_string(region->note) : NULL;
    return (unsigned)plan->count++;
}

unsigned instrument_plan_add_light(struct instrument_plan *plan, const struct tri_light *light)
{
    assert(light->region < plan->count && light->anchor < plan->count);
    assert(light->within <= plan->light_count);
    plan->lights =
        memory_grow(plan->lights, &plan->light_room, plan->light_count + 1, sizeof *plan->lights);
    plan->lights[plan->light_count++] = *light;
    return (unsigned)plan->light_count;
}

void instrument_plan_note(struct instrument_plan *plan, unsigned number, const char *note)
{
    assert(number < plan->count);
    free(plan->regions[number].note);
    plan->regions[number].note = memory_string(note);
}

void instrument_plan_leave_alone(struct instrument_plan *plan, unsigned number, const char *reason)
{
    assert(number < plan->count);
    plan->regions[number].flags |= TRI_UNMEASURED;
    instrument_plan_note(plan, number, reason);
}

struct instrument_plan_totals instrument_plan_totals(const struct instrument_plan *plan)
{
    struct instrument_plan_totals totals = {0};
    for (size_t i = 0; i < plan->count; i++) {
        const struct instrument_plan_region *region = &plan->regions[i];
        if (region->flags & TRI_UNMEASURED)
            totals.left++;
        else if (region->kind == TRI_KIND_ROUTINE)
            totals.routines++;
        else if (region->kind == TRI_KIND_LOOP)
            totals.loops++;
        else if (region->kind == TRI_KIND_IO)
            totals.io++;
        else
            totals.marked++;
    }
    return totals;
}

void instrument_plan_free(struct instrument_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        free(plan->regions[i].name);
        free(plan->regions[i].file);
        free(plan->regions[i].note);
    }
    free(plan->regions);
    free(plan->lights);
    instrument_edits_free(&plan->edits);
    *plan = (struct instrument_plan){0};
}
