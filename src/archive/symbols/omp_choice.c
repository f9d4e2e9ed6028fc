/* omp_choice.c: see omp_choice.h */
#include "archive/symbols/omp_choice.h"

#include <string.h>

enum {
    BY_BARRIER = OMP_LOOP | OMP_SINGLE, /* constructs whose end may be only a call of a barrier */
};

unsigned omp_choice_kinds(const char *name)
{
    static const struct {
        const char *name;
        unsigned kinds;
    } known[] = {{"omp parallel", OMP_PARALLEL},
                 {"implicit task", OMP_PARALLEL},
                 {"end of parallel", OMP_PARALLEL},
                 {"omp task", OMP_TASK},
                 {"implicit barrier", OMP_LOOP | OMP_SECTIONS | OMP_SINGLE},
                 {"omp barrier", OMP_BARRIER},
                 {"omp for", OMP_LOOP},
                 {"omp sections", OMP_SECTIONS},
                 {"omp single", OMP_SINGLE},
                 {"omp single (of another thread)", OMP_SINGLE},
                 {"omp ordered", OMP_ORDERED},
                 {"omp end ordered", OMP_ORDERED},
                 {"omp critical", OMP_CRITICAL},
                 {"omp end critical", OMP_CRITICAL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!strcmp(known[i].name, name))
            return known[i].kinds;
    }
    return 0;
}

unsigned omp_choice_kinds_around(const char *name)
{
    unsigned kinds = omp_choice_kinds(name);
    return kinds & OMP_BARRIER ? OMP_BARRIER | OMP_WAITS : kinds;
}

unsigned omp_choice_kinds_begun(const char *name)
{
    bool begins = strncmp(name, "omp end ", 8) != 0 && strcmp(name, "implicit barrier") != 0;
    return begins ? omp_choice_kinds(name) & ~(unsigned)(OMP_OUTLINED | OMP_BARRIER) : 0;
}

/* Chooses the directive of a call that begins a construct: code before the call is before the
 * directive, or is the head of a loop; code behind it is in the construct. Calls without code in
 * between are in the order of their directives. NULL: none. */
static const struct omp_directive *choose_begun(const struct omp_directives *directives,
                                                const struct source_range *range, unsigned kinds,
                                                struct omp_near near)
{
    const struct omp_directive *earlier = NULL, *between = NULL, *later = NULL, *around = NULL;
    unsigned number = 0;
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!omp_directive_is_in(directive, range, kinds))
            continue;
        bool is_head = near.before == directive->last + 1 && !near.calls;
        if (omp_directive_has(directive, near.before) || is_head)
            return directive;
        if (directive->first <= near.before && directive->end >= near.before &&
            directive->end >= near.behind && directive->first <= near.behind)
            around = directive;
        if (directive->first <= near.before)
            earlier = directive;
        else if (!later)
            later = directive;
        if (directive->first > near.before && directive->first <= near.behind &&
            number++ <= near.earlier)
            between = directive;
    }
    return between ? between : around ? around : later ? later : earlier;
}

/* True if a construct of one of these kinds ends with a barrier. */
static bool waits(const struct omp_directive *directive, unsigned kinds)
{
    return directive->kinds & OMP_WAITS && directive->kinds & kinds;
}

/* Returns the construct with this number, from 1, among those that begin between two lines; NULL:
 * none. */
static const struct omp_directive *begun_between(const struct omp_directives *directives,
                                                 unsigned kinds, uint32_t first, uint32_t last,
                                                 unsigned number)
{
    for (size_t i = 0; i < directives->count && number; i++) {
        const struct omp_directive *directive = &directives->all[i];
        bool is_between = waits(directive, kinds) && directive->end && directive->first > first &&
                          directive->first < last;
        if (is_between && --number == 0)
            return directive;
    }
    return NULL;
}

/* Chooses the directive of a call that ends a construct: code before the call is in the construct,
 * or, on a way that leaves it out, before it. NULL: none. */
static const struct omp_directive *choose_ended(const struct omp_directives *directives,
                                                const struct source_range *range, unsigned kinds,
                                                bool waiting, struct omp_near near)
{
    const struct omp_directive *around = NULL, *earlier = NULL, *later = NULL;
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!omp_directive_is_in(directive, range, kinds) || (waiting && !waits(directive, kinds)))
            continue;
        if (directive->first <= near.before && directive->end >= near.before)
            around = directive;
        if (directive->first <= near.before)
            earlier = directive;
        else if (!later)
            later = directive;
    }
    uint32_t last = near.behind >= near.before ? near.behind : range->last; /* or moved */
    const struct omp_directive *next =
        around ? begun_between(directives, kinds, around->end, near.behind, near.earlier)
               : begun_between(directives, kinds, near.before, last, near.earlier + 1);
    return next ? next : around ? around : earlier ? earlier : later;
}

/* Chooses the directive of a barrier: an explicit one, or the end of a construct. The latter may
 * have the line of a barrier before the construct, if all code in between was moved away: then it
 * is the second call with that line. */
static const struct omp_directive *choose_barrier(const struct omp_directives *directives,
                                                  const struct source_range *range,
                                                  struct omp_near near)
{
    for (size_t i = 0; i < directives->count; i++) {
        const struct omp_directive *directive = &directives->all[i];
        if (!omp_directive_is_in(directive, range, OMP_BARRIER) ||
            !omp_directive_has(directive, near.before))
            continue;
        uint32_t last = near.behind >= near.before ? near.behind : range->last; /* or moved */
        const struct omp_directive *next =
            begun_between(directives, BY_BARRIER, directive->last, last, near.earlier);
        return next ? next : directive;
    }
    return choose_ended(directives, range, BY_BARRIER, true, near);
}

const struct omp_directive *omp_choice(const struct omp_directives *directives,
                                       const struct source_range *range, const char *name,
                                       struct omp_near near)
{
    unsigned kinds = omp_choice_kinds(name);
    if (kinds & OMP_BARRIER)
        return choose_barrier(directives, range, near);
    if (!strcmp(name, "implicit barrier"))
        return choose_ended(directives, range, kinds, true, near);
    return strncmp(name, "omp end ", 8) ? choose_begun(directives, range, kinds, near)
                                        : choose_ended(directives, range, kinds, false, near);
}
