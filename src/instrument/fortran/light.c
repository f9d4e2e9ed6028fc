/* light.c: loops that are counted by what is around them, without a probe in every visit.
 *
 * A quiet loop is one in which no probe can run but those of loops inside it. Quiet loops with
 * loops inside, and quiet routines, are anchors: each decides, when it is entered, whether the
 * loops inside are timed in this visit or only add to sums, which the anchor hands over when it is
 * left (struct tri_light in probes.h). Loops of few and constant trips have no probe at all. */
#include "instrument/fortran/scope.h"

#include <string.h>

enum {
    FEW_TRIPS = 16,    /* a loop of at most so many is not timed by itself, */
    FEW_PASSES = 4096, /* if all loops in it make no more passes than this in one visit of it */
    MOST_VALUES = 48,  /* that an anchor hands over */
    HIGHEST = 4,       /* loops in each other that are written twice: the innermost so often */
    LONGEST = 400      /* statements of such a loop */
};

/* STOP as such: it ends the program, and calls nothing that is measured. */
static bool is_plain_stop(const struct statement *statement)
{
    return jumps_action(statement) == STATEMENT_STOP && !strstr(statement->text, "call") &&
           statement->kind == STATEMENT_STOP && !strchr(statement->text, '(');
}

static bool is_executed(const struct statement *statement)
{
    switch (statement->kind) {
    case STATEMENT_FORMAT:
    case STATEMENT_DATA:
    case STATEMENT_PREPROCESSOR:
    case STATEMENT_ENTRY:
        return false;
    default:
        return true;
    }
}

/* Whether a probe may run in the statement, or other threads may come and go. */
static bool is_busy(const struct routine *routine, size_t at)
{
    const struct statement *statement = statement_at(routine, at);
    const struct site *own = routine_site(routine, at);
    if (statement->kind == STATEMENT_DIRECTIVE)
        return directives_read(&routine->file->source, statement).words != 0;
    if (own && own->kind == TRI_KIND_IO)
        return true;
    return is_executed(statement) && !is_plain_stop(statement) &&
           !names_calls_nothing(routine->block, statement) && !light_calls_only(routine, at);
}

static void mark_busy(struct routine *routine, struct site *loop)
{
    routine->busy = true;
    for (; loop && !loop->busy; loop = loop->around)
        loop->busy = true;
}

/* Whether the loop may be one of a nest. */
static bool is_eligible(const struct routine *routine, const struct site *loop)
{
    const struct spot *spot = routine_spot(routine, loop->at);
    return loop->kind == TRI_KIND_LOOP && !loop->obstacle && !loop->busy && !loop->landed &&
           !loop->directive.words && !spot->concurrent && !spot->closed;
}

static void find_busy(struct routine *routine)
{
    for (size_t i = routine->begin; i < routine->stop; i++) {
        struct site *own = routine_site(routine, i);
        if (is_busy(routine, i))
            mark_busy(routine,
                      own && own->kind == TRI_KIND_LOOP ? own : routine_spot(routine, i)->loop);
    }
    for (size_t i = routine->site_count; i-- > 0;) {
        struct site *site = &routine->sites[i];
        if (site->kind == TRI_KIND_LOOP && !site->obstacle && !is_eligible(routine, site))
            mark_busy(routine, site->around);
    }
}

bool light_sums_visits(const struct site *loop)
{
    return !loop->always || (loop->around && loop->around->obstacle);
}

bool light_sums_trips(const struct site *loop)
{
    return !loop->constant || (loop->out_of > 1 && light_sums_visits(loop));
}

/* Calls are counted by a loop around them in which nothing else has probes, or by such a routine.
 */
static void drop_calls(struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        struct light_call *call = &routine->light_calls[i];
        call->light = call->light &&
                      (call->around ? is_eligible(routine, call->around) : (bool)routine->anchors);
        call->nest = call->around;
    }
}

/* A loop with too many values to hand over in passing has a probe like any other. */
static void limit_values(struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        unsigned *values = call->around ? &call->around->values : &routine->values;
        if (call->light)
            *values += light_call_sums(call) + 3 * told_values(call);
    }
    for (size_t i = routine->site_count; i-- > 0;) {
        struct site *loop = &routine->sites[i];
        if (loop->kind != TRI_KIND_LOOP || loop->busy)
            continue;
        if (loop->values > MOST_VALUES) {
            mark_busy(routine, loop);
            continue;
        }
        unsigned more = loop->values;
        if (!loop->obstacle)
            more += light_sums_visits(loop) + 3 * (unsigned)light_sums_trips(loop);
        if (loop->around)
            loop->around->values += more;
        else
            routine->values += more;
    }
}

static bool may_anchor(const struct routine *routine)
{
    if (routine->busy || routine->block->unit == STATEMENT_PROGRAM || routine->environment_count ||
        routine->values > MOST_VALUES)
        return false;
    for (size_t i = routine->first; i < routine->stop; i++) {
        if (statement_at(routine, i)->kind == STATEMENT_ENTRY)
            return false;
    }
    return true;
}

/* The measured loop around it; NULL: the routine. */
static struct site *measured_around(const struct site *loop)
{
    struct site *around = loop->around;
    while (around && around->obstacle)
        around = around->around;
    return around;
}

/* Whether the passes of what is around the loop are counted by the same thread, and not only in
 * the end: those of a loop with calls in it, or of the main program, may go on for hours. */
static bool has_counted_passes(const struct routine *routine, const struct site *loop)
{
    const struct site *around = loop->around;
    if (!around)
        return routine->block->unit != STATEMENT_PROGRAM && !loop->environment;
    return !around->obstacle && !around->busy && !around->directive.shared &&
           loop->environment == around->environment &&
           statement_at(routine, around->at)->do_kind != DO_CONCURRENT;
}

/* Whether visits that do not follow from passes can be summed up. */
static bool has_sums(const struct routine *routine, const struct site *loop)
{
    return loop->around ? is_eligible(routine, loop->around) : routine->anchors;
}

static bool is_few(const struct routine *routine, const struct site *loop)
{
    unsigned inside = loop->inside ? loop->inside : 1;
    bool derived = !light_sums_visits(loop) && !light_sums_trips(loop);
    return is_eligible(routine, loop) && loop->bounded && loop->most <= FEW_TRIPS &&
           loop->most * inside <= FEW_PASSES && loop->height == 1 &&
           has_counted_passes(routine, loop) && (derived || has_sums(routine, loop));
}

/* Inner loops first: the order of sites is that of the text. */
static void find_few(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++)
        routine->sites[i].height = routine->sites[i].inside = 0;
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!call->light || !call->around)
            continue;
        call->around->inside += (unsigned)call->callee->work;
        if (call->told) /* as a loop that may be timed */
            call->around->height = 1;
    }
    for (size_t i = routine->site_count; i-- > 0;) {
        struct site *loop = &routine->sites[i], *around = loop->around;
        if (loop->kind != TRI_KIND_LOOP)
            continue;
        loop->height += !loop->obstacle;
        loop->few = is_few(routine, loop);
        if (!around)
            continue;
        if (loop->few)
            around->inside += (unsigned)loop->most * (loop->inside ? loop->inside : 1);
        else if (loop->height > around->height)
            around->height = loop->height;
    }
}

/* Whether a loop that trips depend on has visits that are counted apart from the others: then those
 * of the dependent loop do not come in multiples of `out_of`. */
static bool depends_on_measured(const struct site *loop)
{
    const struct site *around = loop->around;
    for (unsigned i = 0; i < loop->depends; i++, around = around->around) {
        if (!around->few)
            return true;
    }
    return false;
}

/* True: some loop is not constant after all. */
static bool find_inconstant(struct routine *routine)
{
    bool any = false;
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (loop->kind != TRI_KIND_LOOP || !loop->constant || !depends_on_measured(loop))
            continue;
        any = true;
        if (loop->every) {
            loop->always = false;
            loop->per = loop->every = 0;
        }
        loop->constant = loop->out_of == 1;
        loop->depends = 0;
    }
    return any;
}

/* Which loops are counted by others, and which of these are timed where an anchor says so. */
static void find_anchors(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (!is_eligible(routine, loop))
            continue;
        struct site *around = measured_around(loop);
        loop->nest = around;
        loop->is_nest = loop->height > 1;
        loop->light = loop->few || (around ? is_eligible(routine, around) : (bool)routine->anchors);
        if (!loop->light)
            continue;
        if (around)
            around->anchors = true;
        else
            routine->is_nest = routine->is_nest || !loop->few;
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (call->light && call->nest)
            call->nest->anchors = true;
        else if (call->light && call->told)
            routine->is_nest = true;
    }
}

/* Nests are written twice, so that nothing of ours stands in them when their loops are not timed.
 */
static void find_doubled(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        loop->doubled = is_eligible(routine, loop) && loop->is_nest && loop->height <= HIGHEST &&
                        loop->last - loop->at <= LONGEST && copy_is_possible(routine, loop);
    }
}

void light_choose(struct routine *routine)
{
    if (routine->file->request->every_probe)
        return;
    passes_find(routine);
    constant_find(routine);
    find_busy(routine);
    limit_values(routine);
    routine->anchors = may_anchor(routine);
    drop_calls(routine);
    do
        find_few(routine);
    while (find_inconstant(routine));
    find_anchors(routine);
    find_doubled(routine);
}

bool light_is_counted_by(const struct site *loop, const struct site *anchor)
{
    if (loop->kind != TRI_KIND_LOOP)
        return false;
    for (; loop && loop->light; loop = loop->nest) {
        if (loop->nest == anchor)
            return true;
    }
    return false;
}

bool light_counts_call(const struct light_call *call, const struct site *anchor)
{
    return call->light &&
           (call->nest == anchor || (call->nest && light_is_counted_by(call->nest, anchor)));
}

/* Whether the table of lights tells of the loops in it: not so where those around it do. */
static bool is_described(const struct site *loop)
{
    return loop->anchors && (loop->is_nest || !loop->light);
}

/* The row of a loop whose counts are derived. */
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

/* The row of a light region among those from `first` on; 0: none. */
static unsigned row_of(const struct instrument_plan *plan, size_t first, unsigned region)
{
    for (size_t k = plan->light_count; k-- > first;) {
        if (plan->lights[k].region == region)
            return (unsigned)k + 1;
    }
    return 0;
}

/* How many values an anchor hands over. */
struct handed {
    unsigned sums, ranges;
};

static void hand_over_trips(struct tri_light *light, struct handed *handed)
{
    light->trips = (int)handed->sums++;
    light->range = (int)handed->ranges++;
    light->times = light->least = light->most = light->out_of = 0;
}

static void describe_call(struct instrument_plan *plan, const struct light_call *call,
                          struct tri_light light, struct handed *handed);

/* What is in a core. within: the row of the core itself. */
static void describe_core(struct instrument_plan *plan, const struct routine *core, unsigned anchor,
                          unsigned within, struct handed *handed)
{
    size_t first = plan->light_count;
    for (size_t i = 0; i < core->site_count; i++) {
        const struct site *loop = &core->sites[i];
        struct tri_light light = derived_loop(loop, anchor);
        light.within = loop->nest ? row_of(plan, first, loop->nest->number) : within;
        if (light_sums_trips(loop))
            hand_over_trips(&light, handed);
        instrument_plan_add_light(plan, &light);
    }
    size_t end = plan->light_count;
    for (size_t i = 0; i < core->light_call_count; i++) {
        const struct light_call *call = &core->light_calls[i];
        struct tri_light light = {.anchor = anchor, .visits = -1, .within = within};
        for (size_t k = first; call->nest && k < end; k++) {
            if (plan->lights[k].region == call->nest->number)
                light.within = (unsigned)k + 1;
        }
        describe_call(plan, call, light, handed);
    }
}

/* The light's anchor, what it is within, and its visits are known. */
static void describe_call(struct instrument_plan *plan, const struct light_call *call,
                          struct tri_light light, struct handed *handed)
{
    light.region = call->callee->number;
    light.trips = light.range = -1;
    light.per = 1;
    light.times = call->told; /* it has a probe in some visits of the anchor */
    describe_core(plan, call->callee, light.anchor, instrument_plan_add_light(plan, &light),
                  handed);
}

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
        if (light_call_sums(call))
            light.visits = (int)handed->sums++;
        describe_call(plan, call, light, handed);
    }
}

static void describe(struct routine *routine, const struct site *anchor, unsigned number)
{
    struct instrument_plan *plan = &routine->file->plan;
    size_t first = plan->light_count;
    struct handed handed = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, anchor))
            continue;
        struct tri_light light = derived_loop(loop, number);
        if (loop->nest != anchor)
            light.within = row_of(plan, first, loop->nest->number);
        if (light_sums_visits(loop))
            light.visits = (int)handed.sums++;
        if (light_sums_trips(loop))
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
        if (loop->kind == TRI_KIND_LOOP && is_described(loop))
            describe(routine, loop, loop->number);
    }
}
