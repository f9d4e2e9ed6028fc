/* comm_brief.h: an MPI run in a few sentences. */
#ifndef REPORT_MPI_COMM_BRIEF_H
#define REPORT_MPI_COMM_BRIEF_H

#include "report/table/view.h"

enum { COMM_BRIEF_MOST = 5 };

/* Writes lines on the time in MPI, its largest call sites, ranks that were stuck in a call, the
 * load balance, and what to look at next. Returns the number of lines, which are to be freed; 0 if
 * the program called no MPI. */
size_t report_comm_brief(const struct report_view *view, struct buffer lines[COMM_BRIEF_MOST]);

/* Adds these lines to a report, without the one on ranks that were stuck: the report has that. */
void report_comm_brief_text(const struct report_view *view, struct buffer *to);

#endif
