/* stop.c: see stop.h */
#include "serve/stop.h"

#include "launch/stop.h"
#include "report/table/json.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

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

/* Adds a word as a shell reads it back: in single quotes. */
static void add_quoted(struct buffer *to, const char *word)
{
    buffer_add(to, "'");
    for (; *word; word++) {
        if (*word == '\'')
            buffer_add(to, "'\\''");
        else
            buffer_add_bytes(to, word, 1);
    }
    buffer_add(to, "'");
}

/* A program takes its filter when it starts: it cannot be given another one later. */
bool serve_filter(struct serve_run *run, const struct serve_request *request,
                  struct serve_answer *answer)
{
    json_t *root = json_loads(request->body, 0, NULL);
    const char *filter = json_string_value(json_object_get(root, "filter"));
    struct buffer hint = {0};
    if (filter) {
        buffer_add(&hint, "triptych run --filter ");
        add_quoted(&hint, filter);
        buffer_printf(&hint, " %s", run->archive->run.command);
        serve_answer_error(answer, SERVE_NOT_POSSIBLE,
                           "a running program keeps the filter that it was started with; run it "
                           "again with this one",
                           hint.text);
    } else {
        serve_answer_error(answer, SERVE_BAD_REQUEST, "the body must be {\"filter\": \"TEXT\"}",
                           NULL);
    }
    buffer_free(&hint);
    json_decref(root);
    return false;
}
