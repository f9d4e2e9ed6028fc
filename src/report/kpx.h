/* kpx.h: a report in the layout of kpx's ktool and mtool, for scripts that read it: one record a
 * line.
 */
#ifndef REPORT_KPX_H
#define REPORT_KPX_H

#include "report/view.h"

/* The source files by number, from 1: in the order of their names. */
struct kpx_numbers {
    uint32_t *of_region; /* 0: none */
    uint32_t *of_unit;   /* the how-many-th program unit of the source it is; 0: it is none */
    struct kpx_source {
        uint32_t region; /* the first one in it */
        uint32_t path;
        const char *name, *full;
    } * sources;
    size_t count, room;
    struct interned *paths;
};

void kpx_write(const struct view *view, struct buffer *to);

/* mtool's five parts; nothing of a program that calls no MPI. */
void kpx_mpi(const struct view *view, const struct kpx_numbers *numbers, struct buffer *to);

void kpx_columns(struct sheet *sheet, const struct sheet_column *columns, size_t count);
/* A sheet as a ruled table. A column is as wide as its `min`, or as what is in it. */
void kpx_table(const struct view *view, struct buffer *to, const struct sheet *sheet);

#endif
