/* advice.h: the findings of the advice, in sentences. */
#ifndef REPORT_ANALYSIS_ADVICE_H
#define REPORT_ANALYSIS_ADVICE_H

#include "analysis/advice.h"
#include "report/table/view.h"

/* Adds waits, efficiency and critical path, then each finding: its cost, the evidence, where it is,
 * and what to try. */
void advice_text(const struct view *view, struct buffer *to);

/* These are the parts of a finding: a word for machines, a title that says what is wrong, the
 * evidence, and what to try. */
const char *advice_key(enum advice_kind kind);
void advice_title(const struct view *view, const struct advice_finding *finding, struct buffer *to);
void advice_evidence(const struct view *view, const struct efficiency *efficiency,
                     const struct advice_finding *finding, struct buffer *to);
const char *advice_try(const struct advice_finding *finding);

#endif
