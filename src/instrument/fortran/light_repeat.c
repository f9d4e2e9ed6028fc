/* light_repeat.c: routines whose values follow from one or two of their arguments.
 *
 * As long as these arguments have the same values, so have the sums and ranges that the routine
 * hands over: such a visit is only counted as a repetition (tri_repeat), and nothing is computed.
 * Beside a timed clone. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KEYS = 2, FEWEST_VALUES = 8 };

/* The arguments that all values follow from. */
struct keys {
    char name[MOST_KEYS][ARGUMENT_NAME];
    unsigned count;
    bool too_many;
};

static void add_key(void *context, const char *name)
{
    struct keys *keys = context;
    for (unsigned i = 0; i < keys->count; i++) {
        if (!strcmp(keys->name[i], name))
            return;
    }
    keys->too_many = keys->too_many || keys->count == MOST_KEYS;
    if (!keys->too_many)
        snprintf(keys->name[keys->count++], ARGUMENT_NAME, "%s", name);
}

/* True if the values of a loop follow from arguments: every pass of the region around visits it,
 * and its head gives its trips. Adds these arguments. */
static bool follows(const struct routine *routine, const struct site *loop, struct keys *keys)
{
    const struct statement *head = statement_at(routine, loop->at);
    return !light_has_visit_sum(loop) && !loop->left_early && !loop->counts && !loop->every &&
           !loop->environment && head->do_kind == DO_COUNTED && head->do_first && head->do_last &&
           !head->do_step && names_is_integer(routine->block, head->do_variable) &&
           argument_trips_see_names(routine, head->do_first, add_key, keys) &&
           argument_trips_see_names(routine, head->do_last, add_key, keys);
}

/* True if all arguments have values in every visit, so that they may be read at its end. */
static bool can_read_arguments(const struct routine *routine)
{
    static const char *const words[] = {"optional", "pointer", "allocatable"};
    for (size_t i = routine->first + 1; i < routine->begin; i++) {
        const char *text = statement_at(routine, i)->text;
        for (size_t k = 0; text && k < sizeof words / sizeof words[0]; k++) {
            if (strstr(text, words[k]))
                return false;
        }
    }
    return true;
}

/* Finds the arguments. False: there are none, or the values do not follow from so few of them, or
 * are so few that adding them takes no longer. */
static bool find_keys(const struct routine *routine, struct keys *keys)
{
    unsigned values = 0;
    *keys = (struct keys){.count = 0};
    if (!routine->cloned || routine->cloning || routine->at_entry || routine->ends_early ||
        !can_read_arguments(routine))
        return false;
    for (size_t i = 0; i < routine->site_count; i++) {
        const struct site *loop = &routine->sites[i];
        if (!light_is_counted_by(loop, NULL))
            continue;
        if (light_has_visit_sum(loop) || loop->every)
            return false;
        if (light_has_trip_sum(loop) && !follows(routine, loop, keys))
            return false;
        values += 3 * (unsigned)light_has_trip_sum(loop);
    }
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        if (!light_counts_call(call, NULL) || !light_call_is_summed(call))
            continue;
        if (!argument_trips_are_deferred(routine, call) ||
            !argument_trips_see_bounds(routine, call, add_key, keys))
            return false;
        values += 1 + 3 * argument_trips_sum_count(call);
    }
    return keys->count && !keys->too_many && values >= FEWEST_VALUES;
}

bool light_repeat_is_possible(const struct routine *routine)
{
    struct keys keys;
    return find_keys(routine, &keys);
}

void light_repeat_begin(struct routine *routine, struct buffer *lines)
{
    struct keys keys;
    find_keys(routine, &keys);
    routine->file->plan.regions[routine->number].repeats = true;
    routine_scratch(routine, NULL, "tri_b");
    routine_scratch(routine, NULL, "tri_c");
    routine_scratch(routine, NULL, "tri_d");
    text_line(lines, "tri_b = 0");
    text_line(lines, "tri_c = %s", keys.name[0]);
    text_line(lines, "tri_d = %s", keys.count > 1 ? keys.name[1] : "0");
    text_line(lines, "call tri_repeat(tri_r(1,%u), tri_c, tri_d, tri_b)", routine->number + 1);
    text_line(lines, "if (tri_b == 0) then");
}

void light_repeat_end(struct routine *routine, struct buffer *lines)
{
    char *call = memory_printf("call tri_count_repeated(tri_r(1,%u), tri_c, tri_d, tri_v)",
                               routine->number + 1);
    light_sums_hand_over(routine, NULL, call, lines);
    free(call);
    text_line(lines, "end if");
}
