/* export.c: `triptych export`: an archive in other people's formats. */
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "cube/missing.h"
#include "export/tables/tables.h"
#include "util/number.h"

#include <assert.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *archive;
    const struct export_format *format;
    struct export_options options;
    bool measure, min_percent; /* the options were given */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

enum {
    OPTION_TO = 256,
    OPTION_FORCE,
    OPTION_MEASURE,
    OPTION_LANES,
    OPTION_MIN_PERCENT,
    OPTION_TABLE,
};

static const struct options_row rows[] = {
    {.name = "to",
     .argument = "FORMAT",
     .id = OPTION_TO,
     .help = "the format to write, one of the above",
     .expects = "a format such as chrome or csv"},
    {.name = "output",
     .argument = "FILE",
     .id = 'o',
     .help = "the file or folder to write",
     .expects = "a file such as run.json"},
    {.name = "force", .id = OPTION_FORCE, .help = "replace an existing file or folder"},
    {.name = "measure",
     .argument = "MEASURE",
     .id = OPTION_MEASURE,
     .help = "folded, dot: weigh by time (default), visits, trips, bytes or instructions",
     .expects = "time, visits, trips, bytes or instructions"},
    {.name = "lanes", .id = OPTION_LANES, .help = "folded: write separate stacks for each lane"},
    {.name = "min-percent",
     .argument = "X",
     .id = OPTION_MIN_PERCENT,
     .help = "dot: show only what takes X % or more (default: 1)",
     .expects = "a percentage from 0 to 100"},
    {.name = "table",
     .argument = "NAME",
     .id = OPTION_TABLE,
     .help = "csv, json: write only this table",
     .expects = "the name of a table such as nodes"},
    {0},
};

enum { MOST_FORMATS = 16 };

/* Describes the command, with all formats; `terms` has room for MOST_FORMATS + 1. */
static struct options_command describe(struct options_term *terms)
{
    size_t count = 0;
    for (const struct export_format *format = export_formats; format->name; format++) {
        assert(count < MOST_FORMATS);
        terms[count] = (struct options_term){count ? NULL : "Formats", format->name, format->help};
        count++;
    }
    terms[count] = (struct options_term){0};
    return (struct options_command){
        .name = "export",
        .usage = "export [OPTIONS] [NAME.tri] --to FORMAT [-o FILE]",
        .about = "Writes an archive in a format of other tools. Without a name, it exports the "
                 "newest archive of the current folder; without -o, formats that are one text file "
                 "go to the standard output.",
        .rows = rows,
        .terms = terms,
        .examples = "  triptych export run.tri --to chrome -o run.json   # for ui.perfetto.dev\n"
                    "  triptych export run.tri --to folded | flamegraph.pl > run.svg\n"
                    "  triptych export run.tri --to sqlite -o run.db\n",
    };
}

static bool set_measure(const char *word, struct export_options *options)
{
    for (int i = 0; i < EXPORT_MEASURES; i++) {
        if (!strcmp(word, export_measure_word((enum export_measure)i))) {
            options->measure = (enum export_measure)i;
            return true;
        }
    }
    return false;
}

static bool set_format(const struct options_reader *reader, struct request *request)
{
    request->format = export_find(reader->value);
    return request->format != NULL;
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_option(int option, const struct options_reader *reader, struct request *request)
{
    struct export_options *options = &request->options;
    switch (option) {
    case OPTION_TO:
        return set_format(reader, request);
    case OPTION_MEASURE:
        request->measure = true;
        return set_measure(reader->value, options);
    case OPTION_MIN_PERCENT:
        request->min_percent = true;
        return options_percent(reader->value, &options->min_percent);
    case OPTION_TABLE:
        options->table = reader->value;
        return true;
    case OPTION_FORCE:
        options->force = true;
        return true;
    case OPTION_LANES:
        options->lanes = true;
        return true;
    default:
        options->output = reader->value;
        return *reader->value;
    }
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_options(int argc, char **argv, struct request *request)
{
    struct options_term terms[MOST_FORMATS + 1];
    const struct options_command command = describe(terms);
    struct options_reader reader;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (!set_option(option, &reader, request))
            return options_wrong(&reader);
    }
    if (argc - optind > 1)
        return options_misuse("export", "name one archive only; '%s' is one too many",
                              argv[optind + 1]);
    request->archive = argv[optind];
    return -1;
}

/* Refuses options that the format does not have. Returns -1 to continue. */
static int check_options(const struct request *request)
{
    struct error error;
    const char *name = request->format->name, *table = request->options.table;
    bool folded = !strcmp(name, "folded"), dot = !strcmp(name, "dot");
    if (table && request->format->shape != EXPORT_TABLES)
        return options_misuse("export", "--table is for csv and json, not for %s", name);
    if (table && !export_tables_is_one(table, &error))
        return options_misuse("export", "%s", error.text);
    if (request->measure && !folded && !dot)
        return options_misuse("export", "--measure is for folded and dot, not for %s", name);
    if (request->options.lanes && !folded)
        return options_misuse("export", "--lanes is for folded, not for %s", name);
    if (request->min_percent && !dot)
        return options_misuse("export", "--min-percent is for dot, not for %s", name);
    return -1;
}

/* Refuses options that cannot be combined. Returns -1 to continue. */
static int check_request(struct request *request)
{
    struct export_options *options = &request->options;
    if (!request->format)
        return options_misuse("export", "name a format, such as --to chrome");
    int status = check_options(request);
    if (status >= 0)
        return status;
    if (options->output && !strcmp(options->output, "-"))
        options->output = NULL;
    if (options->output || export_is_stream(request->format, options))
        return -1;
    if (request->format->shape == EXPORT_TABLES)
        return options_misuse("export",
                              "name a folder for the tables with -o, or one table with --table");
    return options_misuse("export", "name the output of the format %s with -o",
                          request->format->name);
}

/* Prints which events are missing. */
static void tell_losses(const struct archive *archive)
{
    uint64_t damaged = archive_acts_damage(archive);
    struct buffer text = {0};
    if (cube_missing_write(&text, archive))
        fprintf(stderr, "triptych export: %s\n", text.text);
    buffer_free(&text);
    if (damaged)
        fprintf(stderr, "triptych export: %llu events are damaged and were dropped\n",
                (unsigned long long)damaged);
}

static int export_archive(const char *name, const struct request *request)
{
    struct error error = {0};
    struct progress progress;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    struct archive *archive = archive_open(name, &error);
    if (!archive)
        return options_fail("export", error.text);
    damage_say("export", archive);
    signal(SIGXFSZ, SIG_IGN);      /* a file beyond the size limit is an error like any other */
    if (request->options.output) { /* standard output needs no cleaning up */
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        sigaction(SIGHUP, &action, NULL);
    }
    progress_start(&progress, "exporting");
    struct export_job job = {.archive = archive,
                             .options = &request->options,
                             .progress = &progress,
                             .stop = &interrupted};
    bool good = export_run(request->format, &job, &error);
    progress_end(&progress);
    if (good && job.wrote_events)
        tell_losses(archive);
    archive_close(archive);
    return good ? CMD_DONE : options_fail("export", error.text);
}

int cmd_export(int argc, char **argv)
{
    struct request request = {.options = {.min_percent = 1}};
    char newest[NAME_MAX + 1];
    int status = read_options(argc, argv, &request);
    if (status < 0)
        status = check_request(&request);
    if (status >= 0)
        return status;
    if (request.archive)
        return export_archive(request.archive, &request);
    if (!newest_archive(newest, sizeof newest))
        return options_fail("export",
                            "there is no NAME.tri in this folder; name one, or make one with "
                            "`triptych run`");
    fprintf(stderr, "triptych export: exporting %s, the newest archive here\n", newest);
    return export_archive(newest, &request);
}
