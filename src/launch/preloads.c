/* preloads.c: see preloads.h */
#include "launch/preloads.h"

#include "format/doors.h"
#include "format/kinds.h"
#include "format/place.h"
#include "launch/environment.h"
#include "launch/kept_doors.h"
#include "launch/mpi.h"
#include "launch/openmp.h"
#include "launch/paths.h"
#include "launch/program.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool launch_preloads_read(const char *words)
{
    uint32_t collectors;
    return !strcmp(words, "none") || format_collectors_read(words, &collectors);
}

bool launch_preloads_describe(const char *words)
{
    uint32_t collectors;
    return strcmp(words, "none") != 0 && format_collectors_read(words, &collectors) &&
           collectors & FORMAT_COLLECT_VOCABULARY;
}

struct wanted {
    bool listens;
    uint32_t collectors;
};

/* Returns why nothing of a program can be measured, to be freed; NULL: something can. */
static char *why_not(const struct launch_program *program)
{
    if (program->has_probes)
        return NULL;
    if (program->sanitizer)
        return memory_printf("%s is built with %s, which cannot run with a preloaded library, and "
                             "has no probes",
                             program->path, program->sanitizer);
    if (program->kind == PROGRAM_STATIC && program->is_go)
        return memory_printf("%s is a program of Go without the C library", program->path);
    if (program->kind == PROGRAM_STATIC)
        return memory_printf("%s is linked statically and has no probes", program->path);
    return NULL;
}

static const char *remedy(const struct launch_program *program)
{
    return program->sanitizer ? "build it without -fsanitize"
           : program->is_go
               ? "build it with `go build -ldflags '-linkmode external'`, and use --sample"
               : "link it without -static, or let `triptych cc --vocabulary NAME COMPILER ...` "
                 "link it, with a vocabulary of the functions that are to be measured";
}

/* Prints a line if a program of the command cannot be measured by preloading, and says why. */
static void consider(const struct launch_program *program, void *data)
{
    struct wanted *wanted = data;
    if (program->sanitizer && wanted->listens && program->has_probes)
        fprintf(stderr,
                "triptych run: %s is built with %s, which cannot run with a preloaded library: "
                "only its probes are measured, not its %sthreads, OpenMP and I/O\n",
                program->path, program->sanitizer, program->is_counted ? "C++ routines, " : "");
    wanted->listens &= !program->sanitizer && !(program->is_go && program->kind == PROGRAM_STATIC);
    if (program->kind == PROGRAM_DYNAMIC && program->has_gomp &&
        wanted->collectors & FORMAT_COLLECT_OPENMP && wanted->listens)
        fprintf(stderr,
                "triptych run: %s has libgomp linked into it, so its OpenMP is not measured; link "
                "it with the shared libgomp\n",
                program->path);
    char *why = why_not(program);
    if (why)
        fprintf(stderr, "triptych run: %s, so it is not measured; %s\n", why, remedy(program));
    free(why);
}

struct reason {
    char *text;
    bool is_all; /* no program of the command could be measured */
};

static void see_reason(const struct launch_program *program, void *data)
{
    struct reason *reason = data;
    const char *slash = strrchr(program->path, '/'), *name = slash ? slash + 1 : program->path;
    if (format_is_launcher(name) || format_is_tool(name))
        return;
    char *why = why_not(program);
    if (why && !reason->text)
        reason->text = memory_printf("nothing was measured: %s; %s", why, remedy(program));
    reason->is_all &= why != NULL;
    free(why);
}

char *launch_preloads_why_not(char **command)
{
    struct reason reason = {.is_all = true};
    launch_program_each(command, see_reason, &reason);
    if (!reason.is_all) {
        free(reason.text);
        reason.text = NULL;
    }
    return reason.text;
}

/* Returns the folder for the OpenMP library; it is in the archive for the time of the run. */
static char *openmp_folder(const char *archive)
{
    return memory_printf("%s/openmp", archive);
}

static void move_openmp(const char *openmp, char **command, const char *archive)
{
    char *folder = openmp_folder(archive);
    openmp_set_environment(openmp, command, folder);
    free(folder);
}

/* Removes the folder of doors, which programs have made and have mapped when they need them. */
static void remove_doors(const char *archive)
{
    char *folder = memory_printf("%s/%s", archive, FORMAT_DOORS_FOLDER);
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, NULL);
    for (int i = 0; i < count; i++) {
        char *path = memory_printf("%s/%s", folder, entries[i]->d_name);
        unlink(path);
        free(path);
        free(entries[i]);
    }
    free(entries);
    rmdir(folder);
    free(folder);
}

void launch_preloads_clean(const char *archive)
{
    char *folder = openmp_folder(archive);
    openmp_clean(folder);
    free(folder);
    launch_kept_doors_keep(archive);
    remove_doors(archive);
}

/* Says that the run has ranks. Keeps them from communicating for Triptych if some are not measured:
 * those would never answer. */
static void tell_of_ranks(char **command)
{
    bool is_rank = mpi_is_rank(), alike = mpi_ranks_are_alike(command);
    setenv("TRIPTYCH_RANKS", is_rank || !alike ? "apart" : "together", 1);
    if (is_rank || alike)
        return;
    fputs("triptych run: some ranks may not be measured, so Triptych sends nothing between ranks: "
          "messages are matched in MPI_COMM_WORLD only, and the clocks of different machines are "
          "not compared\n",
          stderr);
}

void launch_preloads_prepare(const char *words, char **command)
{
    uint32_t collectors = 0;
    if (strcmp(words, "none") != 0 && format_collectors_read(words, &collectors) &&
        collectors & FORMAT_COLLECT_MPI)
        mpi_prepare(command);
}

static void add_path(const struct launch_program *program, void *data)
{
    char *path = realpath(program->path, NULL);
    if (path && program->kind == PROGRAM_DYNAMIC)
        buffer_printf(data, "%s:", path);
    free(path);
}

/* Tells which programs the user has named: others are started by them, such as tools. */
static void name_programs(char **command)
{
    struct buffer paths = {0};
    buffer_add(&paths, ":");
    launch_program_each(command, add_path, &paths);
    setenv(FORMAT_DOORS_COMMAND, paths.text, 1);
    buffer_free(&paths);
}

/* Preloads the library of described functions in front of the collectors, which find the real
 * functions behind themselves. */
static void describe(const struct launch_vocabularies *vocabularies, char **command,
                     const char *archive)
{
    struct error error = {0};
    if (!vocabularies->count)
        return;
    char *library = launch_vocabularies_library(vocabularies, archive, &error);
    if (library) {
        char *planner = memory_printf("%s/triptych-plan", launch_paths_library());
        launch_environment_put_in_front("LD_PRELOAD", library);
        setenv(FORMAT_DOORS_VARIABLE, planner, 1);
        name_programs(command);
        launch_kept_doors_put(command, library, planner, archive);
        free(planner);
    }
    if (!library)
        fprintf(stderr, "triptych run: no vocabulary is used: %s\n", error.text);
    free(library);
    launch_vocabularies_export(vocabularies);
}

static void see_counted(const struct launch_program *program, void *data)
{
    *(bool *)data |= program->is_counted && !program->sanitizer && program->kind == PROGRAM_DYNAMIC;
}

void launch_preloads_count(char **command, bool times)
{
    static const char *const variables[] = {"TRIPTYCH_LOOPS", "TRIPTYCH_LOOPS_LIBS",
                                            "TRIPTYCH_LOOPS_TIME", "TRIPTYCH_LOOPS_MARKED"};
    bool is_counted = false;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    launch_program_each(command, see_counted, &is_counted);
    char *library = memory_printf("%s/libtriptych-loops.so", launch_paths_library());
    char *planner = memory_printf("%s/triptych-plan", launch_paths_library());
    if (is_counted && access(library, R_OK) == 0) {
        setenv("TRIPTYCH_LOOPS", planner, 1);
        setenv("TRIPTYCH_LOOPS_MARKED", "1", 1);
        if (times)
            setenv("TRIPTYCH_LOOPS_TIME", "1", 1);
        launch_environment_put_in_front("LD_PRELOAD", library);
    }
    free(library);
    free(planner);
}

void launch_preloads_set_environment(const char *words, const char *openmp,
                                     const struct launch_vocabularies *vocabularies, char **command,
                                     const char *archive)
{
    struct wanted wanted = {.listens = strcmp(words, "none") != 0};
    unsetenv("TRIPTYCH_COLLECT");
    unsetenv(FORMAT_DOORS_VARIABLE);
    unsetenv(FORMAT_DOORS_COMMAND);
    if (wanted.listens) {
        format_collectors_read(words, &wanted.collectors);
        launch_program_each(command, consider, &wanted);
    }
    bool listens = wanted.listens;
    uint32_t collectors = wanted.collectors;
    char *mpi = listens && collectors & FORMAT_COLLECT_MPI ? mpi_library(command) : NULL;
    char *library = mpi ? memory_string(mpi)
                        : memory_printf("%s/libtriptych-listen.so", launch_paths_library());
    if (listens && access(library, R_OK) != 0) {
        fprintf(stderr,
                "triptych run: %s is missing: only probes are measured, not threads, OpenMP, I/O "
                "and MPI; build or install Triptych again\n",
                library);
    } else if (listens) {
        setenv("TRIPTYCH_COLLECT", words, 1);
        if (collectors & FORMAT_COLLECT_OPENMP)
            move_openmp(openmp, command, archive);
        if (mpi)
            tell_of_ranks(command);
        launch_environment_put_in_front("LD_PRELOAD", library);
        describe(vocabularies, command, archive);
        launch_environment_calm_sanitizers();
    }
    free(library);
    free(mpi);
}
