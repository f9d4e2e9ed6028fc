/* trips_arguments.c: calls of procedures whose loops have trips that follow from the arguments, as
 * C(N1, N3) in a matrix product. Where such a call goes to the bare copy, the caller calculates the
 * trips from the actual arguments. tri_o: the trips of a loop in a visit; tri_q: its passes; tri_e:
 * the sum of trips; tri_f and tri_g: the least and most trips of a visit. */
#include "instrument/fortran/reader/phrase.h"
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 6, MOST_STATEMENTS = 60 };

/* Finds the position of a dummy argument, from 0. False: the name is none. */
static bool find_dummy(const struct routine *callee, const char *name, size_t *number)
{
    const struct statement *head = statement_at(callee, callee->first);
    const char *open = arguments_of_head(head);
    for (*number = 0; open; ++*number) {
        char *dummy = arguments_copy(open, *number);
        bool found = dummy && !strcmp(dummy, name), ends = !dummy;
        free(dummy);
        if (found)
            return true;
        if (ends)
            return false;
    }
    return false;
}

/* Copies the name at text[at] to `name`, of ARGUMENT_NAME bytes; returns the index behind it. */
static size_t name_at(const char *text, size_t at, char *name)
{
    size_t end = at;
    while (phrase_is_name_char(text[end]))
        end++;
    size_t length = end - at < ARGUMENT_NAME ? end - at : ARGUMENT_NAME - 1;
    memcpy(name, text + at, length);
    name[length] = '\0';
    return end;
}

/* Returns what a name in a bound of the callee is in the caller: (argument), or a number; NULL: it
 * cannot be said. The caller frees it. call: NULL while the call is not known; a dummy argument is
 * then "1". */
static char *translation(const struct routine *routine, const struct routine *callee,
                         const struct light_call *call, const char *name)
{
    long long value;
    size_t number;
    if (names_constant(callee->block, name, &value))
        return memory_printf(value < 0 ? "(%lld)" : "%lld", value);
    if (!find_dummy(callee, name, &number) || !names_is_integer(callee->block, name))
        return NULL;
    if (!call)
        return memory_string("1");
    const char *text = statement_at(routine, call->at)->text;
    const char *callees_name = statement_at(callee, callee->first)->name;
    const char *open = arguments_of_call(text, callees_name);
    char *actual = open ? arguments_copy(open, number) : NULL;
    char *all = NULL;
    if (actual && *actual && !strpbrk(actual, "='\"%:") &&
        names_is_surely_repeatable(routine->block, actual))
        all = memory_printf("(%s)", actual);
    free(actual);
    return all;
}

/* Copies the operator, parenthesis or number at text[*at] as it is. False: it is something else. */
static bool add_plain(struct buffer *out, const char *text, size_t *at)
{
    size_t size = strspn(text + *at, "0123456789");
    if ((!size && !strchr("+-*/()", text[*at])) || text[*at + size] == '_')
        return false;
    size += !size;
    buffer_add_bytes(out, text + *at, size);
    *at += size;
    return true;
}

/* Returns a bound of one of the callee's loops as an expression of the caller, which frees it;
 * NULL: it cannot be said. */
static char *translated(const struct routine *routine, const struct routine *callee,
                        const struct light_call *call, const char *text)
{
    struct buffer out = {0};
    bool good = true;
    for (size_t at = 0; good && text[at];) {
        char name[ARGUMENT_NAME];
        if (!isalpha((unsigned char)text[at])) {
            good = add_plain(&out, text, &at);
            continue;
        }
        at = name_at(text, at, name);
        char *other = text[at] == '(' ? NULL : translation(routine, callee, call, name);
        good = other != NULL;
        if (good)
            buffer_add(&out, other);
        free(other);
    }
    if (!good)
        buffer_free(&out);
    return good ? buffer_take(&out) : NULL;
}

/* True if the bound can be said in the caller. */
static bool can_translate(const struct routine *routine, const struct routine *callee,
                          const struct light_call *call, const char *text)
{
    char *done = translated(routine, callee, call, text);
    free(done);
    return done != NULL;
}

/* True if the trips of a loop of the callee follow from arguments that the callee does not change.
 */
static bool has_argument_trips(const struct routine *callee, const struct site *loop)
{
    const struct statement *statement = statement_at(callee, loop->at);
    return statement->do_kind == DO_COUNTED && !loop->left_early && !statement->do_step &&
           trips_are_invariant(callee, loop, callee->begin, callee->stop - 1) &&
           can_translate(NULL, callee, NULL, statement->do_first) &&
           can_translate(NULL, callee, NULL, statement->do_last);
}

bool argument_trips_are_known(const struct routine *callee)
{
    size_t loops = 0;
    if (callee->light_call_count || callee->file->request->untimed_loops ||
        callee->block->unit != STATEMENT_SUBROUTINE ||
        callee->stop - callee->first > MOST_STATEMENTS)
        return false;
    for (size_t i = 0; i < callee->site_count; i++) {
        const struct site *loop = &callee->sites[i];
        if (loop->kind != TRI_KIND_LOOP || loop->obstacle || !loop->light || loop->every ||
            light_has_visit_sum(loop) ||
            (light_has_trip_sum(loop) && !has_argument_trips(callee, loop)))
            return false;
        loops++;
    }
    return loops && loops <= MOST_LOOPS;
}

bool argument_trips_are_given(const struct routine *routine, const struct light_call *call)
{
    const struct routine *callee = call->callee;
    for (size_t i = 0; i < callee->site_count; i++) {
        const struct site *loop = &callee->sites[i];
        const struct statement *statement = statement_at(callee, loop->at);
        if (light_has_trip_sum(loop) &&
            (!can_translate(routine, callee, call, statement->do_first) ||
             !can_translate(routine, callee, call, statement->do_last)))
            return false;
    }
    return true;
}

bool argument_trips_see_names(const struct routine *routine, const char *text,
                              void (*see)(void *context, const char *name), void *context)
{
    for (size_t at = 0; text[at];) {
        char name[ARGUMENT_NAME];
        size_t number;
        if (!isalpha((unsigned char)text[at])) {
            at++;
            continue;
        }
        at = name_at(text, at, name);
        if (!find_dummy(routine, name, &number) || !trips_keep_argument(routine, name))
            return false;
        if (see)
            see(context, name);
    }
    return true;
}

/* True if a bound of the callee's loop is such an expression in the caller. */
static bool see_bound(const struct routine *routine, const struct light_call *call,
                      const char *text, void (*see)(void *context, const char *name), void *context)
{
    char *other = translated(routine, call->callee, call, text);
    bool kept = other && argument_trips_see_names(routine, other, see, context);
    free(other);
    return kept;
}

bool argument_trips_see_bounds(const struct routine *routine, const struct light_call *call,
                               void (*see)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < call->callee->site_count; i++) {
        const struct site *loop = &call->callee->sites[i];
        const struct statement *statement = statement_at(call->callee, loop->at);
        if (light_has_trip_sum(loop) &&
            (!see_bound(routine, call, statement->do_first, see, context) ||
             !see_bound(routine, call, statement->do_last, see, context)))
            return false;
    }
    return true;
}

/* True if it is known when the routine is left how often the call was made. */
static bool is_counted_in_the_end(const struct light_call *call)
{
    const struct site *nest = call->nest;
    return call->always && (!nest || (!nest->nest && !light_has_visit_sum(nest) && !nest->every &&
                                      (light_has_trip_sum(nest) || nest->out_of == 1)));
}

void argument_trips_find_deferred(struct routine *routine)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        struct light_call *call = &routine->light_calls[i];
        call->deferred = call->light && call->by_arguments && is_counted_in_the_end(call) &&
                         argument_trips_see_bounds(routine, call, NULL, NULL);
    }
}

bool argument_trips_are_deferred(const struct routine *routine, const struct light_call *call)
{
    return call->deferred && routine->cloned && !routine->cloning;
}

/* Declares a variable of the call for one of the callee's loops; returns its name. */
static const char *variable(struct routine *routine, const struct light_call *call, char *name,
                            char letter, size_t loop)
{
    assert(call->by_arguments && loop < call->callee->site_count);
    return routine_variable(routine, call->around ? call->around->environment : NULL, name, letter,
                            call->first_variable + (unsigned)loop);
}

void argument_trips_reset(struct routine *routine, const struct light_call *call,
                          struct buffer *lines)
{
    char name[VARIABLE_SIZE];
    for (size_t i = 0; call->by_arguments && i < call->callee->site_count; i++) {
        if (!light_has_trip_sum(&call->callee->sites[i]))
            continue;
        text_line(lines, "%s = 0", variable(routine, call, name, 'e', i));
        text_line(lines, "%s = 9223372036854775807_8", variable(routine, call, name, 'f', i));
        text_line(lines, "%s = 0", variable(routine, call, name, 'g', i));
    }
}

/* Adds lines that set a variable to the trips of one visit of a loop of the callee. */
static void set_trips(struct routine *routine, const struct light_call *call,
                      const struct site *loop, const char *trips, struct buffer *lines)
{
    const struct statement *statement = statement_at(call->callee, loop->at);
    struct environment *environment = call->around ? call->around->environment : NULL;
    char *first = translated(routine, call->callee, call, statement->do_first);
    char *last = translated(routine, call->callee, call, statement->do_last);
    routine_scratch(routine, environment, "tri_a");
    text_line(lines, "tri_a = %s", first);
    text_line(lines, "%s = %s", trips, last);
    text_line(lines, "if (%s < tri_a) %s = tri_a - 1", trips, trips);
    text_line(lines, "%s = %s - tri_a + 1", trips, trips);
    free(first);
    free(last);
}

/* Adds lines that count the trips of all loops of the callee in some visits. visits: their number,
 * as a literal or variable. */
static void add(struct routine *routine, const struct light_call *call, const char *visits,
                struct buffer *lines)
{
    const struct routine *callee = call->callee;
    for (size_t i = 0; call->by_arguments && i < callee->site_count; i++) {
        const struct site *loop = &callee->sites[i];
        unsigned number = call->first_variable + (unsigned)i;
        char trips[VARIABLE_SIZE], passes[VARIABLE_SIZE], around[VARIABLE_SIZE];
        snprintf(around, sizeof around, "%s", visits);
        variable(routine, call, passes, 'q', i);
        if (loop->nest)
            snprintf(around, sizeof around, "tri_q%u",
                     call->first_variable + (unsigned)(loop->nest - callee->sites));
        if (!light_has_trip_sum(loop)) {
            text_line(lines, loop->out_of > 1 ? "%s = %s * %llu / %u" : "%s = %s * %llu", passes,
                      around, loop->times, loop->out_of);
            continue;
        }
        bool certain = *around >= '1' && *around <= '9';
        if (!certain) { /* only if the loop is reached must its bounds have values */
            text_line(lines, "%s = 0", passes);
            text_line(lines, "if (%s > 0) then", around);
        }
        set_trips(routine, call, loop, variable(routine, call, trips, 'o', i), lines);
        text_line(lines, "%s = %s * %s", passes, around, trips);
        text_line(lines, "tri_e%u = tri_e%u + %s", number, number, passes);
        text_line(lines, "if (%s < tri_f%u) tri_f%u = %s", trips, number, number, trips);
        text_line(lines, "if (%s > tri_g%u) tri_g%u = %s", trips, number, number, trips);
        if (!certain)
            text_line(lines, "end if");
    }
}

void argument_trips_add(struct routine *routine, const struct light_call *call,
                        struct buffer *lines)
{
    add(routine, call, "1", lines);
}

void argument_trips_add_deferred(struct routine *routine, struct buffer *lines)
{
    for (size_t i = 0; i < routine->light_call_count; i++) {
        const struct light_call *call = &routine->light_calls[i];
        const struct site *nest = call->nest;
        char visits[VARIABLE_SIZE] = "1";
        if (!argument_trips_are_deferred(routine, call))
            continue;
        if (nest && light_has_trip_sum(nest))
            snprintf(visits, sizeof visits, "tri_n%u", nest->number);
        else if (nest)
            snprintf(visits, sizeof visits, "%llu", nest->times);
        argument_trips_reset(routine, call, lines);
        char name[VARIABLE_SIZE];
        text_line(lines, "%s = %s", routine_variable(routine, NULL, name, 'y', (unsigned)i),
                  visits);
        add(routine, call, visits, lines);
    }
}

unsigned argument_trips_sum_count(const struct light_call *call)
{
    unsigned count = 0;
    for (size_t i = 0; call->by_arguments && i < call->callee->site_count; i++)
        count += light_has_trip_sum(&call->callee->sites[i]);
    return count;
}
