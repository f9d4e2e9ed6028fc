/* light_sums.c: the sums of light loops and calls in variables of the routine, and how anchors hand
 * them over. tri_i: visits; tri_t: trips; tri_j and tri_k: the least and most trips of a visit. */
#include "instrument/fortran/scope.h"

#include <assert.h>
#include <stdio.h>

/* Adds lines that set the sums of one loop to 0. */
static void reset(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    char name[VARIABLE_SIZE];
    struct environment *environment = loop->environment;
    if (light_has_visit_sum(loop))
        text_line(lines, "%s = 0", routine_variable(routine, environment, name, 'i', loop->number));
    if (!light_has_trip_sum(loop))
        return;
    text_line(lines, "%s = 0", routine_variable(routine, environment, name, 't', loop->number));
    text_line(lines, "%s = 9223372036854775807_8",
              routine_variable(routine, environment, name, 'j', loop->number));
    text_line(lines, "%s = 0", routine_variable(routine, environment, name, 'k', loop->number));
}

void light_sums_reset(struct routine *routine, const struct site *anchor, struct buffer *lines)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        if (light_is_counted_by(&routine->sites[i], anchor))
            reset(routine, &routine->sites[i], lines);
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        char name[VARIABLE_SIZE];
        if (!light_counts_call(call, anchor) || argument_trips_are_deferred(routine, call))
            continue;
        if (light_call_is_summed(call))
            text_line(lines, "%s = 0",
                      routine_variable(routine, call->around ? call->around->environment : NULL,
                                       name, 'y', (unsigned)i));
        argument_trips_reset(routine, call, lines);
    }
}

/* Adds lines that take the trips of a visit into the range. */
static void add_range(unsigned number, struct buffer *lines)
{
    text_line(lines, "if (tri_n%u < tri_j%u) tri_j%u = tri_n%u", number, number, number, number);
    text_line(lines, "if (tri_n%u > tri_k%u) tri_k%u = tri_n%u", number, number, number, number);
}

void light_sums_add(const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number;
    if (light_has_visit_sum(loop))
        text_line(lines, "tri_i%u = tri_i%u + 1", number, number);
    if (!light_has_trip_sum(loop))
        return;
    text_line(lines, "tri_t%u = tri_t%u + tri_n%u", number, number, number);
    add_range(number, lines);
}

/* True for a light loop inside the nest. */
static bool is_inside(const struct site *loop, const struct site *nest)
{
    return loop->kind == TRI_KIND_LOOP && loop->light && loop->at > nest->at &&
           loop->last <= nest->last;
}

void light_sums_find_closed_forms(struct routine *routine, const struct site *nest)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (is_inside(loop, nest))
            loop->closed_form =
                !loop->every && !loop->left_early &&
                (light_has_visit_sum(loop) ? light_has_trip_sum(loop)
                                           : loop->nest == nest || loop->nest->closed_form) &&
                (!light_has_trip_sum(loop) ||
                 trips_are_invariant(routine, loop, nest->at, nest->last));
    }
}

bool light_sums_counts_visits_only(const struct site *loop)
{
    return loop->closed_form && light_has_visit_sum(loop);
}

void light_sums_begin_closed_forms(struct routine *routine, const struct site *nest,
                                   struct buffer *lines)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        char name[VARIABLE_SIZE];
        if (is_inside(loop, nest) && light_sums_counts_visits_only(loop))
            text_line(lines, "%s = 0",
                      routine_variable(routine, loop->environment, name, 'p', loop->number));
    }
}

void light_sums_add_visit(const struct site *loop, struct buffer *lines)
{
    text_line(lines, "tri_p%u = tri_p%u + 1", loop->number, loop->number);
}

/* Adds lines that turn the visits of a loop, tri_p, which were counted in one visit of the nest,
 * into its passes, and that add both to its sums. */
static void add_visited(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    char trips[VARIABLE_SIZE];
    unsigned number = loop->number;
    routine_variable(routine, loop->environment, trips, 'n', number);
    text_line(lines, "if (tri_p%u > 0) then", number);
    trips_of_head(routine, loop, lines);
    text_line(lines, "tri_i%u = tri_i%u + tri_p%u", number, number, number);
    text_line(lines, "tri_p%u = tri_p%u * %s", number, number, trips);
    text_line(lines, "tri_t%u = tri_t%u + tri_p%u", number, number, number);
    add_range(number, lines);
    text_line(lines, "end if");
}

/* Adds lines that calculate the passes of a loop in all its visits by one visit of the nest, tri_p:
 * the passes of the region around it, times its trips; and that add them to its sum. */
static void add_passes(struct routine *routine, const struct site *loop, const struct site *nest,
                       struct buffer *lines)
{
    char around[VARIABLE_SIZE], own[VARIABLE_SIZE], trips[VARIABLE_SIZE];
    unsigned number = loop->number;
    routine_variable(routine, loop->environment, own, 'p', number);
    assert(loop->nest); /* it is inside the nest */
    snprintf(around, sizeof around, "tri_%c%u", loop->nest == nest ? 'n' : 'p', loop->nest->number);
    if (!light_has_trip_sum(loop)) {
        if (loop->out_of > 1)
            text_line(lines, "%s = %s * %llu / %u", own, around, loop->times, loop->out_of);
        else
            text_line(lines, "%s = %s * %llu", own, around, loop->times);
        return;
    }
    routine_variable(routine, loop->environment, trips, 'n', number);
    text_line(lines, "%s = 0", own);
    text_line(lines, "if (%s > 0) then", around);
    trips_of_head(routine, loop, lines);
    text_line(lines, "%s = %s * %s", own, around, trips);
    text_line(lines, "tri_t%u = tri_t%u + %s", number, number, own);
    add_range(number, lines);
    text_line(lines, "end if");
}

/* True if the loop's own sum, or that of a loop inside it, needs the passes of the loop. */
static bool needs_passes(const struct routine *routine, const struct site *loop)
{
    if (light_has_trip_sum(loop))
        return true;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *inner = &routine->sites[i];
        if (is_inside(inner, loop) && inner->closed_form && light_has_trip_sum(inner))
            return true;
    }
    return false;
}

void light_sums_add_closed_forms(struct routine *routine, const struct site *nest,
                                 struct buffer *lines)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!is_inside(loop, nest) || !loop->closed_form || !needs_passes(routine, loop))
            continue;
        if (light_sums_counts_visits_only(loop))
            add_visited(routine, loop, lines);
        else
            add_passes(routine, loop, nest, lines);
    }
}

/* Adds the line that puts a variable into the next element of tri_v. */
static void collect(struct buffer *lines, unsigned *count, char letter, unsigned number)
{
    text_line(lines, "tri_v(%u) = tri_%c%u", ++*count, letter, number);
}

/* Puts the sums of a call into tri_v, or the ranges of its callee's loops. */
static void collect_call(const struct routine *routine, size_t number, bool ranges,
                         struct buffer *lines, unsigned *count)
{
    const struct light_call *call = &routine->light_calls[number];
    if (!ranges && light_call_is_summed(call))
        collect(lines, count, 'y', (unsigned)number);
    for (size_t i = 0; call->by_arguments && i < call->callee->site_count; i++) {
        unsigned loop = call->first_variable + (unsigned)i;
        if (!light_has_trip_sum(&call->callee->sites[i]))
            continue;
        collect(lines, count, ranges ? 'f' : 'e', loop);
        if (ranges)
            collect(lines, count, 'g', loop);
    }
}

/* Puts the sums, or the ranges, of all calls that the anchor counts into tri_v. */
static void collect_calls(const struct routine *routine, const struct site *anchor, bool ranges,
                          struct buffer *lines, unsigned *count)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        if (light_counts_call(&routine->light_calls[i], anchor))
            collect_call(routine, i, ranges, lines, count);
    }
}

/* Puts the values of an anchor into tri_v: first all sums, then all ranges, in the order of the
 * rows (light_rows.c). Returns their number. */
static unsigned collect_all(const struct routine *routine, const struct site *anchor,
                            struct buffer *lines)
{
    unsigned count = 0;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, anchor))
            continue;
        if (light_has_visit_sum(loop))
            collect(lines, &count, 'i', loop->number);
        if (light_has_trip_sum(loop))
            collect(lines, &count, 't', loop->number);
    }
    collect_calls(routine, anchor, false, lines, &count);
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, anchor) || !light_has_trip_sum(loop))
            continue;
        collect(lines, &count, 'j', loop->number);
        collect(lines, &count, 'k', loop->number);
    }
    collect_calls(routine, anchor, true, lines, &count);
    return count;
}

void light_sums_hand_over(struct routine *routine, const struct site *anchor, const char *call,
                          struct buffer *lines)
{
    struct buffer values = {0};
    unsigned count = collect_all(routine, anchor, &values);
    if (routine->ends_early) { /* no array may be live in tail recursion (recursion_open) */
        text_line(lines, "block");
        text_line(lines, "integer(8) :: tri_v(%u)", count ? count : 1);
    } else {
        routine_scratch(routine, anchor ? anchor->environment : NULL, "tri_v");
        if (count > routine->most_values)
            routine->most_values = count;
    }
    if (values.used)
        buffer_add(lines, values.text);
    text_line(lines, "%s", call);
    if (routine->ends_early)
        text_line(lines, "end block");
    buffer_free(&values);
}
