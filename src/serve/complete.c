/* complete.c: see complete.h */
#include "serve/complete.h"

#include "query/check/complete.h"
#include "query/parse/parser.h"
#include "report/table/json.h"

#include <string.h>

/* Learns the names that `let` defines in the statements before the cursor, as far as they are
 * right. */
static void learn_names(const char *text, struct plan_names *names)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree)) {
        if (tree->kind == TREE_LET)
            query_plan_free(query_plan_make(tree, names, &parser.trouble));
    }
}

bool serve_complete(struct serve_run *run, const struct serve_request *request,
                    struct serve_answer *answer)
{
    (void)run;
    const char *text = serve_values_get(&request->values, "q");
    text = text ? text : "";
    uint64_t at = strlen(text);
    if (!serve_values_number(&request->values, "at", 0, strlen(text), &at))
        return serve_answer_error(answer, SERVE_BAD_REQUEST,
                                  "`at` must be a number of bytes within the query", NULL);
    struct query_completion completion = {0};
    struct plan_names *names = query_plan_names_new();
    size_t chain_at = 0, chain_end = 0;
    learn_names(text, names);
    query_complete_query(&completion, text, (size_t)at, names);
    json_t *root = json_object(), *words = json_array();
    for (size_t i = 0; i < completion.count; i++) {
        const struct query_candidate *word = &completion.candidates[i];
        json_array_append_new(words, json_pack("{s:o,s:o}", "text", report_json_text(word->word),
                                               "note", report_json_text(word->help)));
    }
    json_object_set_new(root, "from", report_json_count(completion.at));
    json_object_set_new(root, "words", words);
    if (query_complete_chain(text, (size_t)at, &chain_at, &chain_end))
        json_object_set_new(
            root, "chain",
            json_pack("{s:I,s:I}", "at", (json_int_t)chain_at, "end", (json_int_t)chain_end));
    query_complete_free(&completion);
    query_plan_names_free(names);
    return serve_answer_json(answer, root);
}
