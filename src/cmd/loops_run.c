/* loops_run.c: see loops_run.h */
#include "cmd/loops_run.h"

#include "cmd/cmd.h"
#include "cmd/loops_show.h"
#include "cmd/loops_watch.h"
#include "cmd/options.h"
#include "cmd/summary.h"
#include "cmd/terminal.h"
#include "format/loops.h"
#include "launch/environment.h"
#include "launch/measured_run.h"
#include "launch/paths.h"
#include "launch/program.h"
#include "launch/valgrind.h"
#include "loops/plan/make.h"
#include "util/memory.h"
#include "util/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *describe(const void *data)
{
    return cmd_loops_options_describe(data);
}

/* Returns the path of a file in the folder of the libraries; NULL with an error. */
static char *find_part(const char *name, struct error *error)
{
    char *path = memory_printf("%s/%s", launch_paths_library(), name);
    if (access(path, R_OK) == 0)
        return path;
    error_set(error, "%s is missing: build or install Triptych again", path);
    free(path);
    return NULL;
}

static bool prepare(const void *data, char **command, const char *archive, struct error *error)
{
    const struct cmd_loops_options *options = data;
    char *plan = find_part("triptych-plan", error);
    char *library = plan && !options->valgrind ? find_part("libtriptych-loops.so", error) : NULL;
    bool ready = plan && (library || options->valgrind);
    (void)command;
    if (ready) {
        unsetenv("TRIPTYCH");
        unsetenv("TRIPTYCH_COLLECT");
        setenv("TRIPTYCH_ARCHIVE", archive, 1);
        setenv("TRIPTYCH_LOOPS", plan, 1);
        unsetenv("TRIPTYCH_LOOPS_LIBS");
        unsetenv("TRIPTYCH_LOOPS_MARKED");
        unsetenv("TRIPTYCH_LOOPS_TIME");
        if (options->times)
            setenv("TRIPTYCH_LOOPS_TIME", "1", 1);
        if (options->libs)
            setenv("TRIPTYCH_LOOPS_LIBS", options->libs, 1);
        if (options->dependences)
            setenv("LD_BIND_NOW", "1", 1); /* binding at a first call would depend on the trip */
    }
    if (ready && options->valgrind)
        launch_valgrind_set_environment();
    if (ready && library) {
        launch_environment_put_in_front("LD_PRELOAD", library);
        launch_environment_calm_sanitizers();
    }
    free(plan);
    free(library);
    return ready;
}

static void summarise(const void *data, const char *path, int status)
{
    struct cmd_loops_options options = *(const struct cmd_loops_options *)data;
    struct error error = {0};
    struct archive *archive = archive_open(path, &error);
    if (!archive) {
        fprintf(stderr, "triptych loops: %s\n", error.text);
        return;
    }
    if (!options.quiet)
        summary_print_end(archive, status);
    if (!cmd_loops_show(options.quiet ? NULL : messages_unfiltered(), archive, &options, &error))
        fprintf(stderr, "triptych loops: %s\n", error.text);
    const char *name = summary_from_here(path);
    if (!options.quiet)
        fprintf(stderr, "triptych: the archive is %s; see  triptych loops %s\n", name, name);
    archive_close(archive);
}

/* Prints a line for each name in --libs that matches no library that was loaded. The variables that
 * prepare() set are still there. */
static void check_libraries(const char *archive)
{
    const char *from = getenv("TRIPTYCH_LOOPS_LIBS");
    char *folder = memory_printf("%s/" FORMAT_LOOPS_FOLDER, archive);
    bool ran = access(folder, F_OK) == 0;
    for (unsigned i = 0; ran && from && *from && i < FORMAT_LOOPS_PATTERNS; i++) {
        size_t size = strcspn(from, ",");
        char *fits = memory_printf("%s/" FORMAT_LOOPS_FITS, folder, i);
        if (size && access(fits, F_OK))
            fprintf(stderr,
                    "triptych loops: no loaded library matches --libs %.*s; give file names such "
                    "as libm.so.6 or 'libm.so*'\n",
                    (int)size, from);
        free(fits);
        from += size + (from[size] == ',');
    }
    free(folder);
}

/* The check whether loops of the command's program can be counted; the error says why not. */
struct checking {
    struct error error;
    bool good, valgrind;
    const char *dependences; /* the loop to watch, or NULL */
    bool watched;            /* it was found */
};

static void check(const struct launch_program *program, void *data)
{
    struct checking *checking = data;
    if (checking->dependences && program->kind != PROGRAM_SCRIPT && !checking->watched &&
        checking->good)
        checking->watched = checking->good =
            cmd_loops_watch(program->path, checking->dependences, &checking->error);
    if (program->kind == PROGRAM_SCRIPT)
        return;
    if (program->is_go && (checking->valgrind || program->kind == PROGRAM_STATIC))
        checking->good = error_set(
            &checking->error,
            "%s is a program of Go, whose loops cannot be counted, since goroutines change stacks "
            "and threads; triptych run --sample says where its time goes, if it is built with "
            "`go build -ldflags '-linkmode external'`",
            program->path);
    if (!checking->good || checking->valgrind)
        return;
    checking->good = loops_make_can_count(program->path, &checking->error);
    if (checking->good && program->sanitizer)
        checking->good = error_set(
            &checking->error,
            "%s is built with %s, which cannot run with a preloaded library: build it without",
            program->path, program->sanitizer);
}

int cmd_loops_run(const struct cmd_loops_options *options, char **command, int *status)
{
    if (options->times && options->dependences)
        return options_misuse("loops", "--time and --roofline cannot be combined with "
                                       "--dependences, which runs the program under Valgrind");
    if (options->times && options->valgrind)
        return options_misuse("loops", "--time cannot be combined with --engine valgrind, under "
                                       "which programs run slower");
    struct checking checking = {
        .good = true, .valgrind = options->valgrind, .dependences = options->dependences};
    unsetenv("TRIPTYCH_LOOPS_DEPENDENCES");
    char *program[] = {command[launch_program_word(command)], NULL};
    launch_program_each(program, check, &checking);
    if (!checking.good)
        return options_fail("loops", checking.error.text);
    if (options->dependences && !checking.watched)
        return options_fail("loops", "--dependences needs the program itself: name it instead of "
                                     "a script");
    struct cmd_loops_options shown = *options;
    look_around_at(STDERR_FILENO, &shown.show.report, options->color);
    const struct launch_measuring measuring = {
        .name = "loops",
        .output = options->output,
        .force = options->force,
        .quiet = options->quiet,
        .no_seal = options->no_seal,
        .shared = options->shared,
        .clock = "counter",
        .time = options->time,
        .time_ns = options->time_ns,
        .describe = describe,
        .prepare = prepare,
        .front = options->valgrind ? launch_valgrind_command : NULL,
        .clean = options->valgrind ? NULL : check_libraries,
        .summarises_quietly = options->svg || options->dot,
        .summarise = summarise,
        .nothing = {.done = "counted",
                    .ran = "ran no program whose loops can be counted (those of shells, launchers "
                           "and statically linked programs cannot)",
                    .if_failed = "; does it work without triptych loops?",
                    .if_not = ""},
        .options = &shown,
    };
    return launch_measured_run(&measuring, command, status);
}
