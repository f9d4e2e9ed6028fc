/* build.c: see build.h */
#include "model/profile/build.h"

#include "model/profile/commands.h"
#include "model/profile/recorded.h"
#include "util/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What all steps of a build share. */
struct building {
    const struct profile_sources *sources;
    const json_t *task;
    const char *triptych, *home, *folder;
    char *log;
    struct profile_variant variant;
};

static const char *compiler(const struct building *building, bool fortran)
{
    if (fortran)
        return building->sources->mpi ? "mpifort" : "gfortran";
    return building->sources->mpi ? "mpicc" : "cc";
}

/* Begins a command with the compiler and the user's flags. */
static void begin(struct profile_command *command, const struct building *building, bool fortran)
{
    profile_command_add(command, "%s", building->triptych);
    profile_command_add(command, fortran ? "fc" : "cc");
    if (building->variant.every_probe)
        profile_command_add(command, "--every-probe");
    profile_command_add(command, "%s", compiler(building, fortran));
    profile_command_add(command, "-g");
    profile_command_add(command, "-O2");
    const json_t *flags = json_object_get(building->task, "flags");
    for (size_t i = 0; i < json_array_size(flags); i++)
        profile_command_add(command, "%s", json_string_value(json_array_get(flags, i)));
}

static bool compile(const struct building *building, const struct profile_source *source,
                    struct error *error)
{
    struct profile_command command = {0};
    char *slash = strrchr(source->path, '/');
    char *what = memory_printf("compile %s", source->path);
    begin(&command, building, source->fortran);
    profile_command_add(&command, "-I%.*s", (int)(slash - source->path), source->path);
    profile_command_add(&command, "-I%s", building->home);
    if (source->fortran) {
        profile_command_add(&command, "-ffree-line-length-none");
        profile_command_add(&command, "-ffixed-line-length-none");
        profile_command_add(&command, "-J%s", building->folder);
    }
    profile_command_add(&command, "-c");
    profile_command_add(&command, "%s", building->variant.records ? source->copy : source->path);
    profile_command_add(&command, "-o");
    profile_command_add(&command, "%s.o", source->copy);
    bool good = profile_command_run(&command, building->home, building->log, what, error);
    profile_command_free(&command);
    free(what);
    return good;
}

/* Writes and compiles what records values. */
static bool compile_recorder(const struct building *building, const struct model_profile_asks *asks,
                             struct error *error)
{
    struct profile_command command = {0};
    struct buffer text = {0};
    char *path = memory_printf("%s/recorder.c", building->folder);
    FILE *out = fopen(path, "we");
    profile_recorder_write(asks, &text);
    bool good = out && fwrite(text.text, 1, text.used, out) == text.used;
    if (out && fclose(out) != 0)
        good = false;
    if (!good)
        error_errno(error, "cannot write %s", path);
    profile_command_add(&command, "cc");
    profile_command_add(&command, "-O2");
    profile_command_add(&command, "-c");
    profile_command_add(&command, "%s", path);
    profile_command_add(&command, "-o");
    profile_command_add(&command, "%s/recorder.o", building->folder);
    good = good && profile_command_run(&command, building->home, building->log,
                                       "compile the recorder of values", error);
    profile_command_free(&command);
    buffer_free(&text);
    free(path);
    return good;
}

static bool link_all(const struct building *building, const char *program, struct error *error)
{
    struct profile_command command = {0};
    begin(&command, building, building->sources->fortran);
    for (size_t i = 0; i < building->sources->count; i++)
        profile_command_add(&command, "%s.o", building->sources->list[i].copy);
    if (building->variant.records)
        profile_command_add(&command, "%s/recorder.o", building->folder);
    profile_command_add(&command, "-o");
    profile_command_add(&command, "%s", program);
    const json_t *libraries = json_object_get(building->task, "libraries");
    for (size_t i = 0; i < json_array_size(libraries); i++)
        profile_command_add(&command, "%s", json_string_value(json_array_get(libraries, i)));
    profile_command_add(&command, "-lm");
    profile_command_add(&command, "-lpthread");
    bool good =
        profile_command_run(&command, building->home, building->log, "link the program", error);
    profile_command_free(&command);
    return good;
}

/* Puts the copies in the place of the sources, in a copy of the whole folder. */
static bool copy_tree(const struct building *building, const char *tree, struct error *error)
{
    struct profile_command command = {0};
    profile_command_add(&command, "cp");
    profile_command_add(&command, "-r");
    profile_command_add(&command, "%s/.", building->home);
    profile_command_add(&command, "%s", tree);
    bool good = profile_command_run(&command, building->home, building->log,
                                    "copy the folder of the metaprogram", error);
    profile_command_free(&command);
    const json_t *names = json_object_get(building->task, "sources");
    for (size_t i = 0; good && building->variant.records && i < building->sources->count; i++) {
        profile_command_add(&command, "cp");
        profile_command_add(&command, "%s", building->sources->list[i].copy);
        profile_command_add(&command, "%s/%s", tree, json_string_value(json_array_get(names, i)));
        good = profile_command_run(&command, building->home, building->log,
                                   "replace a source by its copy", error);
        profile_command_free(&command);
    }
    return good;
}

/* The task's own command, with compilers in whose front triptych stands. */
static char *build_by_command(const struct building *building, const char *words,
                              struct error *error)
{
    const char *every = building->variant.every_probe ? " --every-probe" : "";
    char *tree = memory_printf("%s/tree-%d-%d", building->folder, building->variant.records,
                               building->variant.every_probe);
    const char *executable = json_string_value(json_object_get(building->task, "executable"));
    struct profile_command command = {0};
    char *c = memory_printf("%s cc%s %s", building->triptych, every, compiler(building, false));
    char *fortran =
        memory_printf("%s fc%s %s", building->triptych, every, compiler(building, true));
    char *recorder = memory_printf("%s/recorder.o", building->folder);
    setenv("CC", c, 1);
    setenv("FC", fortran, 1);
    setenv("LDLIBS", building->variant.records ? recorder : "", 1);
    profile_command_add(&command, "sh");
    profile_command_add(&command, "-c");
    profile_command_add(&command, "%s", words);
    bool good = copy_tree(building, tree, error) &&
                profile_command_run(&command, tree, building->log, "build the program", error);
    unsetenv("CC");
    unsetenv("FC");
    unsetenv("LDLIBS");
    char *program = good ? memory_printf("%s/%s", tree, executable ? executable : "a.out") : NULL;
    profile_command_free(&command);
    free(c);
    free(fortran);
    free(recorder);
    free(tree);
    return program;
}

char *profile_build(const struct profile_sources *sources, const json_t *task, const char *triptych,
                    const char *home, const char *folder, const struct model_profile_asks *asks,
                    struct profile_variant variant, struct error *error)
{
    struct building building = {sources, task, triptych, home, folder, NULL, variant};
    const char *words = json_string_value(json_object_get(task, "build"));
    char *program = NULL;
    building.log = memory_printf("%s/log", folder);
    bool good = !variant.records || compile_recorder(&building, asks, error);
    if (good && words) {
        program = build_by_command(&building, words, error);
    } else if (good) {
        for (size_t i = 0; good && i < sources->count; i++)
            good = compile(&building, &sources->list[i], error);
        program = memory_printf("%s/program-%d-%d", folder, variant.records, variant.every_probe);
        if (!good || !link_all(&building, program, error)) {
            free(program);
            program = NULL;
        }
    }
    free(building.log);
    return program;
}
