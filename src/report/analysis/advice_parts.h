/* advice_parts.h: phrases that the sentences on findings share. */
#ifndef REPORT_ANALYSIS_ADVICE_PARTS_H
#define REPORT_ANALYSIS_ADVICE_PARTS_H

#include "analysis/advice.h"
#include "report/table/view.h"

/* Adds the number of a rank: "3". */
void advice_add_rank(const struct report_view *view, struct buffer *to, uint32_t place);

/* Adds "2,000 calls", with `what` in the singular. */
void advice_add_count(struct buffer *to, uint64_t count, const char *what);

/* Adds the finding's first site: "MPI_Allreduce (cg.c:31)". */
void advice_add_call(const struct report_view *view, struct buffer *to,
                     const struct analysis_advice_finding *finding);

/* Adds "4 ranks" or "6 threads". */
void advice_add_lanes(const struct report_view *view, const struct analysis_crowding *crowding,
                      struct buffer *to);

#endif
