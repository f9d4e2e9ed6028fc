/* kpx.h: a report in the layout of kpx's ktool and mtool, for scripts that read it: one record per
 * line. */
#ifndef REPORT_KPX_KPX_H
#define REPORT_KPX_KPX_H

#include "report/table/view.h"

/* Writes the tables of program units, I/O statements and DO loops; or those of mtool, if only MPI
 * was asked for. */
void kpx_write(const struct view *view, struct buffer *to);

/* Writes the tables of mtool; nothing for a program that calls no MPI. */
void kpx_mpi(const struct view *view, struct buffer *to);

/* The names of source files by region; whole paths where two names would be the same. */
struct kpx_files {
    const char **of_region; /* "" where there is none */
    struct interned *paths;
};

/* Returns the names, to be freed with kpx_files_free. */
struct kpx_files kpx_files_new(const struct view *view);
void kpx_files_free(struct kpx_files *files);

void kpx_columns(struct sheet *sheet, const struct sheet_column *columns, size_t count);

/* Writes a sheet as a ruled table; its last row is the total. A column is as wide as its `min`, or
 * as its widest field. */
void kpx_table(const struct view *view, struct buffer *to, const struct sheet *sheet);

#endif
