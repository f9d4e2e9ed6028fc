/* omp_lines.h: finds the line of the OpenMP construct that a call made by gcc belongs to.
 *
 * gcc gives many of these calls no line of their own: they have that of the code that happens to
 * come before them. The source tells which directive is meant. */
#ifndef ARCHIVE_SYMBOLS_OMP_LINES_H
#define ARCHIVE_SYMBOLS_OMP_LINES_H

#include "archive/symbols/module.h"
#include "archive/symbols/unit.h"

#include <stdbool.h>
#include <stdint.h>

struct omp_line {
    uint32_t file, line;
    uint32_t routine; /* number of the unit's routine that contains it */
    bool is_implicit; /* an implicit barrier at the end of the construct at that line */
};

/* Reads directives and keeps those of each source file. */
struct omp_sources;
struct omp_sources *omp_sources_new(void);
void omp_sources_free(struct omp_sources *sources);

/* Finds the construct with this name (measure/openmp) whose call returns to an address of a unit. A
 * source file that was changed after `newest` (ns since 1970) is not read. False if nothing is
 * found: the line in the debugging information stays. */
bool omp_line_find(struct omp_sources *sources, const struct module *module,
                   const struct archive_symbols_unit *unit, uint64_t at, const char *name,
                   uint64_t newest, struct omp_line *found);

/* Finds a construct that alone is in a parallel region: gcc makes one call of both, and the
 * construct is known only by the beginning of the function that it made of the region. */
bool omp_line_find_shared(struct omp_sources *sources, const struct archive_symbols_unit *unit,
                          uint64_t at, const char *name, uint64_t newest, struct omp_line *found);

#endif
