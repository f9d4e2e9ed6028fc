/* efficiency.h: the efficiency of ranks and threads as a tree of factors (the POP metrics), and
 * what to improve first. */
#ifndef REPORT_ANALYSIS_EFFICIENCY_H
#define REPORT_ANALYSIS_EFFICIENCY_H

#include "analysis/efficiency/efficiency.h"
#include "report/table/view.h"

/* The efficiency of a run, which report_efficiency_of finds when it is first called. */
struct efficiency_kept;
struct efficiency_kept *report_efficiency_kept_new(void);
void report_efficiency_kept_free(struct efficiency_kept *kept);

/* Returns the factors; they belong to the view. */
const struct analysis_efficiency *report_efficiency_of(const struct report_view *view);

/* Adds the table and the sentence; nothing for a program with neither ranks nor OpenMP threads. */
void report_efficiency_text(const struct report_view *view, struct buffer *to);

/* True if routines or loops were measured, so that source lines of computation are known. */
bool report_efficiency_sees_code(const struct report_view *view);

/* Adds which factor is the weakest, why, and what to do about it. */
void report_efficiency_sentence(const struct report_view *view,
                                const struct analysis_efficiency *efficiency, struct buffer *to);

/* Return the key of a factor in JSON, and its name: "load_balance", "load balance". */
const char *report_efficiency_key(int factor);
const char *report_efficiency_word(int factor);

/* Adds "loop 1 of blocks_run (blocks.c:34)". */
void report_efficiency_site(const struct report_view *view, uint32_t region, struct buffer *to);

#endif
