/* loops_options.c: see loops_options.h */
#include "cmd/loops_options.h"

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "launch/run_description.h"
#include "launch/time_limit.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
    FUNCTIONS,
    TREE,
    RANKS,
    NATIVES,
    MIX,
    ROOFLINE,
    MACHINE,
    DEPENDENCES,
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
};

enum { DEFAULT_TOP = 20 };

static const char *const engines[] = {"native", "valgrind", NULL};
static const char *const sorts[] = {"exclusive", "inclusive", "visits", "trips",
                                    "mean",      "name",      "line",   NULL};
static const char *const tables[] = {"functions", "loops",    "ranks",       "tree", "natives",
                                     "mix",       "roofline", "dependences", NULL};

static const struct options_row rows[] = {
    {.group = "Options of a run",
     .name = "output",
     .argument = "NAME.tri",
     .id = 'o',
     .help = "write this archive (default: the program's name, numbered if that exists)",
     .expects = "the name of an archive such as sort.tri",
     .common = true},
    {.name = "force", .id = FORCE, .help = "replace an existing archive", .common = true},
    {.name = "libs",
     .argument = "NAMES",
     .id = LIBS,
     .help = "also count in these shared libraries: libm.so.6,'libfftw*'",
     .expects = "names of libraries such as libm.so.6,'libfftw*'",
     .common = true},
    {.name = "time",
     .id = TIME,
     .help = "also take the time of functions and loops, exactly or by samples",
     .common = true},
    {.name = "engine",
     .argument = "ENGINE",
     .id = ENGINE,
     .help = "native (default), or valgrind: slow, for programs that cannot be patched",
     .words = engines},
    {.name = "for",
     .argument = "TIME",
     .id = FOR,
     .help = "end the command after this time",
     .expects = "a time such as 30s, 500ms or 2m",
     .common = true},
    {.name = "no-seal", .id = NO_SEAL, .help = "leave the archive as the program wrote it"},
    {.name = "shared",
     .id = SHARED,
     .help = "let others read the archive, as the umask allows (default: only you)"},
    {.name = "quiet",
     .id = 'q',
     .help = "print nothing; the files of --svg and --dot are still written",
     .common = true},
    {.group = "Which tables (default: the first five, as far as there is something to show)",
     .name = "table",
     .id = TABLE,
     .help = "loops: their visits, trips and instructions"},
    {.name = "functions",
     .id = FUNCTIONS,
     .help = "functions and their times, of a run with --time"},
    {.name = "tree", .id = TREE, .help = "the loop-call-context tree, its hot part"},
    {.name = "ranks", .id = RANKS, .help = "trips of each rank, process or thread"},
    {.name = "natives", .id = NATIVES, .help = "functions that were not counted, and why"},
    {.name = "mix",
     .id = MIX,
     .help = "what instructions did: floating-point operations, loads, stores, vectors",
     .common = true},
    {.name = "roofline",
     .id = ROOFLINE,
     .help = "timed loops under the limits of this machine, as a picture and a table, with advice; "
             "a run is timed (--time); with --svg, the picture",
     .common = true},
    {.name = "machine",
     .argument = "FILE",
     .id = MACHINE,
     .help = "take the limits from this file, which `triptych machine --measure` wrote (default: "
             "measure them now)",
     .expects = "a file such as here.machine"},
    {.name = "dependences",
     .argument = "LOOP",
     .id = DEPENDENCES,
     .help = "run under Valgrind, and tell whether this loop can be divided: which trips read or "
             "overwrite data of earlier trips. LOOP is heat.c:30, a function with one loop, or the "
             "loop's number in it: solve:2",
     .expects = "a loop such as heat.c:30 or solve:2",
     .common = true},
    {.group = "How they are shown",
     .name = "threshold",
     .argument = "X",
     .id = THRESHOLD,
     .help = "show only contexts of the tree that execute X % of all instructions themselves, or "
             "take X % of the time, and the paths to them (default: 1; 0: the whole tree)",
     .expects = "a percentage from 0 to 100",
     .common = true},
    {.name = "rank",
     .argument = "N",
     .id = RANK,
     .help = "only this rank (or place)",
     .expects = "a rank such as 0"},
    {.name = "lane",
     .argument = "L",
     .id = LANE,
     .help = "only this lane (thread): 0, 0.1",
     .expects = "a lane such as 0 or 0.1"},
    {.name = "sort",
     .argument = "KEY",
     .id = SORT,
     .help = "exclusive (default), inclusive, visits, trips, mean, name, line",
     .words = sorts,
     .common = true},
    {.name = "top",
     .argument = "N",
     .id = TOP,
     .help = "show N rows of each table (default: 20 as text, else all; 0: all)",
     .expects = "a number of rows such as 20",
     .common = true},
    {.name = "svg",
     .argument = "FILE",
     .id = SVG,
     .help = "draw the tree as a picture; - is the standard output",
     .expects = "a file such as sort.svg, or -",
     .common = true},
    {.name = "dot",
     .argument = "FILE",
     .id = DOT,
     .help = "write the tree for Graphviz; - is the standard output",
     .expects = "a file such as sort.dot, or -"},
    {.name = "theme",
     .argument = "THEME",
     .id = THEME,
     .help = "colours of the SVG: light, dark, auto (default: as the reader's screen)",
     .words = options_themes},
    {.name = "format",
     .argument = "FORMAT",
     .id = FORMAT,
     .help = "text (default), json, csv; for an archive or --static",
     .words = options_formats,
     .common = true},
    {.name = "csv",
     .argument = "TABLE",
     .id = CSV,
     .help = "write one table as CSV: functions, loops, ranks, tree, natives, mix, ...",
     .words = tables},
    OPTIONS_COLOR(COLOR),
    OPTIONS_WIDTH(WIDTH),
    {.group = "Options of --static",
     .name = "static",
     .id = STATIC,
     .help = "run nothing: show which functions and loops a binary has, and where they are in the "
             "source",
     .common = true},
    {.name = "function",
     .argument = "PATTERN",
     .id = FUNCTION,
     .help = "only functions of these names: 'solve*'",
     .expects = "a name or a pattern such as 'solve*'"},
    {.name = "all", .id = ALL, .help = "also functions without loops"},
    {0},
};

static const struct options_command command = {
    .name = "loops",
    .usage = "loops [OPTIONS] COMMAND [ARGUMENTS...]\n"
             "       triptych loops [OPTIONS] NAME.tri\n"
             "       triptych loops --static [OPTIONS] BINARY",
    .about =
        "Runs a program as it is, without probes, even stripped and optimised, and shows which "
        "loops ran inside which, across calls, with the visits and trips of each and its share of "
        "the executed instructions. It counts in the executable, and in the libraries that --libs "
        "names. Output, signals and exit status are those of the command. The counts "
        "are written into an archive and shown on stderr; NAME.tri shows such an archive again.",
    .rows = rows,
    .examples = "  triptych loops -o sort.tri ./sort 1000000\n"
                "  triptych loops --svg sort.svg sort.tri\n"
                "  triptych loops mpirun -n 4 ./sort 1000000\n"
                "  triptych loops --static --function main ./sort\n",
    .until_argument = true,
    .about_n = "set the number of ranks on the launcher: `triptych loops mpirun -n 4 ./program`",
};

/* Reads an option whose argument is one of several words. Returns false if it is another option. */
static bool read_choice(int option, const struct options_reader *reader,
                        struct cmd_loops_options *options)
{
    switch (option) {
    case ENGINE:
        options->valgrind = reader->choice;
        return true;
    case SORT:
        options->show.sort = (enum report_lcct_sort)reader->choice;
        return true;
    case THEME:
        options->show.theme = (enum report_show_theme)reader->choice;
        return true;
    case FORMAT:
        options->format = reader->value;
        options->show.report.format = (enum report_format)reader->choice;
        return true;
    case CSV:
        options->show.table = reader->value;
        options->show.report.format = REPORT_CSV;
        return true;
    case COLOR:
        options->color = reader->value;
        return true;
    default:
        return false;
    }
}

/* Reads an option that takes a number or a time. Returns false if its argument is wrong. */
static bool read_value(int option, const char *value, struct cmd_loops_options *options)
{
    switch (option) {
    case FOR:
        options->time = value;
        return launch_time_limit_read(value, &options->time_ns);
    case THRESHOLD:
        return options_percent(value, &options->show.threshold);
    case TOP:
        return options_size(value, 0, INT_MAX, &options->show.report.top);
    default: /* WIDTH */
        return options_size(value, LOOK_LEAST_WIDTH, LOOK_MOST_WIDTH, &options->show.report.width);
    }
}

/* Reads an option without an argument. Returns false if the option takes one. */
static bool read_flag(int option, struct cmd_loops_options *options)
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
    case FUNCTIONS:
        options->show.sections |= LCCT_FUNCTIONS;
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
    case ROOFLINE:
        options->show.sections |= LCCT_ROOFLINE;
        return true;
    case MIX:
        options->show.sections |= LCCT_MIX;
        return true;
    default:
        return false;
    }
}

/* Reads an option that takes any word. Returns false if it is another option. */
static bool read_word(int option, const char *value, struct cmd_loops_options *options)
{
    const char **to = option == 'o'           ? &options->output
                      : option == FUNCTION    ? &options->function
                      : option == LIBS        ? &options->libs
                      : option == RANK        ? &options->show.place
                      : option == LANE        ? &options->show.lane
                      : option == SVG         ? &options->svg
                      : option == DOT         ? &options->dot
                      : option == MACHINE     ? &options->machine
                      : option == DEPENDENCES ? &options->dependences
                                              : NULL;
    if (to)
        *to = value;
    return to != NULL;
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_option(int option, const struct options_reader *reader,
                       struct cmd_loops_options *options)
{
    if (option == OPTIONS_STOP)
        return reader->status;
    if (read_flag(option, options) || read_word(option, reader->value, options) ||
        read_choice(option, reader, options) || read_value(option, reader->value, options))
        return -1;
    return options_wrong(reader);
}

/* True if a word is an archive: a folder, or a name with the ending of one. */
static bool is_archive(const char *word)
{
    struct stat status;
    size_t size = strlen(word);
    while (size && word[size - 1] == '/')
        size--;
    return (size > 4 && !strncmp(word + size - 4, ".tri", 4)) ||
           (!stat(word, &status) && S_ISDIR(status.st_mode));
}

/* Reads the options that follow the archive or binary to be shown, which is argv[optind]. */
static int read_rest(struct options_reader *reader, struct cmd_loops_options *options)
{
    int end = -1;
    options->shown = reader->argv[optind++];
    while (end < 0 && optind < reader->argc) {
        int option = options_next(reader);
        if (option != OPTIONS_END)
            end = read_option(option, reader, options);
        else if (optind < reader->argc)
            end = options_misuse("loops", "name one %s only; '%s' is one too many",
                                 options->is_static ? "binary" : "archive", reader->argv[optind]);
    }
    const char *of_a_run = options->libs          ? "--libs"
                           : options->times       ? "--time"
                           : options->time        ? "--for"
                           : options->output      ? "--output"
                           : options->dependences ? "--dependences"
                                                  : NULL;
    if (end < 0 && of_a_run)
        end = options_misuse("loops", "%s is an option of a run, but '%s' is only shown", of_a_run,
                             options->shown);
    return end;
}

/* Refuses CSV without the choice of one table. Returns -1 to continue. */
static int check_tables(const struct cmd_loops_options *options)
{
    const char *what = NULL;
    unsigned chosen = options->show.sections;
    if (options->show.table && options->format && strcmp(options->format, "csv") != 0)
        what = "--csv writes CSV, but --format asks for another format";
    else if (options->show.table && chosen)
        what = "--csv names the one table of the CSV: leave out --table, --functions, --tree, "
               "--ranks, --natives, --mix and --roofline";
    else if (options->show.report.format == REPORT_CSV && chosen & (chosen - 1))
        what =
            "a CSV has one table: choose one of --table, --functions, --tree, --ranks, --natives, "
            "--mix, --roofline";
    return what ? options_misuse("loops", "%s", what) : -1;
}

int cmd_loops_options_read(int argc, char **argv, struct cmd_loops_options *options)
{
    struct options_reader reader;
    int option, end = -1;
    options->show.threshold = 1;
    options->show.theme = SHOW_AUTO;
    options->show.report.top = SIZE_MAX;
    options_begin(&reader, &command, argc, argv);
    while (end < 0 && (option = options_next(&reader)) != OPTIONS_END)
        end = read_option(option, &reader, options);
    if (end < 0 && optind == argc)
        end = options_misuse("loops", "name a command to run, an archive to show, or a binary with "
                                      "--static");
    if (end < 0 && (options->is_static || is_archive(argv[optind])))
        end = read_rest(&reader, options);
    if (end < 0)
        end = check_tables(options);
    if (options->show.report.top == SIZE_MAX)
        options->show.report.top = options->show.report.format == REPORT_TEXT ? DEFAULT_TOP : 0;
    if (options->show.table && !strcmp(options->show.table, "roofline"))
        options->show.sections |= LCCT_ROOFLINE;
    if (options->machine && !(options->show.sections & LCCT_ROOFLINE) && end < 0)
        end = options_misuse("loops", "--machine is for --roofline");
    if (options->dependences) {
        options->valgrind = true;
        options->show.sections |= LCCT_DEPENDENCES;
    }
    options->times |= !options->shown && options->show.sections & LCCT_ROOFLINE;
    if (!options->show.sections)
        options->show.sections = LCCT_USUAL;
    return end;
}

json_t *cmd_loops_options_describe(const struct cmd_loops_options *options)
{
    json_t *all = json_object();
    json_object_set_new(all, "loops", json_string(options->valgrind ? "valgrind" : "native"));
    if (options->libs)
        json_object_set_new(all, "libs", launch_description_text(options->libs));
    if (options->times)
        json_object_set_new(all, "times", json_true());
    if (options->dependences)
        json_object_set_new(all, "dependences", launch_description_text(options->dependences));
    if (options->time)
        json_object_set_new(all, "for", launch_description_text(options->time));
    return all;
}
