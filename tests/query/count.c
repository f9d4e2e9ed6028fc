/* count.c: runs queries and tells how long they take, in the same process and with files in memory:
 * count FOLDER [--threads N] [--runs N] QUERY... */
#include "query/exec/run.h"
#include "query/parse/parser.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double cpu(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static bool add(void *to, const struct query_rows *rows)
{
    *(uint64_t *)to += rows->count;
    return true;
}

static int by_value(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

enum { MOST_RUNS = 100 };

/* rows, median seconds, median seconds of CPU time, rows touched, blocks, blocks left out */
static int measure(struct query_data *data, const char *text, int runs)
{
    struct error error = {0};
    struct query_parser parser;
    query_parser_start(&parser, text);
    struct query_tree *tree = query_parser_statement(&parser);
    struct query_plan *plan = tree ? query_plan_make(tree, NULL, &parser.trouble) : NULL;
    if (!plan) {
        fprintf(stderr, "%s: %s\n", text, parser.trouble.what);
        query_tree_free(tree);
        return 1;
    }
    double seconds[MOST_RUNS], used[MOST_RUNS];
    struct query_cost cost;
    uint64_t rows = 0;
    bool good = true;
    for (int i = 0; good && i < runs; i++) {
        double start = now(), before = cpu();
        cost = (struct query_cost){0};
        rows = 0;
        good = query_run(plan, data, add, &rows, &cost, &error);
        seconds[i] = now() - start;
        used[i] = cpu() - before;
    }
    if (good) {
        qsort(seconds, (size_t)runs, sizeof *seconds, by_value);
        qsort(used, (size_t)runs, sizeof *used, by_value);
        printf("%" PRIu64 " %.6f %.6f %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", rows,
               seconds[runs / 2], used[runs / 2], cost.rows, cost.blocks, cost.skipped);
    } else {
        fprintf(stderr, "%s: %s\n", text, error.text);
    }
    query_plan_free(plan);
    query_tree_free(tree);
    return !good;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    int runs = 7, status = 0;
    struct archive *archive = argc > 2 ? archive_open(argv[1], &error) : NULL;
    struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
    if (!data) {
        fprintf(stderr, "%s\n", argc > 2 ? error.text : "count FOLDER [--runs N] QUERY...");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--runs") && i + 1 < argc)
            runs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--threads") && i + 1 < argc)
            data->threads = (unsigned)atoi(argv[++i]);
        else
            status |= measure(data, argv[i], runs < 1 || runs > MOST_RUNS ? 1 : runs);
    }
    query_data_free(data);
    archive_close(archive);
    return status;
}
