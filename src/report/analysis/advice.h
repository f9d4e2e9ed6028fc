/* advice.h: findings as sentences. */
#ifndef REPORT_ANALYSIS_ADVICE_H
#define REPORT_ANALYSIS_ADVICE_H

#include "analysis/advice.h"
#include "report/table/view.h"

/* Efficiency, then each finding with what it costs, what shows it, where it is, and what to try. */
void advice_text(const struct view *view, struct buffer *to);

/* A word for machines; a sentence that says what is wrong; what shows it; what to try. */
const char *advice_key(enum advice_kind kind);
void advice_title(const struct view *view, const struct advice_finding *finding, struct buffer *to);
void advice_evidence(const struct view *view, const struct efficiency *efficiency,
                     const struct advice_finding *finding, struct buffer *to);
const char *advice_try(const struct advice_finding *finding);

#endif
