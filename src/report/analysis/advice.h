/* advice.h: the findings of the advice, in sentences. */
#ifndef REPORT_ANALYSIS_ADVICE_H
#define REPORT_ANALYSIS_ADVICE_H

#include "analysis/advice.h"
#include "report/table/view.h"

/* Adds waits, efficiency and critical path, then each finding: its cost, the evidence, where it is,
 * and what to try. */
void report_advice_text(const struct report_view *view, struct buffer *to);

/* These are the parts of a finding: a word for machines, a title that says what is wrong, the
 * evidence, and what to try. */
const char *report_advice_key(enum analysis_advice_kind kind);
void report_advice_title(const struct report_view *view,
                         const struct analysis_advice_finding *finding, struct buffer *to);
void report_advice_evidence(const struct report_view *view,
                            const struct analysis_efficiency *efficiency,
                            const struct analysis_advice_finding *finding, struct buffer *to);
const char *report_advice_try(const struct report_view *view,
                              const struct analysis_advice_finding *finding);

#endif
