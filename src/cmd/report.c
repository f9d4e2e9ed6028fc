/* report.c: `triptych report`: tables of routines, loops, I/O, waits and tasks of an archive. */
#include "report/run/report.h"
#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/terminal.h"
#include "util/memory.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: triptych report [OPTIONS] [NAME.tri]\n"
    "\n"
    "Shows what a run measured: of a run that has ended, was killed, or still goes on. Without a\n"
    "name: the newest NAME.tri here.\n"
    "\n"
    "Which tables (default: all but the last three; several can be given):\n"
    "  --routines --loops --sync --objects --tasks --mpi --io --user --files --units --sources\n"
    "  --waits             who waits for what held by whom; deadlocks\n"
    "  --critical-path     what makes the run as long as it is, across ranks and threads\n"
    "  --notes             not timed, excluded, skipped and not measured regions\n"
    "  --lane-table        lanes (threads): CPU time, waiting for cores\n"
    "  --places            places (processes): CPU time, context switches, memory\n"
    "  --never             regions that were never visited\n"
    "  --all               everything\n"
    "Instead of the tables:\n"
    "  --routine NAME      one routine: where its time goes, who calls it, whom it calls;\n"
    "                      step is also grid::step, and NAME may be a pattern: grid::*\n"
    "  --tree              call paths\n"
    "  --min-percent X     only paths that take X % of the time or more (default 1)\n"
    "  --advice            what costs the most, why, where, and what to try\n"
    "  --style kpx         the layout of kpx's ktool and mtool, for scripts that read it;\n"
    "                      what mtool wrote goes to a file @@m_tool.NAME, or with --mpi to\n"
    "                      the standard output\n"
    "How:\n"
    "  --sort KEY          inclusive (default), exclusive, visits, name, trips, line\n"
    "  --top N             N rows of each table (default 50 as text, all otherwise; 0: all);\n"
    "                      of those of MPI 12, unless --mpi asks for them\n"
    "  --lanes             each lane by itself below the sums\n"
    "  --compensate        take the least that measuring can have cost out of all times\n"
    "  --floor CHEAP.tri   --compensate, but no time goes below what CHEAP.tri shows: a second,\n"
    "                      cheaper run of the same program, such as one with --count or --only\n"
    "  --format FORMAT     text (default), json, csv\n"
    "  --table TABLE       the one table of the CSV: routines, loops, io, files, ...\n"
    "  --verify            compare the checksums of all files of the archive, and show nothing "
    "else\n"
    "  --color WHEN        auto (default), always, never\n"
    "  --width N           columns of the text (default: the terminal's, else 100)\n"
    "\n"
    "example: triptych report --loops --sort trips --top 10 heat.tri\n";

enum {
    OPTION_SECTION = 256, /* plus the section's bit number */
    OPTION_ROUTINE = OPTION_SECTION + 17,
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

static const struct option long_options[] = {
    {"routines", no_argument, NULL, OPTION_SECTION + 0},
    {"loops", no_argument, NULL, OPTION_SECTION + 1},
    {"io", no_argument, NULL, OPTION_SECTION + 2},
    {"user", no_argument, NULL, OPTION_SECTION + 3},
    {"files", no_argument, NULL, OPTION_SECTION + 4},
    {"sources", no_argument, NULL, OPTION_SECTION + 5},
    {"lane-table", no_argument, NULL, OPTION_SECTION + 6},
    {"notes", no_argument, NULL, OPTION_SECTION + 7},
    {"never", no_argument, NULL, OPTION_SECTION + 8},
    {"places", no_argument, NULL, OPTION_SECTION + 9},
    {"units", no_argument, NULL, OPTION_SECTION + 10},
    {"sync", no_argument, NULL, OPTION_SECTION + 11},
    {"objects", no_argument, NULL, OPTION_SECTION + 12},
    {"tasks", no_argument, NULL, OPTION_SECTION + 13},
    {"waits", no_argument, NULL, OPTION_SECTION + 14},
    {"mpi", no_argument, NULL, OPTION_SECTION + 15},
    {"critical-path", no_argument, NULL, OPTION_SECTION + 16},
    {"all", no_argument, NULL, OPTION_ALL},
    {"routine", required_argument, NULL, OPTION_ROUTINE},
    {"tree", no_argument, NULL, OPTION_TREE},
    {"advice", no_argument, NULL, OPTION_ADVICE},
    {"style", required_argument, NULL, OPTION_STYLE},
    {"min-percent", required_argument, NULL, OPTION_MIN_PERCENT},
    {"sort", required_argument, NULL, OPTION_SORT},
    {"top", required_argument, NULL, OPTION_TOP},
    {"lanes", no_argument, NULL, OPTION_LANES},
    {"compensate", no_argument, NULL, OPTION_COMPENSATE},
    {"floor", required_argument, NULL, OPTION_FLOOR},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"table", required_argument, NULL, OPTION_TABLE},
    {"color", required_argument, NULL, OPTION_COLOR},
    {"width", required_argument, NULL, OPTION_WIDTH},
    {"verify", no_argument, NULL, OPTION_VERIFY},
    {"help", no_argument, NULL, 'h'},
    {0},
};

enum { DEFAULT_TOP = 50, SHORT_TOP = 12, TOP_UNSET = -1 };

struct request {
    struct report_options report;
    long top;
    const char *color;
    const char *floor; /* the archive of a cheaper run, or NULL */
    bool help;
    bool verify; /* compare the archive's files with its manifest, and nothing else */
};

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

static bool whole_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text && !*end && *number >= 0 && *number < INT_MAX;
}

/* False: the value makes no sense. */
static bool set_value(struct request *request, int option, const char *value)
{
    static const char *const sorts[] = {"inclusive", "exclusive", "visits", "name",
                                        "trips",     "line",      NULL};
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    static const char *const styles[] = {"today", "kpx", NULL};
    int choice = 0;
    long number = 0;
    char *end;
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
        if (!choose(value, sorts, &choice))
            return false;
        request->report.sort = (enum report_sort)choice;
        return true;
    case OPTION_FORMAT:
        if (!choose(value, formats, &choice))
            return false;
        request->report.format = (enum report_format)choice;
        return true;
    case OPTION_STYLE:
        if (!choose(value, styles, &choice))
            return false;
        request->report.style = (enum report_style)choice;
        return true;
    case OPTION_COLOR:
        request->color = value;
        return choose(value, colors, &choice);
    case OPTION_TOP:
        return whole_number(value, &request->top);
    case OPTION_WIDTH:
        if (!whole_number(value, &number) || number < LOOK_LEAST_WIDTH)
            return false;
        request->report.width = (size_t)number;
        return true;
    default:
        request->report.min_percent = strtod(value, &end);
        return *value && !*end && isfinite(request->report.min_percent);
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

static bool read_options(int argc, char **argv, struct request *request)
{
    int option, index = 0;
    while ((option = getopt_long(argc, argv, "h", long_options, &index)) != -1) {
        if (option == '?') {
            fputs("`triptych report --help` lists the options\n", stderr);
            return false;
        }
        if (option == 'h') {
            request->help = true;
            return true;
        }
        if (long_options[index].has_arg == no_argument) {
            set_flag(request, option);
        } else if (!set_value(request, option, optarg)) {
            fprintf(stderr,
                    "triptych report: --%s cannot be '%s'; `triptych report --help` tells what it "
                    "can be\n",
                    long_options[index].name, optarg);
            return false;
        }
    }
    return true;
}

/* The historic layout is text, has four sections, and knows nothing of lanes. */
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
        fprintf(stderr,
                "triptych report: --style kpx does not go with %s; it has --routines, --loops, "
                "--io and --mpi, as text, with the sums of all lanes\n",
                wrong);
    return !wrong;
}

/* What is shown, if nothing was asked for. */
static void set_defaults(struct request *request)
{
    struct report_options *report = &request->report;
    look_around(report, request->color);
    bool for_people = report->format == REPORT_TEXT && report->style == REPORT_TODAY;
    report->brief = !report->sections && for_people;
    if (!report->sections && request->top == TOP_UNSET)
        report->top_mpi = SHORT_TOP; /* there are many of them */
    if (!report->sections)
        report->sections = REPORT_USUAL | (report->lanes ? REPORT_LANES : 0);
    report->top = request->top != TOP_UNSET ? (size_t)request->top : for_people ? DEFAULT_TOP : 0;
}

static int fail(const char *text)
{
    fprintf(stderr, "triptych report: %s\n", text);
    return CMD_FAILED;
}

/* The name of the file that mtool wrote, of an archive's: "@@m_tool.ring" of "runs/ring.tri". */
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

/* Writes what kpx's mtool wrote of the calls of MPI, if there are any, to a file of its own. */
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
        written = files_write(name, text, size, error);
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
    return (!mpi || archive_find_messages(archive, error)) &&
           (options->style == REPORT_KPX ? write_kpx(archive, options, error)
                                         : report_write(stdout, archive, options, error));
}

/* With the times of a cheaper run as a floor. */
static bool write_floored(struct archive *archive, const struct request *request,
                          struct error *error)
{
    struct report_options options = request->report;
    struct archive *cheap = archive_open(request->floor, error);
    struct floor *floor = cheap ? floor_new(archive, cheap, error) : NULL;
    options.floor = floor;
    bool written = floor && write_archive(archive, &options, error);
    floor_free(floor);
    archive_close(cheap);
    return written;
}

/* Whether the report begins with what is known of the run, damage included. */
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
        return fail(error.text);
    if (!has_head(&request->report))
        damage_say("report", archive);
    bool written = request->floor ? write_floored(archive, request, &error)
                                  : write_archive(archive, &request->report, &error);
    archive_close(archive);
    if (written && fflush(stdout))
        written = error_errno(&error, "the report cannot be written");
    return written ? CMD_DONE : fail(error.text);
}

int cmd_report(int argc, char **argv)
{
    struct request request = {.top = TOP_UNSET, .report.min_percent = 1};
    char newest[NAME_MAX + 1];
    if (!read_options(argc, argv, &request))
        return CMD_MISUSED;
    if (request.help) {
        fputs(help, stdout);
        return CMD_DONE;
    }
    if (argc - optind > 1) {
        fprintf(stderr, "triptych report: one archive at a time, please; '%s' is one too many\n",
                argv[optind + 1]);
        return CMD_MISUSED;
    }
    if (!check_style(&request))
        return CMD_MISUSED;
    set_defaults(&request);
    if (optind < argc)
        return write_report(argv[optind], &request);
    if (!newest_archive(newest, sizeof newest))
        return fail(
            "there is no NAME.tri in this folder; name one, or make one with `triptych run`");
    fprintf(stderr, "triptych report: showing %s, the newest archive here\n", newest);
    return write_report(newest, &request);
}
