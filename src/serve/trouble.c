/* trouble.c: see trouble.h */
#include "serve/trouble.h"

#include "report/table/json.h"

bool serve_trouble(const struct diagnostic *trouble, struct serve_answer *answer)
{
    json_t *object = json_object();
    json_object_set_new(object, "error", report_json_text(trouble->what));
    json_object_set_new(object, "at", report_json_count(trouble->at));
    json_object_set_new(object, "end", report_json_count(trouble->end));
    json_object_set_new(object, "early", json_boolean(trouble->early));
    json_object_set_new(object, "hint", report_json_text(trouble->help));
    answer->status = SERVE_BAD_REQUEST;
    serve_answer_json(answer, object);
    return false;
}
