/* compare_changes.h: `triptych compare` of runs before and after a change. */
#ifndef CMD_COMPARE_CHANGES_H
#define CMD_COMPARE_CHANGES_H

#include "report/compare/changes.h"
#include "util/error.h"

/* The options of it. */
struct compare_changes {
    bool paths, all;
    struct analysis_changes_limits limits;
    struct report_changes_check *checks;
    size_t check_count, check_room;
    struct error error; /* of a condition that cannot be read */
};

/* Adds a condition of --fail-if. False, with `error` set, if it cannot be read. */
bool compare_changes_condition(struct compare_changes *options, const char *text);

/* Compares archives, of which the first `before` are those before the change, and writes the
 * result. Returns the exit status: CMD_HOLDS if a condition holds. */
int compare_changes_run(const struct archive *const *archives, size_t before, size_t count,
                        const struct compare_changes *options, const struct report_options *report);
void compare_changes_free(struct compare_changes *options);

#endif
