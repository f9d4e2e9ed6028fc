/* report.c: `triptych report`: tables of routines, loops, I/O, waits and tasks of an archive. */
#include "report/run/report.h"
#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "cmd/terminal.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTION_SECTION = 256,                 /* plus the section's bit number */
    OPTION_ROUTINE = OPTION_SECTION + 32, /* behind the last bit */
    OPTION_TREE,
    OPTION_STYLE,
    OPTION_MIN_PERCENT,
    OPTION_SORT,
    OPTION_TOP,
    OPTION_LANES,
    OPTION_COMPENSATE,
    OPTION_FLOOR,
    OPTION_FORMAT,
    OPTION_TABLE,
    OPTION_COLOR,
    OPTION_WIDTH,
    OPTION_ALL,
    OPTION_ADVICE,
    OPTION_VERIFY,
};

/* The id of the option for a section of the report (one bit of enum report_section). */
#define SECTION(bit) (OPTION_SECTION + __builtin_ctz(bit))

static const char *const sorts[] = {"inclusive", "exclusive", "visits", "name",
                                    "trips",     "line",      NULL};
static const char *const styles[] = {"today", "kpx", NULL};

static const struct options_row rows[] = {
    {.group = "Which tables (default: all but --lane-table, --places and --never)",
     .name = "routines",
     .id = SECTION(REPORT_ROUTINES),
     .help = "routines: visits, inclusive and exclusive time",
     .common = true},
    {.name = "loops",
     .id = SECTION(REPORT_LOOPS),
     .help = "loops: visits, trips, time",
     .common = true},
    {.name = "sampled",
     .id = SECTION(REPORT_SAMPLED),
     .help = "routines and call paths of a run with --sample"},
    {.name = "io",
     .id = SECTION(REPORT_IO),
     .help = "I/O statements: bytes, time, files",
     .common = true},
    {.name = "mpi",
     .id = SECTION(REPORT_MPI),
     .help = "MPI calls, messages between ranks, balance of the load",
     .common = true},
    {.name = "moves",
     .id = SECTION(REPORT_MOVES),
     .help = "moves between places of `#pragma tri`, their variables, finishes"},
    {.name = "waits",
     .id = SECTION(REPORT_WAITS),
     .help = "which lane waits for what, and who holds it; deadlocks",
     .common = true},
    {.name = "critical-path",
     .id = SECTION(REPORT_PATH),
     .help = "what makes the run as long as it is, across ranks and threads",
     .common = true},
    {.name = "sync", .id = SECTION(REPORT_SYNC), .help = "synchronisation: barriers, locks, joins"},
    {.name = "objects",
     .id = SECTION(REPORT_OBJECTS),
     .help = "locks, barriers, condition variables and threads that were waited for"},
    {.name = "tasks",
     .id = SECTION(REPORT_TASKS),
     .help = "tasks, threads, parallel regions and worksharing"},
    {.name = "user",
     .id = SECTION(REPORT_USER),
     .help = "regions that the program names: TRI_REGION(\"assembly\")"},
    {.name = "files", .id = SECTION(REPORT_FILES), .help = "files: bytes read and written"},
    {.name = "units",
     .id = SECTION(REPORT_UNITS),
     .help = "Fortran units: their files, reads and writes"},
    {.name = "sources", .id = SECTION(REPORT_SOURCES), .help = "source files: regions and time"},
    {.name = "notes",
     .id = SECTION(REPORT_NOTES),
     .help = "regions that were not timed, excluded, skipped or not measured, and calls whose "
             "bytes are not known"},
    {.name = "lane-table",
     .id = SECTION(REPORT_LANES),
     .help = "lanes (threads): CPU time, waiting for cores"},
    {.name = "places",
     .id = SECTION(REPORT_PLACES),
     .help = "places (processes): CPU time, context switches, memory"},
    {.name = "never", .id = SECTION(REPORT_NEVER), .help = "regions that were never visited"},
    {.name = "all", .id = OPTION_ALL, .help = "all of these tables", .common = true},
    {.group = "Instead of the tables",
     .name = "routine",
     .argument = "NAME",
     .id = OPTION_ROUTINE,
     .help = "one routine: where its time goes, who calls it, whom it calls; step also finds "
             "grid::step, and NAME may be a pattern such as grid::*",
     .expects = "a routine or a pattern such as 'grid::*'",
     .common = true},
    {.name = "tree", .id = OPTION_TREE, .help = "call paths", .common = true},
    {.name = "min-percent",
     .argument = "X",
     .id = OPTION_MIN_PERCENT,
     .help = "call paths: only those that take X % of the time or more (default: 1)",
     .expects = "a percentage from 0 to 100"},
    {.name = "advice",
     .id = OPTION_ADVICE,
     .help = "what costs the most, why, where, and what to try",
     .common = true},
    {.name = "style",
     .argument = "STYLE",
     .id = OPTION_STYLE,
     .help =
         "kpx: the layout of kpx's ktool and mtool, for scripts that read it; the tables of mtool "
         "go to a file @@m_tool.NAME, or with --mpi to the standard output (default: today, the "
         "tables of Triptych)",
     .words = styles},
    {.name = "verify",
     .id = OPTION_VERIFY,
     .help = "compare the checksums of all files of the archive"},
    {.group = "How they are shown",
     .name = "sort",
     .argument = "KEY",
     .id = OPTION_SORT,
     .help = "inclusive (default), exclusive, visits, name, trips, line",
     .words = sorts,
     .common = true},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help = "show N rows of each table (default: 50 as text, else all; 12 of the MPI tables, "
             "unless --mpi asks for them; 0: all)",
     .expects = "a number of rows such as 10",
     .common = true},
    {.name = "lanes", .id = OPTION_LANES, .help = "show each lane below the sums"},
    {.name = "compensate",
     .id = OPTION_COMPENSATE,
     .help = "subtract from all times the least that measuring must have cost"},
    {.name = "floor",
     .argument = "CHEAP.tri",
     .id = OPTION_FLOOR,
     .help = "--compensate, but no time falls below the one in CHEAP.tri, a cheaper run of the "
             "same program, such as one with --count or --only",
     .expects = "the archive of a cheaper run"},
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "text (default), json, csv",
     .words = options_formats,
     .common = true},
    {.name = "table",
     .argument = "TABLE",
     .id = OPTION_TABLE,
     .help = "with --format csv: the table to write (default: routines): loops, io, files, ...",
     .expects = "the name of a table such as loops"},
    OPTIONS_COLOR(OPTION_COLOR),
    OPTIONS_WIDTH(OPTION_WIDTH),
    {0},
};

static const struct options_command command = {
    .name = "report",
    .usage = "report [OPTIONS] [NAME.tri]",
    .about = "Shows what a run measured, as tables. The run may have ended, been killed, or still "
             "be running. Without a name, it shows the newest archive of the current folder.",
    .rows = rows,
    .examples = "  triptych report heat.tri\n"
                "  triptych report --loops --sort trips --top 10 heat.tri\n"
                "  triptych report --routine step heat.tri\n"
                "  triptych report --format json heat.tri > heat.json\n",
};

enum { DEFAULT_TOP = 50, SHORT_TOP = 12, TOP_UNSET = -1 };

struct request {
    struct report_options report;
    long top;
    const char *color;
    const char *floor; /* the archive of a cheaper run, or NULL */
    bool help;         /* the help was printed */
    bool verify;       /* compare the archive's files with its manifest, and nothing else */
};

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct request *request, int option, const struct options_reader *reader)
{
    const char *value = reader->value;
    uint64_t number = 0;
    switch (option) {
    case OPTION_ROUTINE:
        request->report.routine = value;
        return true;
    case OPTION_TABLE:
        request->report.table = value;
        return true;
    case OPTION_FLOOR:
        request->floor = value;
        request->report.compensate = true;
        return *value;
    case OPTION_SORT:
        request->report.sort = (enum report_sort)reader->choice;
        return true;
    case OPTION_FORMAT:
        request->report.format = (enum report_format)reader->choice;
        return true;
    case OPTION_STYLE:
        request->report.style = (enum report_style)reader->choice;
        return true;
    case OPTION_COLOR:
        request->color = value;
        return true;
    case OPTION_TOP:
        if (!options_number(value, 0, INT_MAX - 1, &number))
            return false;
        request->top = (long)number;
        return true;
    case OPTION_WIDTH:
        return options_size(value, LOOK_LEAST_WIDTH, LOOK_MOST_WIDTH, &request->report.width);
    default:
        return options_percent(value, &request->report.min_percent);
    }
}

static void set_flag(struct request *request, int option)
{
    if (option >= OPTION_SECTION && option < OPTION_ROUTINE)
        request->report.sections |= 1u << (option - OPTION_SECTION);
    else if (option == OPTION_ALL)
        request->report.sections = UINT_MAX;
    else if (option == OPTION_TREE)
        request->report.tree = true;
    else if (option == OPTION_ADVICE)
        request->report.advice = true;
    else if (option == OPTION_LANES)
        request->report.lanes = true;
    else if (option == OPTION_VERIFY)
        request->verify = true;
    else if (option == OPTION_COMPENSATE)
        request->report.compensate = true;
}

/* Reads the command line. If it returns CMD_DONE and request->help is not set,
 * the report is made. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP) {
            request->help = reader.status == CMD_DONE;
            return reader.status;
        }
        if (!reader.row->argument)
            set_flag(request, option);
        else if (!set_value(request, option, &reader))
            return options_wrong(&reader);
    }
    if (argc - optind > 1)
        return options_misuse("report", "name one archive only; '%s' is one too many",
                              argv[optind + 1]);
    return CMD_DONE;
}

/* True if --style kpx can show what was asked for: its layout is text, has four sections and no
 * lanes. */
static bool check_style(const struct request *request)
{
    const struct report_options *report = &request->report;
    unsigned sections = report->sections == UINT_MAX ? 0 : report->sections;
    if (report->style != REPORT_KPX)
        return true;
    const char *wrong = report->lanes                     ? "--lanes"
                        : report->routine                 ? "--routine"
                        : report->tree                    ? "--tree"
                        : report->table                   ? "--table"
                        : report->advice                  ? "--advice"
                        : report->format != REPORT_TEXT   ? "--format json or csv"
                        : sections & ~REPORT_KPX_SECTIONS ? "other tables"
                                                          : NULL;
    if (wrong)
        fprintf(
            stderr,
            "triptych report: --style kpx cannot be combined with %s; it has --routines, --loops, "
            "--io and --mpi, as text, with the sums of all lanes\n",
            wrong);
    return !wrong;
}

/* Chooses the sections if none was asked for. */
static void set_defaults(struct request *request)
{
    struct report_options *report = &request->report;
    look_around(report, request->color);
    bool for_people = report->format == REPORT_TEXT && report->style == REPORT_TODAY;
    report->brief = !report->sections && for_people;
    if (!report->sections && request->top == TOP_UNSET)
        report->top_mpi = SHORT_TOP; /* MPI has many call sites */
    if (!report->sections)
        report->sections = REPORT_USUAL | (report->lanes ? REPORT_LANES : 0);
    report->top = request->top != TOP_UNSET ? (size_t)request->top : for_people ? DEFAULT_TOP : 0;
}

/* Returns the file name that kpx's mtool would use: "@@m_tool.ring" for "runs/ring.tri". */
static char *mtool_name(const char *archive)
{
    char *copy = memory_string(archive), *end = copy + strlen(copy);
    while (end > copy && end[-1] == '/')
        *--end = '\0';
    char *slash = strrchr(copy, '/'), *name = slash ? slash + 1 : copy;
    size_t size = strlen(name);
    if (size > 4 && !strcmp(name + size - 4, ".tri"))
        name[size - 4] = '\0';
    char *found = memory_printf("@@m_tool.%s", name);
    free(copy);
    return found;
}

/* Writes the MPI tables of kpx's mtool, if there are MPI calls, to a file of their own. */
static bool write_mtool(const struct archive *archive, const struct report_options *options,
                        struct error *error)
{
    struct report_options only = *options;
    only.sections = REPORT_MPI;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool written = memory && report_write(memory, archive, &only, error);
    if (memory)
        fclose(memory);
    char *name = mtool_name(archive->path);
    if (written && size) {
        written = archive_file_write(name, text, size, error);
        if (written)
            fprintf(stderr, "triptych report: the calls of MPI are in the file %s\n", name);
    }
    free(name);
    free(text);
    return written;
}

static bool write_kpx(const struct archive *archive, const struct report_options *options,
                      struct error *error)
{
    struct report_options tables = *options;
    bool with_mpi = options->sections & REPORT_MPI && options->sections != REPORT_MPI;
    tables.sections &= ~(unsigned)(with_mpi ? REPORT_MPI : 0);
    return report_write(stdout, archive, &tables, error) &&
           (!with_mpi || write_mtool(archive, options, error));
}

static bool write_archive(struct archive *archive, const struct report_options *options,
                          struct error *error)
{
    bool tables = !options->routine && !options->tree && options->style == REPORT_TODAY;
    bool mpi = options->advice ||
               (tables && (options->sections & (REPORT_MPI | REPORT_WAITS | REPORT_PATH) ||
                           options->format != REPORT_TEXT));
    bool moves = options->advice ||
                 (tables && (options->sections & REPORT_MOVES || options->format != REPORT_TEXT));
    return (!mpi || archive_find_messages(archive, error)) &&
           (!moves || archive_find_moves(archive, error)) &&
           (options->style == REPORT_KPX ? write_kpx(archive, options, error)
                                         : report_write(stdout, archive, options, error));
}

/* Writes the report with the times of a cheaper run as lower bounds. */
static bool write_floored(struct archive *archive, const struct request *request,
                          struct error *error)
{
    struct report_options options = request->report;
    struct archive *cheap = archive_open(request->floor, error);
    struct cube_floor *floor = cheap ? cube_floor_new(archive, cheap, error) : NULL;
    options.floor = floor;
    bool written = floor && write_archive(archive, &options, error);
    cube_floor_free(floor);
    archive_close(cheap);
    return written;
}

/* True if the report begins with a summary of the run, including damage. */
static bool has_head(const struct report_options *options)
{
    return options->format == REPORT_TEXT && options->style == REPORT_TODAY && !options->routine &&
           !options->tree && !options->advice;
}

static int write_report(const char *name, const struct request *request)
{
    struct error error = {0};
    if (request->verify)
        return damage_verify("report", name);
    struct archive *archive = archive_open(name, &error);
    if (!archive)
        return options_fail("report", error.text);
    if (!has_head(&request->report))
        damage_say("report", archive);
    bool written = request->floor ? write_floored(archive, request, &error)
                                  : write_archive(archive, &request->report, &error);
    archive_close(archive);
    if (written && fflush(stdout))
        written = error_errno(&error, "the report cannot be written");
    return written ? CMD_DONE : options_fail("report", error.text);
}

int cmd_report(int argc, char **argv)
{
    struct request request = {.top = TOP_UNSET, .report.min_percent = 1};
    char newest[NAME_MAX + 1];
    int status = read_options(argc, argv, &request);
    if (status != CMD_DONE || request.help)
        return status;
    if (!check_style(&request))
        return CMD_MISUSED;
    set_defaults(&request);
    if (optind < argc)
        return write_report(argv[optind], &request);
    if (!newest_archive(newest, sizeof newest))
        return options_fail(
            "report",
            "there is no NAME.tri in this folder; name one, or make one with `triptych run`");
    fprintf(stderr, "triptych report: showing %s, the newest archive here\n", newest);
    return write_report(newest, &request);
}
