/* summary.h: the run as a whole: state, time, overhead, damage; the head and foot of a report. */
#ifndef REPORT_RUN_SUMMARY_H
#define REPORT_RUN_SUMMARY_H

#include "report/table/view.h"

#include <jansson.h>

/* Returns the ns from the start of the run to its end, or to the last moment known; then `at_least`
 * is set. */
uint64_t report_summary_time(const struct archive *archive, bool *at_least);

/* Returns the state of the run as a word for machines (running, ended, killed, unfinished, stopped)
 * and adds a sentence for people. */
const char *report_summary_state(const struct archive *archive, struct buffer *sentence);

/* Adds which files are damaged or missing; nothing if all are intact. */
void report_summary_damage(const struct archive *archive, struct buffer *to);

/* Adds how many processes used MPI without being traced, and what to do; nothing if none did. */
void report_summary_unseen_mpi(const struct archive *archive, struct buffer *to);

/* True if measuring stopped before the program ended. */
bool report_summary_has_stopped(const struct archive *archive);

/* Adds the estimated overhead, in percent of the time without it: "0.4 to 11.2". */
void report_summary_overhead(const struct cube *cube, struct buffer *to);

/* Returns "counter", "monotonic", "cpu" or "unknown". */
const char *report_summary_clock(const struct archive *archive);

/* Adds the lines above the tables: archive, command, time, state, damage. */
void report_summary_head(const struct report_view *view, struct buffer *to);

/* Adds the lines below the tables: pauses, missing events, overhead. */
void report_summary_foot(const struct report_view *view, struct buffer *to);

/* These two describe the cheaper run of --floor. The first adds its archive and command, and which
 * times it limits; the second adds the CPU times of both runs, and what they say about the
 * overhead. */
void report_summary_floor(const struct report_view *view, struct buffer *to);
void report_summary_floor_overhead(const struct cube *cube, struct buffer *to);

json_t *report_summary_json(const struct report_view *view);

#endif
