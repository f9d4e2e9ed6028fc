/* omp_choice.h: chooses the directive that a call of OpenMP's runtime library belongs to, from what
 * is around the call. */
#ifndef ARCHIVE_SYMBOLS_OMP_CHOICE_H
#define ARCHIVE_SYMBOLS_OMP_CHOICE_H

#include "archive/symbols/omp_directives.h"
#include "archive/symbols/omp_near.h"

enum { OMP_OUTLINED = OMP_PARALLEL | OMP_TASK }; /* constructs that become functions */

/* Returns the directives (enum omp_directive_kind) that a construct's name (measure/openmp) may
 * mean; 0: unknown name. */
unsigned omp_choice_kinds(const char *name);

/* Returns those that a call of it may belong to: a barrier may be the end of any. */
unsigned omp_choice_kinds_around(const char *name);

/* Returns those that a call may begin which has the construct's body behind it; 0: none. */
unsigned omp_choice_kinds_begun(const char *name);

/* True if a line is one of the directive itself. */
static inline bool omp_directive_has(const struct omp_directive *directive, uint32_t line)
{
    return line >= directive->first && line <= directive->last;
}

/* True for a directive of one of these kinds that begins in a range. */
static inline bool omp_directive_is_in(const struct omp_directive *directive,
                                       const struct source_range *range, unsigned kinds)
{
    return directive->kinds & kinds && directive->first >= range->first &&
           directive->first <= range->last;
}

/* Chooses the directive of a construct's call among those in a range. NULL: none. */
const struct omp_directive *omp_choice(const struct omp_directives *directives,
                                       const struct source_range *range, const char *name,
                                       struct omp_near near);

#endif
