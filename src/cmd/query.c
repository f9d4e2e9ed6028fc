/* query.c: `triptych query`: runs queries on an archive. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/options.h"
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
#include "util/words.h"

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
    enum query_output_format format;
};

enum {
    OPTION_FILE = 256,
    OPTION_LOAD,
    OPTION_FORMAT,
    OPTION_CSV,
    OPTION_JSON,
    OPTION_FOLLOW,
    OPTION_SAVE,
    OPTION_FORCE,
    OPTION_COST,
};

static const char *const formats[] = {
    [OUTPUT_TABLE] = "table", [OUTPUT_CSV] = "csv", [OUTPUT_JSON] = "json", NULL};

static const struct options_row rows[] = {
    {.name = "file",
     .argument = "FILE",
     .id = OPTION_FILE,
     .help = "read the query from a file",
     .expects = "a file with a query"},
    {.name = "load",
     .argument = "FILE",
     .id = OPTION_LOAD,
     .help = "first run the statements of a file, such as `let` definitions",
     .expects = "a file with definitions"},
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "table (default), csv, or json: an object on each line; csv and json have times in ns",
     .words = formats},
    {.name = "csv", .id = OPTION_CSV, .help = "the same as --format csv"},
    {.name = "json", .id = OPTION_JSON, .help = "the same as --format json"},
    {.name = "follow",
     .id = OPTION_FOLLOW,
     .help = "print matching rows of a running program as they come"},
    {.name = "save",
     .argument = "NEW.tri",
     .id = OPTION_SAVE,
     .help = "write the events that the query finds into a new archive",
     .expects = "the name of an archive such as slow.tri"},
    {.name = "force", .id = OPTION_FORCE, .help = "with --save: replace an existing archive"},
    {.name = "cost", .id = OPTION_COST, .help = "print how much was read, and how long it took"},
    {0},
};

static const struct options_command command = {
    .name = "query",
    .usage = "query [OPTIONS] [NAME.tri] [QUERY]",
    .about = "Asks an archive in the filter language. Without a name, it asks the newest archive "
             "of the current folder. Without a query, a shell starts, which shows the result so "
             "far while you type; if there is no terminal, the query is read from the standard "
             "input. Semicolons separate several statements.",
    .rows = rows,
    .examples = "  triptych query run.tri 'events.filter(e -> e.type == IO && e.bytes > 1MB)'\n"
                "  triptych query 'nodes.sorted(n -> desc(n.exclusiveTime)).limit(10)'\n"
                "  triptych query run.tri 'let slow = events.filter(e -> e.duration > 3ms);\n"
                "                          slow.groupBy(e -> e.name, e -> e.rank).count()'\n",
};

static bool is_archive(const char *word)
{
    return words_ends(word, ".tri") || words_ends(word, ".tri/") || access(word, F_OK) == 0;
}

static void set_option(int option, const struct options_reader *reader, struct request *request)
{
    switch (option) {
    case OPTION_FILE:
        request->file = reader->value;
        break;
    case OPTION_LOAD:
        request->definitions = reader->value;
        break;
    case OPTION_FORMAT:
        request->format = (enum query_output_format)reader->choice;
        break;
    case OPTION_CSV:
        request->format = OUTPUT_CSV;
        break;
    case OPTION_JSON:
        request->format = OUTPUT_JSON;
        break;
    case OPTION_FOLLOW:
        request->follow = true;
        break;
    case OPTION_SAVE:
        request->save = reader->value;
        break;
    case OPTION_FORCE:
        request->force = true;
        break;
    default:
        request->cost = true;
    }
}

/* Reads the arguments: the archive, the query, or both in any order. Returns -1 to continue. */
static int read_words(int count, char **words, struct request *request)
{
    for (int i = 0; i < count; i++) {
        if (!request->archive && is_archive(words[i]))
            request->archive = words[i];
        else if (!request->text)
            request->text = words[i];
        else
            return options_misuse("query", "'%s' is one word too many; put the query in quotes",
                                  words[i]);
    }
    return -1;
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        set_option(option, &reader, request);
    }
    int status = read_words(argc - optind, argv + optind, request);
    bool asked = request->text || request->file || !isatty(STDIN_FILENO);
    if (status >= 0)
        return status;
    if ((request->save || request->follow) && !asked)
        return options_misuse("query", "%s needs a query", request->save ? "--save" : "--follow");
    if (request->text && request->file)
        return options_misuse("query", "give either a query or --file, not both");
    if (request->save && request->follow)
        return options_misuse("query", "give either --follow or --save, not both");
    return -1;
}

/* Returns the text of a file, or of the standard input; NULL with an error. */
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

static bool write_rows(const struct request *request, const struct query_plan *plan,
                       struct query_data *data, struct error *error)
{
    struct query_cost cost = {0};
    struct timespec begun;
    struct output *output = query_output_new(stdout, request->format, plan->shape);
    if (isatty(STDOUT_FILENO))
        query_output_fit(output, cmd_editor_screen().width, NULL);
    query_output_name_dropped(output);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    bool good = query_run(plan, data, query_output_take, output, &cost, error);
    query_output_end(output);
    if (good && request->cost)
        say_cost(&cost, &begun);
    return good;
}

/* Prints once how many pieces of event logs could not be read. */
static void say_damage(const char *path, uint64_t damaged)
{
    if (damaged)
        fprintf(stderr,
                "triptych query: %s is damaged: %llu events cannot be read and are dropped\n", path,
                (unsigned long long)damaged);
}

static bool run_plan(const struct request *request, const struct query_plan *plan,
                     struct query_data *data, struct error *error)
{
    struct buffer text = {0};
    if (plan->explain) {
        query_plan_write(&text, plan);
        fputs(text.text, stdout);
        buffer_free(&text);
        return query_output_is_written(stdout, error);
    }
    if (request->follow) {
        struct cmd_query_follow follow = {.archive = request->archive, .format = request->format};
        bool followed = cmd_query_follow(&follow, plan, error);
        say_damage(follow.archive, follow.damaged);
        return followed;
    }
    cmd_query_watch_begin(data, !isatty(STDOUT_FILENO));
    bool good = query_check(plan, data, error) && write_rows(request, plan, data, error);
    int signal = cmd_query_watch_end(data);
    if (signal && !good) {
        fflush(stdout);
        fprintf(stderr, "triptych query: interrupted: this is not all of the result\n");
        cmd_query_watch_die(signal);
    }
    if (good)
        cmd_query_say_missing(data->archive, plan);
    return good && query_output_is_written(stdout, error);
}

/* Runs statements until one fails. `name` is the file that they are from, or NULL. Sets *saved if
 * one of them was for --save. */
static int run_text(const struct request *request, const char *name, const char *text,
                    struct plan_names *names, struct query_data *data, bool *saved)
{
    struct query_parser parser;
    struct error error = {0};
    bool good = true;
    query_parser_start(&parser, text);
    for (struct query_tree *tree; good && (tree = query_parser_statement(&parser));
         query_tree_free(tree)) {
        if (request->save && tree->kind != TREE_LET && (!name || name != request->definitions)) {
            struct cmd_query_save save = {request->save, request->force, *saved, text};
            good = cmd_query_save(&save, tree, names, data, &parser.trouble, &error);
            *saved = true;
            continue;
        }
        struct query_plan *plan = query_plan_make(tree, names, &parser.trouble);
        if (plan)
            good = run_plan(request, plan, data, &error);
        good &= !parser.trouble.what[0];
        query_plan_free(plan);
    }
    if (error.text[0])
        return options_fail("query", error.text);
    if (!parser.trouble.what[0])
        return CMD_DONE;
    struct buffer message = {0};
    diagnostic_write(&message, &parser.trouble, name, text);
    fprintf(stderr, "triptych query: %s", message.text);
    buffer_free(&message);
    return CMD_MISUSED;
}

/* Runs the definitions, then the query. */
static int run_all(const struct request *request, struct query_data *data)
{
    struct plan_names *names = query_plan_names_new();
    const char *files[] = {request->definitions, request->file};
    int status = CMD_DONE;
    bool saved = false;
    for (size_t i = request->definitions ? 0 : 1; status == CMD_DONE && i < 2; i++) {
        struct error error = {0};
        char *text =
            i && request->text ? memory_string(request->text) : read_text(files[i], &error);
        status = text ? run_text(request, files[i], text, names, data, &saved)
                      : options_fail("query", error.text);
        free(text);
    }
    query_plan_names_free(names);
    if (status == CMD_DONE && request->save && !saved)
        return options_misuse("query",
                              "--save needs a query that gives events: nothing is written");
    return status;
}

static int run_on(const struct request *request)
{
    struct error error = {0};
    const char *path = request->archive;
    if (request->follow)
        return run_all(request, NULL); /* a live archive is opened again for each look */
    struct archive *archive = archive_open(path, &error);
    struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
    bool talks = !request->text && !request->file && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct cmd_shell_start start = {path, request->definitions, request->format};
    int status = !data   ? options_fail("query", error.text)
                 : talks ? cmd_shell_run(&start, data)
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
    int status = read_options(argc, argv, &request);
    if (status >= 0)
        return status;
    if (!request.archive && !newest_archive(newest, sizeof newest))
        return options_misuse("query", "there is no NAME.tri in this folder; name one, or make one "
                                       "with `triptych run`");
    request.archive = request.archive ? request.archive : newest;
    return run_on(&request);
}
