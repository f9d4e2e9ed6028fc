/* compare.c: `triptych compare`: what changed between runs, or how parallel runs divided the loops
 * of a serial one. */
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/compare_changes.h"
#include "cmd/damage.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "report/compare/division.h"
#include "util/memory.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_AS = 256,
    OPTION_PATHS,
    OPTION_ALL,
    OPTION_FAIL_IF,
    OPTION_THRESHOLD,
    OPTION_SIGNIFICANCE,
    OPTION_BY,
    OPTION_WEAK,
    OPTION_MIN_PERCENT,
    OPTION_TOP,
};

enum purpose { AS_FITS, AS_CHANGES, AS_DIVISION };

/* In the order of enum purpose, without its first. */
static const char *const purposes[] = {"changes", "division", NULL};

/* In the order of enum report_format. */
static const char *const formats[] = {"text", "json", "csv", "markdown", NULL};

/* In the order of enum analysis_division_by, without its first, which means any; processes count as
 * ranks.
 */
static const char *const workers[] = {"ranks", "threads", "processes", NULL};

static const struct options_row rows[] = {
    {.name = "as",
     .argument = "PURPOSE",
     .id = OPTION_AS,
     .help = "changes: what differs before and after; division: how parallel runs divided the "
             "work of a serial one, and the speed-up (default: division if the numbers of ranks or "
             "processes differ, or one run has threads and another has none)",
     .words = purposes},
    {.name = "paths",
     .id = OPTION_PATHS,
     .help = "compare call paths instead of regions",
     .group = "Before and after"},
    {.name = "all", .id = OPTION_ALL, .help = "also show what did not change"},
    {.name = "fail-if",
     .argument = "CONDITION",
     .id = OPTION_FAIL_IF,
     .help = "end with exit status 3 if this holds: 'time > 1.05x', 'solve time > 10%', 'any trips "
             "!= 1x', 'changes > 0'; may be repeated",
     .expects = "a condition such as 'time > 1.05x'"},
    {.name = "threshold",
     .argument = "X",
     .id = OPTION_THRESHOLD,
     .help = "smallest change of a time, in percent (default: 10; 2 with several runs on a side)",
     .expects = "a percentage from 0 to 100"},
    {.name = "significance",
     .argument = "P",
     .id = OPTION_SIGNIFICANCE,
     .help = "probability that equal runs are said to differ in time (default: 0.0001)",
     .expects = "a probability above 0 and below 1"},
    {.name = "by",
     .argument = "WORKERS",
     .id = OPTION_BY,
     .help = "what loops are divided between: ranks (processes) or threads (default: ranks if "
             "there are several, else threads)",
     .words = workers,
     .group = "Speed-up and division of loops"},
    {.name = "weak",
     .id = OPTION_WEAK,
     .help = "the problem grew with the number of ranks or threads: weak scaling"},
    {.name = "min-percent",
     .argument = "X",
     .id = OPTION_MIN_PERCENT,
     .help = "show only what has X % of the work or more (default: 1)",
     .expects = "a percentage from 0 to 100"},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help = "show N rows of each table (default: all)",
     .expects = "a number of rows such as 10",
     .group = "Tables"},
    {.name = "format",
     .argument = "FORMAT",
     .id = LOOK_FORMAT,
     .help = "text (default), json, csv, markdown (of changes)",
     .words = formats},
    OPTIONS_COLOR(LOOK_COLOR),
    OPTIONS_WIDTH(LOOK_WIDTH),
    {0},
};

static const struct options_command command = {
    .name = "compare",
    .usage = "compare [OPTIONS] BEFORE.tri AFTER.tri\n"
             "       triptych compare [OPTIONS] BEFORE.tri... -- AFTER.tri...\n"
             "       triptych compare [OPTIONS] SERIAL.tri PARALLEL.tri...",
    .about = "Shows what changed between two runs, or two groups of runs: time, visits, trips, "
             "bytes and instructions of routines, loops, MPI calls and I/O statements; what is "
             "new, gone or renamed. Regions are found again if lines moved or a routine was "
             "inlined. Counts are compared exactly; times by a statistical test if there are "
             "several runs. If runs differ in their ranks or threads, it shows instead how "
             "the parallel ones divided the loops of the first, and the speed-up.",
    .rows = rows,
    .examples = "  triptych compare before.tri after.tri\n"
                "  triptych compare --fail-if 'time > 1.05x' before*.tri -- after*.tri\n"
                "  triptych compare one.tri four.tri\n",
};

struct request {
    struct report_options report;
    enum purpose purpose;
    enum analysis_division_by by;
    bool weak;
    struct compare_changes changes;
    const char *color;
    size_t before; /* archives before `--`; 0: there is none */
};

static bool set_significance(const char *value, double *to)
{
    char *end;
    *to = strtod(value, &end);
    return end != value && !*end && *to > 0 && *to < 1;
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    static const enum analysis_division_by by[] = {DIVISION_BY_PLACE, DIVISION_BY_LANE,
                                                   DIVISION_BY_PLACE};
    struct report_options *report = &request->report;
    const char *value = reader->value;
    switch (option) {
    case OPTION_AS:
        request->purpose = (enum purpose)(reader->choice + 1);
        return true;
    case OPTION_PATHS:
        request->changes.paths = true;
        return true;
    case OPTION_ALL:
        request->changes.all = true;
        return true;
    case OPTION_FAIL_IF:
        return compare_changes_condition(&request->changes, value);
    case OPTION_THRESHOLD:
        if (!options_percent(value, &request->changes.limits.threshold))
            return false;
        request->changes.limits.threshold = fmax(request->changes.limits.threshold / 100, 1e-12);
        return true;
    case OPTION_SIGNIFICANCE:
        return set_significance(value, &request->changes.limits.significance);
    case OPTION_BY:
        request->by = by[reader->choice];
        return true;
    case OPTION_WEAK:
        request->weak = true;
        return true;
    case OPTION_TOP:
        return options_size(value, 0, INT_MAX - 1, &report->top);
    case OPTION_MIN_PERCENT:
        return options_percent(value, &report->min_percent);
    default:
        return look_option(option, reader, report, &request->color);
    }
}

/* Returns how many arguments follow `--`; -1 if there is none. getopt moves it in front of all
 * archives. */
static int count_after(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--"))
            return argc - i - 1;
    }
    return -1;
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    int after = count_after(argc, argv);
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (!set_value(request, option, &reader))
            return request->changes.error.text[0]
                       ? options_misuse("compare", "%s", request->changes.error.text)
                       : options_wrong(&reader);
    }
    int count = argc - optind;
    for (int i = argc - (after > 0 ? after : 0); i < argc; i++) {
        if (argv[i][0] == '-')
            return options_misuse("compare", "what follows -- are runs; write %s before it",
                                  argv[i]);
    }
    if (after >= 0 && (after == 0 || after == count))
        return options_misuse("compare",
                              "name runs on both sides of --: before*.tri -- after*.tri");
    if (count < 2)
        return options_misuse("compare", "name at least two archives: one before and one after a "
                                         "change, or a serial run and parallel ones");
    request->before = after >= 0 ? (size_t)(count - after) : 0;
    return -1;
}

/* Prints that nothing was measured in an archive. Returns CMD_FAILED. */
static int say_empty(const struct archive *archive)
{
    fprintf(stderr, "triptych compare: nothing was measured in %s\n", archive->path);
    return CMD_FAILED;
}

static int compare_division(const struct archive *const *archives, size_t count,
                            const struct request *request)
{
    if (request->before)
        return options_misuse("compare", "--as division compares runs with the first one, without "
                                         "--");
    if (request->changes.check_count || request->changes.paths || request->changes.all ||
        request->report.format == REPORT_MARKDOWN)
        return options_misuse("compare", "--fail-if, --paths, --all and markdown are for changes; "
                                         "add --as changes to compare runs that differ in ranks "
                                         "or threads");
    struct analysis_division *division = analysis_division_new(archives, count, request->by);
    struct analysis_scaling *scaling = analysis_scaling_new(archives, count, request->weak);
    report_division_write(stdout, division, scaling, &request->report);
    analysis_scaling_free(scaling);
    analysis_division_free(division);
    return CMD_DONE;
}

/* The workers of a run, as far as anything was measured of them. */
struct crew {
    size_t places, lanes;
};

static struct crew crew_of(const struct archive *archive)
{
    struct crew crew = {0};
    uint8_t *lanes = memory_zeroed(archive->lanes.rows + 1, 1);
    uint8_t *places = memory_zeroed(archive->places.rows + 1, 1);
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t lane = archive->nodes.lane[i];
        bool counts =
            archive->nodes.parent[i] != ARCHIVE_NONE &&
            (archive->nodes.visits[i] || archive->nodes.unfinished[i]) &&
            (!archive->ranked || archive->places.rank[archive->lanes.place[lane]] != ARCHIVE_NONE);
        if (!counts || lanes[lane])
            continue;
        lanes[lane] = 1;
        crew.lanes++;
        crew.places += !places[archive->lanes.place[lane]];
        places[archive->lanes.place[lane]] = 1;
    }
    free(lanes);
    free(places);
    return crew;
}

/* True if runs differ in their ranks or processes, or some have threads and others have none. */
static bool crews_differ(const struct archive *const *archives, size_t count)
{
    struct crew first = crew_of(archives[0]);
    for (size_t i = 1; i < count; i++) {
        struct crew crew = crew_of(archives[i]);
        if (crew.places != first.places ||
            (crew.lanes > crew.places) != (first.lanes > first.places))
            return true;
    }
    return false;
}

static int compare(struct archive *const *opened, size_t count, const struct request *request)
{
    const struct archive *const *archives = (const struct archive *const *)opened;
    for (size_t i = 0; i < count; i++) {
        if (!archives[i]->nodes.rows)
            return say_empty(archives[i]);
    }
    enum purpose purpose = request->purpose                                    ? request->purpose
                           : !request->before && crews_differ(archives, count) ? AS_DIVISION
                                                                               : AS_CHANGES;
    int status;
    if (purpose == AS_CHANGES && request->weak)
        return options_misuse("compare", "--weak is for the speed-up of parallel runs");
    if (purpose == AS_CHANGES && !request->before && count > 2)
        return options_misuse("compare", "put -- between the runs before and those after the "
                                         "change; --as division compares all with the first");
    for (size_t i = 0; i < count && purpose == AS_DIVISION; i++) {
        struct error error = {0};
        archive_find_messages(opened[i], &error); /* without them, two factors are unknown */
    }
    for (size_t i = 0; i < count && purpose == AS_CHANGES; i++) {
        struct error error = {0};
        archive_find_moves(opened[i], &error); /* of places; without them, that is said */
    }
    if (purpose == AS_DIVISION)
        status = compare_division(archives, count, request);
    else
        status = compare_changes_run(archives, request->before ? request->before : 1, count,
                                     &request->changes, &request->report);
    if (fflush(stdout) == 0)
        return status;
    perror("triptych compare: the tables cannot be written");
    return CMD_FAILED;
}

int cmd_compare(int argc, char **argv)
{
    struct request request = {.report.min_percent = 1};
    int status = read_options(argc, argv, &request);
    if (status >= 0) {
        compare_changes_free(&request.changes);
        return status;
    }
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
        status = compare(archives, count, &request);
    for (size_t i = 0; i < opened; i++)
        archive_close(archives[i]);
    free(archives);
    compare_changes_free(&request.changes);
    return status;
}
