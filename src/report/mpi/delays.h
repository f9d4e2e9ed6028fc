/* delays.h: who waited for whom in MPI, for the tables and sentences of a report. */
#ifndef REPORT_MPI_DELAYS_H
#define REPORT_MPI_DELAYS_H

#include "analysis/delays/delays.h"
#include "report/table/view.h"

/* What a report finds of waits when it is first asked for. */
struct delays_kept;
struct delays_kept *delays_kept_new(void);
void delays_kept_free(struct delays_kept *kept);
const struct delays *delays_of(const struct view *view);

/* Whether waits are known at all: calls of MPI were logged. */
bool delays_known(const struct view *view);

/* ns that calls there waited; on one place, or ARCHIVE_NONE: on all. */
uint64_t delays_waited(const struct view *view, uint32_t region, uint32_t place);

const char *delays_kind(enum delay_kind kind); /* "late sender" */

/* What the cause did: "loop 2 of main", "main, line 12 to 20", "MPI_Recv of main". */
void delays_doing(const struct view *view, const struct delay_item *item, struct buffer *to);

/* Who waits most, where, and because of whom doing what; and whether there may be more waits.
 * Nothing if nobody waits, and no event is missing. */
void delays_text(const struct view *view, struct buffer *to);

#endif
