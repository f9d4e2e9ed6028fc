/* find.h: the routine that somebody means by a name. */
#ifndef REPORT_RUN_FIND_H
#define REPORT_RUN_FIND_H

#include "report/table/view.h"

/* `name` is the whole name, or the end of it behind a `::`, or a shell pattern for either; in
 * Fortran, small and capital letters are the same. Of several routines with the same whole name,
 * the one that took the longest. False with an error that lists what there is, when none or
 * differently named ones fit, or none of them was called. */
bool find_routine(const struct view *view, const char *name, uint32_t *routine,
                  struct error *error);

/* How many more have the same name: static functions of several files may. */
size_t find_others(const struct view *view, uint32_t routine);

#endif
