/* golden.c: queries and what is said of them, from a file that people can read:
 *
 *   > events.filter(e -> e.durration > 3ms)
 *   no field of events is called `durration`
 *     ...
 *
 * In a file called completions..., @ is the cursor, and what could stand there is expected.
 * Lines with > are the query; what follows, up to an empty line, is expected: the plan, or what is
 * wrong. With --write, the file is written with what is said now. Lines with # are kept. */
#include "query/check/complete.h"
#include "query/parse/parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(struct buffer *out, const char *text)
{
    struct query_parser parser;
    struct plan_names *names = query_plan_names_new();
    query_parser_start(&parser, text);
    for (struct query_tree *tree; (tree = query_parser_statement(&parser)); query_tree_free(tree)) {
        struct query_plan *plan = query_plan_make(tree, names, &parser.trouble);
        if (plan)
            query_plan_write(out, plan);
        query_plan_free(plan);
    }
    if (parser.trouble.what[0])
        diagnostic_write(out, &parser.trouble, NULL, text);
    query_plan_names_free(names);
}

/* Candidates at the cursor: few of them with their help; and the chain that is complete. */
static void say_completions(struct buffer *out, const char *query)
{
    struct buffer text = {0};
    struct query_completion completion = {0};
    struct plan_names *names = query_plan_names_new();
    struct query_parser parser;
    size_t cursor = strcspn(query, "@"), at, end;
    query_parser_start(&parser,
                       "let mine = nodes.map(n -> {label: n.name, spent: n.inclusiveTime})");
    struct query_tree *tree = query_parser_statement(&parser);
    query_plan_free(query_plan_make(tree, names, &parser.trouble));
    query_tree_free(tree);
    buffer_add_bytes(&text, query, cursor);
    buffer_add(&text, query[cursor] ? query + cursor + 1 : "");
    query_complete_query(&completion, text.text, cursor, names);
    buffer_printf(out, "%.*s:", (int)(cursor - completion.at), text.text + completion.at);
    for (size_t i = 0; i < completion.count; i++)
        buffer_printf(out, " %s", completion.candidates[i].word);
    buffer_add(out, "\n");
    for (size_t i = 0; i < completion.count && completion.count < 5; i++)
        buffer_printf(out, "  %s - %s\n", completion.candidates[i].word,
                      completion.candidates[i].help);
    if (query_complete_chain(text.text, cursor, &at, &end))
        buffer_printf(out, "chain: %.*s\n", (int)(end - at), text.text + at);
    query_complete_free(&completion);
    query_plan_names_free(names);
    buffer_free(&text);
}

static char *read_file(const char *path)
{
    struct buffer out = {0};
    FILE *file = fopen(path, "r");
    char bytes[4096];
    for (size_t size; file && (size = fread(bytes, 1, sizeof bytes, file)) > 0;)
        buffer_add_bytes(&out, bytes, size);
    if (file)
        fclose(file);
    return buffer_take(&out);
}

static size_t line_size(const char *text)
{
    size_t size = strcspn(text, "\n");
    return size + (text[size] == '\n');
}

/* One case: moves `at` behind it, adds it as it is now, and tells whether that is the same. */
static void try_case(const char **at, struct buffer *all, unsigned number, bool completes)
{
    struct buffer query = {0}, now = {0}, expected = {0};
    while (**at == '>') {
        size_t size = line_size(*at);
        buffer_add_bytes(all, *at, size);
        buffer_add_bytes(&query, *at + 2, size > 2 ? size - 2 : 0);
        *at += size;
    }
    if (query.used)
        query.text[query.used - 1] = 0; /* without the end of its last line */
    while (**at && **at != '\n') {
        size_t size = line_size(*at);
        buffer_add_bytes(&expected, *at, size);
        *at += size;
    }
    (completes ? say_completions : say)(&now, query.text);
    buffer_add(all, now.text ? now.text : "");
    bool same = now.text && expected.text && !strcmp(now.text, expected.text);
    printf("%s %u - %.*s\n", same ? "ok" : "not ok", number, (int)strcspn(query.text, "\n#"),
           query.text);
    if (!same)
        fprintf(stderr, "%s\nexpected:\n%s\nis:\n%s\n", query.text,
                expected.text ? expected.text : "", now.text ? now.text : "");
    buffer_free(&query);
    buffer_free(&now);
    buffer_free(&expected);
}

int main(int argc, char **argv)
{
    const char *path = argv[argc - 1];
    struct buffer all = {0};
    char *text = read_file(path);
    unsigned count = 0;
    for (const char *at = text; *at;) {
        if (*at == '>') {
            try_case(&at, &all, ++count, strstr(path, "completions") != NULL);
        } else {
            size_t size = line_size(at);
            buffer_add_bytes(&all, at, size);
            at += size;
        }
    }
    printf("1..%u\n", count);
    FILE *file = argc > 2 && !strcmp(argv[1], "--write") ? fopen(path, "w") : NULL;
    if (file) {
        fputs(all.text ? all.text : "", file);
        fclose(file);
    }
    free(text);
    buffer_free(&all);
    return count ? 0 : 1;
}
