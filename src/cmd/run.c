/* run.c: `triptych run`: a command is run and measured into an archive. */
#include "archive/archive.h"
#include "archive/create.h"
#include "cmd/choice.h"
#include "cmd/cmd.h"
#include "cmd/description.h"
#include "cmd/launch.h"
#include "cmd/summary.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: triptych run [OPTIONS] COMMAND [ARGUMENTS...]\n"
    "\n"
    "Runs a command whose program was built with `triptych cc` or `triptych fc` and keeps what it\n"
    "measured in an archive. Output, signals and exit status are the command's own.\n"
    "\n"
    "  -o, --output NAME.tri   the archive (default: the program's name, numbered if it exists)\n"
    "      --force             replace an archive that exists\n"
    "      --only PATTERN      measure only what matches; may be repeated\n"
    "      --exclude PATTERN   leave out what matches; may be repeated\n"
    "                          PATTERN: solve*  routine:solve*  file:lib/*.c  "
    "kind:loop|io|routine|region\n"
    "      --count             counts and trips only, no times\n"
    "      --skip-hot PREV.tri switch off what ran more often than the limit in an earlier run\n"
    "      --limit N           that limit (default 10000)\n"
    "      --throttle N,US     stop timing a region after N visits if they last under US "
    "microseconds\n"
    "                          on average; it is counted on (default 10000,1; `off`: never)\n"
    "      --events[=KINDS]    log when each visit begins and ends; KINDS: routines,loops,io\n"
    "                          (default: all)\n"
    "      --max-size SIZE     of events, at most so much for each lane: 500M, 2G\n"
    "      --keep first|last   which ones then: the first (default) or the last\n"
    "      --clock NAME        counter (default), monotonic, or cpu for CPU time\n"
    "      --no-seal           leave the archive as the program wrote it\n"
    "  -q, --quiet             no summary\n"
    "\n"
    "Counts first, then times without what ran over 10000 times, and no second build:\n"
    "  triptych run -o counts.tri --count ./heat 500\n"
    "  triptych run -o times.tri --skip-hot counts.tri ./heat 500\n"
    "example: triptych run -o first.tri ./heat 500 && triptych report first.tri\n";

struct options {
    const char *output;
    bool force, count, quiet, no_seal;
    struct buffer only, exclude;
    const char *skip_hot;
    uint64_t limit;
    char throttle[64]; /* VISITS,NS as the library reads it; empty: its default */
    const char *clock;
    struct choice events;
};

enum {
    FORCE = 256,
    ONLY,
    EXCLUDE,
    COUNT,
    SKIP_HOT,
    LIMIT,
    THROTTLE,
    CLOCK,
    NO_SEAL,
    EVENTS,
    MAX_SIZE,
    KEEP,
    HELP
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, FORCE},
    {"only", required_argument, NULL, ONLY},
    {"exclude", required_argument, NULL, EXCLUDE},
    {"count", no_argument, NULL, COUNT},
    {"skip-hot", required_argument, NULL, SKIP_HOT},
    {"limit", required_argument, NULL, LIMIT},
    {"throttle", required_argument, NULL, THROTTLE},
    {"clock", required_argument, NULL, CLOCK},
    {"events", optional_argument, NULL, EVENTS},
    {"max-size", required_argument, NULL, MAX_SIZE},
    {"keep", required_argument, NULL, KEEP},
    {"no-seal", no_argument, NULL, NO_SEAL},
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

static int misused(const char *message, const char *word)
{
    fprintf(stderr, "triptych run: %s '%s'; `triptych run --help` tells more\n", message, word);
    return CMD_MISUSED;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && text[0] != '-';
}

static bool read_throttle(const char *text, char *setting, size_t size)
{
    if (!strcmp(text, "off")) {
        snprintf(setting, size, "0");
        return true;
    }
    char *end;
    errno = 0;
    uint64_t visits = strtoull(text, &end, 10);
    if (errno || end == text || *text == '-' || (*end && *end != ','))
        return false;
    double us = *end == ',' ? strtod(end + 1, &end) : 1;
    if (*end || !(us > 0) || us > 1e9)
        return false;
    snprintf(setting, size, "%llu,%.0f", (unsigned long long)visits, us * 1000);
    return true;
}

static bool read_clock(const char *name)
{
    return !strcmp(name, "counter") || !strcmp(name, "monotonic") || !strcmp(name, "cpu");
}

/* -1: it is a pattern that the library knows. */
static int add_pattern(struct buffer *patterns, const char *pattern)
{
    static const char *const kinds[] = {"routine", "loop", "io", "region"};
    bool known = strncmp(pattern, "kind:", 5) != 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        known |= !known && fnmatch(pattern + 5, kinds[i], 0) == 0;
    if (!known)
        return misused("the kinds are routine, loop, io and region, not", pattern);
    buffer_printf(patterns, "%s\n", pattern);
    return -1;
}

/* CMD_DONE, or the exit status to end with; -1: go on. */
static int read_option(int option, struct options *options)
{
    switch (option) {
    case 'o':
        options->output = optarg;
        return -1;
    case 'q':
        options->quiet = true;
        return -1;
    case FORCE:
        options->force = true;
        return -1;
    case ONLY:
        return add_pattern(&options->only, optarg);
    case EXCLUDE:
        return add_pattern(&options->exclude, optarg);
    case COUNT:
        options->count = true;
        return -1;
    case SKIP_HOT:
        options->skip_hot = optarg;
        return -1;
    case NO_SEAL:
        options->no_seal = true;
        return -1;
    case LIMIT:
        return read_number(optarg, &options->limit)
                   ? -1
                   : misused("--limit takes a number, not", optarg);
    case THROTTLE:
        return read_throttle(optarg, options->throttle, sizeof options->throttle)
                   ? -1
                   : misused("--throttle takes VISITS,MICROSECONDS or off, not", optarg);
    case EVENTS:
        return choice_read_kinds(&options->events, optarg)
                   ? -1
                   : misused("--events takes routines, loops and io, not", optarg);
    case MAX_SIZE:
        return choice_read_size(&options->events, optarg)
                   ? -1
                   : misused("--max-size takes a size such as 500M or 2G, not", optarg);
    case KEEP:
        return choice_read_keep(&options->events, optarg)
                   ? -1
                   : misused("--keep takes first or last, not", optarg);
    case CLOCK:
        options->clock = optarg;
        return read_clock(optarg) ? -1
                                  : misused("--clock takes counter, monotonic or cpu, not", optarg);
    case HELP:
        fputs(help, stdout);
        return CMD_DONE;
    default:
        fputs("`triptych run --help` lists the options\n", stderr);
        return CMD_MISUSED;
    }
}

static int read_options(int argc, char **argv, struct options *options)
{
    options->limit = 10000;
    options->clock = "counter";
    int option, end = -1;
    optind = 1;
    while (end < 0 && (option = getopt_long(argc, argv, "+o:q", long_options, NULL)) != -1)
        end = read_option(option, options);
    const char *trouble = end < 0 ? choice_trouble(&options->events) : NULL;
    if (trouble) {
        fprintf(stderr, "triptych run: %s\n", trouble);
        end = CMD_MISUSED;
    }
    if (end < 0 && optind == argc) {
        fputs("triptych run: which command? For example: triptych run ./program\n", stderr);
        end = CMD_MISUSED;
    }
    return end;
}

/* The archive's absolute path: as asked for, or after the program, with a number if that one
 * exists. */
static char *name_archive(const struct options *options, const char *program)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        snprintf(here, sizeof here, ".");
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    if (options->output && options->output[0] == '/')
        return memory_string(options->output);
    if (options->output)
        return memory_printf("%s/%s", here, options->output);
    char *path = memory_printf("%s/%s.tri", here, name);
    for (int i = 2; !options->force && access(path, F_OK) == 0; i++) {
        free(path);
        path = memory_printf("%s/%s.%d.tri", here, name, i);
    }
    return path;
}

static void set_or_unset(const char *name, const char *value)
{
    if (value && *value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* What ran too often in an earlier run is listed in the file `skip`. */
static bool write_skip(const struct options *options, const struct archive *earlier,
                       const char *skip, struct error *error)
{
    unsigned skipped;
    if (!earlier)
        return true;
    bool written = archive_write_skip(skip, earlier, options->limit, &skipped, error);
    if (written && !options->quiet)
        fprintf(stderr, "triptych: %u regions ran over %llu times in %s and are switched off\n",
                skipped, (unsigned long long)options->limit, options->skip_hot);
    return written;
}

static void set_environment(const struct options *options, const char *archive, const char *skip)
{
    unsetenv("TRIPTYCH");
    setenv("TRIPTYCH_ARCHIVE", archive, 1);
    set_or_unset("TRIPTYCH_ONLY", options->only.text);
    set_or_unset("TRIPTYCH_EXCLUDE", options->exclude.text);
    set_or_unset("TRIPTYCH_COUNT", options->count ? "1" : NULL);
    set_or_unset("TRIPTYCH_THROTTLE", options->throttle);
    set_or_unset("TRIPTYCH_CLOCK", options->clock);
    set_or_unset("TRIPTYCH_SKIP", options->skip_hot ? skip : NULL);
    choice_set_environment(&options->events);
}

static json_t *describe_options(const struct options *options)
{
    json_t *all = json_object();
    if (options->only.text)
        json_object_set_new(all, "only", description_text(options->only.text));
    if (options->exclude.text)
        json_object_set_new(all, "exclude", description_text(options->exclude.text));
    if (options->count)
        json_object_set_new(all, "count", json_true());
    if (options->skip_hot) {
        json_object_set_new(all, "skip_hot", description_text(options->skip_hot));
        json_object_set_new(all, "limit", json_integer((json_int_t)options->limit));
    }
    if (options->throttle[0])
        json_object_set_new(all, "throttle", description_text(options->throttle));
    choice_describe(&options->events, all);
    return all;
}

static void complain(const struct error *error)
{
    fprintf(stderr, "triptych run: %s\n", error->text);
}

/* No process of the command had a probe to write with. */
static bool nothing_was_measured(const char *path)
{
    char *places = memory_printf("%s/places", path);
    bool nothing = access(places, F_OK) != 0;
    free(places);
    return nothing;
}

/* Writes down how it ended, seals the archive and says what there is to see. */
static void finish(const struct options *options, struct archive_new *made, json_t *description,
                   int status)
{
    struct error error = {0};
    if (!archive_is_there(made)) {
        fprintf(stderr, "triptych run: %s was removed or replaced while the command ran\n",
                made->path);
        archive_keep(made);
        return;
    }
    if (nothing_was_measured(made->path)) {
        fputs("triptych run: nothing was measured: the program has no probes; build it with "
              "make CC=\"triptych cc gcc\" FC=\"triptych fc gfortran\"\n",
              stderr);
        archive_discard(made);
        return;
    }
    description_end(description, status);
    struct progress progress;
    progress_start(&progress, "sealing the archive");
    bool good = archive_write_run(made->path, description, &error) &&
                (options->no_seal || archive_seal(made->path, &progress, &error));
    progress_end(&progress);
    if (!good)
        complain(&error);
    if (!options->quiet)
        summary_print(made->path, status);
    archive_keep(made);
}

/* Runs the command into the archive. False: it was not started, and *code is the exit status to
 * use. */
static bool run(const struct options *options, char **command, const struct archive *earlier,
                struct archive_new *made, int *status, int *code)
{
    struct error error = {0};
    char *skip = memory_printf("%s/skip", made->path);
    json_t *description = description_new(command, options->clock, describe_options(options));
    *code = CMD_FAILED;
    bool ready = write_skip(options, earlier, skip, &error) &&
                 archive_write_run(made->path, description, &error);
    if (ready)
        set_environment(options, made->path, skip);
    bool started = ready && launch(command, status, code, &error);
    if (started) {
        finish(options, made, description, *status);
    } else {
        complain(&error);
        archive_discard(made);
    }
    free(skip);
    json_decref(description);
    return started;
}

/* There is no room for an archive: that is no reason not to run the command. */
static bool run_unmeasured(char **command, const struct error *why, int *status, int *code)
{
    struct error error = {0};
    fprintf(stderr, "triptych run: %s; the command runs unmeasured\n", why->text);
    setenv("TRIPTYCH", "off", 1);
    if (launch(command, status, code, &error))
        return true;
    complain(&error);
    return false;
}

/* -1: it ran, and *status says how it ended; else the exit status to end with. */
static int run_command(const struct options *options, char **command, int *status)
{
    struct error error = {0};
    struct archive_new made;
    struct archive *earlier = NULL;
    int code = CMD_FAILED;
    if (options->skip_hot) {
        earlier = archive_open(options->skip_hot, &error);
        if (!earlier) {
            complain(&error);
            return CMD_FAILED;
        }
    }
    char *path = name_archive(options, command[0]);
    bool ran = false;
    switch (archive_create(&made, path, options->force, &error)) {
    case ARCHIVE_CREATED:
        ran = run(options, command, earlier, &made, status, &code);
        break;
    case ARCHIVE_FAILED:
        archive_discard(&made);
        ran = run_unmeasured(command, &error, status, &code);
        break;
    case ARCHIVE_EXISTS:
        archive_discard(&made);
        complain(&error);
        break;
    }
    free(path);
    archive_close(earlier);
    return ran ? -1 : code;
}

int cmd_run(int argc, char **argv)
{
    struct options options = {0};
    int status = 0, end = read_options(argc, argv, &options);
    if (end < 0)
        end = run_command(&options, argv + optind, &status);
    buffer_free(&options.only);
    buffer_free(&options.exclude);
    if (end < 0)
        launch_end_like(status);
    return end;
}
