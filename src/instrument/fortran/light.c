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
           !names_calls_nothing(routine->block, statement);
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

/* A loop with too many values to hand over in passing has a probe like any other. */
static void limit_values(struct routine *routine)
{
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
        if (loop->kind == TRI_KIND_LOOP && loop->constant && depends_on_measured(loop)) {
            loop->constant = false;
            any = true;
        }
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

/* Whether the table of lights tells of the loops in it: not so where those around it do. */
static bool is_described(const struct site *loop)
{
    return loop->anchors && (loop->is_nest || !loop->light);
}

static void describe(struct routine *routine, const struct site *anchor, unsigned number)
{
    struct plan *plan = &routine->file->plan;
    size_t first = plan->light_count;
    unsigned sums = 0, ranges = 0;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, anchor))
            continue;
        struct tri_light light = {.region = loop->number,
                                  .anchor = number,
                                  .visits = -1,
                                  .trips = -1,
                                  .range = -1,
                                  .per = 1};
        for (size_t k = plan->light_count; loop->nest != anchor && k-- > first;) {
            if (plan->lights[k].region == loop->nest->number)
                light.within = (unsigned)k + 1;
        }
        if (light_sums_visits(loop))
            light.visits = (int)sums++;
        if (light_sums_trips(loop)) {
            light.trips = (int)sums++;
            light.range = (int)ranges++;
        } else {
            light.times = loop->times;
            light.out_of = loop->out_of;
            light.least = loop->least;
            light.most = loop->most;
        }
        plan_add_light(plan, &light);
    }
    plan->regions[number].sums = sums;
    plan->regions[number].ranges = ranges;
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
