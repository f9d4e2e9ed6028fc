/* history.c: `triptych history`: a measure of regions over many runs, and where it jumps. */
#include "report/compare/history.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "report/compare/changes.h"
#include "util/memory.h"
#include "util/words.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPTION_REGION = 256,
    OPTION_MEASURE,
    OPTION_PLOT,
    OPTION_SVG,
    OPTION_ORDER,
    OPTION_THRESHOLD,
    OPTION_SIGNIFICANCE,
    OPTION_TOP,
    MOST_REGIONS = 16,
};

/* In the order of enum analysis_changes_measure. */
static const char *const measures[] = {"time",  "inclusive",    "visits", "trips",
                                       "bytes", "instructions", NULL};
static const char *const orders[] = {"time", "name", NULL};

static const struct options_row rows[] = {
    {.name = "region",
     .argument = "PATTERN",
     .id = OPTION_REGION,
     .help = "only these regions: a name or pattern such as solve, 'loop:main' or 'comm:*'; may be "
             "repeated"},
    {.name = "measure",
     .argument = "MEASURE",
     .id = OPTION_MEASURE,
     .help = "time (default, exclusive), inclusive, visits, trips, bytes, instructions",
     .words = measures},
    {.name = "plot",
     .id = OPTION_PLOT,
     .help = "draw the regions over the runs: those that were asked for, else the run and the "
             "regions that jumped last"},
    {.name = "svg", .argument = "FILE", .id = OPTION_SVG, .help = "write the picture as SVG"},
    {.name = "order",
     .argument = "ORDER",
     .id = OPTION_ORDER,
     .help = "order of the runs: time (default), or name: run9 before run10",
     .words = orders},
    {.name = "threshold",
     .argument = "X",
     .id = OPTION_THRESHOLD,
     .help = "smallest jump of a number that varies, in percent (default: 2)",
     .expects = "a percentage from 0 to 100"},
    {.name = "significance",
     .argument = "P",
     .id = OPTION_SIGNIFICANCE,
     .help = "probability of a jump where there is none (default: 0.001)",
     .expects = "a probability above 0 and below 1"},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help = "show N jumps (default: all)",
     .expects = "a number of rows such as 10"},
    LOOK_ROWS(NULL),
    {0},
};

static const struct options_command command = {
    .name = "history",
    .usage = "history [OPTIONS] FOLDER\n"
             "       triptych history [OPTIONS] NAME.tri...",
    .about = "Follows the regions of a program through many runs, in the order of their dates, and "
             "finds where their times or counts jump. The runs are all archives NAME.tri of a "
             "folder, or those that are named. Regions are followed through changes of the source "
             "as by `triptych compare`. Each run is shown with the commit that was checked out "
             "where it ran.",
    .rows = rows,
    .examples = "  triptych run -o runs/$(date +%F-%H%M%S).tri ./program\n"
                "  triptych history runs --plot\n"
                "  triptych history runs --region solve --measure inclusive --svg solve.svg\n",
};

struct request {
    struct report_options report;
    const char *regions[MOST_REGIONS];
    size_t region_count;
    enum analysis_changes_measure measure;
    bool plot, by_name;
    const char *svg, *color;
    double threshold, significance;
};

static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    const char *value = reader->value;
    char *end;
    switch (option) {
    case OPTION_REGION:
        if (request->region_count < MOST_REGIONS)
            request->regions[request->region_count++] = value;
        return true;
    case OPTION_MEASURE:
        request->measure = (enum analysis_changes_measure)reader->choice;
        return true;
    case OPTION_PLOT:
        request->plot = true;
        return true;
    case OPTION_SVG:
        request->svg = value;
        return true;
    case OPTION_ORDER:
        request->by_name = reader->choice == 1;
        return true;
    case OPTION_THRESHOLD:
        if (!options_percent(value, &request->threshold))
            return false;
        request->threshold = fmax(request->threshold / 100, 1e-12);
        return true;
    case OPTION_SIGNIFICANCE:
        request->significance = strtod(value, &end);
        return end != value && !*end && request->significance > 0 && request->significance < 1;
    case OPTION_TOP:
        return options_size(value, 0, INT_MAX - 1, &request->report.top);
    default:
        return look_option(option, reader, &request->report, &request->color);
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
    if (optind == argc)
        return options_misuse("history", "name a folder that contains archives, or the archives");
    return -1;
}

/* Paths of archives. */
struct paths {
    char **all;
    size_t count, room;
};

static void add_path(struct paths *paths, char *path)
{
    paths->all = memory_grow(paths->all, &paths->room, paths->count + 1, sizeof *paths->all);
    paths->all[paths->count++] = path;
}

/* True if a folder is an archive, by its name or by what is in it. */
static bool is_archive(const char *path)
{
    char *places = memory_printf("%s/places", path), *tables = memory_printf("%s/tables", path);
    struct stat about;
    size_t size = strlen(path);
    while (size && path[size - 1] == '/')
        size--;
    bool is = (size > 4 && !strncmp(path + size - 4, ".tri", 4)) || stat(places, &about) == 0 ||
              stat(tables, &about) == 0;
    free(places);
    free(tables);
    return is;
}

/* Adds the archives of a folder. False with an error if it cannot be read, or has none. */
static bool add_folder(struct paths *paths, const char *folder, struct error *error)
{
    DIR *opened = opendir(folder);
    size_t before = paths->count;
    if (!opened)
        return error_errno(error, "%s cannot be read", folder);
    for (struct dirent *entry; (entry = readdir(opened));) {
        if (words_ends(entry->d_name, ".tri"))
            add_path(paths, memory_printf("%s/%s", folder, entry->d_name));
    }
    closedir(opened);
    return paths->count > before ||
           error_set(error, "%s contains no archives: their names end with .tri", folder);
}

static void say_skipped(const char *path, const char *why)
{
    fprintf(stderr, "triptych history: %s is left out: %s\n", path, why);
}

/* Returns, by series, whether it was asked for; NULL if none was, or, with *missing set, if there
 * is no region that matches. */
static uint8_t *choose(const struct analysis_history *history, const struct request *request,
                       const char **missing)
{
    uint8_t *chosen = memory_zeroed(history->count + 1, sizeof *chosen);
    for (size_t i = 0; i < request->region_count; i++) {
        bool found = false;
        for (size_t k = 1; k < history->count; k++) {
            const struct analysis_history_series *series = &history->series[k];
            char *full = memory_printf("%s:%s", series->kind, series->name);
            bool fits = !fnmatch(request->regions[i], series->name, 0) ||
                        !fnmatch(request->regions[i], full, 0) ||
                        !fnmatch(request->regions[i], series->label, 0);
            chosen[k] |= fits;
            found |= fits;
            free(full);
        }
        if (!found) {
            *missing = request->regions[i];
            free(chosen);
            return NULL;
        }
    }
    if (request->region_count)
        return chosen;
    free(chosen);
    return NULL;
}

static int write_svg(const struct report_history *of, const char *path)
{
    char *text = report_history_svg(of);
    FILE *file = fopen(path, "we");
    bool good = file && fputs(text, file) >= 0;
    good = (!file || fclose(file) == 0) && good;
    free(text);
    if (good)
        return CMD_DONE;
    fprintf(stderr, "triptych history: %s cannot be written: %s\n", path, strerror(errno));
    return CMD_FAILED;
}

static int show(struct analysis_history *history, const struct request *request)
{
    const char *missing = NULL;
    uint8_t *chosen = choose(history, request, &missing);
    if (missing) {
        struct error error = {0};
        error_set(&error, "no region of these runs matches '%s'", missing);
        return options_fail("history", error.text);
    }
    analysis_history_find_jumps(history, request->measure, request->threshold,
                                request->significance);
    struct report_history of = report_history_new(history, request->measure, chosen);
    int status = request->svg ? write_svg(&of, request->svg) : CMD_DONE;
    report_history_write(stdout, &of, request->plot, &request->report);
    report_history_free(&of);
    free(chosen);
    if (fflush(stdout) == 0)
        return status;
    perror("triptych history: the tables cannot be written");
    return CMD_FAILED;
}

int cmd_history(int argc, char **argv)
{
    struct request request = {0};
    struct paths paths = {0};
    struct error error = {0};
    int status = read_options(argc, argv, &request);
    if (status >= 0)
        return status;
    look_around(&request.report, request.color);
    bool good = true;
    for (int i = optind; i < argc && good; i++) {
        if (is_archive(argv[i]))
            add_path(&paths, memory_string(argv[i]));
        else
            good = add_folder(&paths, argv[i], &error);
    }
    struct analysis_history *history =
        good ? analysis_history_new(paths.all, paths.count, request.by_name, say_skipped, &error)
             : NULL;
    status = history ? show(history, &request) : options_fail("history", error.text);
    analysis_history_free(history);
    for (size_t i = 0; i < paths.count; i++)
        free(paths.all[i]);
    free(paths.all);
    return status;
}
