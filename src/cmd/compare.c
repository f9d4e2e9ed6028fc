/* compare.c: `triptych compare`: how parallel runs divided the loops of a serial one. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/terminal.h"
#include "report/compare/division.h"
#include "util/memory.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: triptych compare [OPTIONS] FIRST.tri OTHER.tri...\n"
    "\n"
    "Lays the trees of routines and loops of several runs on top of each other, and says of every\n"
    "loop what became of it, by its trips: divided between the ranks or threads, evenly or not,\n"
    "replicated by all of them, done by one, new or gone; and how fast the run can get at most.\n"
    "The first run is what the others are compared with: one process with one thread. Programs\n"
    "may differ: loops are then matched by routine, nesting, order, trips and text, and nothing\n"
    "is concluded if less than 90 % of the work was matched.\n"
    "\n"
    "  --by WHAT           what loops are divided between: ranks (processes), threads; default:\n"
    "                      ranks if there are several, else threads\n"
    "  --min-percent X     leave out what has less of the work (default 1)\n"
    "  --top N             N rows of each table (default: all)\n"
    "  --format FORMAT     text (default), json, csv\n"
    "  --color WHEN        auto (default), always, never\n"
    "  --width N           columns of the text (default: the terminal's, else 100)\n"
    "\n"
    "example: triptych loops -o one.tri mpirun -n 1 ./sort\n"
    "         triptych loops -o four.tri mpirun -n 4 ./sort\n"
    "         triptych compare one.tri four.tri\n";

struct request {
    struct report_options report;
    enum division_by by;
    const char *color;
};

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "triptych compare: %s%s; `triptych compare --help` tells more\n", what, word);
    return CMD_MISUSED;
}

static bool whole_number(const char *text, long least, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text && !*end && *number >= least && *number < INT_MAX;
}

/* The place of a word in a list; -1: it is none of them. */
static int find(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++) {
        if (!strcmp(word, words[i]))
            return i;
    }
    return -1;
}

/* False: the value makes no sense. */
static bool set_value(struct request *request, int option, const char *value)
{
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const workers[] = {"any", "ranks", "threads", "processes", NULL};
    struct report_options *report = &request->report;
    long number = 0;
    int word;
    char *end;
    switch (option) {
    case 'b':
        word = find(value, workers);
        request->by = word == 3 ? DIVISION_BY_PLACE : (enum division_by)word;
        return word >= 0;
    case 'f':
        word = find(value, formats);
        report->format = (enum report_format)word;
        return word >= 0;
    case 'c':
        request->color = value;
        return find(value, colors) >= 0;
    case 't':
        report->top = whole_number(value, 0, &number) ? (size_t)number : 0;
        return whole_number(value, 0, &number);
    case 'w':
        report->width = whole_number(value, LOOK_LEAST_WIDTH, &number) ? (size_t)number : 0;
        return report->width != 0;
    default:
        report->min_percent = strtod(value, &end);
        return *value && !*end && isfinite(report->min_percent) && report->min_percent >= 0;
    }
}

/* What an option takes. */
static const char *wanted(int option)
{
    return option == 'b'   ? "ranks, processes or threads"
           : option == 'f' ? "text, json or csv"
           : option == 'c' ? "auto, always or never"
           : option == 't' ? "a number of rows"
           : option == 'w' ? "a number of columns, 40 at least"
                           : "a percentage";
}

/* CMD_DONE: go on. */
static int read_options(int argc, char **argv, struct request *request)
{
    static const struct option options[] = {
        {"by", required_argument, NULL, 'b'},
        {"format", required_argument, NULL, 'f'},
        {"color", required_argument, NULL, 'c'},
        {"top", required_argument, NULL, 't'},
        {"min-percent", required_argument, NULL, 'm'},
        {"width", required_argument, NULL, 'w'},
        {NULL, 0, NULL, 0},
    };
    int option, index = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":", options, &index)) != -1) {
        if (option == ':')
            return misuse("something is missing behind ", argv[optind - 1]);
        if (option == '?')
            return misuse("there is no option ", argv[optind - 1]);
        if (!set_value(request, option, optarg)) {
            fprintf(stderr, "triptych compare: --%s wants %s, not '%s'\n", options[index].name,
                    wanted(option), optarg);
            return CMD_MISUSED;
        }
    }
    if (argc - optind < 2)
        return misuse("name two archives at least: a serial run, then parallel ones", "");
    return CMD_DONE;
}

static int compare(const struct archive *const *archives, size_t count,
                   const struct request *request)
{
    for (size_t i = 0; i < count; i++) {
        if (!archives[i]->nodes.rows) {
            fprintf(stderr, "triptych compare: nothing was measured in %s\n", archives[i]->path);
            return CMD_FAILED;
        }
    }
    struct division *division = division_new(archives, count, request->by);
    division_write(stdout, division, &request->report);
    division_free(division);
    if (fflush(stdout) == 0)
        return CMD_DONE;
    perror("triptych compare: the tables cannot be written");
    return CMD_FAILED;
}

int cmd_compare(int argc, char **argv)
{
    struct request request = {.report.min_percent = 1};
    if (cmd_asks_help(argc, argv)) {
        fputs(help, stdout);
        return CMD_DONE;
    }
    int status = read_options(argc, argv, &request);
    if (status != CMD_DONE)
        return status;
    look_around(&request.report, request.color);
    size_t count = (size_t)(argc - optind), opened = 0;
    struct archive **archives = memory_zeroed(count, sizeof(struct archive *));
    for (; opened < count && status == CMD_DONE; opened++) {
        struct error error = {0};
        archives[opened] = archive_open(argv[optind + (int)opened], &error);
        if (!archives[opened]) {
            fprintf(stderr, "triptych compare: %s\n", error.text);
            status = CMD_FAILED;
        } else {
            damage_say("compare", archives[opened]);
        }
    }
    if (status == CMD_DONE)
        status = compare((const struct archive *const *)archives, count, &request);
    for (size_t i = 0; i < opened; i++)
        archive_close(archives[i]);
    free(archives);
    return status;
}
