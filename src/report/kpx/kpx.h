/* kpx.h: a report in the layout of kpx's ktool and mtool, for scripts that read it: one record per
 * line. */
#ifndef REPORT_KPX_KPX_H
#define REPORT_KPX_KPX_H

#include "report/table/view.h"

/* Writes the tables of program units, I/O statements and DO loops; or those of mtool, if only MPI
 * was asked for. */
void report_kpx_write(const struct report_view *view, struct buffer *to);

/* Writes the tables of mtool; nothing for a program that calls no MPI. */
void report_kpx_mpi(const struct report_view *view, struct buffer *to);

/* The names of source files by region; whole paths where two names would be the same. */
struct report_kpx_files {
    const char **of_region; /* "" where there is none */
    struct interned *paths;
};

/* Returns the names, to be freed with report_kpx_files_free. */
struct report_kpx_files report_kpx_files_new(const struct report_view *view);
void report_kpx_files_free(struct report_kpx_files *files);

/* Writes a sheet as a ruled table; its last row is the total. A column is as wide as its `min`, or
 * as its widest field. */
void report_kpx_table(const struct report_view *view, struct buffer *to,
                      const struct report_sheet *sheet);

#endif
