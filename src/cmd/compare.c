/* compare.c: `triptych compare`: how parallel runs divided the loops of a serial one. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "report/compare/division.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    OPTION_BY = 256,
    OPTION_MIN_PERCENT,
    OPTION_TOP,
};

/* In the order of enum analysis_division_by, without its first, which means any; processes count as
 * ranks.
 */
static const char *const workers[] = {"ranks", "threads", "processes", NULL};

static const struct options_row rows[] = {
    {.name = "by",
     .argument = "WHAT",
     .id = OPTION_BY,
     .help = "what loops are divided between: ranks (processes) or threads (default: ranks if "
             "there are several, else threads)",
     .words = workers},
    {.name = "min-percent",
     .argument = "X",
     .id = OPTION_MIN_PERCENT,
     .help = "show only what has X % of the work or more (default: 1)",
     .expects = "a percentage from 0 to 100"},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help = "show N rows of each table (default: all)",
     .expects = "a number of rows such as 10"},
    LOOK_ROWS(NULL),
    {0},
};

static const struct options_command command = {
    .name = "compare",
    .usage = "compare [OPTIONS] FIRST.tri OTHER.tri...",
    .about = "Compares parallel runs with a serial one, loop by loop. The trips of a loop tell "
             "whether it is divided between the ranks or threads, evenly or not, replicated on all "
             "of them, done by one, new or gone. From that follows the speed-up that is possible. "
             "The first run is the serial one: one process with one thread. The programs may "
             "differ: loops are then matched by routine, nesting, order, trips and text, and "
             "nothing is concluded if less than 90 % of the work was matched.",
    .rows = rows,
    .examples = "  triptych loops -o one.tri mpirun -n 1 ./sort\n"
                "  triptych loops -o four.tri mpirun -n 4 ./sort\n"
                "  triptych compare one.tri four.tri\n",
};

struct request {
    struct report_options report;
    enum analysis_division_by by;
    const char *color;
};

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    static const enum analysis_division_by by[] = {DIVISION_BY_PLACE, DIVISION_BY_LANE,
                                                   DIVISION_BY_PLACE};
    struct report_options *report = &request->report;
    const char *value = reader->value;
    switch (option) {
    case OPTION_BY:
        request->by = by[reader->choice];
        return true;
    case OPTION_TOP:
        return options_size(value, 0, INT_MAX - 1, &report->top);
    case OPTION_MIN_PERCENT:
        return options_percent(value, &report->min_percent);
    default:
        return look_option(option, reader, report, &request->color);
    }
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (!set_value(request, option, &reader))
            return options_wrong(&reader);
    }
    if (argc - optind < 2)
        return options_misuse("compare", "name at least two archives: a serial run, then parallel "
                                         "ones");
    return -1;
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
    struct analysis_division *division = analysis_division_new(archives, count, request->by);
    report_division_write(stdout, division, &request->report);
    analysis_division_free(division);
    if (fflush(stdout) == 0)
        return CMD_DONE;
    perror("triptych compare: the tables cannot be written");
    return CMD_FAILED;
}

int cmd_compare(int argc, char **argv)
{
    struct request request = {.report.min_percent = 1};
    int status = read_options(argc, argv, &request);
    if (status >= 0)
        return status;
    status = CMD_DONE;
    look_around(&request.report, request.color);
    size_t count = (size_t)(argc - optind), opened = 0;
    struct archive **archives = memory_zeroed(count, sizeof(struct archive *));
    for (; opened < count && status == CMD_DONE; opened++) {
        struct error error = {0};
        archives[opened] = archive_open(argv[optind + (int)opened], &error);
        if (archives[opened])
            damage_say("compare", archives[opened]);
        else
            status = options_fail("compare", error.text);
    }
    if (status == CMD_DONE)
        status = compare((const struct archive *const *)archives, count, &request);
    for (size_t i = 0; i < opened; i++)
        archive_close(archives[i]);
    free(archives);
    return status;
}
