/* report.c: see report.h */
#include "serve/report.h"
#include "serve/part.h"

#include "report/run/report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Moves what was written to memory into the answer. */
static bool finish(struct serve_answer *answer, FILE *out, char *const *text, const size_t *size)
{
    fclose(out);
    buffer_add_bytes(&answer->body, *text, *size);
    free(*text);
    answer->status = SERVE_OK;
    answer->type = "application/json";
    return true;
}

bool serve_report(struct serve_run *run, const struct serve_request *request,
                  struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    const struct serve_values *values = &request->values;
    struct report_options options = {
        .format = REPORT_JSON,
        .sections = serve_values_flag(values, "all") ? UINT_MAX : REPORT_USUAL,
        .min_percent = 1,
        .routine = serve_values_get(values, "routine"),
        .tree = serve_values_flag(values, "tree"),
        .advice = serve_values_flag(values, "advice"),
        .lanes = serve_values_flag(values, "lanes"),
        .tables = serve_values_get(values, "sections"),
    };
    struct error error = {0};
    char *text = NULL;
    size_t size = 0;
    const char *percent = serve_values_get(values, "min_percent");
    if (percent)
        options.min_percent = strtod(percent, NULL);
    FILE *out = open_memstream(&text, &size);
    bool mpi = options.advice || (!options.routine && !options.tree);
    bool found = out && (!mpi || archive_find_messages(run->archive, &error));
    if (found && mpi)
        options.kept = serve_run_kept(run);
    bool good = found && report_write(out, run->archive, &options, &error);
    if (out && good)
        return finish(answer, out, &text, &size);
    if (out)
        fclose(out);
    free(text);
    return serve_answer_error(answer, SERVE_NOT_FOUND, error.text, NULL);
}
