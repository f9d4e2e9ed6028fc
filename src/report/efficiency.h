/* efficiency.h: how well ranks use their time, as a tree of factors, and what to do first. */
#ifndef REPORT_EFFICIENCY_H
#define REPORT_EFFICIENCY_H

#include "analysis/efficiency.h"
#include "report/view.h"

/* Nothing for a program without ranks. */
void efficiency_text(const struct view *view, struct buffer *to);
void efficiency_text_of(const struct view *view, const struct efficiency *efficiency,
                        struct buffer *to);

/* What to do first: sentences. */
void efficiency_sentence(const struct view *view, const struct efficiency *efficiency,
                         struct buffer *to);

/* "loop 1 of blocks_run (blocks.c:34)" */
void efficiency_site(const struct view *view, uint32_t region, struct buffer *to);

#endif
