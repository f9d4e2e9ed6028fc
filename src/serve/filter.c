/* filter.c: see filter.h */
#include "serve/filter.h"

#include "query/data/data.h"
#include "query/parse/parser.h"
#include "serve/trouble.h"
#include "util/memory.h"

#include <stdlib.h>

const char *serve_filter_text(const struct serve_request *request)
{
    const char *text = serve_values_get(&request->values, "filter");
    return text && *text ? text : NULL;
}

/* Returns the plan of a text; NULL: the answer says what is wrong. */
static struct query_plan *plan_of(const char *text, struct serve_answer *answer)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan = tree ? query_plan_make(tree, NULL, &parser.trouble) : NULL;
    query_tree_free(tree);
    if (!plan && parser.trouble.what[0])
        serve_trouble(&parser.trouble, answer);
    else if (!plan || plan->explain)
        serve_answer_error(answer, SERVE_BAD_REQUEST, "a filter must be a query that gives events",
                           "write one such as events.filter(e -> e.duration > 1ms)");
    if (plan && plan->explain) {
        query_plan_free(plan);
        return NULL;
    }
    return plan;
}

struct query_plan *serve_filter_plan(const char *text, const char *calls,
                                     struct serve_answer *answer)
{
    struct query_plan *plan = plan_of(text, answer);
    bool events = plan && query_data_is_events(plan->shape);
    bool given = plan;
    query_plan_free(plan);
    if (given && !events)
        serve_answer_error(answer, SERVE_BAD_REQUEST, "a filter must give events",
                           "leave out map, groupBy, join and sums: they make other rows");
    if (!events)
        return NULL;
    char *all = memory_printf("%s\n%s", text, calls); /* the text may end in a comment */
    plan = plan_of(all, answer);
    free(all);
    return plan;
}

bool serve_filter_run(const struct query_plan *plan, struct query_data *data, query_take *take,
                      void *to, struct serve_answer *answer)
{
    struct error error = {0};
    return query_run(plan, data, take, to, NULL, &error) ||
           serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
}
