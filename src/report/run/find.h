/* find.h: finds a routine by the name that a user gives. */
#ifndef REPORT_RUN_FIND_H
#define REPORT_RUN_FIND_H

#include "report/table/view.h"

/* Finds the routine that `name` matches: its whole name, the end of it after a `::`, or a shell
 * pattern for either; the case of letters does not matter in Fortran. If several routines have the
 * same whole name, this is the one that took the longest. False with an error if no routine
 * matches, several names do, or none of them was called. */
bool find_routine(const struct report_view *view, const char *name, uint32_t *routine,
                  struct error *error);

/* Returns the number of other routines with the same name, such as static functions of other files.
 */
size_t find_others(const struct report_view *view, uint32_t routine);

#endif
