/* omp_texts.h: finds the part of a source file that a call of OpenMP's runtime library was compiled
 * from: a routine, which may have been inlined, or a construct in it, which gcc made a function. */
#ifndef ARCHIVE_SYMBOLS_OMP_TEXTS_H
#define ARCHIVE_SYMBOLS_OMP_TEXTS_H

#include "archive/symbols/module.h"
#include "archive/symbols/omp_files.h"
#include "archive/symbols/source_line.h"
#include "archive/symbols/unit.h"

/* The lines of a routine, or of a construct in it. */
struct omp_text {
    struct source_range range;
    const struct omp_directives *directives; /* of its file */
    uint32_t routine;
    bool is_found;
};

/* Finds the text that contains the directive of a construct's call that returns to `at`: that of
 * the routine with the call's line, which may have been inlined; otherwise that of the routine
 * around its scope. Of the routine from which gcc took the function, only the construct that it
 * took. Source files that were changed after `newest` are not read. */
struct omp_text omp_text_find(struct omp_files *files, const struct module *module,
                              const struct archive_symbols_unit *unit, uint64_t at,
                              const char *name, uint64_t newest);

/* Finds the text of the function that begins at an address, if gcc made it of a construct with one
 * of these kinds in it. */
struct omp_text omp_text_of_function(struct omp_files *files,
                                     const struct archive_symbols_unit *unit, uint64_t at,
                                     unsigned kinds, uint64_t newest);

#endif
