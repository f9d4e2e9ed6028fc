/* loops.c: see loops.h */
#include "serve/loops.h"
#include "serve/part.h"

#include "report/binary/lcct.h"

#include <math.h>
#include <stdlib.h>

bool serve_loops(struct serve_run *run, const struct serve_request *request,
                 struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    const char *threshold = serve_values_get(&request->values, "threshold");
    struct report_lcct_options options = {
        .report.format = REPORT_JSON,
        .sections = LCCT_USUAL,
        .threshold = threshold ? strtod(threshold, NULL) : 1,
        .place = serve_values_get(&request->values, "place"),
        .lane = serve_values_get(&request->values, "lane"),
    };
    struct report_lcct_view view;
    struct error error = {0};
    if (!isfinite(options.threshold) || options.threshold < 0 || options.threshold > 100)
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`threshold` must be a percentage from 0 to 100", NULL);
    if (!report_lcct_view_init(&view, run->archive, &options, &error))
        return serve_answer_error(answer, SERVE_CONFLICT, error.text,
                                  "`triptych loops COMMAND` counts the loops of a binary");
    bool good = report_lcct_write(&answer->body, &view, &error);
    report_lcct_view_free(&view);
    if (!good)
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    answer->status = SERVE_OK;
    answer->type = "application/json";
    return true;
}
