/* light_once.c: routines whose loops are each visited at most once in a visit of the routine, or
 * directly inside each other.
 *
 * Then the trips of its loops are all that a visit has to hand over: tri_n, or -1 for a loop that
 * was not visited. Beside a timed clone, they are handed over in registers, and the routine has no
 * sums. */
#include "instrument/fortran/scope.h"

enum { MOST_LOOPS = 3 };

/* True if the routine hands over counts of the loop. */
static bool is_handed_over(const struct site *loop)
{
    return light_is_counted_by(loop, NULL) &&
           (light_has_visit_sum(loop) || light_has_trip_sum(loop));
}

/* True if the loop is visited at most once in a visit of the routine. */
static bool is_visited_once(const struct site *loop)
{
    return !loop->around && !loop->repeated && !loop->environment && light_has_trip_sum(loop);
}

/* True if the routine counts calls of other procedures. */
static bool counts_calls(const struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        if (light_counts_call(&routine->light_calls[i], NULL))
            return true;
    }
    return false;
}

bool light_once_is_possible(const struct routine *routine)
{
    unsigned count = 0, with_visits = 0;
    if (!routine->cloned || routine->cloning || routine->at_entry || routine->ends_early ||
        counts_calls(routine))
        return false;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!is_handed_over(loop))
            continue;
        if (!is_visited_once(loop))
            return false;
        count++;
        with_visits += light_has_visit_sum(loop);
    }
    return with_visits ? count == with_visits && count <= MOST_LOOPS : count == 1;
}

/* Returns true if the loop is visited in each pass of the one around it, or once in a visit of the
 * routine if there is none, and its trips are the same in all these visits. */
static bool is_head(const struct site *loop, const struct site *around)
{
    return !loop->environment && light_has_trip_sum(loop) && !light_has_visit_sum(loop) &&
           (around ? loop->nest == around && loop->closed_form : !loop->around && !loop->repeated);
}

bool light_heads_are_possible(const struct routine *routine)
{
    unsigned count = 0;
    const struct site *around = NULL;
    if (!routine->cloned || routine->cloning || routine->at_entry || routine->ends_early ||
        counts_calls(routine))
        return false;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!is_handed_over(loop))
            continue;
        if (!is_head(loop, around))
            return false;
        around = loop;
        count++;
    }
    return count > 1 && count <= MOST_LOOPS;
}

void light_heads_hand_over(struct routine *routine, struct buffer *lines)
{
    unsigned missing = MOST_LOOPS;
    struct buffer trips = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        if (!is_handed_over(&routine->sites[i]))
            continue;
        buffer_printf(&trips, ", tri_n%u", routine->sites[i].number);
        missing--;
    }
    for (; missing; missing--)
        buffer_add(&trips, ", 0_8");
    text_line(lines, "call tri_count_heads(tri_r(1,%u), -1_8%s)", routine->number + 1, trips.text);
    buffer_free(&trips);
}

void light_once_reset(struct routine *routine, struct buffer *lines)
{
    char name[VARIABLE_SIZE];
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (is_handed_over(loop) && light_has_visit_sum(loop))
            text_line(lines, "%s = -1", routine_variable(routine, NULL, name, 'n', loop->number));
    }
}

void light_once_hand_over(struct routine *routine, struct buffer *lines)
{
    unsigned count = 0;
    bool always = false;
    struct buffer trips = {0};
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!is_handed_over(loop))
            continue;
        buffer_printf(&trips, ", tri_n%u", loop->number);
        always = !light_has_visit_sum(loop);
        count++;
    }
    unsigned row = routine->number + 1;
    if (always)
        text_line(lines, "call tri_count_always(tri_r(1,%u)%s)", row, trips.text);
    else
        text_line(lines, "call tri_count_once%u(tri_r(1,%u)%s)", count, row, trips.text);
    buffer_free(&trips);
}
