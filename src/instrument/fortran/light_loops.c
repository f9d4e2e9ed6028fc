/* light_loops.c: chooses the loops that are counted without a probe in every visit.
 *
 * A loop is quiet (not busy) if no probe can run in it except those of the loops inside. Quiet
 * loops with loops inside, and quiet routines, are anchors. When an anchor is entered, it decides
 * whether the loops inside are timed in this visit or only add to sums, which the anchor hands
 * over when it is left (struct tri_light in probes.h). Tiny loops, of few and known trips, never
 * have a probe. */
#include "instrument/fortran/scope.h"

#include <string.h>

enum {
    TINY_TRIPS = 16,    /* the most trips of a tiny loop, */
    TINY_PASSES = 4096, /* and the most passes of all loops in it, in one visit of it */
    MOST_VALUES = 48,   /* the most values that an anchor hands over */
    HIGHEST = 4,  /* the highest nest that is written twice; its innermost loop occurs this often */
    LONGEST = 400 /* the most statements of a loop that is written twice */
};

/* True for a STOP that only ends the program and calls nothing that is measured. */
static bool is_plain_stop(const struct statement *statement)
{
    return jumps_action(statement) == STATEMENT_STOP && !strstr(statement->text, "call") &&
           statement->kind == STATEMENT_STOP && !strchr(statement->text, '(');
}

/* True if a statement of this kind is executed where it stands. */
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

/* True if a probe may run in the statement, or if it is an OpenMP or OpenACC directive. */
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

/* Marks a loop (or NULL), those around it and the routine as busy. */
static void mark_busy(struct routine *routine, struct site *loop)
{
    routine->busy = true;
    for (; loop && !loop->busy; loop = loop->around)
        loop->busy = true;
}

/* True if the loop may be light or an anchor: it is measured, quiet, and executed by one thread. */
static bool is_eligible(const struct routine *routine, const struct site *loop)
{
    const struct spot *spot = routine_spot(routine, loop->at);
    return loop->kind == TRI_KIND_LOOP && !loop->obstacle && !loop->busy && !loop->landed &&
           !loop->directive.words && !spot->concurrent && !spot->obstacle;
}

/* Sets `busy` of all loops and of the routine. */
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

/* Keeps calls light only directly in a loop that may be an anchor, or in a routine that is one. */
static void drop_calls(struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        struct light_call *call = &routine->light_calls[i];
        call->light = call->light && (call->around ? is_eligible(routine, call->around)
                                                   : (bool)routine->is_anchor);
        call->nest = call->around;
    }
}

/* Counts the values that the loops in each loop may hand over. A loop with too many of them becomes
 * busy: it has a probe like any other. */
static void limit_values(struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        unsigned *values = call->around ? &call->around->values : &routine->values;
        if (call->light)
            *values += light_call_is_summed(call) + 3 * argument_trips_sum_count(call);
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
            more += light_has_visit_sum(loop) + 3 * (unsigned)light_has_trip_sum(loop);
        if (loop->around)
            loop->around->values += more;
        else
            routine->values += more;
    }
}

/* True if the routine can be an anchor: it is quiet and has few values to hand over. */
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

/* Returns the innermost measured loop around the loop; NULL: the routine. */
static struct site *measured_around(const struct site *loop)
{
    struct site *around = loop->around;
    while (around && around->obstacle)
        around = around->around;
    return around;
}

/* True if the passes of the region around the loop are counted soon enough, by the same thread. A
 * loop with calls in it, or the main program, may run for hours before it hands anything over. */
static bool has_counted_passes(const struct routine *routine, const struct site *loop)
{
    const struct site *around = loop->around;
    if (!around)
        return routine->block->unit != STATEMENT_PROGRAM && !loop->environment;
    return !around->obstacle && !around->busy && !around->directive.shared &&
           loop->environment == around->environment &&
           statement_at(routine, around->at)->do_kind != DO_CONCURRENT;
}

/* True if the region around the loop can sum up visits and trips that are not derived. */
static bool has_sums(const struct routine *routine, const struct site *loop)
{
    return loop->around ? is_eligible(routine, loop->around) : routine->is_anchor;
}

/* True if the loop is so short that it gets no probe. Needs `height` and `inner_passes` of the
 * loop. */
static bool is_tiny(const struct routine *routine, const struct site *loop)
{
    unsigned inside = loop->inner_passes ? loop->inner_passes : 1;
    bool derived = !light_has_visit_sum(loop) && !light_has_trip_sum(loop);
    return is_eligible(routine, loop) && loop->bounded && loop->most <= TINY_TRIPS &&
           loop->most * inside <= TINY_PASSES && loop->height == 1 &&
           has_counted_passes(routine, loop) && (derived || has_sums(routine, loop));
}

/* Finds the tiny loops and the heights of nests. Goes through the sites backwards, so that inner
 * loops come first. */
static void find_tiny(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++)
        routine->sites[i].height = routine->sites[i].inner_passes = 0;
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!call->light || !call->around)
            continue;
        call->around->inner_passes += (unsigned)call->callee->work;
        if (call->by_arguments) /* counts as a loop that may be timed */
            call->around->height = 1;
    }
    for (size_t i = routine->site_count; i-- > 0;) {
        struct site *loop = &routine->sites[i], *around = loop->around;
        if (loop->kind != TRI_KIND_LOOP)
            continue;
        loop->height += !loop->obstacle;
        loop->tiny = is_tiny(routine, loop);
        if (!around)
            continue;
        if (loop->tiny)
            around->inner_passes +=
                (unsigned)loop->most * (loop->inner_passes ? loop->inner_passes : 1);
        else if (loop->height > around->height)
            around->height = loop->height;
    }
}

/* True if a loop on whose variable the trips depend is not tiny. Some of its visits have a probe
 * and are counted apart, so those of the dependent loop do not come in multiples of `out_of`. */
static bool depends_on_measured(const struct site *loop)
{
    const struct site *around = loop->around;
    for (unsigned i = 0; i < loop->depends; i++, around = around->around) {
        if (!around->tiny)
            return true;
    }
    return false;
}

/* Takes `constant` away from the loops that depend on a measured loop. Returns true if there was
 * one. */
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

/* Decides which loops are light, and which loops and routines decide whether those inside are
 * timed. */
static void find_anchors(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (!is_eligible(routine, loop))
            continue;
        struct site *around = measured_around(loop);
        loop->nest = around;
        loop->is_nest = loop->height > 1;
        loop->light =
            loop->tiny || (around ? is_eligible(routine, around) : (bool)routine->is_anchor);
        if (!loop->light)
            continue;
        if (around)
            around->is_anchor = true;
        else
            routine->is_nest = routine->is_nest || !loop->tiny;
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (call->light && call->nest)
            call->nest->is_anchor = true;
        else if (call->light && call->by_arguments)
            routine->is_nest = true;
    }
}

/* Chooses the nests that are written twice, so that nothing of ours stands in them while their
 * loops are not timed. */
static void find_doubled(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        loop->doubled = is_eligible(routine, loop) && loop->is_nest && loop->height <= HIGHEST &&
                        loop->last - loop->at <= LONGEST && loop_copy_is_possible(routine, loop);
    }
}

void light_choose(struct routine *routine)
{
    if (routine->file->request->every_probe)
        return;
    passes_find(routine);
    trips_find_constant(routine);
    find_busy(routine);
    limit_values(routine);
    routine->is_anchor = may_anchor(routine);
    drop_calls(routine);
    do /* a loop that is not constant may not be tiny, and so on */
        find_tiny(routine);
    while (find_inconstant(routine));
    find_anchors(routine);
    find_doubled(routine);
}

bool light_is_counted_by(const struct site *loop, const struct site *anchor)
{
    if (loop->kind != TRI_KIND_LOOP)
        return false;
    for (; loop && (loop->light || loop->direct); loop = loop->nest) {
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
