/* loop_probes.c: probes around DO loops. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* How a loop is written at a place. */
enum manner {
    PROBED, /* with a probe in every visit, and nothing to hand over */
    ANCHOR, /* the same, and it hands over what loops in it counted */
    INSIDE, /* with a probe in visits that the anchor around it chooses; else it is summed up */
    SUMMED, /* without a probe: it is summed up */
    BARE    /* the same, and nothing needs to stand in it for that */
};

static bool is_untimed(const struct routine *routine)
{
    return routine->file->request->untimed_loops;
}

/* Whether the version of the routine is written in which no loop has a probe. */
static bool is_beside_clone(const struct routine *routine)
{
    return routine->cloned && !routine->cloning;
}

/* The loop around it, or itself, of which the version without probes is written now; NULL: none.
 */
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

static enum manner manner_of(const struct routine *routine, const struct site *loop)
{
    bool sums = light_sums_visits(loop) || light_sums_trips(loop);
    if (loop->few)
        return sums ? SUMMED : BARE;
    if (!loop->light) {
        const struct instrument_plan_region *region = &routine->file->plan.regions[loop->number];
        return loop->is_nest || region->sums ? ANCHOR : PROBED;
    }
    const struct site *root = light_root(routine, loop);
    if (root && root != loop)
        return loop->closed || !sums ? BARE : SUMMED;
    if (is_beside_clone(routine))
        return sums ? SUMMED : BARE;
    return !is_untimed(routine) || loop->is_nest ? INSIDE : sums ? SUMMED : BARE;
}

static void count_in_body(struct routine *routine, struct site *loop)
{
    loop->counts = true;
    text_line(&routine->file->slots[loop->at].after, "tri_n%u = tri_n%u + 1", loop->number,
              loop->number);
}

/* Trips come from the head where that tells them; else the body counts them, unless threads share
 * them. */
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
        instrument_plan_note(&file->plan, loop->number,
                             "trips not counted: the head of DO CONCURRENT does not tell them");
    else if (loop->directive.shared)
        instrument_plan_note(&file->plan, loop->number,
                             "trips not counted: the iterations are shared between threads");
    else
        count_in_body(routine, loop);
}

/* The variable that says whether loops inside the nest, or the routine, have probes now. NULL: they
 * have. */
static const char *chooser(const struct site *loop, const struct routine *routine, char *name)
{
    if (loop->nest && loop->nest->doubled)
        return NULL;
    snprintf(name, VARIABLE_SIZE, "tri_l%u", loop->nest ? loop->nest->number : routine->number);
    return name;
}

enum instrument_loops_version instrument_loops_version_at(const struct routine *routine,
                                                          const struct site *nest, char *name)
{
    if (routine->copied || is_beside_clone(routine))
        return LOOPS_LIGHT;
    if (nest && nest->doubled)
        return LOOPS_TIMED;
    snprintf(name, VARIABLE_SIZE, "tri_l%u", nest ? nest->number : routine->number);
    return LOOPS_CHOSEN;
}

void instrument_loops_begin_inside(struct routine *routine, const struct site *nest,
                                   struct buffer *lines)
{
    unsigned number = nest ? nest->number : routine->number;
    struct buffer set = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (loop->kind != TRI_KIND_LOOP || !loop->light || loop->few || loop->nest != nest ||
            is_untimed(routine))
            continue;
        char name[VARIABLE_SIZE];
        text_line(&set, "%s = tri_salt(tri_h%u)",
                  routine_variable(routine, loop->environment, name, 'x', loop->number), number);
    }
    bool doubled = nest && nest->doubled; /* there it is asked anyway */
    if (set.used) {
        if (!doubled)
            text_line(lines, "if (tri_l%u /= 0) then", number);
        buffer_add(lines, set.text);
        if (!doubled)
            text_line(lines, "end if");
    }
    buffer_free(&set);
}

/* Enters a loop inside an anchor where it is timed. Of one with many and short visits, few are:
 * multiples of the golden ratio spread them evenly. */
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

/* Enters the outermost of some loops that are counted together. */
static void enter_anchor(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    const char *probe = loop->is_nest ? "tri_nest" : "tri_open";
    char condition[CONDITION_SIZE];
    snprintf(condition, sizeof condition, "tri_r(1,%u) /= 0 .and. tri_r(1,%u) /= 2", row, row);
    recursion_open(routine, &(struct opening){condition, probe, row, number, loop->is_nest}, lines);
    counted_begin(routine, loop, lines);
}

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
        instrument_loops_begin_inside(routine, loop, lines);
}

void instrument_loops_open(struct routine *routine, struct site *loop)
{
    if (routine->copied == loop) { /* what is before it stands before both versions */
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
    if (is_root || (manner != BARE && (manner != SUMMED || light_sums_trips(loop))))
        plan_trips(routine, loop, lines);
    if (is_root) { /* the only version, or that of a procedure that has a clone */
        counted_close(routine, loop);
    } else if (loop->doubled && !routine->copied && !is_untimed(routine) &&
               !is_beside_clone(routine)) {
        text_line(lines, "if (tri_l%u /= 0) then", loop->number);
        instrument_loops_begin_inside(routine, loop, lines);
    }
}

/* Ends a visit of a loop in a nest. */
static void leave_inside(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number;
    bool sums = light_sums_visits(loop) || light_sums_trips(loop);
    if (!loop->is_nest && !sums) {
        text_line(lines, "if (tri_h%u /= 0) call tri_leave_loop(tri_h%u, tri_n%u)", number, number,
                  number);
        return;
    }
    text_line(lines, "if (tri_h%u /= 0) then", number);
    if (loop->is_nest) {
        char *call = memory_printf("call tri_leave_nest(tri_h%u, tri_n%u, tri_v)", number, number);
        counted_hand_over(routine, loop, call, lines);
        free(call);
        counted_begin(routine, loop, lines);
    } else {
        text_line(lines, "call tri_leave_loop(tri_h%u, tri_n%u)", number, number);
    }
    if (sums) {
        text_line(lines, "else");
        counted_add(loop, lines);
    }
    text_line(lines, "end if");
}

static void leave_anchor(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    unsigned number = loop->number, row = number + 1;
    text_line(lines, "if (tri_h%u /= 0 .or. tri_r(1,%u) /= 0) then", number, row);
    char *call = memory_printf("call tri_end_nest(tri_r(1,%u), tri_h%u, tri_n%u, tri_v)", row,
                               number, number);
    counted_hand_over(routine, loop, call, lines);
    free(call);
    text_line(lines, "end if");
}

void instrument_loops_leave(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    if (loop->is_nest && light_root(routine, loop) == loop)
        counted_add_closed(routine, loop, lines);
    switch (manner_of(routine, loop)) {
    case PROBED:
        site_leave(loop, lines);
        break;
    case ANCHOR:
        leave_anchor(routine, loop, lines);
        break;
    case INSIDE:
        leave_inside(routine, loop, lines);
        break;
    case SUMMED:
        counted_add(loop, lines);
        break;
    case BARE:
        break;
    }
}

static bool is_empty(const struct buffer *lines)
{
    return lines->used == 0;
}

/* Whether the loop ends inside what is written now. */
static bool is_written(const struct routine *routine, const struct site *loop)
{
    return !routine->copied || loop->at >= routine->copied->at;
}

/* Loops that end with one labelled statement get an END DO each, if anything must stand between
 * it and their ends; those of a copy always do. */
static bool must_divide(const struct routine *routine, const struct site *innermost, size_t last)
{
    const struct slot *slot = &routine->file->slots[last];
    bool measured = false, several = innermost->around && innermost->around->last == last;
    for (const struct site *loop = innermost; loop && loop->last == last; loop = loop->around)
        measured = measured || (!loop->obstacle && manner_of(routine, loop) != BARE);
    return routine->copied || (several && measured) || !is_empty(&slot->before) ||
           !is_empty(&slot->then) || !is_empty(&slot->behind) || !is_empty(&slot->after);
}

static void divide(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    const struct statement *end = statement_at(routine, last);
    struct label *label = jumps_label(routine, end->label);
    for (const struct site *loop = routine_spot(routine, last)->loop;
         loop && loop->last == last && is_written(routine, loop); loop = loop->around)
        slots[loop->at].drops_do_label = true;
    if (label && !label->used)
        slots[last].drops_label = true;
}

/* END DO, with the name that the construct has here. */
static void end_do(const struct routine *routine, const struct site *loop, struct buffer *lines)
{
    const char *name = statement_at(routine, loop->at)->name;
    if (!name)
        text_line(lines, "end do");
    else if (routine->copied)
        text_line(lines, "end do tri_c%u_%u", loop->number + 1, routine->copies);
    else
        text_line(lines, "end do %s", name);
}

/* Ends what is written of a loop, whose END DO stands before. */
static void close_loop(struct routine *routine, struct site *loop, struct buffer *lines)
{
    if (routine->copied == loop) {
        counted_add_closed(routine, loop, lines);
        return;
    }
    bool twice = loop->doubled && !is_untimed(routine) && !is_beside_clone(routine);
    if (twice && !routine->copied) {
        text_line(lines, "else");
        copy_write(routine, loop, lines);
        text_line(lines, "end if");
    }
    instrument_loops_leave(routine, loop, lines);
}

void instrument_loops_close(struct routine *routine, size_t last)
{
    struct slot *slots = routine->file->slots;
    struct site *innermost = routine_spot(routine, last)->loop;
    if (!innermost || innermost->last != last)
        return;
    bool labelled = statement_at(routine, innermost->at)->do_label != 0;
    bool divides = labelled && must_divide(routine, innermost, last);
    bool ends_itself = statement_at(routine, last)->kind == STATEMENT_END_DO;
    if (divides)
        divide(routine, last);
    for (struct site *loop = innermost; loop && loop->last == last && is_written(routine, loop);
         loop = loop->around) {
        if (divides && !ends_itself)
            end_do(routine, loop, &slots[last].after);
        if (!loop->obstacle)
            close_loop(routine, loop, &slots[loop->end].after);
    }
}
