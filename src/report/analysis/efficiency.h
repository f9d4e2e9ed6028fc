/* efficiency.h: how well ranks use their time, as a tree of factors, and what to do first. */
#ifndef REPORT_ANALYSIS_EFFICIENCY_H
#define REPORT_ANALYSIS_EFFICIENCY_H

#include "analysis/efficiency/efficiency.h"
#include "report/table/view.h"

/* What a report finds of it when it is first asked for. */
struct efficiency_kept;
struct efficiency_kept *efficiency_kept_new(void);
void efficiency_kept_free(struct efficiency_kept *kept);
const struct efficiency *efficiency_of(const struct view *view);

/* Nothing for a program with neither ranks nor OpenMP threads. */
void efficiency_text(const struct view *view, struct buffer *to);

/* Whether routines or loops were measured: the source line of what ranks compute can be known. */
bool efficiency_sees_code(const struct view *view);

/* What to do first: sentences. */
void efficiency_sentence(const struct view *view, const struct efficiency *efficiency,
                         struct buffer *to);

/* "loop 1 of blocks_run (blocks.c:34)" */
void efficiency_site(const struct view *view, uint32_t region, struct buffer *to);

#endif
