/* compare.c: see compare.h */
#include "serve/compare.h"

#include "report/compare/changes.h"
#include "report/compare/division.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum analysis_division_by by_of(const char *word)
{
    if (word && !strcmp(word, "threads"))
        return DIVISION_BY_LANE;
    return word && *word ? DIVISION_BY_PLACE : DIVISION_BY_ANY;
}

static void write_division(FILE *out, const struct archive *const archives[2], const char *by,
                           double min_percent)
{
    struct report_options options = {.format = REPORT_JSON, .min_percent = min_percent};
    struct analysis_division *division = analysis_division_new(archives, 2, by_of(by));
    report_division_write(out, division, NULL, &options);
    analysis_division_free(division);
}

static void write_changes(FILE *out, const struct archive *const archives[2], bool paths)
{
    struct report_options options = {.format = REPORT_JSON};
    struct analysis_changes_limits limits = {0};
    struct analysis_changes *changes = analysis_changes_new(archives, 1, 1, paths, &limits);
    struct analysis_activity_changes *activities = analysis_activity_changes_new(changes);
    struct analysis_sampled_changes *sampled = analysis_sampled_changes_new(changes);
    const struct report_changes_beside beside = {activities, sampled};
    report_changes_write(out, changes, &beside, NULL, 0, false, &options);
    analysis_activity_changes_free(activities);
    analysis_sampled_changes_free(sampled);
    analysis_changes_free(changes);
}

/* Finds the moves of places, if runs are compared for what changed; without them, that is said. */
static void find_moves(struct archive *archive, const struct serve_request *request)
{
    struct error error = {0};
    const char *as = serve_values_get(&request->values, "as");
    if (as && strcmp(as, "division") != 0)
        archive_find_moves(archive, &error);
}

static bool write(const struct archive *const archives[2], const struct serve_request *request,
                  double min_percent, struct serve_answer *answer)
{
    const char *as = serve_values_get(&request->values, "as");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return serve_answer_error(answer, SERVE_FAILED, "there is no memory", NULL);
    if (as && strcmp(as, "division") != 0)
        write_changes(out, archives, !strcmp(as, "paths"));
    else
        write_division(out, archives, serve_values_get(&request->values, "by"), min_percent);
    fclose(out);
    buffer_add_bytes(&answer->body, text, size);
    free(text);
    answer->status = SERVE_OK;
    answer->type = "application/json";
    return true;
}

/* True if a text says what runs are compared for. */
static bool is_purpose(const char *as)
{
    return !as || !strcmp(as, "division") || !strcmp(as, "changes") || !strcmp(as, "paths");
}

bool serve_compare(struct serve_run *run, const struct serve_request *request,
                   struct serve_answer *answer)
{
    struct error error = {0};
    const char *least = serve_values_get(&request->values, "min_percent");
    double min_percent = least ? strtod(least, NULL) : 1;
    if (!request->other)
        return serve_answer_error(answer, SERVE_NOT_FOUND, "`with` must be the number of a run",
                                  "/api/runs lists the runs, from 0");
    if (!isfinite(min_percent) || min_percent < 0 || min_percent > 100)
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`min_percent` must be a percentage from 0 to 100", NULL);
    if (!is_purpose(serve_values_get(&request->values, "as")))
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`as` must be division, changes or paths", NULL);
    struct archive *second = archive_open(request->other, &error);
    if (!second)
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    const struct archive *const archives[2] = {run->archive, second};
    bool measured = run->archive->nodes.rows && second->nodes.rows;
    find_moves(run->archive, request);
    find_moves(second, request);
    bool good = measured ? write(archives, request, min_percent, answer)
                         : serve_answer_error(answer, SERVE_CONFLICT,
                                              "nothing was measured in one of the runs", NULL);
    archive_close(second);
    return good;
}
