/* query.c: `triptych query`: asks an archive in the filter language. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/query/edit.h"
#include "cmd/query/follow.h"
#include "cmd/query/missing.h"
#include "cmd/query/save.h"
#include "cmd/query/shell.h"
#include "cmd/query/watch.h"
#include "query/data/data.h"
#include "query/output/output.h"
#include "query/parse/parser.h"
#include "util/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct request {
    const char *archive, *text, *file, *definitions, *save;
    bool force, follow, cost;
    enum output_format format;
};

static int fail(const char *text)
{
    fprintf(stderr, "triptych query: %s\n", text);
    return CMD_FAILED;
}

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "triptych query: %s%s; `triptych query --help` tells more\n", what, word);
    return CMD_MISUSED;
}

static void print_help(void)
{
    fputs("usage: triptych query [OPTIONS] [ARCHIVE.tri] [QUERY]\n"
          "\n"
          "Asks an archive in the filter language:\n"
          "\n"
          "  triptych query run.tri 'events.filter(e -> e.type == COMM && e.duration > 3ms)'\n"
          "  triptych query 'nodes.sorted(n -> desc(n.exclusiveTime)).limit(10).map(n -> n.path)'\n"
          "\n"
          "Without an archive it is the newest one here. Without a query it is a conversation, in\n"
          "which the result so far is shown while you type; where there is no terminal, the query\n"
          "is read from the standard input. Several statements are separated by semicolons:\n"
          "\n"
          "  triptych query run.tri 'let slow = events.filter(e -> e.duration > 3ms);\n"
          "                          slow.groupBy(e -> e.name, e -> e.rank).count()'\n"
          "\n"
          "  --load FILE   first run the statements of a file, such as definitions by `let`\n"
          "  --file FILE   read the query from a file\n"
          "  --follow      of a run that goes on: print what fits as it comes\n"
          "  --save NEW.tri  the events of the query become an archive of their own\n"
          "  --force       replace that archive if it exists\n"
          "  --format FORMAT  table (default); csv: commas between values; json: an object on\n"
          "                each line; the last two have times in ns\n"
          "  --csv, --json  the same as --format csv, --format json\n"
          "  --cost        tell what had to be read, and how long it took\n",
          stdout);
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && !strcmp(text + size - end_size, end);
}

static bool is_archive(const char *word)
{
    return ends_with(word, ".tri") || ends_with(word, ".tri/") || access(word, F_OK) == 0;
}

/* False: there is no such format. */
static bool set_format(const char *word, struct request *request)
{
    static const char *const words[] = {
        [OUTPUT_TABLE] = "table", [OUTPUT_CSV] = "csv", [OUTPUT_JSON] = "json"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!strcmp(word, words[i])) {
            request->format = (enum output_format)i;
            return true;
        }
    }
    return false;
}

/* CMD_DONE: go on. */
static int read_options(int argc, char **argv, struct request *request)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--csv"))
            request->format = OUTPUT_CSV;
        else if (!strcmp(argv[i], "--json"))
            request->format = OUTPUT_JSON;
        else if (!strcmp(argv[i], "--format") || !strncmp(argv[i], "--format=", 9)) {
            const char *word = argv[i][8] ? argv[i] + 9 : i + 1 < argc ? argv[++i] : "nothing";
            if (!set_format(word, request))
                return misuse("--format wants table, csv or json, not ", word);
        } else if (!strcmp(argv[i], "--file") && i + 1 < argc)
            request->file = argv[++i];
        else if (!strcmp(argv[i], "--load") && i + 1 < argc)
            request->definitions = argv[++i];
        else if (!strcmp(argv[i], "--save") && i + 1 < argc)
            request->save = argv[++i];
        else if (!strcmp(argv[i], "--follow"))
            request->follow = true;
        else if (!strcmp(argv[i], "--force"))
            request->force = true;
        else if (!strcmp(argv[i], "--cost"))
            request->cost = true;
        else if (argv[i][0] == '-')
            return misuse("there is no option ", argv[i]);
        else if (!request->archive && !request->text && is_archive(argv[i]))
            request->archive = argv[i];
        else if (!request->text)
            request->text = argv[i];
        else
            return misuse("this is too much: ", argv[i]);
    }
    bool asked = request->text || request->file || !isatty(STDIN_FILENO);
    if ((request->save || request->follow) && !asked)
        return misuse(request->save ? "--save" : "--follow", " needs a query");
    return request->text && request->file ? misuse("either a query or --file, not both", "")
                                          : CMD_DONE;
}

/* All of a file, or of the standard input; NULL with an error. */
static char *read_text(const char *name, struct error *error)
{
    FILE *in = name ? fopen(name, "r") : stdin;
    struct buffer text = {0};
    char part[4096];
    if (!in) {
        error_errno(error, "%s cannot be read", name);
        return NULL;
    }
    for (size_t size; (size = fread(part, 1, sizeof part, in)) > 0;)
        buffer_add_bytes(&text, part, size);
    bool bad = ferror(in);
    if (name)
        fclose(in);
    if (!bad)
        return buffer_take(&text);
    error_errno(error, "%s cannot be read", name ? name : "the standard input");
    buffer_free(&text);
    return NULL;
}

static void say_cost(const struct query_cost *cost, const struct timespec *begun)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double ms =
        (double)(now.tv_sec - begun->tv_sec) * 1e3 + (double)(now.tv_nsec - begun->tv_nsec) * 1e-6;
    fflush(stdout);
    if (cost->blocks)
        fprintf(stderr, "triptych query: %llu of %llu blocks of events, ",
                (unsigned long long)(cost->blocks - cost->skipped),
                (unsigned long long)cost->blocks);
    else
        fputs("triptych query: ", stderr);
    fprintf(stderr, "%llu rows; %.1f ms\n", (unsigned long long)cost->rows, ms);
}

static bool write_rows(const struct request *request, const struct plan *plan,
                       struct query_data *data, struct error *error)
{
    struct query_cost cost = {0};
    struct timespec begun;
    size_t left_out = 0, asked = plan->shape->shown ? 0 : plan->shape->count;
    struct output *output = output_new(stdout, request->format, plan->shape);
    if (isatty(STDOUT_FILENO))
        output_fit(output, editor_screen().width, &left_out);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    bool good = query_run(plan, data, output_take, output, &cost, error);
    output_end(output);
    if (good && left_out && asked) /* fields that were chosen must not be missed */
        fprintf(stderr,
                "triptych query: %zu more field%s did not fit; --csv and --json write all\n",
                left_out, left_out == 1 ? "" : "s");
    if (good && request->cost)
        say_cost(&cost, &begun);
    return good;
}

/* What of a log, or of blocks of events, could not be read is told of once. */
static void say_damage(const char *path, uint64_t damaged)
{
    if (damaged)
        fprintf(stderr,
                "triptych query: %s is damaged: %llu events make no sense and are left out\n", path,
                (unsigned long long)damaged);
}

static bool run_plan(const struct request *request, const struct plan *plan,
                     struct query_data *data, struct error *error)
{
    struct buffer text = {0};
    if (plan->explain) {
        plan_write(&text, plan);
        fputs(text.text, stdout);
        buffer_free(&text);
        return output_is_written(stdout, error);
    }
    if (request->follow) {
        struct query_follow follow = {.archive = request->archive, .format = request->format};
        bool followed = query_follow(&follow, plan, error);
        say_damage(follow.archive, follow.damaged);
        return followed;
    }
    query_watch_begin(data, !isatty(STDOUT_FILENO));
    bool good = query_check(plan, data, error) && write_rows(request, plan, data, error);
    int signal = query_watch_end(data);
    if (signal && !good) {
        fflush(stdout);
        fprintf(stderr, "triptych query: interrupted: this is not all of the result\n");
        query_watch_die(signal);
    }
    if (good)
        query_say_missing(data->archive, plan);
    return good && output_is_written(stdout, error);
}

/* Statement after statement, until one is wrong. `name` is the file that they are from, or NULL.
 * *saved: there was one for --save. */
static int run_text(const struct request *request, const char *name, const char *text,
                    struct plan_names *names, struct query_data *data, bool *saved)
{
    struct parser parser;
    struct error error = {0};
    bool good = true;
    parser_start(&parser, text);
    for (struct tree *tree; good && (tree = parser_statement(&parser)); query_tree_free(tree)) {
        if (request->save && tree->kind != TREE_LET && (!name || name != request->definitions)) {
            struct query_save save = {request->save, request->force, *saved, text};
            good = query_save(&save, tree, names, data, &parser.trouble, &error);
            *saved = true;
            continue;
        }
        struct plan *plan = plan_make(tree, names, &parser.trouble);
        if (plan)
            good = run_plan(request, plan, data, &error);
        good &= !parser.trouble.what[0];
        query_plan_free(plan);
    }
    if (error.text[0])
        return fail(error.text);
    if (!parser.trouble.what[0])
        return CMD_DONE;
    struct buffer message = {0};
    trouble_write(&message, &parser.trouble, name, text);
    fprintf(stderr, "triptych query: %s", message.text);
    buffer_free(&message);
    return CMD_MISUSED;
}

/* The definitions, then the query. */
static int run_all(const struct request *request, struct query_data *data)
{
    struct plan_names *names = plan_names_new();
    const char *files[] = {request->definitions, request->file};
    int status = CMD_DONE;
    bool saved = false;
    for (size_t i = request->definitions ? 0 : 1; status == CMD_DONE && i < 2; i++) {
        struct error error = {0};
        char *text =
            i && request->text ? memory_string(request->text) : read_text(files[i], &error);
        status = text ? run_text(request, files[i], text, names, data, &saved) : fail(error.text);
        free(text);
    }
    plan_names_free(names);
    if (status == CMD_DONE && request->save && !saved)
        return misuse("--save needs a query that gives events: nothing is written", "");
    return status;
}

static int run_on(const struct request *request)
{
    struct error error = {0};
    const char *path = request->archive;
    if (request->follow)
        return run_all(request, NULL); /* it is opened again and again */
    struct archive *archive = archive_open(path, &error);
    struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
    bool talks = !request->text && !request->file && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct shell_start start = {path, request->definitions, request->format};
    int status = !data   ? fail(error.text)
                 : talks ? shell_run(&start, data)
                         : run_all(request, data);
    if (data)
        damage_say("query", archive);
    if (data)
        say_damage(archive->path, archive_acts_damage(archive));
    query_data_free(data);
    if (archive)
        archive_close(archive);
    return status;
}

int cmd_query(int argc, char **argv)
{
    struct request request = {0};
    char newest[NAME_MAX + 1];
    if (cmd_asks_help(argc, argv)) {
        print_help();
        return CMD_DONE;
    }
    int status = read_options(argc, argv, &request);
    if (status != CMD_DONE)
        return status;
    if (!request.archive && !newest_archive(newest, sizeof newest))
        return misuse("there is no archive here: name one", "");
    request.archive = request.archive ? request.archive : newest;
    if (request.save && request.follow)
        return misuse("either --follow or --save, not both", "");
    return run_on(&request);
}
