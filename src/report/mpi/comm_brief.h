/* comm_brief.h: an MPI run in a few sentences. */
#ifndef REPORT_MPI_COMM_BRIEF_H
#define REPORT_MPI_COMM_BRIEF_H

#include "report/table/view.h"

enum { COMM_BRIEF_MOST = 5 };

/* How much time went into MPI, where, who was stuck in it, how even the load is, and what to look
 * at next. Fills lines, which are to be freed, and returns how many; 0: it called no MPI. */
size_t comm_brief(const struct view *view, struct buffer lines[COMM_BRIEF_MOST]);

/* The same, as a part of a report, which tells of those that were stuck by itself. */
void comm_brief_text(const struct view *view, struct buffer *to);

#endif
