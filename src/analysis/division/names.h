/* names.h: the routines whose source contains the regions of a run, by names that are the same in
 * all builds. */
#ifndef ANALYSIS_DIVISION_NAMES_H
#define ANALYSIS_DIVISION_NAMES_H

#include "archive/archive.h"
#include "util/interned.h"

/* Returns, by region, the number of the name of the routine that it is, or whose source contains
 * it: for an inlined loop, the routine that it was inlined from. Decorations of compilers are left
 * out. The caller frees the array. */
uint32_t *analysis_division_names(const struct archive *archive, struct interned *names);

/* Returns the length of a routine's name without the suffix that a compiler appends for the
 * outlined body of an OpenMP construct. */
size_t division_own_length(const char *name, size_t size);

#endif
