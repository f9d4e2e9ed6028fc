/* constant.c: loops whose trips are known when the program is compiled, also where a bound is the
 * variable of such a loop around them: DO P = 1, 5; DO N = P + 1, 5. */
#include "instrument/fortran/reader/value.h"
#include "instrument/fortran/scope.h"

#include <string.h>

enum { DEEPEST = 8, MOST_VISITS = 4096 };

/* The loops from the outermost on which bounds depend to the one that is looked at, and the values
 * of the variables of those around it. */
struct chain {
    const struct routine *routine;
    const struct site *loops[DEEPEST];
    long long values[DEEPEST];
    size_t depth; /* of the variables that have a value */
    unsigned long long visits, trips, least, most;
};

static bool look_up(void *context, const char *name, long long *value)
{
    const struct chain *chain = context;
    for (size_t i = chain->depth; i-- > 0;) {
        if (!strcmp(statement_at(chain->routine, chain->loops[i]->at)->do_variable, name)) {
            *value = chain->values[i];
            return true;
        }
    }
    return names_constant(chain->routine->block, name, value);
}

static bool evaluate(struct chain *chain, const char *text, long long *value)
{
    return value_of(text, strlen(text), look_up, chain, value);
}

struct bounds {
    long long first, step;
    unsigned long long trips;
};

static bool find_bounds(struct chain *chain, const struct site *loop, struct bounds *bounds)
{
    const struct statement *statement = statement_at(chain->routine, loop->at);
    long long last, distance;
    bounds->step = 1;
    if (!evaluate(chain, statement->do_first, &bounds->first) ||
        !evaluate(chain, statement->do_last, &last) ||
        (statement->do_step && !evaluate(chain, statement->do_step, &bounds->step)) ||
        bounds->step == 0 || __builtin_sub_overflow(last, bounds->first, &distance))
        return false;
    bool none = bounds->step > 0 ? distance < 0 : distance > 0;
    bounds->trips = none ? 0 : (unsigned long long)(distance / bounds->step) + 1;
    return true;
}

static bool is_counted(const struct routine *routine, const struct site *loop)
{
    const struct statement *statement = statement_at(routine, loop->at);
    return statement->do_kind == DO_COUNTED && !loop->left_early && statement->do_first &&
           statement->do_last && statement->do_variable &&
           names_is_integer(routine->block, statement->do_variable);
}

/* Goes through all passes of the loops around. False: there are too many, or a bound is not known.
 */
static bool go_through(struct chain *chain, size_t length)
{
    struct bounds bounds;
    if (!find_bounds(chain, chain->loops[chain->depth], &bounds))
        return false;
    if (chain->depth + 1 == length) {
        if (++chain->visits > MOST_VISITS)
            return false;
        chain->trips += bounds.trips;
        if (bounds.trips < chain->least)
            chain->least = bounds.trips;
        if (bounds.trips > chain->most)
            chain->most = bounds.trips;
        return true;
    }
    size_t depth = chain->depth;
    for (unsigned long long i = 0; i < bounds.trips; i++) {
        chain->values[depth] = bounds.first + (long long)i * bounds.step;
        chain->depth = depth + 1;
        bool good = i <= MOST_VISITS && go_through(chain, length);
        chain->depth = depth;
        if (!good)
            return false;
    }
    return true;
}

/* Looks at `around` loops around it as variables; `always`: each of their passes visits it. */
static bool find_constant(const struct routine *routine, struct site *loop, size_t around,
                          bool always)
{
    struct chain chain = {.routine = routine, .least = ~0ULL};
    const struct site *at = loop;
    for (size_t i = around + 1; i-- > 0; at = at->around)
        chain.loops[i] = at;
    if (!go_through(&chain, around + 1) || !chain.visits)
        return false;
    bool same = chain.least == chain.most;
    loop->bounded = true;
    loop->constant = same || always;
    loop->times = same ? chain.most : chain.trips;
    loop->out_of = same ? 1 : (unsigned)chain.visits;
    loop->depends = same ? 0 : (unsigned)around;
    loop->least = chain.least;
    loop->most = chain.most;
    return true;
}

void constant_find(struct routine *routine)
{
    for (size_t i = 0; i < routine->site_count; i++) {
        struct site *loop = &routine->sites[i];
        if (loop->kind != TRI_KIND_LOOP || !is_counted(routine, loop))
            continue;
        const struct site *at = loop;
        bool always = true;
        for (size_t around = 0; around < DEEPEST; around++) {
            if (find_constant(routine, loop, around, always))
                break;
            always = always && at->always;
            at = at->around;
            if (!at || !at->bounded)
                break;
        }
    }
}
