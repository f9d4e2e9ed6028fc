/* routes.c: see routes.h */
#include "serve/routes.h"

#include "serve/activities.h"
#include "serve/compare.h"
#include "serve/complete.h"
#include "serve/data_path.h"
#include "serve/entry.h"
#include "serve/filter.h"
#include "serve/loops.h"
#include "serve/messages.h"
#include "serve/near.h"
#include "serve/query.h"
#include "serve/report.h"
#include "serve/send_filter.h"
#include "serve/show.h"
#include "serve/source.h"
#include "serve/stop.h"
#include "serve/tables.h"
#include "serve/waits.h"
#include "serve/window.h"

#include <stdlib.h>
#include <string.h>

static const struct route {
    const char *word;
    serve_handler *handler;
    enum {
        READS,
        QUICK,
        WINDOW,
        POSTS
    } kind; /* QUICK: it is answered at once, unless it has a
               filter; WINDOW: also with one */
} routes[] = {
    {"entry", serve_entry, QUICK},        {"report", serve_report, READS},
    {"show", serve_show, READS},          {"query", serve_query, READS},
    {"tables", serve_tables, QUICK},      {"window", serve_window, WINDOW},
    {"source", serve_source, QUICK},      {"messages", serve_messages, QUICK},
    {"loops", serve_loops, READS},        {"compare", serve_compare, READS},
    {"complete", serve_complete, QUICK},  {"stop", serve_stop, POSTS},
    {"filter", serve_send_filter, POSTS}, {"activities", serve_activities, QUICK},
    {"waits", serve_waits, QUICK},        {"path", serve_data_path, READS},
};

bool serve_routes_split(const char *path, size_t *run, const char **word)
{
    char *end;
    if (strncmp(path, "/api/", 5) != 0 || path[5] < '0' || path[5] > '9')
        return false;
    unsigned long long number = strtoull(path + 5, &end, 10);
    *run = (size_t)number;
    *word = end + 1;
    return *end == '/' && number < 1000000;
}

static void answer_runs(struct serve_runs *runs, const struct serve_request *request,
                        struct serve_answer *answer)
{
    struct serve_run *run;
    struct buffer list = {0};
    buffer_add(&list, "[");
    for (size_t i = 0; (run = serve_runs_quick(runs, i)); i++) {
        struct serve_answer entry = {0};
        serve_run_do(run, serve_entry, request, &entry);
        buffer_add(&list, i ? "," : "");
        if (entry.body.used)
            buffer_add_bytes(&list, entry.body.text, entry.body.used - 1);
        serve_answer_free(&entry);
    }
    buffer_add(&list, "]\n");
    answer->status = SERVE_OK;
    answer->type = "application/json";
    answer->body = list;
}

/* Opens the archive that the body of a POST names: {"path": "B.tri"}. */
static void answer_open(struct serve_runs *runs, const struct serve_request *request,
                        struct serve_answer *answer)
{
    struct error error = {0};
    json_t *root = json_loads(request->body, 0, NULL);
    const char *path = json_string_value(json_object_get(root, "path"));
    struct serve_run *run = path && *path ? serve_runs_open(runs, path, &error) : NULL;
    if (!path)
        serve_answer_error(answer, SERVE_BAD_REQUEST, "the body must be {\"path\": \"NAME.tri\"}",
                           NULL);
    else if (!run)
        serve_answer_error(answer, SERVE_NOT_FOUND, error.text,
                           "name a folder that `triptych run` made");
    else
        serve_run_do(run, serve_entry, request, answer);
    json_decref(root);
}

/* Has a run's thread answer. */
static void answer_run(struct serve_runs *runs, struct serve_run *run, const struct route *route,
                       const struct serve_request *request, struct serve_answer *answer)
{
    struct serve_request own = *request;
    uint64_t with = UINT64_MAX;
    if (serve_values_number(&request->values, "with", 0, UINT32_MAX, &with) && with != UINT64_MAX) {
        const struct serve_run *other = serve_runs_get(runs, (size_t)with);
        own.other = other ? other->path : NULL;
    }
    own.urgent = route->handler == serve_window;
    serve_run_do(run, route->handler, &own, answer);
}

static const struct route *find_route(const char *word)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (!strcmp(routes[i].word, word))
            return &routes[i];
    }
    return NULL;
}

void serve_routes_answer(struct serve_runs *runs, const struct serve_request *request,
                         struct serve_answer *answer)
{
    size_t number;
    const char *word;
    if (!strcmp(request->path, "/api/runs") && !request->is_post) {
        answer_runs(runs, request, answer);
        return;
    }
    if (!strcmp(request->path, "/api/near") && !request->is_post) {
        serve_near(runs, answer);
        return;
    }
    if (!strcmp(request->path, "/api/open") && request->is_post) {
        answer_open(runs, request, answer);
        return;
    }
    const struct route *route =
        serve_routes_split(request->path, &number, &word) ? find_route(word) : NULL;
    bool quick =
        route && (route->kind == WINDOW || (route->kind == QUICK && !serve_filter_text(request)));
    struct serve_run *run = !route  ? NULL
                            : quick ? serve_runs_quick(runs, number)
                                    : serve_runs_get(runs, number);
    if (!route)
        serve_answer_error(answer, SERVE_NOT_FOUND, "there is no such request",
                           "doc/view.md lists the requests; /api/runs lists the runs");
    else if (!run)
        serve_answer_error(answer, SERVE_NOT_FOUND, "there is no run with this number",
                           "/api/runs lists the runs, from 0");
    else if ((route->kind == POSTS) != request->is_post)
        serve_answer_error(answer, SERVE_WRONG_METHOD,
                           route->kind == POSTS ? "this request must be a POST"
                                                : "this request must be a GET",
                           NULL);
    else
        answer_run(runs, run, route, request, answer);
}
