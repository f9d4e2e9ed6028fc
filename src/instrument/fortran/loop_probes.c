/* loop_probes.c: the lines that begin and end a visit of a DO loop. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The probes that a loop gets in the version that is being written. */
enum manner {
    PROBED, /* a probe in every visit; nothing to hand over */
    ANCHOR, /* a probe in every visit, which hands over the sums of the loops inside */
    INSIDE, /* a probe in the visits that the anchor around it chooses; else it adds to sums */
    SUMMED, /* no probe: it adds to sums */
    VISITS, /* no probe: only its visits are counted, its trips are calculated behind the nest */
    BARE    /* no probe and no sum: nothing of ours stands in it */
};

/* True if loops are only ever counted, never timed. */
static bool is_untimed(const struct routine *routine)
{
    return routine->file->request->untimed_loops;
}

/* True if the procedure beside its timed clone is being written: no loop has a probe in it. */
static bool is_beside_clone(const struct routine *routine)
{
    return routine->cloned && !routine->cloning;
}

/* Returns the outermost loop around the loop, or itself, that is being written without probes of
 * the loops inside; NULL: there is none. */
static const struct site *light_root(const struct routine *routine, const struct site *loop)
{
    const struct site *root = NULL;
    if (routine->copied)
        return loop->at >= routine->copied->at ? routine->copied : NULL;
    if (is_beside_clone(routine)) {
        while (loop->nest)
            loop = loop->nest;
        return loop;
    }
    for (; is_untimed(routine) && loop && loop->light; loop = loop->nest)
        root = loop->doubled ? loop : root;
    return loop && is_untimed(routine) && loop->doubled ? loop : root;
}

/* Chooses the probes of a measured loop. */
static enum manner manner_of(const struct routine *routine, const struct site *loop)
{
    assert(loop->kind == TRI_KIND_LOOP && !loop->obstacle);
    bool sums = light_has_visit_sum(loop) || light_has_trip_sum(loop);
    if (!loop->light) {
        const struct instrument_plan_region *region = &routine->file->plan.regions[loop->number];
        return !loop->busy && (loop->is_nest || region->sums) ? ANCHOR : PROBED;
    }
    const struct site *root = light_root(routine, loop);
    bool in_root = root && root != loop;
    if (in_root && loop->closed_form)
        return light_sums_counts_visits_only(loop) ? VISITS : BARE;
    if (in_root || loop->tiny || is_beside_clone(routine))
        return sums ? SUMMED : BARE;
    return !is_untimed(routine) || loop->is_nest ? INSIDE : sums ? SUMMED : BARE;
}

bool loop_probes_are_needless(const struct routine *routine, const struct site *loop)
{
    return manner_of(routine, loop) == BARE;
}

bool loop_is_written_twice(const struct routine *routine, const struct site *loop)
{
    return loop->doubled && !routine->copied && !is_untimed(routine) && !is_beside_clone(routine);
}

/* Adds the line that counts a trip at the start of the loop's body. */
static void count_in_body(struct routine *routine, struct site *loop)
{
    loop->counts = true;
    text_line(&routine->file->slots[loop->at].after, "tri_n%u = tri_n%u + 1", loop->number,
              loop->number);
}

/* Adds the lines that find the trips of a visit: from the head of the DO if it tells them, else by
 * counting in the body. If threads share the trips, neither may be possible. */
static void plan_trips(struct routine *routine, struct site *loop, struct buffer *lines)
{
    struct fortran *file = routine->file;
    const struct statement *statement = statement_at(routine, loop->at);
    bool concurrent = statement->do_kind == DO_CONCURRENT;
    bool asks_head = loop->directive.shared
                         ? loop->directive.whole
                         : concurrent || (!loop->left_early && !loop->directive.words);
    char name[VARIABLE_SIZE];
    routine_variable(routine, loop->environment, name, 'n', loop->number);
    if (asks_head && trips_of_head(routine, loop, lines))
        return;
    text_line(lines, "%s = 0", name);
    if (concurrent)
        instrument_plan_note(
            &file->plan, loop->number,
            "trips not counted: they do not follow from the head of the DO CONCURRENT");
    else if (loop->directive.shared)
        instrument_plan_note(&file->plan, loop->number,
                             "trips not counted: the iterations are shared between threads");
    else
        count_in_body(routine, loop);
}

/* Returns the variable that tells if loops in the nest around the loop have probes in this visit;
 * NULL: they have, because this is the version with probes. `name` has room for VARIABLE_SIZE
 * bytes. */
static const char *chooser(const struct site *loop, const struct routine *routine, char *name)
{
    if (loop->nest && loop->nest->doubled)
        return NULL;
    snprintf(name, VARIABLE_SIZE, "tri_l%u", loop->nest ? loop->nest->number : routine->number);
    return name;
}

enum loop_probes_version loop_probes_version_at(const struct routine *routine,
                                                const struct site *nest, char *name)
{
    if (routine->copied || is_beside_clone(routine))
        return LOOPS_LIGHT;
    if (nest && nest->doubled)
        return LOOPS_TIMED;
    snprintf(name, VARIABLE_SIZE, "tri_l%u", nest ? nest->number : routine->number);
    return LOOPS_CHOSEN;
}

void loop_probes_begin_inside(struct routine *routine, const struct site *nest,
                              struct buffer *lines)
{
    unsigned number = nest ? nest->number : routine->number;
    struct buffer set = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (loop->kind != TRI_KIND_LOOP || !loop->light || loop->tiny || loop->nest != nest ||
            is_untimed(routine))
            continue;
        char name[VARIABLE_SIZE];
        text_line(&set, "%s = tri_salt(tri_h%u)",
                  routine_variable(routine, loop->environment, name, 'x', loop->number), number);
    }
    bool doubled = nest && nest->doubled; /* the version with probes is chosen outside already */
    if (set.used) {
        if (!doubled)
            text_line(lines, "if (tri_l%u /= 0) then", number);
        buffer_add(lines, set.text);
        if (!doubled)
            text_line(lines, "end if");
    }
    buffer_free(&set);
}

/* Begins a visit of a loop inside an anchor, with a probe if the visit is timed. Of a loop with
 * many short visits only a share is timed; multiples of the golden ratio (2654435769 / 2^32) spread
 * these visits evenly. */
static void enter_inside(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    char name[VARIABLE_SIZE], condition[CONDITION_SIZE];
    const char *chosen = chooser(loop, routine, name);
    if (is_untimed(routine)) {
        snprintf(condition, sizeof condition, "%s /= 0 .and. tri_r(1,%u) /= 0", chosen, row);
        recursion_open(routine, &(struct opening){condition, "tri_nest", row, number, true}, lines);
        return;
    }
    if (chosen)
        text_line(lines, "if (%s /= 0) then", chosen);
    text_line(lines, "if (tri_r(1,%u) == 2) then", row);
    text_line(lines, "if (tri_r(3,%u) /= 0) then", row);
    text_line(lines, "tri_x%u = tri_x%u + 2654435769_8", number, number);
    text_line(lines, "if (tri_x%u > 4294967295_8) tri_x%u = tri_x%u - 4294967296_8", number, number,
              number);
    snprintf(condition, sizeof condition, "tri_x%u < tri_r(3,%u)", number, row);
    const char *sampled = loop->is_nest ? "tri_sampled_nest" : "tri_sampled";
    recursion_open(routine, &(struct opening){condition, sampled, row, number, loop->is_nest},
                   lines);
    text_line(lines, "end if");
    text_line(lines, "else if (tri_r(1,%u) /= 0) then", row);
    const char *probe = loop->is_nest ? "tri_nest" : "tri_open";
    recursion_open(routine, &(struct opening){NULL, probe, row, number, loop->is_nest}, lines);
    text_line(lines, "end if");
    if (chosen)
        text_line(lines, "end if");
}

/* Begins a visit of an anchor. */
static void enter_anchor(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    const char *probe = loop->is_nest ? "tri_nest" : "tri_open";
    char condition[CONDITION_SIZE];
    snprintf(condition, sizeof condition, "tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2", row, row);
    recursion_open(routine, &(struct opening){condition, probe, row, number, loop->is_nest}, lines);
    light_sums_reset(routine, loop, lines);
}

/* Begins a visit of a loop that is an anchor or inside one. */
static void enter(struct routine *routine, const struct site *loop, enum manner manner,
                  struct buffer *lines)
{
    unsigned number = loop->number;
    char name[VARIABLE_SIZE];
    text_line(lines, "%s = 0", routine_variable(routine, loop->environment, name, 'h', number));
    if (loop->is_nest)
        text_line(lines, "%s = 0", routine_variable(routine, loop->environment, name, 'l', number));
    if (manner == INSIDE)
        enter_inside(routine, loop, lines);
    else
        enter_anchor(routine, loop, lines);
    if (loop->is_nest && !loop->doubled)
        loop_probes_begin_inside(routine, loop, lines);
}

void loop_probes_open(struct routine *routine, struct site *loop)
{
    if (routine->copied == loop) { /* the lines before the loop stand before both versions */
        light_sums_begin_closed_forms(routine, loop, site_before(routine, loop->at));
        if (loop->counts)
            count_in_body(routine, loop);
        return;
    }
    struct buffer *lines = site_before(routine, loop->at);
    enum manner manner = manner_of(routine, loop);
    if (manner == PROBED)
        site_enter(routine, loop, lines);
    else if (manner == ANCHOR || manner == INSIDE)
        enter(routine, loop, manner, lines);
    bool is_root = loop->is_nest && light_root(routine, loop) == loop;
    bool is_bare = manner == BARE || manner == VISITS;
    if (is_root || (!is_bare && (manner != SUMMED || light_has_trip_sum(loop))))
        plan_trips(routine, loop, lines);
    if (is_root) { /* the only version of the loop, or the one beside a timed clone */
        light_sums_find_closed_forms(routine, loop);
        light_sums_begin_closed_forms(routine, loop, lines);
    } else if (loop_is_written_twice(routine, loop)) {
        text_line(lines, "if (tri_l%u /= 0) then", loop->number);
        loop_probes_begin_inside(routine, loop, lines);
    }
}

/* Ends a visit of a loop inside an anchor: with the probe if it has a node, else by adding to sums.
 */
static void leave_inside(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number;
    bool sums = light_has_visit_sum(loop) || light_has_trip_sum(loop);
    if (!loop->is_nest && !sums) {
        text_line(lines, "if (tri_h%u /= 0) call tri_leave_loop(tri_h%u, tri_n%u)", number, number,
                  number);
        return;
    }
    text_line(lines, "if (tri_h%u /= 0) then", number);
    if (loop->is_nest) {
        char *call = memory_printf("call tri_leave_nest(tri_h%u, tri_n%u, tri_v)", number, number);
        light_sums_hand_over(routine, loop, call, lines);
        free(call);
        light_sums_reset(routine, loop, lines);
    } else {
        text_line(lines, "call tri_leave_loop(tri_h%u, tri_n%u)", number, number);
    }
    if (sums) {
        text_line(lines, "else");
        light_sums_add(loop, lines);
    }
    text_line(lines, "end if");
}

/* Returns the call that ends a visit of an anchor; the caller frees it. */
static char *anchor_end(const struct routine *routine, const struct site *loop)
{
    unsigned number = loop->number, row = number + 1;
    if (!loop->direct)
        return memory_printf("call tri_end_nest(tri_r(1,%u), tri_h%u, tri_n%u, tri_v)", row, number,
                             number);
    return memory_printf("call tri_add_nest(tri_r(1,%u), tri_h%u, tri_n%u, tri_h%u, %llu_8, tri_v)",
                         row, number, number, direct_loops_handle(routine, loop),
                         direct_loops_place(loop));
}

/* Ends a visit of a loop without another probe inside. If it is only counted, it adds to the values
 * of the region around it. */
static void leave_direct(const struct routine *routine, const struct site *loop,
                         struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    text_line(lines,
              "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) call tri_add_loop(tri_r(1,%u), tri_h%u, "
              "tri_n%u, tri_h%u, %llu_8)",
              number, row, row, number, number, direct_loops_handle(routine, loop),
              direct_loops_place(loop));
}

/* Ends a visit of an anchor. */
static void leave_anchor(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    text_line(lines, "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) then", number, row);
    char *call = anchor_end(routine, loop);
    light_sums_hand_over(routine, loop, call, lines);
    free(call);
    text_line(lines, "end if");
}

void loop_probes_leave(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    if (loop->is_nest && light_root(routine, loop) == loop)
        light_sums_add_closed_forms(routine, loop, lines);
    switch (manner_of(routine, loop)) {
    case PROBED:
        if (loop->direct)
            leave_direct(routine, loop, lines);
        else
            site_leave(loop, lines);
        break;
    case ANCHOR:
        leave_anchor(routine, loop, lines);
        break;
    case INSIDE:
        leave_inside(routine, loop, lines);
        break;
    case SUMMED:
        if (!light_once_is_possible(routine))
            light_sums_add(loop, lines);
        break;
    case VISITS:
        light_sums_add_visit(loop, lines);
        break;
    case BARE:
        break;
    }
}
