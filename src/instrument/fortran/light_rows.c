/* light_rows.c: the rows of light regions in the table of lights (struct tri_light in probes.h). */
#include "instrument/fortran/scope.h"

/* True if the loop is an anchor with rows of its own. The loops in other light loops are described
 * with those of the anchor around. */
static bool is_described_apart(const struct site *loop)
{
    return loop->is_anchor && (loop->is_nest || !loop->light);
}

/* Returns the row of a loop all of whose counts are derived. */
static struct tri_light derived_loop(const struct site *loop, unsigned anchor)
{
    return (struct tri_light){.region = loop->number,
                              .anchor = anchor,
                              .visits = -1,
                              .trips = -1,
                              .range = -1,
                              .per = loop->every ? loop->per : 1,
                              .every = loop->every,
                              .times = loop->times,
                              .out_of = loop->out_of,
                              .least = loop->least,
                              .most = loop->most};
}

/* Returns the number, plus 1, of a region's last row from row `first` on; 0: it has none. */
static unsigned row_of(const struct instrument_plan *plan, size_t first, unsigned region)
{
    for (size_t k = plan->light_count; k-- > first;) {
        if (plan->lights[k].region == region)
            return (unsigned)k + 1;
    }
    return 0;
}

/* The number of values that an anchor hands over, so far. */
struct handed {
    unsigned sums, ranges;
};

/* Makes the trips of a row a sum and a range of its anchor. */
static void hand_over_trips(struct tri_light *light, struct handed *handed)
{
    light->trips = (int)handed->sums++;
    light->range = (int)handed->ranges++;
    light->times = light->least = light->most = light->out_of = 0;
}

static void describe_call(struct instrument_plan *plan, const struct light_call *call,
                          struct tri_light light, struct handed *handed);

/* Adds rows for the loops and calls in a bare copy. within: the row, plus 1, of the bare copy
 * itself. */
static void describe_bare_copy(struct instrument_plan *plan, const struct routine *callee,
                               unsigned anchor, unsigned within, struct handed *handed)
{
    size_t first = plan->light_count;
    for (size_t i = 0; i < callee->site_count; i++) {
        const struct site *loop = &callee->sites[i];
        struct tri_light light = derived_loop(loop, anchor);
        light.within = loop->nest ? row_of(plan, first, loop->nest->number) : within;
        if (light_has_trip_sum(loop))
            hand_over_trips(&light, handed);
        instrument_plan_add_light(plan, &light);
    }
    size_t end = plan->light_count;
    for (size_t i = 0; i < callee->light_call_count; i++) {
        const struct light_call *call = &callee->light_calls[i];
        struct tri_light light = {.anchor = anchor, .visits = -1, .within = within};
        for (size_t k = first; call->nest && k < end; k++) {
            if (plan->lights[k].region == call->nest->number)
                light.within = (unsigned)k + 1;
        }
        describe_call(plan, call, light, handed);
    }
}

/* Adds rows for a call and for everything in its callee's bare copy. `anchor`, `within` and
 * `visits` of `light` are set. */
static void describe_call(struct instrument_plan *plan, const struct light_call *call,
                          struct tri_light light, struct handed *handed)
{
    light.region = call->callee->number;
    light.trips = light.range = -1;
    light.per = 1;
    light.times = call->by_arguments; /* it has a probe in some visits of the anchor */
    describe_bare_copy(plan, call->callee, light.anchor, instrument_plan_add_light(plan, &light),
                       handed);
}

/* Adds rows for the calls that an anchor counts. The rows of its loops begin at `first`. */
static void describe_calls(struct routine *routine, const struct site *anchor, unsigned number,
                           size_t first, struct handed *handed)
{
    struct instrument_plan *plan = &routine->file->plan;
    size_t end = plan->light_count;
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!light_counts_call(call, anchor))
            continue;
        struct tri_light light = {.anchor = number, .visits = -1};
        for (size_t k = first; call->nest != anchor && k < end; k++) {
            if (plan->lights[k].region == call->nest->number)
                light.within = (unsigned)k + 1;
        }
        if (light_call_is_summed(call))
            light.visits = (int)handed->sums++;
        describe_call(plan, call, light, handed);
    }
}

/* Adds all rows of an anchor: a loop (or NULL: the routine) whose region is `number`. */
static void describe(struct routine *routine, const struct site *anchor, unsigned number)
{
    struct instrument_plan *plan = &routine->file->plan;
    size_t first = plan->light_count;
    struct handed handed = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, anchor))
            continue;
        struct tri_light light = derived_loop(loop, number);
        if (loop->direct && loop->nest == anchor) {
            loop->sum_place = handed.sums;
            loop->range_place = handed.ranges;
        }
        if (loop->nest != anchor)
            light.within = row_of(plan, first, loop->nest->number);
        if (light_has_visit_sum(loop))
            light.visits = (int)handed.sums++;
        if (light_has_trip_sum(loop))
            hand_over_trips(&light, &handed);
        instrument_plan_add_light(plan, &light);
    }
    describe_calls(routine, anchor, number, first, &handed);
    plan->regions[number].sums = handed.sums;
    plan->regions[number].ranges = handed.ranges;
}

void light_describe(struct routine *routine)
{
    describe(routine, NULL, routine->number);
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (loop->kind == TRI_KIND_LOOP && (is_described_apart(loop) || loop->busy))
            describe(routine, loop, loop->number);
    }
}
