/* run.c: `triptych run`: runs a command and records it in an archive. */
#include "archive/archive.h"
#include "archive/write/create.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/run_filter.h"
#include "cmd/run_missing.h"
#include "cmd/run_options.h"
#include "cmd/run_unused.h"
#include "cmd/summary.h"
#include "format/filter.h"
#include "launch/command.h"
#include "launch/measured_run.h"
#include "launch/own_vocabularies.h"
#include "launch/preloads.h"
#include "launch/run_description.h"
#include "util/memory.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

/* The options, the earlier run that --skip-hot names, or NULL, and the vocabularies that apply. */
struct run {
    const struct run_options *options;
    const struct archive *earlier;
    struct launch_vocabularies vocabularies;
    char **command;
};

static void set_or_unset(const char *name, const char *value)
{
    if (value && *value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* Writes the file `skip`: the regions that were visited too often in an earlier run. */
static bool write_skip(const struct run *run, const char *skip, struct error *error)
{
    unsigned skipped;
    const struct run_options *options = run->options;
    if (!run->earlier)
        return true;
    bool written = archive_write_skip(skip, run->earlier, options->limit, &skipped, error);
    if (written && !options->quiet)
        fprintf(stderr, "triptych: %u region%s had over %llu visits in %s and %s not measured\n",
                skipped, skipped == 1 ? "" : "s", (unsigned long long)options->limit,
                options->skip_hot, skipped == 1 ? "is" : "are");
    return written;
}

static void set_environment(const struct run_options *options,
                            const struct launch_vocabularies *vocabularies, char **command,
                            const char *archive, const char *skip, const char *filter)
{
    unsetenv("TRIPTYCH");
    setenv("TRIPTYCH_ARCHIVE", archive, 1);
    set_or_unset("TRIPTYCH_ONLY", options->only.text);
    set_or_unset("TRIPTYCH_EXCLUDE", options->exclude.text);
    set_or_unset("TRIPTYCH_COUNT", options->count ? "1" : NULL);
    set_or_unset("TRIPTYCH_SAMPLE", options->sample ? "1" : NULL);
    set_or_unset("TRIPTYCH_THROTTLE", options->throttle);
    set_or_unset("TRIPTYCH_CLOCK", options->clock);
    set_or_unset("TRIPTYCH_SKIP", options->skip_hot ? skip : NULL);
    set_or_unset("TRIPTYCH_FILTER", options->filter ? filter : NULL);
    choice_set_environment(&options->events);
    if (!options->sample)
        launch_preloads_count(command, !options->count);
    launch_preloads_set_environment(options->collect, options->openmp, vocabularies, command,
                                    archive);
}

static void add_name(const char *name, void *names)
{
    json_array_append_new(names, launch_description_text(name));
}

static json_t *describe(const void *data)
{
    const struct run *run = data;
    json_t *options = run_options_describe(run->options), *names = json_array();
    for (size_t i = 0; i < run->vocabularies.count; i++)
        json_array_append_new(names, launch_description_text(run->vocabularies.all[i]->name));
    launch_own_vocabularies(run->command, add_name, names);
    if (json_array_size(names))
        json_object_set(options, "vocabularies", names);
    json_decref(names);
    return options;
}

static bool prepare(const void *data, char **command, const char *archive, struct error *error)
{
    const struct run *run = data;
    const struct run_options *options = run->options;
    char *skip = memory_printf("%s/skip", archive);
    char *filter = memory_printf("%s/%s", archive, FORMAT_FILTER_FILE);
    bool ready =
        write_skip(run, skip, error) &&
        (!options->filter || run_filter_write(filter, options->filter, !options->quiet, error));
    if (ready)
        set_environment(options, &run->vocabularies, command, archive, skip, filter);
    free(skip);
    free(filter);
    return ready;
}

static void summarise(const void *data, const char *archive, int status)
{
    const struct run *run = data;
    summary_print(archive, status);
    if (run->options->vocabulary)
        run_unused_say(&run->vocabularies, archive);
}

static const struct launch_nothing nothing = {
    .done = "measured",
    .ran = "ran no program with probes, and none that is measured without them (shells and "
           "launchers never are, and what they start only if it uses threads, OpenMP or MPI)",
    .if_failed = "; does it work without triptych run?",
    .if_not = "; build yours with make CC=\"triptych cc gcc\" FC=\"triptych fc gfortran\", or name "
              "it directly: triptych run ./PROGRAM; for MPI, put triptych run in front of the "
              "launcher",
};

/* Runs the command. Returns -1 if it ran, and *status says how it ended; else the exit status to
 * end with.
 */
static int run_command(const struct run_options *options, char **command, int *status)
{
    struct error error = {0};
    struct archive *earlier = options->skip_hot ? archive_open(options->skip_hot, &error) : NULL;
    if (options->skip_hot && !earlier)
        return options_fail("run", error.text);
    struct launch_vocabularies vocabularies = {0};
    if (launch_preloads_describe(options->collect) &&
        !launch_vocabularies_of(&vocabularies, options->vocabulary, command, &error)) {
        archive_close(earlier);
        return options_fail("run", error.text);
    }
    struct run_options used = *options;
    char *collect = options->collects ? NULL : launch_vocabularies_collect(&vocabularies);
    used.collect = collect ? collect : options->collect;
    launch_preloads_prepare(used.collect, command);
    char *why_not = launch_preloads_why_not(command);
    char *missing =
        options->vocabulary && !options->quiet ? run_missing_find(&vocabularies, command) : NULL;
    const struct run run = {&used, earlier, vocabularies, command};
    const struct launch_measuring measuring = {
        .name = "run",
        .output = options->output,
        .force = options->force,
        .quiet = options->quiet,
        .no_seal = options->no_seal,
        .shared = options->shared,
        .clock = options->clock,
        .time = options->time,
        .time_ns = options->time_ns,
        .sample = options->interval,
        .describe = describe,
        .prepare = prepare,
        .clean = launch_preloads_clean,
        .summarise = summarise,
        .nothing = nothing,
        .why_nothing = why_not,
        .options = &run,
    };
    int code = launch_measured_run(&measuring, command, status);
    if (missing)
        fputs(missing, stderr);
    archive_close(earlier);
    launch_vocabularies_free(&vocabularies);
    free(collect);
    free(missing);
    free(why_not);
    return code;
}

int cmd_run(int argc, char **argv)
{
    struct run_options options = {0};
    int status = 0, end = run_options_read(argc, argv, &options);
    if (end < 0)
        end = run_command(&options, argv + optind, &status);
    run_options_free(&options);
    if (end < 0)
        launch_end_like(status);
    return end;
}
