/* compare_changes.c: see compare_changes.h */
#include "cmd/compare_changes.h"

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

bool compare_changes_condition(struct compare_changes *options, const char *text)
{
    options->checks = memory_grow(options->checks, &options->check_room, options->check_count + 1,
                                  sizeof *options->checks);
    struct report_changes_check *check = &options->checks[options->check_count];
    *check = (struct report_changes_check){0};
    if (!analysis_condition_read(&check->condition, text, &options->error))
        return false;
    options->check_count++;
    return true;
}

/* Evaluates the conditions. Returns CMD_HOLDS if one holds; CMD_FAILED if one has no meaning. */
static int test_conditions(const struct analysis_changes *changes,
                           const struct analysis_sampled_changes *sampled,
                           const struct compare_changes *options)
{
    int status = CMD_DONE;
    for (size_t i = 0; i < options->check_count; i++) {
        struct report_changes_check *check = &options->checks[i];
        struct error error = {0};
        check->result = analysis_condition_test(&check->condition, changes, sampled);
        if (!check->result.rows)
            error_set(&error, "no region matches --fail-if '%s'; --all lists the regions",
                      check->condition.text);
        else if (!check->result.known)
            error_set(&error,
                      "--fail-if '%s' cannot be decided: this was not measured on both "
                      "sides, or is not known",
                      check->condition.text);
        if (error.text[0])
            return options_fail("compare", error.text);
        if (check->result.holds)
            status = CMD_HOLDS;
    }
    return status;
}

/* True if some region was found on both sides. */
static bool has_both(const struct analysis_changes *changes)
{
    for (uint32_t row = 1; row < changes->count; row++) {
        if (changes->rows[row].run[CHANGES_BEFORE] != ARCHIVE_NONE &&
            changes->rows[row].run[CHANGES_AFTER] != ARCHIVE_NONE)
            return true;
    }
    return false;
}

int compare_changes_run(const struct archive *const *archives, size_t before, size_t count,
                        const struct compare_changes *options, const struct report_options *report)
{
    struct analysis_changes *changes =
        analysis_changes_new(archives, before, count - before, options->paths, &options->limits);
    struct analysis_sampled_changes *sampled = analysis_sampled_changes_new(changes);
    int status = CMD_DONE;
    if (!has_both(changes) && !(sampled && sampled->both)) {
        struct error error = {0};
        error_set(&error,
                  "%s and %s have nothing in common: no routine, loop or call of one was found in "
                  "the other. Compare runs of the same program, measured in the same way",
                  archives[0]->path, archives[before]->path);
        status = options_fail("compare", error.text);
    }
    if (status == CMD_DONE)
        status = test_conditions(changes, sampled, options);
    struct analysis_activity_changes *activities =
        status != CMD_FAILED ? analysis_activity_changes_new(changes) : NULL;
    struct report_changes_beside beside = {activities, sampled};
    if (status != CMD_FAILED)
        report_changes_write(stdout, changes, &beside, options->checks, options->check_count,
                             options->all, report);
    analysis_activity_changes_free(activities);
    analysis_sampled_changes_free(sampled);
    analysis_changes_free(changes);
    return status;
}

void compare_changes_free(struct compare_changes *options)
{
    for (size_t i = 0; i < options->check_count; i++)
        analysis_condition_free(&options->checks[i].condition);
    free(options->checks);
}
