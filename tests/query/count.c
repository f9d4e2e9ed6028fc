/* count.c: runs a query and prints its rows and how long it took: count FOLDER QUERY [EVENTS],
 * where a trace of that many events is made first if there is none. */
#include "trace.h"

#include "query/parser.h"
#include "query/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct printing {
    const struct shape *shape;
    uint64_t rows;
};

static bool print(void *to, const struct query_rows *rows)
{
    struct printing *printing = to;
    for (size_t i = 0; i < rows->count && printing->rows + i < 10; i++) {
        for (size_t k = 0; k < printing->shape->count; k++) {
            const struct vector *column = &rows->columns[k];
            printf("%s%s=", k ? " " : "", printing->shape->fields[k].name);
            if (vector_is_absent(column, i))
                printf("-");
            else if (column->type == TYPE_TEXT)
                printf("%s", query_data_text(rows->data, column->whole[i]));
            else if (column->type == TYPE_REAL)
                printf("%.9g", column->real[i]);
            else
                printf("%" PRId64, column->type == TYPE_BOOL ? column->truth[i] : column->whole[i]);
        }
        puts("");
    }
    printing->rows += rows->count;
    return true;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    struct parser parser;
    if (argc < 3) {
        fprintf(stderr, "count FOLDER QUERY [EVENTS]\n");
        return 2;
    }
    struct trace trace = {.events = argc > 3 ? strtoull(argv[3], NULL, 10) : 10000000,
                          .block = 4096,
                          .regions = 1000,
                          .places = 8,
                          .lanes = 16,
                          .nodes = 16000,
                          .activities = 16,
                          .communicators = 8,
                          .messages = 1000,
                          .collectives = 1000,
                          .seed = 1,
                          .plain = 1};
    if (access(argv[1], F_OK) != 0)
        trace_write(&trace, argv[1]);
    double begun = now();
    parser_start(&parser, argv[2]);
    struct tree *tree = parser_statement(&parser);
    struct plan *plan = tree ? plan_make(tree, NULL, &parser.trouble) : NULL;
    if (!plan) {
        fprintf(stderr, "%s\n", parser.trouble.what);
        return 1;
    }
    struct archive *archive = archive_open(argv[1], &error);
    struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
    if (!data) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    double opened = now();
    for (int i = 0; i < 3; i++) {
        struct printing printing = {.shape = plan->shape};
        struct query_cost cost = {0};
        double start = now();
        if (!query_run(plan, data, print, &printing, &cost, &error))
            fprintf(stderr, "%s\n", error.text);
        printf("%" PRIu64 " rows of %" PRIu64 " in %.4f s, %" PRIu64 " of %" PRIu64
               " blocks left out; opened in %.4f s\n",
               printing.rows, cost.rows, now() - start, cost.skipped, cost.blocks, opened - begun);
    }
    query_data_free(data);
    archive_close(archive);
    query_plan_free(plan);
    query_tree_free(tree);
    return 0;
}
