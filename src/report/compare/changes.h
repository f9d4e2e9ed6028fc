/* changes.h: what differs between runs before and after a change, as text, JSON, CSV or Markdown.
 */
#ifndef REPORT_COMPARE_CHANGES_H
#define REPORT_COMPARE_CHANGES_H

#include "analysis/changes/activities.h"
#include "analysis/changes/changes.h"
#include "analysis/changes/condition.h"
#include "analysis/changes/sampled.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* A condition by which a comparison fails, and its result. */
struct report_changes_check {
    struct analysis_condition condition;
    struct analysis_condition_result result;
};

/* What is compared beside regions; NULL if the runs have none. */
struct report_changes_beside {
    const struct analysis_activity_changes *activities; /* of places */
    const struct analysis_sampled_changes *sampled;
};

/* Writes the comparison. It uses format, top, width, color and utf8 of the options. With `all`,
 * every number that was compared has a row. CSV is the table of changes. */
void report_changes_write(FILE *out, const struct analysis_changes *changes,
                          const struct report_changes_beside *beside,
                          const struct report_changes_check *checks, size_t check_count, bool all,
                          const struct report_options *options);

/* Return the tables: the runs; the changes. */
struct report_sheet *report_changes_runs_sheet(const struct analysis_changes *changes);
struct report_sheet *report_changes_sheet(const struct analysis_changes *changes, bool all,
                                          const struct report_options *options);

/* Adds a region: "loop 2 of main"; of a call path "main > solve > loop 2". */
void report_changes_label(const struct analysis_changes *changes, uint32_t row, struct buffer *to);

/* Adds a number with its unit: "1.234 s", "12,345". */
void report_changes_number(enum analysis_changes_measure measure, double number, struct buffer *to);

/* Adds a ratio: "1.25x"; nothing if it is not known. */
void report_changes_ratio(double before, double after, struct buffer *to);

/* Returns "time", "visits" and so on. */
const char *report_changes_measure(enum analysis_changes_measure measure);

/* Returns the word for a change: "slower", "new". */
const char *report_changes_word(const struct analysis_changes *changes,
                                const struct analysis_change *change);

/* Calls `say` with each sentence about the comparison. `warn`: it limits what was compared. */
typedef void report_changes_say(void *with, bool warn, const char *sentence);
void report_changes_sentences(const struct analysis_changes *changes, report_changes_say *say,
                              void *with);

/* Returns the table of what activities did otherwise. */
struct report_sheet *
report_changes_activities_sheet(const struct analysis_activity_changes *changes,
                                const struct report_options *options);

/* Says how many activities were compared. */
void report_changes_activities_say(const struct analysis_activity_changes *changes,
                                   report_changes_say *say, void *with);

/* Returns the table of sampled routines that changed; with `all`, of all that were judged. */
struct report_sheet *report_changes_sampled_sheet(const struct analysis_sampled_changes *sampled,
                                                  bool all, const struct report_options *options);

/* Says how many sampled routines were compared. */
void report_changes_sampled_say(const struct analysis_sampled_changes *sampled,
                                report_changes_say *say, void *with);

/* Adds the region for which a condition holds, and which differs most. */
void report_changes_check_label(const struct analysis_changes *changes,
                                const struct analysis_condition_result *result, struct buffer *to);

/* Adds a sentence on a condition: "time > 1.05x: 1 s before, 1.2 s after (1.2x)". */
void report_changes_check_words(const struct analysis_changes *changes,
                                const struct report_changes_check *check, struct buffer *to);

#endif
