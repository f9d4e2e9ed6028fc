/* summary.h: what is said of a run as a whole. */
#ifndef REPORT_RUN_SUMMARY_H
#define REPORT_RUN_SUMMARY_H

#include "report/table/view.h"

#include <jansson.h>

/* ns from the start of the run to its end, or to the last moment known. */
uint64_t summary_time(const struct archive *archive, bool *at_least);

/* A word for machines (running, finished, signal, cut, stopped) and a sentence for people. */
const char *summary_state(const struct archive *archive, struct buffer *sentence);

/* What of the files made no sense; nothing, if all did. */
void summary_damage(const struct archive *archive, struct buffer *to);

/* Which processes used MPI without being listened to, and what to do; nothing, if none did. */
void summary_unseen_mpi(const struct archive *archive, struct buffer *to);

bool summary_has_stopped(const struct archive *archive); /* measuring, before the program ended */

/* What measuring added, in percent of the time without it: "0.4 to 11.2". */
void summary_overhead(const struct cube *cube, struct buffer *to);

const char *summary_clock(const struct archive *archive);

void summary_head(const struct view *view, struct buffer *to);
void summary_foot(const struct view *view,
                  struct buffer *to); /* overhead, pauses, losses, damage */

/* With --floor: which run was compared, and which times it kept up; what it says of the overhead.
 */
void summary_floor(const struct view *view, struct buffer *to);
void summary_floor_overhead(const struct cube *cube, struct buffer *to);

json_t *summary_json(const struct view *view);

#endif
