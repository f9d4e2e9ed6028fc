/* export.c: `triptych export`: an archive in other people's formats. */
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cube/missing.h"
#include "export/tables/tables.h"
#include "util/number.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    const char *archive;
    const struct export_format *format;
    struct export_options options;
    bool measure, min_percent; /* were asked for */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static int fail(const char *text)
{
    fprintf(stderr, "triptych export: %s\n", text);
    return CMD_FAILED;
}

static int misuse(const char *what, const char *word)
{
    fprintf(stderr, "triptych export: %s%s; `triptych export --help` tells more\n", what, word);
    return CMD_MISUSED;
}

static void print_help(void)
{
    fputs("usage: triptych export [OPTIONS] [ARCHIVE.tri] --to FORMAT [-o FILE]\n"
          "\n"
          "Writes an archive in another format:\n"
          "\n"
          "  triptych export run.tri --to chrome -o run.json     then open it in ui.perfetto.dev\n"
          "  triptych export run.tri --to folded | flamegraph.pl > run.svg\n"
          "  triptych export run.tri --to sqlite -o run.db\n"
          "\n"
          "Formats:\n",
          stdout);
    for (const struct export_format *format = export_formats; format->name; format++)
        printf("  %-12s %s\n", format->name, format->help);
    fputs("\n"
          "Without an archive it is the newest one here; without -o it goes to the standard\n"
          "output, where the format is one file of text.\n"
          "\n"
          "  -o, --output FILE     the file or folder to write\n"
          "      --force           replace what is there\n"
          "      --measure WHAT    folded and dot: weigh by time, visits, trips, bytes or\n"
          "                        instructions\n"
          "      --lanes           folded: a stack for each lane\n"
          "      --min-percent X   dot: leave out what takes less (1)\n"
          "      --table NAME      csv and json: this table alone\n",
          stdout);
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

static bool set_percent(const char *word, double *percent)
{
    char *end;
    *percent = strtod(word, &end);
    return end != word && !*end && isfinite(*percent) && *percent >= 0 && *percent <= 100;
}

/* An option with a value. CMD_DONE: go on. */
static int set_value(const char *name, const char *value, struct request *request)
{
    struct export_options *options = &request->options;
    request->measure |= !strcmp(name, "--measure");
    request->min_percent |= !strcmp(name, "--min-percent");
    if (!value)
        return misuse("something is missing behind ", name);
    if (!strcmp(name, "--to")) {
        request->format = export_find(value);
        return request->format ? CMD_DONE : misuse("there is no format ", value);
    }
    if (!strcmp(name, "--measure"))
        return set_measure(value, options)
                   ? CMD_DONE
                   : misuse("--measure wants time, visits, trips, bytes or instructions, not ",
                            value);
    if (!strcmp(name, "--min-percent"))
        return set_percent(value, &options->min_percent)
                   ? CMD_DONE
                   : misuse("--min-percent wants a number from 0 to 100, not ", value);
    if (!strcmp(name, "--table"))
        options->table = value;
    else
        options->output = value;
    return CMD_DONE;
}

/* The option, as it is known; NULL: it has no value, or is none. Its value may be behind a "=". */
static const char *option_of(char *word, const char **value)
{
    static const char *const names[] = {"--to",          "--output", "--measure",
                                        "--min-percent", "--table",  "-o"};
    size_t size = strcspn(word, "=");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == size && !strncmp(word, names[i], size)) {
            *value = word[size] ? word + size + 1 : NULL;
            return names[i];
        }
    }
    return NULL;
}

/* CMD_DONE: go on. */
static int read_options(int argc, char **argv, struct request *request)
{
    for (int i = 1, status; i < argc; i++) {
        const char *value = NULL, *name = option_of(argv[i], &value);
        if (name) {
            if (!value && i + 1 < argc)
                value = argv[++i];
            if ((status = set_value(name, value, request)) != CMD_DONE)
                return status;
        } else if (!strcmp(argv[i], "--force")) {
            request->options.force = true;
        } else if (!strcmp(argv[i], "--lanes")) {
            request->options.lanes = true;
        } else if (argv[i][0] == '-') {
            return misuse("there is no option ", argv[i]);
        } else if (request->archive) {
            return misuse("this is too much: ", argv[i]);
        } else {
            request->archive = argv[i];
        }
    }
    return CMD_DONE;
}

/* Options that the format has no use for. */
static int check_options(const struct request *request)
{
    struct error error;
    const char *name = request->format->name, *table = request->options.table;
    bool folded = !strcmp(name, "folded"), dot = !strcmp(name, "dot");
    if (table && request->format->shape != EXPORT_TABLES)
        return misuse("--table is for csv and json, not for ", name);
    if (table && !tables_is_one(table, &error))
        return misuse(error.text, "");
    if (request->measure && !folded && !dot)
        return misuse("--measure is for folded and dot, not for ", name);
    if (request->options.lanes && !folded)
        return misuse("--lanes is for folded, not for ", name);
    if (request->min_percent && !dot)
        return misuse("--min-percent is for dot, not for ", name);
    return CMD_DONE;
}

/* What does not fit together. */
static int check_request(struct request *request)
{
    struct export_options *options = &request->options;
    if (!request->format)
        return misuse("name a format with --to", "");
    int status = check_options(request);
    if (status != CMD_DONE)
        return status;
    if (options->output && !*options->output)
        return misuse("-o wants a name", "");
    if (options->output && !strcmp(options->output, "-"))
        options->output = NULL;
    if (options->output || export_is_stream(request->format, options))
        return CMD_DONE;
    if (request->format->shape == EXPORT_TABLES)
        return misuse("name a folder for the tables with -o, or one table with --table", "");
    return misuse("this format needs a name: -o FILE", "");
}

/* What the events lack. */
static void tell_losses(const struct archive *archive)
{
    uint64_t damaged = archive_acts_damage(archive);
    struct buffer text = {0};
    if (missing_write(&text, archive))
        fprintf(stderr, "triptych export: %s\n", text.text);
    buffer_free(&text);
    if (damaged)
        fprintf(stderr, "triptych export: %llu events were left out: they made no sense\n",
                (unsigned long long)damaged);
}

static int export_archive(const char *name, const struct request *request)
{
    struct error error = {0};
    struct progress progress;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    struct archive *archive = archive_open(name, &error);
    if (!archive)
        return fail(error.text);
    damage_say("export", archive);
    signal(SIGXFSZ, SIG_IGN);      /* a file that gets too long is an error as others are */
    if (request->options.output) { /* else nothing has to be put in order */
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
    return good ? CMD_DONE : fail(error.text);
}

int cmd_export(int argc, char **argv)
{
    struct request request = {.options = {.min_percent = 1}};
    char newest[NAME_MAX + 1];
    if (cmd_asks_help(argc, argv)) {
        print_help();
        return CMD_DONE;
    }
    int status = read_options(argc, argv, &request);
    if (status == CMD_DONE)
        status = check_request(&request);
    if (status != CMD_DONE)
        return status;
    if (request.archive)
        return export_archive(request.archive, &request);
    if (!newest_archive(newest, sizeof newest))
        return fail("there is no NAME.tri in this folder; name one, or make one with "
                    "`triptych run`");
    fprintf(stderr, "triptych export: exporting %s, the newest archive here\n", newest);
    return export_archive(newest, &request);
}
