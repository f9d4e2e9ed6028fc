/* omp_directives.h: the directives of OpenMP in a source file, as they are written. */
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
    /* Its end is a barrier of its own: it has no nowait, and it does not end a parallel region. */
    OMP_WAITS = 256,
};

struct omp_directive {
    uint32_t first, last; /* lines that it is written on */
    uint32_t line;        /* that compilers have for it: Fortran's, the last */
    uint32_t end;         /* the last line of what it is about; 0: not known */
    unsigned kinds;       /* enum omp_directive_kind */
};

struct omp_directives {
    struct omp_directive *all; /* in their order */
    size_t count, room;
};

/* Reads text of C or Fortran; directives that are written by a macro are not seen. */
void omp_directives_read(struct omp_directives *directives, const char *text, size_t size);
void omp_directives_free(struct omp_directives *directives);

#endif
