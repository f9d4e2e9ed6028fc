/* run_options.c: see run_options.h */
#include "cmd/run_options.h"

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/run_filter.h"
#include "format/skip.h"
#include "launch/openmp.h"
#include "launch/preloads.h"
#include "launch/run_description.h"
#include "launch/sampling.h"
#include "launch/time_limit.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    INTERVAL,
    NO_SAMPLES,
    OPENMP,
    VOCABULARY,
};

static const char *const clocks[] = {"counter", "monotonic", "cpu", NULL};
static const char *const runtimes[] = {"own", "llvm", NULL};
static const char *const ends[] = {"first", "last", NULL};

static const struct options_row rows[] = {
    {.group = "The archive",
     .name = "output",
     .argument = "NAME.tri",
     .id = 'o',
     .help = "write this archive (default: the program's name, numbered if that exists)",
     .expects = "the name of an archive such as first.tri",
     .common = true},
    {.name = "force", .id = FORCE, .help = "replace an existing archive", .common = true},
    {.name = "shared",
     .id = SHARED,
     .help = "let others read the archive, as the umask allows (default: only you)"},
    {.name = "no-seal", .id = NO_SEAL, .help = "leave the archive as the program wrote it"},
    {.name = "quiet", .id = 'q', .help = "print no summary", .common = true},
    {.group = "What is measured",
     .name = "only",
     .argument = "PATTERN",
     .id = ONLY,
     .help = "measure only regions that match; may be repeated",
     .expects = "a pattern such as 'solve*' or kind:loop",
     .common = true},
    {.name = "exclude",
     .argument = "PATTERN",
     .id = EXCLUDE,
     .help = "do not measure regions that match; may be repeated",
     .expects = "a pattern such as 'solve*' or kind:loop",
     .common = true},
    {.name = "count", .id = COUNT, .help = "count visits and trips, take no times", .common = true},
    {.name = "skip-hot",
     .argument = "PREV.tri",
     .id = SKIP_HOT,
     .help = "do not measure regions that an earlier run visited more often than --limit",
     .expects = "the archive of an earlier run",
     .common = true},
    {.name = "limit",
     .argument = "N",
     .id = LIMIT,
     .help = "visits above which --skip-hot does not measure a region (default: 10000)",
     .expects = "a number of visits such as 10000"},
    {.name = "throttle",
     .argument = "N,US",
     .id = THROTTLE,
     .help = "after N visits that take less than US microseconds on average, time only some visits "
             "of a region and estimate its time (default: 10000 visits, 150 reads of the clock but "
             "at least 1 us and at most 5; off: time all visits)",
     .expects = "VISITS,MICROSECONDS such as 10000,1, or off"},
    {.name = "collect",
     .argument = "WHAT",
     .id = COLLECT,
     .help = "what to trace without recompiling: threads, openmp, io, mpi, vocabulary, separated "
             "by commas; or all (default), none",
     .expects = "all, none, or some of threads,openmp,io,mpi,vocabulary"},
    {.name = "vocabulary",
     .argument = "NAME",
     .id = VOCABULARY,
     .help = "vocabularies to use, names or files, separated by commas or by further --vocabulary; "
             "or off (default: those of libraries that the program needs)",
     .expects = "the name or file of a vocabulary, or off"},
    {.name = "openmp",
     .argument = "RUNTIME",
     .id = OPENMP,
     .help = "OpenMP runtime library for programs built by gcc: their own (default), or llvm",
     .words = runtimes},
    {.name = "clock",
     .argument = "NAME",
     .id = CLOCK,
     .help = "counter (default), monotonic, or cpu for CPU time",
     .words = clocks},
    {.group = "Events and samples",
     .name = "events",
     .argument = "[=KINDS]",
     .id = EVENTS,
     .help = "log when each visit begins and ends; KINDS: routines, loops, io, sync, tasks, comm, "
             "separated by commas (default: all)",
     .expects = "some of routines,loops,io,sync,tasks,comm",
     .common = true},
    {.name = "filter",
     .argument = "LAMBDA",
     .id = FILTER,
     .help = "log only events for which this condition of `triptych query` is true, and count the "
             "others; implies --events",
     .expects = "a condition such as 'e -> e.duration > 1ms'"},
    {.name = "max-size",
     .argument = "SIZE",
     .id = MAX_SIZE,
     .help = "event-log limit per lane, such as 500M or 2G (default: none)",
     .expects = "a size such as 500M or 2G"},
    {.name = "keep",
     .argument = "END",
     .id = KEEP,
     .help = "which events to keep at the limit: the first (default) or the last",
     .words = ends},
    {.name = "sample",
     .id = SAMPLE,
     .help = "sample call paths: which routines take the CPU time, in a program of any language "
             "that need not be recompiled",
     .common = true},
    {.name = "interval",
     .argument = "TIME",
     .id = INTERVAL,
     .help = "how often the profile is read, at first (default: 10ms); the interval grows with the "
             "length of the run",
     .expects = "a time such as 10ms, 500us or 1s"},
    {.name = "no-samples",
     .id = NO_SAMPLES,
     .help = "do not read the profile during the run: then only events tell when something "
             "happened"},
    {.group = "The command",
     .name = "for",
     .argument = "TIME",
     .id = FOR,
     .help = "end the command after this time",
     .expects = "a time such as 30s, 500ms or 2m",
     .common = true},
    {0},
};

static const struct options_term terms[] = {
    {"PATTERN is one of", "solve*", "routines of that name, with their loops and I/O statements"},
    {NULL, "routine:solve*", "the same"},
    {NULL, "file:lib/*.c", "regions of these source files"},
    {NULL, "kind:loop", "regions of that kind: routine, loop, io or user"},
    {0},
};

static const struct options_command command = {
    .name = "run",
    .usage = "run [OPTIONS] COMMAND [ARGUMENTS...]",
    .about = "Runs a command and writes what it did into an archive: routines, loops and I/O "
             "statements of programs built with `triptych cc` or `triptych fc`; threads, OpenMP, "
             "MPI and files of any program. Output, signals and exit status are those of the "
             "command.",
    .rows = rows,
    .terms = terms,
    .terms_behind = true,
    .examples = "  triptych run -o first.tri ./heat 500 && triptych report first.tri\n"
                "  triptych run --events mpirun -n 4 ./heat 500\n"
                "Count first, then take times without regions of over 10000 visits:\n"
                "  triptych run -o counts.tri --count ./heat 500\n"
                "  triptych run -o times.tri --skip-hot counts.tri ./heat 500\n"
                "Where the time of a program goes that was not recompiled:\n"
                "  triptych run --sample ./solver\n"
                "Log only large messages and slow I/O:\n"
                "  triptych run --filter 'e -> e.bytes > 1kB || e.duration > 1ms' ./heat\n",
    .until_argument = true,
    .about_n = "set the number of ranks on the launcher: `triptych run mpirun -n 4 ./program`",
};

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
    if (!*end) {
        snprintf(setting, size, "%llu", (unsigned long long)visits);
        return true;
    }
    double us = strtod(end + 1, &end);
    if (*end || !(us > 0) || us > 1e9)
        return false;
    snprintf(setting, size, "%llu,%.0f", (unsigned long long)visits, us * 1000);
    return true;
}

/* -1: it is a pattern that the library knows. */
static int add_pattern(struct buffer *patterns, const char *pattern)
{
    bool known = strncmp(pattern, "kind:", 5) != 0;
    for (unsigned kind = TRI_KIND_ROUTINE; !known && format_kind_word(kind); kind++)
        known = fnmatch(pattern + 5, format_kind_word(kind), 0) == 0;
    if (!known)
        return options_misuse("run", "the kinds are routine, loop, io and user, not '%s'",
                              pattern + 5);
    buffer_printf(patterns, "%s\n", pattern);
    return -1;
}

/* Returns -1 to continue; else the exit status to end with. */
static int check(bool good, const struct options_reader *reader)
{
    return good ? -1 : options_wrong(reader);
}

static int read_filter(const char *lambda, struct run_options *options)
{
    if (options->filter)
        return options_misuse("run", "--filter is given twice: join both conditions with &&");
    options->filter = lambda;
    return run_filter_check(lambda) ? -1 : CMD_MISUSED;
}

/* Reads an option that has an argument. Returns -1 to continue; else the exit status to end with.
 */
static int read_value(int option, const struct options_reader *reader, struct run_options *options)
{
    const char *value = reader->value;
    switch (option) {
    case 'o':
        options->output = value;
        return -1;
    case ONLY:
        return add_pattern(&options->only, value);
    case EXCLUDE:
        return add_pattern(&options->exclude, value);
    case SKIP_HOT:
        options->skip_hot = value;
        return -1;
    case FOR:
        options->time = value;
        return check(launch_time_limit_read(value, &options->time_ns), reader);
    case LIMIT:
        return check(options_number(value, 0, UINT64_MAX, &options->limit), reader);
    case THROTTLE:
        return check(read_throttle(value, options->throttle, sizeof options->throttle), reader);
    case EVENTS:
        return check(choice_read_kinds(&options->events, value), reader);
    case FILTER:
        return read_filter(value, options);
    case MAX_SIZE:
        return check(choice_read_size(&options->events, value), reader);
    case KEEP:
        return check(choice_read_keep(&options->events, value), reader);
    case COLLECT:
        options->collect = value;
        options->collects = true;
        return check(launch_preloads_read(value), reader);
    case OPENMP:
        options->openmp = value;
        return -1;
    case VOCABULARY:
        buffer_printf(&options->vocabularies, "%s%s", options->vocabulary ? "," : "", value);
        options->vocabulary = options->vocabularies.text;
        return -1;
    case INTERVAL:
        return check(launch_sampling_read_interval(value, &options->interval), reader);
    default: /* CLOCK */
        options->clock = value;
        return -1;
    }
}

/* Returns -1 to continue; else the exit status to end with. */
static int read_option(int option, const struct options_reader *reader, struct run_options *options)
{
    switch (option) {
    case 'q':
        options->quiet = true;
        return -1;
    case FORCE:
        options->force = true;
        return -1;
    case COUNT:
        options->count = true;
        return -1;
    case SHARED:
        options->shared = true;
        return -1;
    case NO_SEAL:
        options->no_seal = true;
        return -1;
    case SAMPLE:
        options->sample = true;
        return -1;
    case NO_SAMPLES:
        options->interval = 0;
        return -1;
    default:
        return read_value(option, reader, options);
    }
}

int run_options_read(int argc, char **argv, struct run_options *options)
{
    struct options_reader reader;
    options->limit = 10000;
    options->clock = "counter";
    options->collect = "all";
    options->interval = 10000000;
    options->openmp = "own";
    int option, end = -1;
    options_begin(&reader, &command, argc, argv);
    while (end < 0 && (option = options_next(&reader)) != OPTIONS_END)
        end = option == OPTIONS_STOP ? reader.status : read_option(option, &reader, options);
    if (options->filter && !options->events.kinds) /* --filter needs events */
        choice_read_kinds(&options->events, NULL);
    const char *trouble = end < 0 ? choice_trouble(&options->events) : NULL;
    if (trouble)
        end = options_misuse("run", "%s", trouble);
    if (end < 0 && options->vocabulary && strcmp(options->vocabulary, "off") != 0 &&
        !launch_preloads_describe(options->collect))
        end = options_misuse("run", "--vocabulary needs vocabulary in --collect");
    if (end < 0 && options->sample && !strcmp(options->collect, "none"))
        end = options_misuse("run", "--sample needs a preloaded library: leave out --collect none");
    if (end < 0 && optind == argc)
        end = options_misuse("run", "name the command to run, such as `triptych run ./program`");
    if (end < 0 && !options->quiet && choice_raises_size(&options->events))
        fprintf(stderr, "triptych run: --max-size is raised to %llu kB, the least with --keep %s\n",
                (unsigned long long)choice_raises_size(&options->events) / 1024,
                options->events.last ? "last" : "first");
    return end;
}

void run_options_free(struct run_options *options)
{
    buffer_free(&options->only);
    buffer_free(&options->vocabularies);
    buffer_free(&options->exclude);
}

json_t *run_options_describe(const struct run_options *options)
{
    json_t *all = json_object();
    if (options->only.text)
        json_object_set_new(all, "only", launch_description_text(options->only.text));
    if (options->exclude.text)
        json_object_set_new(all, "exclude", launch_description_text(options->exclude.text));
    if (options->count)
        json_object_set_new(all, "count", json_true());
    if (options->sample)
        json_object_set_new(all, "sample", json_true());
    if (options->skip_hot) {
        json_object_set_new(all, "skip_hot", launch_description_text(options->skip_hot));
        json_object_set_new(all, "limit", json_integer((json_int_t)options->limit));
    }
    if (options->throttle[0])
        json_object_set_new(all, "throttle", launch_description_text(options->throttle));
    if (strcmp(options->collect, "all") != 0)
        json_object_set_new(all, "collect", json_string(options->collect));
    if (strcmp(options->openmp, "own") != 0)
        json_object_set_new(all, "openmp", json_string(options->openmp));
    if (options->vocabulary)
        json_object_set_new(all, "vocabulary", launch_description_text(options->vocabulary));
    if (options->time)
        json_object_set_new(all, "for", launch_description_text(options->time));
    choice_describe(&options->events, all);
    if (options->filter)
        json_object_set_new(all, "filter", launch_description_text(options->filter));
    return all;
}
