/* omp_directives.h: reads the OpenMP directives of a source file. */
#ifndef ARCHIVE_SYMBOLS_OMP_DIRECTIVES_H
#define ARCHIVE_SYMBOLS_OMP_DIRECTIVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum omp_directive_kind {
    OMP_BARRIER = 1,
    OMP_LOOP = 2, /* for, do */
    OMP_SECTIONS = 4,
    OMP_SINGLE = 8, /* single, workshare, scope */
    OMP_ORDERED = 16,
    OMP_CRITICAL = 32,
    OMP_PARALLEL = 64,
    OMP_TASK = 128, /* task, taskloop */
    /* its end is a barrier: it has no nowait, and is not combined with `parallel` */
    OMP_WAITS = 256,
};

struct omp_directive {
    uint32_t first, last; /* lines of the directive */
    uint32_t line;        /* line that compilers give it: in Fortran, its last one */
    uint32_t end;         /* last line of its construct; 0: not known */
    unsigned kinds;       /* enum omp_directive_kind */
};

struct omp_directives {
    struct omp_directive *all; /* in order of lines */
    size_t count, room;
};

/* Reads the directives of a C or Fortran text; those that a macro makes are not found. */
void omp_directives_read(struct omp_directives *directives, const char *text, size_t size);
void omp_directives_free(struct omp_directives *directives);

#endif
