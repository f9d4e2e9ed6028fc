/* delays.h: which rank waited for which in MPI, for the tables and sentences of a report. */
#ifndef REPORT_MPI_DELAYS_H
#define REPORT_MPI_DELAYS_H

#include "analysis/delays/delays.h"
#include "report/table/view.h"

/* The waits of a run, which report_delays_of finds when it is first called. */
struct delays_kept;
struct delays_kept *report_delays_kept_new(void);
void report_delays_kept_free(struct delays_kept *kept);

/* Returns the waits; they belong to the view. */
const struct analysis_delays *report_delays_of(const struct report_view *view);

/* True if waits can be known: MPI calls were logged. */
bool report_delays_known(const struct report_view *view);

/* Returns the ns that calls of a region waited, on a place, or on all places for ARCHIVE_NONE. */
uint64_t report_delays_waited(const struct report_view *view, uint32_t region, uint32_t place);

/* Returns the name of a kind of wait: "late sender". */
const char *report_delays_kind(enum analysis_delay_kind kind);

/* Adds what the late rank did meanwhile: "loop 2 of main", "main, line 12 to 20", "MPI_Recv of
 * main". */
void report_delays_doing(const struct report_view *view, const struct analysis_delay_item *item,
                         struct buffer *to);

/* Adds a sentence on the rank that waits most, where, for which rank, and what that does meanwhile;
 * and whether there may be more waits. Adds nothing if no rank waits and no event is missing. */
void report_delays_text(const struct report_view *view, struct buffer *to);

#endif
