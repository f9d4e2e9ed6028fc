/* measured_run.c: see measured_run.h */
#include "launch/measured_run.h"

#include "archive/archive.h"
#include "archive/live/stop_request.h"
#include "archive/table/manifest.h"
#include "archive/write/buffer_names.h"
#include "archive/write/create.h"
#include "launch/command.h"
#include "launch/holders.h"
#include "launch/mpi.h"
#include "launch/pulse.h"
#include "launch/ranks.h"
#include "launch/run_description.h"
#include "launch/sampling.h"
#include "launch/time_limit.h"
#include "util/memory.h"
#include "util/privacy.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* True if anything has this name, even a dangling link. */
static bool is_taken(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Returns the archive's absolute path: the one asked for, or one named after the program. */
static char *name_plainly(const struct launch_measuring *measuring, char **command)
{
    char here[PATH_MAX], *program_of_ranks = measuring->output ? NULL : mpi_program(command);
    const char *program = program_of_ranks ? program_of_ranks : command[0];
    if (!getcwd(here, sizeof here))
        snprintf(here, sizeof here, ".");
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    if (measuring->output && measuring->output[0] == '/')
        return memory_string(measuring->output);
    if (measuring->output)
        return memory_printf("%s/%s", here, measuring->output);
    char *path = memory_printf("%s/%s.tri", here, name);
    free(program_of_ranks);
    return path;
}

/* Returns the same path, with this process's rank in it if several ranks measure by themselves,
 * and, unless the user chose the name, with a number if the name is taken. */
static char *name_archive(const struct launch_measuring *measuring, const struct ranks *ranks,
                          char **command)
{
    char *plain = name_plainly(measuring, command),
         *path = ranks_name(ranks, plain, measuring->output);
    free(plain);
    if (measuring->output || measuring->force)
        return path;
    char *first = memory_string(path);
    size_t size = strlen(first) - strlen(".tri");
    for (int i = 2; is_taken(path); i++) {
        free(path);
        path = memory_printf("%.*s.%d.tri", (int)size, first, i);
    }
    free(first);
    return path;
}

static void complain(const struct launch_measuring *measuring, const char *text)
{
    fprintf(stderr, "triptych %s: %s\n", measuring->name, text);
}

/* True if no process of the command wrote anything. `triptych stop` may have sealed the archive. */
static bool nothing_was_measured(const char *path)
{
    char *places = memory_printf("%s/places", path), *tables = memory_printf("%s/tables", path);
    bool nothing = access(places, F_OK) != 0 && access(tables, F_OK) != 0;
    free(places);
    free(tables);
    return nothing;
}

/* Waits a moment for processes that the command has started: a daemon of MPI ends a little later, a
 * background job of a shell begins a little later. Returns true if one still runs: *holder. */
static bool wait_for_last(const char *archive, struct holder *holder)
{
    const struct timespec step = {.tv_nsec = 20000000};
    bool held = false;
    for (int i = 0; i < 25; i++) {
        held = holders_find(archive, holder);
        if (!held && !archive_pages_are_alive(archive))
            break;
        nanosleep(&step, NULL);
    }
    return held;
}

/* Says that nothing was measured, how a command that failed ended, and why. */
static void say_nothing(const struct launch_measuring *measuring, int status)
{
    const struct launch_nothing *nothing = &measuring->nothing;
    if (measuring->why_nothing) {
        complain(measuring, measuring->why_nothing);
        return;
    }
    fprintf(stderr, "triptych %s: nothing was %s: the command ", measuring->name, nothing->done);
    if (WIFSIGNALED(status))
        fprintf(stderr, "was ended by signal %d (%s), and ", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (status)
        fprintf(stderr, "ended with exit status %d, and ", WEXITSTATUS(status));
    fprintf(stderr, "%s%s\n", nothing->ran, status ? nothing->if_failed : nothing->if_not);
}

/* Ends a run in which nothing was measured so far. A process that still runs may start a program
 * that makes the archive by itself. */
static void finish_unmeasured(const struct launch_measuring *measuring, struct archive_new *made,
                              const struct holder *holder, int status)
{
    if (holder)
        fprintf(
            stderr,
            "triptych %s: nothing was measured until the command ended; process %d (%s) is still "
            "running, and programs that it starts from now on get an archive of their own\n",
            measuring->name, (int)holder->pid, holder->name);
    else
        say_nothing(measuring, status);
    archive_discard(made);
}

static void say_who_is_late(const struct launch_measuring *measuring, const struct holder *holder)
{
    if (!measuring->quiet)
        fprintf(stderr,
                "triptych: process %d (%s) of the command is still running: programs that it "
                "starts from now on get an archive of their own\n",
                (int)holder->pid, holder->name);
}

/* Writes the list of files of an archive that is not sealed, unless a process may still write. */
static bool list_files(const char *archive, bool held, struct error *error)
{
    return held || archive_pages_are_alive(archive) ||
           archive_manifest_write_unsealed(archive, error);
}

/* Records how the run ended, seals the archive and prints the summary. */
static void finish(const struct launch_measuring *measuring, struct archive_new *made,
                   json_t *description, int status)
{
    struct error error = {0};
    if (!archive_is_there(made)) {
        fprintf(stderr, "triptych %s: %s was removed or replaced while the command ran\n",
                measuring->name, made->path);
        archive_keep(made);
        return;
    }
    launch_description_end(description, status);
    struct holder holder;
    bool held = wait_for_last(made->path, &holder);
    if (nothing_was_measured(made->path)) {
        finish_unmeasured(measuring, made, held ? &holder : NULL, status);
        return;
    }
    struct progress progress;
    progress_start(&progress, "sealing the archive");
    archive_name_buffers(made->path);
    bool good = archive_write_run(made->path, description, &error) &&
                (measuring->no_seal ? list_files(made->path, held, &error)
                                    : archive_seal(made->path, &progress, &error));
    progress_end(&progress);
    if (!good)
        complain(measuring, error.text);
    else if (held && !measuring->no_seal)
        say_who_is_late(measuring, &holder);
    privacy_leave();
    if (!measuring->quiet || measuring->summarises_quietly)
        measuring->summarise(measuring->options, made->path, status);
    archive_keep(made);
}

/* Ends a run whose time limit was reached, as the user asked. Returns the exit status. */
static int end_of_time(const struct launch_measuring *measuring)
{
    if (!measuring->quiet)
        fprintf(stderr, "triptych: the command was ended after %s (--for)\n", measuring->time);
    return W_EXITCODE(0, 0);
}

/* Runs the command and records it. Returns false if it was not started; *code is the exit status to
 * use. */
static bool run(const struct launch_measuring *measuring, char **command, struct archive_new *made,
                int *status, int *code)
{
    struct error error = {0};
    json_t *description =
        launch_description_new(command, measuring->clock, measuring->describe(measuring->options));
    *code = EXIT_FAILURE;
    bool ready = archive_write_run(made->path, description, &error) &&
                 measuring->prepare(measuring->options, command, made->path, &error);
    struct launch_sampling sampling;
    launch_sampling_start(&sampling, made->path, measuring->sample);
    struct launch_time_limit ending;
    launch_time_limit_start(&ending, measuring->time_ns);
    struct pulse pulse;
    pulse_start(&pulse, made->path);
    struct launch_timer *timers[] = {&sampling.timer, &sampling.finding, &ending.timer,
                                     &pulse.timer, NULL};
    char **front = ready && measuring->front ? measuring->front(command, &error) : command;
    char **words = ready && front ? mpi_command(front) : front;
    bool started = ready && front && launch(words, timers, &sampling.watch, status, code, &error);
    mpi_free_command(words, front);
    if (front != command)
        free(front);
    bool ended = launch_time_limit_finish(&ending);
    launch_sampling_end(&sampling);
    pulse_end(&pulse);
    if (measuring->clean)
        measuring->clean(made->path);
    if (started) {
        finish(measuring, made, description, *status);
        if (ended)
            *status = end_of_time(measuring);
    } else {
        complain(measuring, error.text);
        archive_discard(made);
    }
    json_decref(description);
    return started;
}

/* Runs the command although no archive can be written. `remedy` says what to do, unless `why` says
 * it.
 */
static bool run_unmeasured(const struct launch_measuring *measuring, char **command,
                           const char *why, const char *remedy, int *status, int *code)
{
    struct error error = {0};
    fprintf(stderr, "triptych %s: %s; the command runs unmeasured%s\n", measuring->name, why,
            remedy);
    setenv("TRIPTYCH", "off", 1);
    struct launch_time_limit ending;
    launch_time_limit_start(&ending, measuring->time_ns);
    struct launch_timer *timers[] = {&ending.timer, NULL};
    bool ran = launch(command, timers, NULL, status, code, &error);
    if (launch_time_limit_finish(&ending))
        *status = end_of_time(measuring);
    if (ran)
        return true;
    complain(measuring, error.text);
    return false;
}

/* Tells the command's processes, by a variable, who may read the archive. */
static void set_privacy(const struct launch_measuring *measuring)
{
    if (measuring->shared) {
        setenv("TRIPTYCH_SHARED", "1", 1);
    } else {
        unsetenv("TRIPTYCH_SHARED");
        privacy_begin();
    }
}

int launch_measured_run(const struct launch_measuring *asked, char **command, int *status)
{
    struct error error = {0};
    struct archive_new made;
    int code = EXIT_FAILURE;
    const struct ranks ranks = ranks_find();
    struct launch_measuring each = *asked;
    const struct launch_measuring *measuring = &each;
    each.quiet |= ranks.rank > 0;
    set_privacy(measuring);
    char *path = name_archive(measuring, &ranks, command);
    bool ran = false, may_choose = !measuring->output && !measuring->force;
    enum archive_created created = archive_create(&made, path, measuring->force, &error);
    while (created == ARCHIVE_EXISTS && may_choose) { /* another run has just taken the name */
        archive_discard(&made);
        free(path);
        path = name_archive(measuring, &ranks, command);
        created = archive_create(&made, path, measuring->force, &error);
    }
    switch (created) {
    case ARCHIVE_CREATED:
        if (!asked->quiet)
            ranks_say(&ranks, measuring->name, path, command);
        ran = run(measuring, command, &made, status, &code);
        break;
    case ARCHIVE_FAILED:
        archive_discard(&made);
        ran = run_unmeasured(measuring, command, error.text,
                             "; -o NAME.tri writes an archive elsewhere", status, &code);
        break;
    case ARCHIVE_EXISTS:
        archive_discard(&made);
        if (ranks.size > 1) /* without it, the other ranks would wait for this one */
            ran = run_unmeasured(measuring, command, error.text, "", status, &code);
        else
            complain(measuring, error.text);
        break;
    }
    free(path);
    return ran ? -1 : code;
}
