/* run.c: `triptych run`: a command is run and measured into an archive. */
#include "archive/archive.h"
#include "archive/create.h"
#include "archive/pages.h"
#include "cmd/cmd.h"
#include "cmd/collect.h"
#include "cmd/description.h"
#include "cmd/ending.h"
#include "cmd/launch.h"
#include "cmd/mpi.h"
#include "cmd/run_filter.h"
#include "cmd/run_options.h"
#include "cmd/sampling.h"
#include "cmd/summary.h"
#include "format/filter.h"
#include "util/memory.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The archive's absolute path: as asked for, or after the program, with a number if that one
 * exists. */
static char *name_archive(const struct run_options *options, char **command)
{
    char here[PATH_MAX], *ranks = options->output ? NULL : mpi_program(command);
    const char *program = ranks ? ranks : command[0];
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
    free(ranks);
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
static bool write_skip(const struct run_options *options, const struct archive *earlier,
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

static void set_environment(const struct run_options *options, char **command, const char *archive,
                            const char *skip, const char *filter)
{
    unsetenv("TRIPTYCH");
    setenv("TRIPTYCH_ARCHIVE", archive, 1);
    set_or_unset("TRIPTYCH_ONLY", options->only.text);
    set_or_unset("TRIPTYCH_EXCLUDE", options->exclude.text);
    set_or_unset("TRIPTYCH_COUNT", options->count ? "1" : NULL);
    set_or_unset("TRIPTYCH_THROTTLE", options->throttle);
    set_or_unset("TRIPTYCH_CLOCK", options->clock);
    set_or_unset("TRIPTYCH_SKIP", options->skip_hot ? skip : NULL);
    set_or_unset("TRIPTYCH_FILTER", options->filter ? filter : NULL);
    choice_set_environment(&options->events);
    collect_set_environment(options->collect, options->openmp, command, archive);
}

static void complain(const struct error *error)
{
    fprintf(stderr, "triptych run: %s\n", error->text);
}

/* No process of the command had a probe to write with. `triptych stop` may have sealed it. */
static bool nothing_was_measured(const char *path)
{
    char *places = memory_printf("%s/places", path), *tables = memory_printf("%s/tables", path);
    bool nothing = access(places, F_OK) != 0 && access(tables, F_OK) != 0;
    free(places);
    free(tables);
    return nothing;
}

/* What the command has started may end a moment after it: a daemon of MPI does. */
static void wait_for_last(const char *archive)
{
    const struct timespec step = {.tv_nsec = 20000000};
    for (int i = 0; i < 25 && pages_are_alive(archive); i++)
        nanosleep(&step, NULL);
}

/* Writes down how it ended, seals the archive and says what there is to see. */
static void finish(const struct run_options *options, struct archive_new *made, json_t *description,
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
        fputs(status
                  ? "triptych run: nothing was measured: the command failed before a program ran "
                    "that could be listened to; does it work without triptych run?\n"
                  : "triptych run: nothing was measured: no program that ran has probes or "
                    "could be listened to (shells and launchers are not); build it with "
                    "make CC=\"triptych cc gcc\" FC=\"triptych fc gfortran\"\n",
              stderr);
        archive_discard(made);
        return;
    }
    description_end(description, status);
    wait_for_last(made->path);
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

/* It was ended because its time was over: that is what the user wanted. */
static int end_of_time(const struct run_options *options)
{
    if (!options->quiet)
        fprintf(stderr, "triptych: the command was ended after %s, as --for says\n", options->time);
    return W_EXITCODE(0, 0);
}

/* Runs the command into the archive. False: it was not started, and *code is the exit status to
 * use. */
static bool run(const struct run_options *options, char **command, const struct archive *earlier,
                struct archive_new *made, int *status, int *code)
{
    struct error error = {0};
    char *skip = memory_printf("%s/skip", made->path);
    char *filter = memory_printf("%s/%s", made->path, FORMAT_FILTER_FILE);
    json_t *description = description_new(command, options->clock, run_options_describe(options));
    *code = CMD_FAILED;
    bool ready =
        write_skip(options, earlier, skip, &error) &&
        (!options->filter || run_filter_write(filter, options->filter, !options->quiet, &error)) &&
        archive_write_run(made->path, description, &error);
    if (ready)
        set_environment(options, command, made->path, skip, filter);
    struct sampling sampling;
    sampling_start(&sampling, made->path, options->sample);
    struct ending ending;
    ending_start(&ending, options->time_ns);
    struct launch_timer *timers[] = {&sampling.timer, &ending.timer, NULL};
    char **words = ready ? mpi_command(command) : command;
    bool started = ready && launch(words, timers, status, code, &error);
    mpi_free_command(words, command);
    bool ended = ending_finish(&ending);
    sampling_end(&sampling);
    collect_clean(made->path);
    if (started) {
        finish(options, made, description, *status);
        if (ended)
            *status = end_of_time(options);
    } else {
        complain(&error);
        archive_discard(made);
    }
    free(skip);
    free(filter);
    json_decref(description);
    return started;
}

/* There is no room for an archive: that is no reason not to run the command. */
static bool run_unmeasured(const struct run_options *options, char **command,
                           const struct error *why, int *status, int *code)
{
    struct error error = {0};
    fprintf(stderr, "triptych run: %s; the command runs unmeasured\n", why->text);
    setenv("TRIPTYCH", "off", 1);
    struct ending ending;
    ending_start(&ending, options->time_ns);
    struct launch_timer *timers[] = {&ending.timer, NULL};
    bool ran = launch(command, timers, status, code, &error);
    if (ending_finish(&ending))
        *status = end_of_time(options);
    if (ran)
        return true;
    complain(&error);
    return false;
}

/* -1: it ran, and *status says how it ended; else the exit status to end with. */
static int run_command(const struct run_options *options, char **command, int *status)
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
    char *path = name_archive(options, command);
    bool ran = false, may_choose = !options->output && !options->force;
    enum archive_created created = archive_create(&made, path, options->force, &error);
    while (created == ARCHIVE_EXISTS && may_choose) { /* another run has just taken the name */
        archive_discard(&made);
        free(path);
        path = name_archive(options, command);
        created = archive_create(&made, path, options->force, &error);
    }
    switch (created) {
    case ARCHIVE_CREATED:
        ran = run(options, command, earlier, &made, status, &code);
        break;
    case ARCHIVE_FAILED:
        archive_discard(&made);
        ran = run_unmeasured(options, command, &error, status, &code);
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
    struct run_options options = {0};
    int status = 0, end = run_options_read(argc, argv, &options);
    if (end < 0)
        end = run_command(&options, argv + optind, &status);
    run_options_free(&options);
    if (end < 0)
        launch_end_like(status);
    return end;
}
