/* stop.c: see stop.h */
#include "serve/stop.h"

#include "launch/stop.h"
#include "report/table/json.h"

bool serve_stop(struct serve_run *run, const struct serve_request *request,
                struct serve_answer *answer)
{
    struct launch_stop result;
    struct error error = {0};
    (void)request;
    bool stopped = launch_stop(run->path, &result, &error);
    serve_run_look_again(run);
    if (!stopped)
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    json_t *root = json_object();
    json_object_set_new(root, "processes", json_integer(result.asked));
    json_object_set_new(root, "waiting", json_integer(result.waiting));
    json_object_set_new(root, "unsealed",
                        result.unsealed.text[0] ? report_json_text(result.unsealed.text)
                                                : json_null());
    return serve_answer_json(answer, root);
}
