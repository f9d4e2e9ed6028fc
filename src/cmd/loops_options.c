/* loops_options.c: see loops_options.h */
#include "cmd/loops_options.h"

#include "cmd/cmd.h"
#include "launch/run_description.h"
#include "launch/time_limit.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "usage: triptych loops [OPTIONS] COMMAND [ARGUMENTS...]\n"
    "       triptych loops [OPTIONS] NAME.tri\n"
    "       triptych loops --static [OPTIONS] BINARY\n"
    "\n"
    "Runs a program as it is, without probes, even stripped and optimised, and tells which loops\n"
    "ran inside which, across calls, the visits and trips of each, and the share of all\n"
    "instructions executed in counted code that it took: code of the executable, and of libraries\n"
    "that --libs names. Output, signals and exit status are the command's own; what\n"
    "was counted is kept in an archive and shown afterwards (on stderr).\n"
    "NAME.tri shows such an archive again. --static runs nothing: it shows which functions and\n"
    "loops a binary has, and where they stand in the source.\n"
    "\n"
    "Of a run:\n"
    "  -o, --output NAME.tri   the archive (default: the program's name, numbered if it exists)\n"
    "      --force             replace an archive that exists\n"
    "      --libs NAMES        count in these shared libraries, too: libm.so.6,'libfftw*'\n"
    "      --time              take the time of loops, too, of those that take 1 us or more\n"
    "      --engine ENGINE     native (default), or valgrind: slow, for what cannot be patched\n"
    "      --for TIME          end the command after that time: 30s, 500ms, 2m\n"
    "      --no-seal           leave the archive as the program wrote it\n"
    "      --shared            others may read the archive, as the umask says (default: only you)\n"
    "  -q, --quiet             show nothing; files of --svg and --dot are written\n"
    "What is shown (default: all four, if there is something to tell):\n"
    "      --table             loops: visits, trips, instructions\n"
    "      --tree              the loop-call-context tree, its hot part\n"
    "      --ranks             trips of each rank, process or thread\n"
    "      --natives           functions that are not counted, and why\n"
    "      --threshold X       the tree has what takes X % of all instructions by itself, and "
    "what\n"
    "                          is above it (default 1; 0: the whole tree)\n"
    "      --rank N, --lane L  only of this rank (or place), only of this lane: 0, 0.1\n"
    "      --sort KEY          exclusive (default), inclusive, visits, trips, mean, name,\n"
    "                          line\n"
    "      --top N             N rows of each table (default 20 as text, all otherwise; 0: all)\n"
    "      --svg FILE          the tree as a picture; - is stdout\n"
    "      --dot FILE          the same for Graphviz\n"
    "      --theme THEME       of the SVG: light, dark, auto (default: as the reader's screen is)\n"
    "      --format FORMAT     text (default), json, csv: of an archive or of --static\n"
    "      --csv TABLE         the one table of the CSV: loops, ranks, tree, natives\n"
    "      --color WHEN        auto (default), always, never\n"
    "      --width N           columns of the text (default: the terminal's, else 100)\n"
    "Of --static:\n"
    "      --function PATTERN  only functions of these names: 'solve*'\n"
    "      --all               functions without loops, too\n"
    "\n"
    "example: triptych loops -o sort.tri ./sort 1000000 && triptych loops --svg sort.svg sort.tri\n"
    "example: triptych loops mpirun -n 4 ./sort 1000000\n"
    "example: triptych loops --static --function main ./sort\n";

enum {
    STATIC = 256,
    ALL,
    FUNCTION,
    FORCE,
    LIBS,
    TIME,
    ENGINE,
    FOR,
    NO_SEAL,
    SHARED,
    TABLE,
    TREE,
    RANKS,
    NATIVES,
    THRESHOLD,
    RANK,
    LANE,
    SORT,
    TOP,
    SVG,
    DOT,
    THEME,
    FORMAT,
    CSV,
    COLOR,
    WIDTH,
    HELP,
};

static const struct option long_options[] = {
    {"static", no_argument, NULL, STATIC},
    {"all", no_argument, NULL, ALL},
    {"function", required_argument, NULL, FUNCTION},
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, FORCE},
    {"libs", required_argument, NULL, LIBS},
    {"time", no_argument, NULL, TIME},
    {"engine", required_argument, NULL, ENGINE},
    {"for", required_argument, NULL, FOR},
    {"no-seal", no_argument, NULL, NO_SEAL},
    {"shared", no_argument, NULL, SHARED},
    {"quiet", no_argument, NULL, 'q'},
    {"table", no_argument, NULL, TABLE},
    {"tree", no_argument, NULL, TREE},
    {"ranks", no_argument, NULL, RANKS},
    {"natives", no_argument, NULL, NATIVES},
    {"threshold", required_argument, NULL, THRESHOLD},
    {"rank", required_argument, NULL, RANK},
    {"lane", required_argument, NULL, LANE},
    {"sort", required_argument, NULL, SORT},
    {"top", required_argument, NULL, TOP},
    {"svg", required_argument, NULL, SVG},
    {"dot", required_argument, NULL, DOT},
    {"theme", required_argument, NULL, THEME},
    {"format", required_argument, NULL, FORMAT},
    {"csv", required_argument, NULL, CSV},
    {"color", required_argument, NULL, COLOR},
    {"width", required_argument, NULL, WIDTH},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

enum { DEFAULT_TOP = 20 };
static const char short_options[] = "+o:qh";

static int misused(const char *message, const char *word)
{
    fprintf(stderr, "triptych loops: %s '%s'; `triptych loops --help` tells more\n", message, word);
    return CMD_MISUSED;
}

static bool choose(const char *word, const char *const *words, int *choice)
{
    for (int i = 0; words[i]; i++) {
        if (!strcmp(words[i], word)) {
            *choice = i;
            return true;
        }
    }
    return false;
}

static bool read_number(const char *text, long least, long most, size_t *number)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (!*text || *end || value < least || value > most)
        return false;
    *number = (size_t)value;
    return true;
}

static bool read_threshold(const char *text, double *percent)
{
    char *end;
    *percent = strtod(text, &end);
    return *text && !*end && isfinite(*percent) && *percent >= 0 && *percent <= 100;
}

/* Of those that choose one of several words. False: it is none of them, and `*what` says which
 * there are; or it is another option. */
static bool read_choice(int option, struct loops_options *options, const char **what)
{
    static const char *const engines[] = {"native", "valgrind", NULL};
    static const char *const sorts[] = {"exclusive", "inclusive", "visits", "trips",
                                        "mean",      "name",      "line",   NULL};
    static const char *const themes[] = {"light", "dark", "auto", NULL};
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const tables[] = {"loops", "ranks", "tree", "natives", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    int choice = 0;
    bool good = false;
    switch (option) {
    case ENGINE:
        *what = "--engine takes native or valgrind, not";
        good = choose(optarg, engines, &choice);
        options->valgrind = choice;
        return good;
    case SORT:
        *what = "--sort takes exclusive, inclusive, visits, trips, mean, name or line, not";
        good = choose(optarg, sorts, &choice);
        options->show.sort = (enum lcct_sort)choice;
        return good;
    case THEME:
        *what = "--theme takes light, dark or auto, not";
        good = choose(optarg, themes, &choice);
        options->show.theme = (enum show_theme)choice;
        return good;
    case FORMAT:
        *what = "--format takes text, json or csv, not";
        good = choose(optarg, formats, &choice);
        options->format = optarg;
        options->show.report.format = (enum report_format)choice;
        return good;
    case CSV:
        *what = "--csv takes loops, ranks, tree or natives, not";
        options->show.table = optarg;
        options->show.report.format = REPORT_CSV;
        return choose(optarg, tables, &choice);
    case COLOR:
        *what = "--color takes auto, always or never, not";
        options->color = optarg;
        return choose(optarg, colors, &choice);
    default:
        return false;
    }
}

/* Of those that take a number or a time. */
static bool read_value(int option, struct loops_options *options, const char **what)
{
    switch (option) {
    case FOR:
        *what = "--for takes a time such as 30s, 500ms or 2m, not";
        options->time = optarg;
        return ending_read(optarg, &options->time_ns);
    case THRESHOLD:
        *what = "--threshold takes a percentage from 0 to 100, not";
        return read_threshold(optarg, &options->show.threshold);
    case TOP:
        *what = "--top takes a number, not";
        return read_number(optarg, 0, INT_MAX, &options->show.report.top);
    case WIDTH:
        *what = "--width takes a number from 40 to 10000, not";
        return read_number(optarg, 40, 10000, &options->show.report.width);
    default:
        return false;
    }
}

/* False: it is none of these. */
static bool read_flag(int option, struct loops_options *options)
{
    switch (option) {
    case STATIC:
        options->is_static = true;
        return true;
    case ALL:
        options->all = true;
        return true;
    case FORCE:
        options->force = true;
        return true;
    case SHARED:
        options->shared = true;
        return true;
    case NO_SEAL:
        options->no_seal = true;
        return true;
    case TIME:
        options->times = true;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    case TABLE:
        options->show.sections |= LCCT_LOOPS;
        return true;
    case TREE:
        options->show.sections |= LCCT_TREE;
        return true;
    case RANKS:
        options->show.sections |= LCCT_RANKS;
        return true;
    case NATIVES:
        options->show.sections |= LCCT_NATIVES;
        return true;
    default:
        return false;
    }
}

/* The same of those that take any word. */
static bool read_word(int option, struct loops_options *options)
{
    const char **to = option == 'o'        ? &options->output
                      : option == FUNCTION ? &options->function
                      : option == LIBS     ? &options->libs
                      : option == RANK     ? &options->show.place
                      : option == LANE     ? &options->show.lane
                      : option == SVG      ? &options->svg
                      : option == DOT      ? &options->dot
                                           : NULL;
    if (to)
        *to = optarg;
    return to != NULL;
}

/* CMD_DONE, or the exit status to end with; -1: go on. */
static int read_option(int option, struct loops_options *options)
{
    const char *what = NULL;
    if (option == HELP || option == 'h') {
        fputs(help, stdout);
        return CMD_DONE;
    }
    if (option == '?') {
        if (optopt == 'n') /* of mpirun */
            fputs("set the number of ranks on the launcher: `triptych loops mpirun -n 4 "
                  "./program`\n",
                  stderr);
        fputs("`triptych loops --help` lists the options\n", stderr);
        return CMD_MISUSED;
    }
    if (read_flag(option, options) || read_word(option, options) ||
        read_choice(option, options, &what) || (!what && read_value(option, options, &what)))
        return -1;
    return misused(what, optarg);
}

/* Archives are folders, or are called as such. */
static bool is_archive(const char *word)
{
    struct stat status;
    size_t size = strlen(word);
    while (size && word[size - 1] == '/')
        size--;
    return (size > 4 && !strncmp(word + size - 4, ".tri", 4)) ||
           (!stat(word, &status) && S_ISDIR(status.st_mode));
}

/* Behind what is shown, which stands at argv[optind]. */
static int read_rest(int argc, char **argv, struct loops_options *options)
{
    int end = -1;
    options->shown = argv[optind++];
    while (end < 0 && optind < argc) {
        int option = getopt_long(argc, argv, short_options, long_options, NULL);
        if (option != -1) {
            end = read_option(option, options);
        } else if (optind < argc) {
            fprintf(stderr, "triptych loops: one %s at a time, please; '%s' is one too many\n",
                    options->is_static ? "binary" : "archive", argv[optind]);
            end = CMD_MISUSED;
        }
    }
    const char *of_a_run = options->libs     ? "--libs"
                           : options->times  ? "--time"
                           : options->time   ? "--for"
                           : options->output ? "--output"
                                             : NULL;
    if (end < 0 && of_a_run) {
        fprintf(stderr, "triptych loops: %s is of a run; of '%s' nothing is run\n", of_a_run,
                options->shown);
        end = CMD_MISUSED;
    }
    return end;
}

/* A CSV has one table. -1: that is what was asked for. */
static int check_tables(const struct loops_options *options)
{
    const char *what = NULL;
    unsigned chosen = options->show.sections;
    if (options->show.table && options->format && strcmp(options->format, "csv") != 0)
        what = "--csv is of the format csv, and --format says another";
    else if (options->show.table && chosen)
        what =
            "the CSV has the table of --csv alone: --table, --tree, --ranks and --natives choose "
            "others";
    else if (options->show.report.format == REPORT_CSV && chosen & (chosen - 1))
        what = "a CSV has one table: choose one of --table, --tree, --ranks and --natives";
    if (what)
        fprintf(stderr, "triptych loops: %s\n", what);
    return what ? CMD_MISUSED : -1;
}

int loops_options_read(int argc, char **argv, struct loops_options *options)
{
    static char name[] = "triptych loops"; /* which getopt's own messages begin with */
    int option, end = -1;
    argv[0] = name;
    options->show.threshold = 1;
    options->show.theme = SHOW_AUTO;
    options->show.report.top = SIZE_MAX;
    optind = 1;
    while (end < 0 && (option = getopt_long(argc, argv, short_options, long_options, NULL)) != -1)
        end = read_option(option, options);
    if (end < 0 && optind == argc) {
        fputs("triptych loops: of what? For example: triptych loops ./program, triptych loops "
              "NAME.tri, or triptych loops --static ./program\n",
              stderr);
        end = CMD_MISUSED;
    }
    if (end < 0 && (options->is_static || is_archive(argv[optind])))
        end = read_rest(argc, argv, options);
    if (end < 0)
        end = check_tables(options);
    if (options->show.report.top == SIZE_MAX)
        options->show.report.top = options->show.report.format == REPORT_TEXT ? DEFAULT_TOP : 0;
    if (!options->show.sections)
        options->show.sections = LCCT_USUAL;
    return end;
}

json_t *loops_options_describe(const struct loops_options *options)
{
    json_t *all = json_object();
    json_object_set_new(all, "loops", json_string(options->valgrind ? "valgrind" : "native"));
    if (options->libs)
        json_object_set_new(all, "libs", description_text(options->libs));
    if (options->times)
        json_object_set_new(all, "times", json_true());
    if (options->time)
        json_object_set_new(all, "for", description_text(options->time));
    return all;
}
