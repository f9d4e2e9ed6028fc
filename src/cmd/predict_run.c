/* predict_run.c: see predict_run.h */
#include "cmd/predict_run.h"

#include "analysis/whatif.h"
#include "archive/archive.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "report/analysis/whatif.h"
#include "util/memory.h"
#include "util/words.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPTION_FASTER = 256,
    OPTION_NETWORK,
    OPTION_MAP,
    OPTION_WHAT_IF,
    OPTION_TOP,
    CHANGES = 16, /* of each kind */
};

static const char *const maps[] = {"block", "cyclic", "block,cyclic", "cyclic,block", NULL};
static const char *const questions[] = {"all", NULL};

static const struct options_row rows[] = {
    {.name = "faster",
     .argument = "REGION",
     .id = OPTION_FASTER,
     .help =
         "REGION FACTOR: a region takes its time divided by FACTOR, with all that it calls "
         "except MPI; may be repeated. REGION is such as step, 'loop 2 of step' or solver.c:14"},
    {.name = "network",
     .argument = "NETWORK",
     .id = OPTION_NETWORK,
     .help = "ideal (MPI calls only wait for each other), or latency=TIME, bandwidth=RATE or both: "
             "latency=2us,bandwidth=10GB",
     .expects = "ideal, or such as latency=2us,bandwidth=10GB"},
    {.name = "map",
     .argument = "MAP",
     .id = OPTION_MAP,
     .help = "how the trips of loops are divided between ranks: block (as they were) or cyclic "
             "(dealt out "
             "one by one, so that all ranks compute equally long); or block,cyclic for both. With "
             "--faster, only the named regions are divided anew",
     .words = maps},
    {.name = "what-if",
     .argument = "WHAT",
     .id = OPTION_WHAT_IF,
     .help = "all: rank all regions by what the run gains if their own code takes half its time",
     .words = questions},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help = "with --what-if: show N regions (default: all)",
     .expects = "a number of rows such as 10"},
    LOOK_ROWS(NULL),
    {0},
};

static const struct options_command command = {
    .name = "predict",
    .usage = "predict RUN.tri [--faster REGION FACTOR]... [--network NETWORK]\n"
             "                        [--map MAP]\n"
             "       triptych predict RUN.tri --what-if all",
    .about = "Replays a recorded run with something changed, and says how much the whole run would "
             "gain. That is not the region's share of the time: other ranks may wait for it, or it "
             "for them. A program with MPI must have been measured with --events=comm.",
    .rows = rows,
    .examples = "  triptych run --events=comm,routines,loops -o a.tri mpirun -n 4 ./a.out\n"
                "  triptych predict a.tri --what-if all\n"
                "  triptych predict a.tri --faster 'loop 2 of step' 2 --network ideal\n",
};

/* The changes that the user asks about. */
struct request {
    struct report_options report;
    const char *color;
    const char *faster[CHANGES];
    double factor[CHANGES];
    size_t faster_count;
    const char *network;
    const char *map;
    bool all;
    enum analysis_whatif_network kind;
    double latency, bandwidth;
};

bool predict_run_is_meant(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *path = memory_printf("%s/run.json", argv[i]);
        struct stat info;
        bool found =
            !stat(path, &info) || words_ends(argv[i], ".tri") || words_ends(argv[i], ".tri/");
        free(path);
        if (found)
            return true;
    }
    return false;
}

/* Reads a number with one of the units, each 1,000 times the one before; the first has the value
 * `first`. False if it is none, or negative. */
static bool read_quantity(const char *text, const char *const *units, double first, double *value)
{
    char *end;
    double number = strtod(text, &end), unit = 1;
    if (end == text || !(number >= 0) || !isfinite(number))
        return false;
    for (; *end && *units; units++, first *= 1000) {
        if (!strcmp(end, *units)) {
            end = "";
            unit = first;
        }
    }
    *value = number * unit;
    return !*end;
}

/* Reads "latency=2us,bandwidth=10GB". */
static bool read_network(struct request *request, const char *text)
{
    static const char *const times[] = {"ns", "us", "ms", "s", NULL};
    static const char *const rates[] = {"B", "kB", "MB", "GB", "TB", NULL};
    bool good = *text != 0;
    request->kind = WHATIF_NETWORK_GIVEN;
    if (!strcmp(text, "ideal")) {
        request->kind = WHATIF_NETWORK_IDEAL;
        return true;
    }
    char *copy = memory_string(text), *rest = copy, *word;
    while (good && (word = strsep(&rest, ","))) {
        size_t size = strlen(word);
        if (words_ends(word, "/s"))
            word[size - 2] = 0;
        if (words_begins(word, "latency="))
            good = read_quantity(word + 8, times, 1e-9, &request->latency);
        else
            good = words_begins(word, "bandwidth=") &&
                   read_quantity(word + 10, rates, 1, &request->bandwidth) &&
                   request->bandwidth > 0;
    }
    free(copy);
    return good;
}

/* Takes the region of --faster, and the factor, which is the next argument. */
static int add_faster(struct request *request, int argc, char **argv, const char *region)
{
    char *end = NULL;
    double factor = optind < argc ? strtod(argv[optind], &end) : 0;
    if (!end || end == argv[optind] || *end || !(factor > 0) || !isfinite(factor))
        return options_misuse(
            "predict", "--faster takes a region and a factor greater than 0: --faster '%s' 2",
            region);
    if (request->faster_count == CHANGES)
        return options_misuse("predict", "at most %d regions can be changed", CHANGES);
    optind++;
    request->faster[request->faster_count] = region;
    request->factor[request->faster_count++] = factor;
    return -1;
}

static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    struct report_options *report = &request->report;
    const char *value = reader->value;
    switch (option) {
    case OPTION_NETWORK:
        request->network = value;
        return read_network(request, value);
    case OPTION_MAP:
        request->map = value;
        return true;
    case OPTION_WHAT_IF:
        request->all = true;
        return true;
    case OPTION_TOP:
        return options_size(value, 0, INT_MAX - 1, &report->top);
    default:
        return look_option(option, reader, report, &request->color);
    }
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    int status = -1;
    options_begin(&reader, &command, argc, argv);
    for (int option; status < 0 && (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (option == OPTION_FASTER)
            status = add_faster(request, argc, argv, reader.value);
        else if (!set_value(request, option, &reader))
            return options_wrong(&reader);
    }
    if (status >= 0)
        return status;
    if (argc - optind != 1)
        return options_misuse("predict",
                              "name one archive: triptych predict RUN.tri --what-if all");
    if (request->all && (request->faster_count || request->network || request->map))
        return options_misuse("predict", "--what-if all asks about every region: use it alone");
    if (!request->all && !request->faster_count && !request->network && !request->map)
        request->all = true;
    return -1;
}

/* The rows of the table: each change by itself, then all together. */
struct table {
    struct report_whatif_row rows[2 * CHANGES];
    char *names[2 * CHANGES];
    size_t count;
};

static void add_row(struct table *table, char *name, struct analysis_whatif_scenario scenario)
{
    table->names[table->count] = name;
    table->rows[table->count++] = (struct report_whatif_row){name, scenario};
}

/* Adds the rows of --map; `changes` are those of --faster, or one for the whole program. */
static void add_maps(struct table *table, const struct request *request,
                     const struct analysis_whatif_change *even, size_t count)
{
    if (!request->map)
        return;
    if (strstr(request->map, "block"))
        add_row(table, memory_string("divided in blocks, as it was"),
                (struct analysis_whatif_scenario){.latency = -1, .bandwidth = -1});
    if (strstr(request->map, "cyclic"))
        add_row(table, memory_string("divided cyclically"),
                (struct analysis_whatif_scenario){
                    .changes = even, .count = count, .latency = -1, .bandwidth = -1});
}

static void write_changes(const struct request *request, const struct analysis_whatif *whatif,
                          const struct analysis_whatif_change *changes)
{
    struct table table = {0};
    struct analysis_whatif_change even[CHANGES] = {{.faster = 1, .even = true}};
    struct analysis_whatif_change both[CHANGES] = {{.faster = 1, .even = true}};
    size_t regions = request->faster_count, evened = regions ? regions : 1;
    bool cyclic = request->map && strstr(request->map, "cyclic");
    for (size_t i = 0; i < regions; i++) {
        both[i] = even[i] = changes[i];
        both[i].even = cyclic;
        even[i].faster = 1;
        even[i].even = true;
        add_row(&table,
                memory_printf("%s %g times as fast", request->faster[i], request->factor[i]),
                (struct analysis_whatif_scenario){
                    .changes = &changes[i], .count = 1, .latency = -1, .bandwidth = -1});
    }
    add_maps(&table, request, even, evened);
    const struct analysis_whatif_scenario network = {
        .network = request->kind, .latency = request->latency, .bandwidth = request->bandwidth};
    if (request->network)
        add_row(&table, memory_printf("network %s", request->network), network);
    if (regions + (request->network != NULL) + cyclic > 1) {
        struct analysis_whatif_scenario all = network;
        all.changes = both;
        all.count = regions || cyclic ? evened : 0;
        add_row(&table, memory_string("all together"), all);
    }
    report_whatif_write(stdout, whatif, table.rows, table.count, &request->report);
    for (size_t i = 0; i < table.count; i++)
        free(table.names[i]);
}

static int answer(const struct request *request, const struct cube *cube)
{
    struct error error = {0};
    struct analysis_whatif_change changes[CHANGES];
    for (size_t i = 0; i < request->faster_count; i++) {
        uint32_t region = analysis_whatif_region(cube->archive, request->faster[i], &error);
        if (!region)
            return options_fail("predict", error.text);
        changes[i] =
            (struct analysis_whatif_change){.region = region, .faster = request->factor[i]};
    }
    struct analysis_whatif *whatif = analysis_whatif_new(cube, &error);
    if (!whatif)
        return options_fail("predict", error.text);
    if (request->network && !whatif->has_messages) {
        analysis_whatif_free(whatif);
        return options_fail("predict", "--network changes the calls of MPI, and the run has none");
    }
    if (request->all)
        report_whatif_write_all(stdout, whatif, &request->report);
    else
        write_changes(request, whatif, changes);
    analysis_whatif_free(whatif);
    if (fflush(stdout) == 0)
        return CMD_DONE;
    perror("triptych predict: the table cannot be written");
    return CMD_FAILED;
}

int predict_run(int argc, char **argv)
{
    struct request request = {.latency = -1, .bandwidth = -1};
    struct error error = {0};
    int status = read_options(argc, argv, &request);
    if (status >= 0)
        return status;
    look_around(&request.report, request.color);
    struct archive *archive = archive_open(argv[optind], &error);
    if (!archive)
        return options_fail("predict", error.text);
    damage_say("predict", archive);
    if (archive_find_messages(archive, &error)) {
        struct cube *cube = cube_new(archive, false);
        status = answer(&request, cube);
        cube_free(cube);
    } else {
        status = options_fail("predict", error.text);
    }
    archive_close(archive);
    return status;
}
