/* run.c: runs one query in the shell. */
#include "cmd/query/missing.h"
#include "cmd/query/state.h"
#include "query/parse/parser.h"

#include <stdio.h>

enum { AROUND = 4, FEWEST = 5 }; /* lines of the screen that are not rows; minimum number of rows */

/* Writes all rows as they come. Ctrl-C ends it. */
static void write_all(struct shell *shell, const char *text, enum query_output_format format)
{
    struct query_parser parser;
    struct error error = {0};
    struct ask ask = {.data = shell->data};
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan = tree ? query_plan_make(tree, shell->names, &parser.trouble) : NULL;
    query_tree_free(tree);
    if (!plan)
        return; /* it was checked before */
    struct output *output = query_output_new(stdout, format, plan->shape);
    if (format == OUTPUT_TABLE)
        query_output_fit(output, shell->screen.width - 1, NULL);
    query_output_name_dropped(output);
    enum ask_end end = ask_run(&ask, plan, query_output_take, output, &error);
    uint64_t rows = query_output_end(output);
    if (!query_output_is_written(stdout, &error)) {
        clearerr(stdout); /* later output may succeed */
        end = ASK_FAILED;
    }
    if (end == ASK_STOPPED)
        shell_say(shell, LINE_NOTE, "stopped after %llu rows", (unsigned long long)rows);
    else if (end == ASK_FAILED)
        shell_say(shell, LINE_WRONG, "%s", error.text);
    struct buffer missing = {0};
    if (end == ASK_DONE && cmd_query_missing(&missing, shell->data->archive, plan))
        shell_say(shell, LINE_NOTE, "%s", missing.text);
    buffer_free(&missing);
    query_plan_free(plan);
}

void shell_all(struct shell *shell, const char *text)
{
    write_all(shell, text, shell->format);
}

static void print(void *to, const char *lines)
{
    struct shell *shell = to;
    (void)lines;
    shell_say(shell, LINE_NOTE, "the query takes long; press Ctrl-C to stop it");
}

void shell_query(struct shell *shell, const char *text)
{
    if (shell->format != OUTPUT_TABLE) {
        write_all(shell, text, shell->format);
        return;
    }
    struct buffer lines = {0};
    size_t height = shell->screen.height;
    struct result_request request = {
        .data = shell->data,
        .names = shell->names,
        .rows = shell->rows                ? shell->rows
                : height > AROUND + FEWEST ? height - AROUND
                                           : FEWEST,
        .width = shell->screen.width - 1,
        .title_last = true,
        .partial = print,
        .to = shell,
    };
    result_find(&request, text, &lines);
    cmd_editor_print(&shell->screen, lines.text);
    buffer_free(&lines);
}
