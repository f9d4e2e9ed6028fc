/* kpx.h: a report in the layout of kpx's ktool and mtool, for scripts that read it: one record a
 * line.
 */
#ifndef REPORT_KPX_KPX_H
#define REPORT_KPX_KPX_H

#include "report/table/view.h"

/* The tables of program units, I/O statements and DO loops; what mtool wrote, if nothing but that
 * was asked for. */
void kpx_write(const struct view *view, struct buffer *to);

/* What mtool wrote; nothing of a program that calls no MPI. */
void kpx_mpi(const struct view *view, struct buffer *to);

/* By region: the name of its source file; where two would look the same, their whole paths. The
 * list and the paths are to be freed. */
struct kpx_files {
    const char **of_region; /* "" where there is none */
    struct interned *paths;
};

struct kpx_files kpx_files_new(const struct view *view);
void kpx_files_free(struct kpx_files *files);

/* By region of a kind, routine or loop: ns in it, with all that it calls or has inside but regions
 * of the same kind, so that all of them add up. What was not timed is in the one around it. To be
 * freed. */
uint64_t *kpx_times(const struct view *view, uint32_t kind);

void kpx_columns(struct sheet *sheet, const struct sheet_column *columns, size_t count);
/* A sheet as a ruled table, whose last row is the total of the others. A column is as wide as its
 * `min`, or as what is in it. */
void kpx_table(const struct view *view, struct buffer *to, const struct sheet *sheet);

#endif
