/* trips_constant.c: loops whose trips are known when the program is compiled, also where a bound is
 * the variable of such a loop around them: DO P = 1, 5; DO N = P + 1, 5. All passes of the loops
 * around are simulated. */
#include "instrument/fortran/reader/value.h"
#include "instrument/fortran/scope.h"

#include <assert.h>
#include <string.h>

enum { DEEPEST = 8, MOST_VISITS = 4096 };

/* The simulated loops, from the outermost on which bounds depend to the one that is examined, with
 * the current values of the variables of those around it. */
struct chain {
    const struct routine *routine;
    const struct site *loops[DEEPEST];
    long long values[DEEPEST];
    size_t depth; /* number of variables that have a value */
    bool skips;   /* statements that skip the innermost loop are simulated, too */
    unsigned long long passes, visits, trips, least, most;
};

/* Finds the value of a loop variable or named constant; a value_lookup. */
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

/* Returns the index of == or the like in text[0, size), outside parentheses, and its length;
 * `size`: there is none. */
static size_t find_comparison(const char *text, size_t size, size_t *length)
{
    int depth = 0;
    for (size_t i = 0; i + 1 < size; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')';
        bool equal = !strncmp(text + i, "==", 2), unequal = !strncmp(text + i, "/=", 2);
        bool dotted = !strncmp(text + i, ".eq.", 4) || !strncmp(text + i, ".ne.", 4);
        *length = dotted ? 4 : 2;
        if (!depth && (equal || unequal || dotted))
            return i;
    }
    return size;
}

/* Evaluates `a == b` or `a /= b`. False: the value is not known. */
static bool compare(struct chain *chain, const char *text, size_t size, bool *holds)
{
    long long left, right;
    size_t length, at = find_comparison(text, size, &length);
    if (at >= size || at + length > size || !value_of(text, at, look_up, chain, &left) ||
        !value_of(text + at + length, size - at - length, look_up, chain, &right))
        return false;
    bool equal = text[at] == '=' || !strncmp(text + at, ".eq.", 4);
    *holds = equal == (left == right);
    return true;
}

/* Returns the length of the condition of an IF, without its parentheses; 0: they do not close. */
static size_t condition_size(const char *text)
{
    int depth = 0;
    for (size_t i = 2; text[i]; i++) {
        depth += text[i] == '(';
        depth -= text[i] == ')';
        if (!depth)
            return i - 3;
    }
    return 0;
}

/* Finds out if one of the loop's `skips` skips it in this pass. False: that is not known. */
static bool find_skipped(struct chain *chain, const struct site *loop, bool *skipped)
{
    *skipped = false;
    for (unsigned i = 0; chain->skips && i < loop->skip_count && !*skipped; i++) {
        const char *text = statement_at(chain->routine, loop->skips[i])->text;
        size_t size = condition_size(text);
        if (strncmp(text, "if(", 3) != 0 || !size || !compare(chain, text + 3, size, skipped))
            return false;
    }
    return true;
}

struct bounds {
    long long first, step;
    unsigned long long trips;
};

/* Evaluates the head of a DO. False: it is not known, or too large. */
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

/* True for a DO with an integer variable that nothing leaves early. */
static bool is_counted(const struct routine *routine, const struct site *loop)
{
    const struct statement *statement = statement_at(routine, loop->at);
    return statement->do_kind == DO_COUNTED && !loop->left_early && statement->do_first &&
           statement->do_last && statement->do_variable &&
           names_is_integer(routine->block, statement->do_variable);
}

/* Simulates all passes of the loops from chain->depth on, and counts visits and trips of the
 * innermost, number length - 1. False: there are too many passes, or a bound is not known. */
static bool go_through(struct chain *chain, size_t length)
{
    struct bounds bounds;
    assert(chain->depth < length && length <= DEEPEST);
    if (chain->depth + 1 == length) {
        bool skipped;
        if (++chain->passes > MOST_VISITS ||
            !find_skipped(chain, chain->loops[chain->depth], &skipped))
            return false;
        if (skipped)
            return true;
    }
    if (!find_bounds(chain, chain->loops[chain->depth], &bounds))
        return false;
    if (chain->depth + 1 == length) {
        chain->visits++;
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

/* Simulates all passes of `around` loops around the loop. False: a bound is not known, or the loop
 * is never visited. */
static bool simulate(struct chain *chain, const struct site *loop, size_t around)
{
    const struct site *at = loop;
    assert(around < DEEPEST);
    for (size_t i = around + 1; i-- > 0; at = at->around)
        chain->loops[i] = at;
    return go_through(chain, around + 1) && chain->visits;
}

/* Tries to find the trips of a loop with `around` loops around it simulated; `always`: each pass of
 * these visits it. False: they are not known. */
static bool find_constant(const struct routine *routine, struct site *loop, size_t around,
                          bool always)
{
    struct chain chain = {.routine = routine, .least = ~0ULL};
    if (!simulate(&chain, loop, around))
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

/* True if every pass of the region around the loop visits it. */
static bool is_in_every_pass(const struct site *loop)
{
    return loop->always && !loop->every;
}

/* Finds how many of the passes around it visit a loop that has `skips`. */
static void find_share(const struct routine *routine, struct site *loop)
{
    const struct site *at = loop->around;
    for (size_t around = 1; around < DEEPEST && at && at->bounded; around++) {
        struct chain chain = {.routine = routine, .least = ~0ULL, .skips = true};
        if (simulate(&chain, loop, around)) {
            bool same = chain.least == chain.most;
            loop->always = loop->constant = true;
            loop->per = (unsigned)chain.visits;
            loop->every = (unsigned)chain.passes;
            loop->times = same ? chain.most : chain.trips;
            loop->out_of = same ? 1 : (unsigned)chain.visits;
            loop->depends = (unsigned)around;
            loop->least = chain.least;
            loop->most = chain.most;
            return;
        }
        if (!is_in_every_pass(at))
            return;
        at = at->around;
    }
}

void trips_find_constant(struct routine *routine)
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
            always = always && is_in_every_pass(at);
            at = at->around;
            if (!at || !at->bounded)
                break;
        }
        if (loop->bounded && loop->skip_count)
            find_share(routine, loop);
    }
}
