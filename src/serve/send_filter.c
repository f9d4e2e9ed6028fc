/* send_filter.c: see send_filter.h */
#include "serve/send_filter.h"

#include "launch/filter.h"
#include "query/exec/record_filter.h"
#include "report/table/json.h"
#include "serve/trouble.h"

/* Sends a condition that was compiled, and answers which processes were told. */
static bool send(const struct serve_run *run, const char *text, const struct buffer *bytes,
                 struct serve_answer *answer)
{
    struct launch_filter result;
    struct error error = {0};
    if (!launch_filter(run->path, text, bytes, &result, &error))
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    json_t *root = json_object();
    json_object_set_new(root, "filter", report_json_text(text));
    json_object_set_new(root, "processes", json_integer(result.processes));
    json_object_set_new(root, "waiting", json_integer(result.waiting));
    json_object_set_new(root, "no_messages", json_boolean(result.no_messages));
    return serve_answer_json(answer, root);
}

bool serve_send_filter(struct serve_run *run, const struct serve_request *request,
                       struct serve_answer *answer)
{
    json_t *root = json_loads(request->body, 0, NULL);
    bool all = json_is_true(json_object_get(root, "all"));
    const char *text = all ? "e -> true" : json_string_value(json_object_get(root, "filter"));
    struct diagnostic trouble = {0};
    struct buffer bytes = {0};
    bool good = text && query_record_filter_compile(&bytes, text, 0, &trouble);
    if (!text)
        serve_answer_error(answer, SERVE_BAD_REQUEST,
                           "the body must be {\"filter\": \"CONDITION\"} or {\"all\": true}", NULL);
    else if (!good)
        serve_trouble(&trouble, answer);
    else
        good = send(run, text, &bytes, answer);
    buffer_free(&bytes);
    json_decref(root);
    return good;
}
