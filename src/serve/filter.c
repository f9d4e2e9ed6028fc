/* filter.c: see filter.h */
#include "serve/filter.h"

#include "query/data/data.h"
#include "query/parse/parser.h"
#include "serve/trouble.h"

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

struct query_plan *serve_filter_plan(const char *text, struct serve_answer *answer)
{
    struct query_plan *plan = plan_of(text, answer);
    if (!plan || query_data_is_events(plan->shape))
        return plan;
    query_plan_free(plan);
    serve_answer_error(answer, SERVE_BAD_REQUEST, "a filter must give events",
                       "leave out map, groupBy, join and sums: they make other rows");
    return NULL;
}
