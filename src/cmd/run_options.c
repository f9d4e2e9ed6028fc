/* run_options.c: see run_options.h */
#include "cmd/run_options.h"

#include "cmd/cmd.h"
#include "cmd/run_filter.h"
#include "launch/openmp.h"
#include "launch/preloads.h"
#include "launch/run_description.h"
#include "launch/sampling.h"
#include "launch/time_limit.h"

#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: triptych run [OPTIONS] COMMAND [ARGUMENTS...]\n"
    "\n"
    "Runs a command and keeps in an archive what it did: routines, loops and I/O statements of "
    "what\n"
    "was built with `triptych cc` or `triptych fc`; threads, OpenMP, MPI and files of any program. "
    "Output,\n"
    "signals and exit status are the command's own.\n"
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
    "      --throttle N,US     time only some visits of a region after N visits that last under "
    "US\n"
    "                          microseconds on average, and estimate its time (default 10000,1;\n"
    "                          `off`: time all visits)\n"
    "      --collect WHAT      what to trace without recompiling: threads,openmp,io,mpi "
    "(default: "
    "all)\n"
    "                          or none\n"
    "      --openmp WHICH      the runtime library that OpenMP programs of gcc run on: their own\n"
    "                          (default), or llvm\n"
    "      --events[=KINDS]    log when each act begins and ends; KINDS: "
    "routines,loops,io,sync,tasks,comm\n"
    "                          (default: all)\n"
    "      --filter LAMBDA     log only acts for which a condition of `triptych query` is true; "
    "what\n"
    "                          is left out is counted. Without --events: of all kinds\n"
    "      --max-size SIZE     event-log limit per lane: 500M, 2G (default: none)\n"
    "      --keep first|last   which events to keep at the limit: the first (default) or the last\n"
    "      --sample TIME       profile sampling interval (default 10ms); longer as the run goes "
    "on\n"
    "      --no-samples        no samples: then only events tell when something happened\n"
    "      --for TIME          end the command after that time: 30s, 500ms, 2m\n"
    "      --clock NAME        counter (default), monotonic, or cpu for CPU time\n"
    "      --no-seal           leave the archive as the program wrote it\n"
    "      --shared            others may read the archive, as the umask says (default: only you)\n"
    "  -q, --quiet             no summary\n"
    "\n"
    "Counts first, then times without what ran over 10000 times, and no second build:\n"
    "  triptych run -o counts.tri --count ./heat 500\n"
    "  triptych run -o times.tri --skip-hot counts.tri ./heat 500\n"
    "Only long messages and slow I/O, whatever else there is:\n"
    "  triptych run --filter 'e -> e.type in [COMM, IO] && (e.bytes > 1kB || e.duration > 1ms)' "
    "./heat\n"
    "example: triptych run -o first.tri ./heat 500 && triptych report first.tri\n";

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
    SHARED,
    FOR,
    EVENTS,
    FILTER,
    MAX_SIZE,
    KEEP,
    COLLECT,
    SAMPLE,
    NO_SAMPLES,
    OPENMP,
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
    {"filter", required_argument, NULL, FILTER},
    {"max-size", required_argument, NULL, MAX_SIZE},
    {"keep", required_argument, NULL, KEEP},
    {"collect", required_argument, NULL, COLLECT},
    {"openmp", required_argument, NULL, OPENMP},
    {"sample", required_argument, NULL, SAMPLE},
    {"no-samples", no_argument, NULL, NO_SAMPLES},
    {"for", required_argument, NULL, FOR},
    {"no-seal", no_argument, NULL, NO_SEAL},
    {"shared", no_argument, NULL, SHARED},
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
static int read_option(int option, struct run_options *options)
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
    case SHARED:
        options->shared = true;
        return -1;
    case NO_SEAL:
        options->no_seal = true;
        return -1;
    case FOR:
        options->time = optarg;
        return ending_read(optarg, &options->time_ns)
                   ? -1
                   : misused("--for takes a time such as 30s, 500ms or 2m, not", optarg);
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
                   : misused("--events takes routines, loops, io, sync, tasks and comm, not",
                             optarg);
    case FILTER:
        if (options->filter)
            return misused("--filter is given twice: put both conditions into one with &&:",
                           optarg);
        options->filter = optarg;
        return run_filter_check(optarg) ? -1 : CMD_MISUSED;
    case MAX_SIZE:
        return choice_read_size(&options->events, optarg)
                   ? -1
                   : misused("--max-size takes a size such as 500M or 2G, not", optarg);
    case KEEP:
        return choice_read_keep(&options->events, optarg)
                   ? -1
                   : misused("--keep takes first or last, not", optarg);
    case COLLECT:
        options->collect = optarg;
        return collect_read(optarg)
                   ? -1
                   : misused("--collect takes threads, openmp, io and mpi, all or none, not",
                             optarg);
    case OPENMP:
        options->openmp = optarg;
        return openmp_read(optarg) ? -1 : misused("--openmp takes own or llvm, not", optarg);
    case SAMPLE:
        return sampling_read_interval(optarg, &options->sample)
                   ? -1
                   : misused("--sample takes a time such as 10ms, 500us or 1s, not", optarg);
    case NO_SAMPLES:
        options->sample = 0;
        return -1;
    case CLOCK:
        options->clock = optarg;
        return read_clock(optarg) ? -1
                                  : misused("--clock takes counter, monotonic or cpu, not", optarg);
    case HELP:
        fputs(help, stdout);
        return CMD_DONE;
    default:
        if (optopt == 'n') /* of mpirun */
            fputs("set the number of ranks on the launcher: `triptych run mpirun -n 4 ./program`\n",
                  stderr);
        fputs("`triptych run --help` lists the options\n", stderr);
        return CMD_MISUSED;
    }
}

int run_options_read(int argc, char **argv, struct run_options *options)
{
    options->limit = 10000;
    options->clock = "counter";
    options->collect = "all";
    options->sample = 10000000;
    options->openmp = "own";
    int option, end = -1;
    optind = 1;
    while (end < 0 && (option = getopt_long(argc, argv, "+o:q", long_options, NULL)) != -1)
        end = read_option(option, options);
    if (options->filter && !options->events.kinds) /* there is nothing else to filter */
        choice_read_kinds(&options->events, NULL);
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

void run_options_free(struct run_options *options)
{
    buffer_free(&options->only);
    buffer_free(&options->exclude);
}

json_t *run_options_describe(const struct run_options *options)
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
    if (strcmp(options->collect, "all") != 0)
        json_object_set_new(all, "collect", json_string(options->collect));
    if (strcmp(options->openmp, "own") != 0)
        json_object_set_new(all, "openmp", json_string(options->openmp));
    if (options->time)
        json_object_set_new(all, "for", description_text(options->time));
    choice_describe(&options->events, all);
    if (options->filter)
        json_object_set_new(all, "filter", description_text(options->filter));
    return all;
}
