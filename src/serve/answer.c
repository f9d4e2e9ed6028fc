/* answer.c: see answer.h */
#include "serve/answer.h"

#include "report/table/json.h"

#include <stdlib.h>

void serve_answer_free(struct serve_answer *answer)
{
    buffer_free(&answer->headers);
    buffer_free(&answer->body);
}

bool serve_answer_json(struct serve_answer *answer, json_t *root)
{
    char *text = json_dumps(root, JSON_COMPACT);
    answer->status = answer->status ? answer->status : SERVE_OK;
    answer->type = "application/json";
    buffer_free(&answer->body);
    buffer_add(&answer->body, text ? text : "null");
    buffer_add(&answer->body, "\n");
    free(text);
    json_decref(root);
    return true;
}

bool serve_answer_nothing(struct serve_answer *answer, const char *text, const char *hint)
{
    json_t *object = json_object();
    json_object_set_new(object, "nothing", report_json_text(text));
    json_object_set_new(object, "hint", report_json_text(hint));
    answer->status = SERVE_OK;
    serve_answer_json(answer, object);
    return false;
}

bool serve_answer_error(struct serve_answer *answer, int status, const char *text, const char *hint)
{
    json_t *object = json_object();
    json_object_set_new(object, "error", report_json_text(text));
    if (hint)
        json_object_set_new(object, "hint", report_json_text(hint));
    answer->status = status;
    serve_answer_json(answer, object);
    return false;
}
