/* gather.c: see gather.h */
#include "model/profile/gather.h"

#include "format/place.h"
#include "model/cost/cost.h"
#include "model/profile/archive_values.h"
#include "model/profile/build.h"
#include "model/profile/commands.h"
#include "model/profile/recorded.h"
#include "util/memory.h"
#include "util/scratch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PARAMETERS = 64 };

/* One task while it is measured. */
struct gathering {
    const struct model_profiling *profiling;
    struct model_profile_asks *asks;
    char *home;            /* folder of the metaprogram */
    char folder[PATH_MAX]; /* for everything that is made */
    struct profile_sources sources;
    char **command;
    unsigned runs; /* so far */
};

/* Evaluates an expression of the task's arguments. */
static bool evaluate(const json_t *parameters, const char *text, struct model_number *result,
                     struct error *error)
{
    struct model_costs *pool = model_costs_new();
    struct model_binding bindings[MOST_PARAMETERS];
    size_t count = 0;
    model_cost node;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)parameters, name, value)
    {
        if (count < MOST_PARAMETERS)
            bindings[count++] = (struct model_binding){
                name, json_is_integer(value) ? model_number_whole(json_integer_value(value))
                                             : model_number_real(json_number_value(value))};
    }
    bool good = model_cost_parse(pool, text, &node, error);
    struct model_program *program = good ? model_cost_compile(pool, &node, 1) : NULL;
    good = program && model_cost_evaluate(program, bindings, count, result, error);
    model_program_free(program);
    model_costs_free(pool);
    return good;
}

/* Adds an argument, in which {n} stands for the value of n. */
static bool add_argument(struct profile_command *command, const char *word,
                         const json_t *parameters, struct error *error)
{
    struct buffer out = {0};
    bool good = true;
    while (good && *word) {
        const char *close = *word == '{' ? strchr(word, '}') : NULL;
        if (!close) {
            buffer_add_bytes(&out, word++, 1);
            continue;
        }
        char *text = memory_printf("%.*s", (int)(close - word - 1), word + 1);
        struct model_number number;
        struct error why = {0};
        good = evaluate(parameters, text, &number, &why);
        if (!good)
            error_set(error, "the argument {%s} of the task: %s; give values with --n or --set",
                      text, why.text);
        else if (model_number_is_whole(number))
            buffer_printf(&out, "%lld", (long long)model_number_value(number));
        else
            buffer_printf(&out, "%.17g", model_number_value(number));
        free(text);
        word = close + 1;
    }
    if (good)
        profile_command_add(command, "%s", out.text ? out.text : "");
    buffer_free(&out);
    return good;
}

/* Adds the program, behind the launcher of MPI if there are ranks, and its arguments. */
static bool add_program(const struct gathering *gathering, struct profile_command *command,
                        const char *program, struct error *error)
{
    const json_t *parameters = gathering->profiling->parameters;
    const json_t *arguments = json_object_get(gathering->profiling->task, "arguments");
    const json_t *ranks = json_object_get(parameters, "p");
    if (gathering->sources.mpi || json_integer_value(ranks) > 1) {
        profile_command_add(command, "mpirun");
        profile_command_add(command, "-n");
        profile_command_add(command, "%lld", ranks ? (long long)json_integer_value(ranks) : 1);
        setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    }
    profile_command_add(command, "%s", program);
    for (size_t i = 0; i < json_array_size(arguments); i++) {
        const char *word = json_string_value(json_array_get(arguments, i));
        if (!add_argument(command, word ? word : "", parameters, error))
            return false;
    }
    return true;
}

/* Notes the command for the profile: without the parts that are Triptych's. */
static void note_command(const struct gathering *gathering, const struct profile_command *command,
                         size_t first)
{
    struct buffer out = {0};
    const char *executable =
        json_string_value(json_object_get(gathering->profiling->task, "executable"));
    for (size_t i = first; i < command->count; i++) {
        bool made = !strncmp(command->words[i], gathering->folder, strlen(gathering->folder));
        buffer_printf(&out, "%s%s", out.used ? " " : "",
                      made ? (executable ? executable : "program") : command->words[i]);
    }
    free(*gathering->command);
    *gathering->command = buffer_take(&out);
}

/* What a run is about: values of variables, blocks of a binary, bytes, all but variables and CPU
 * times, or CPU times. */
enum part { PART_VARIABLES, PART_BLOCKS, PART_BYTES, PART_MEASURED, PART_CPU };

static bool belongs(const struct model_profile_ask *ask, enum part part)
{
    switch (part) {
    case PART_VARIABLES:
        return ask->call == CALL_VARIABLE;
    case PART_BYTES:
        return ask->call == CALL_BYTES;
    case PART_BLOCKS:
        return ask->call != CALL_BYTES;
    case PART_CPU:
        return ask->cpu;
    default:
        return ask->call != CALL_VARIABLE && !ask->cpu;
    }
}

/* True if a question of a part needs the log of these events. */
static bool needs_events(const struct model_profile_asks *asks, enum part part, bool comm)
{
    for (size_t i = 0; i < asks->count; i++) {
        const struct model_profile_ask *ask = &asks->list[i];
        if (!belongs(ask, part))
            continue;
        if (comm ? ask->call == CALL_BYTES
                 : ask->call != CALL_BYTES && ask->call != CALL_VARIABLE &&
                       profile_ask_needs_visits(ask))
            return true;
    }
    return false;
}

static bool has_part(const struct model_profile_asks *asks, enum part part)
{
    for (size_t i = 0; i < asks->count; i++) {
        if (belongs(&asks->list[i], part))
            return true;
    }
    return false;
}

/* Measures a run into an archive of the folder. Returns its path, to be freed; NULL with an error.
 */
static char *run_measured(struct gathering *gathering, const char *program, enum part part,
                          struct error *error)
{
    struct profile_command command = {0};
    bool binary = part == PART_BLOCKS;
    bool comm = part != PART_VARIABLES && needs_events(gathering->asks, part, true);
    bool visits =
        (part == PART_MEASURED || part == PART_CPU) && needs_events(gathering->asks, part, false);
    char *archive = memory_printf("%s/run-%u.tri", gathering->folder, gathering->runs++);
    char *log = memory_printf("%s/log", gathering->folder);
    profile_command_add(&command, "%s", gathering->profiling->triptych);
    profile_command_add(&command, binary ? "loops" : "run");
    profile_command_add(&command, "--quiet");
    profile_command_add(&command, "-o");
    profile_command_add(&command, "%s", archive);
    if (binary)
        profile_command_add(&command, "--time");
    else if (comm || visits)
        profile_command_add(&command, "--events=%s%s%s", visits ? "routines,loops" : "",
                            comm && visits ? "," : "", comm ? "comm" : "");
    if (part == PART_CPU) {
        profile_command_add(&command, "--clock");
        profile_command_add(&command, "cpu");
    }
    size_t first = command.count;
    bool good = add_program(gathering, &command, program, error) &&
                profile_command_run(&command, gathering->home, log, "run the task", error);
    if (good)
        note_command(gathering, &command, first);
    profile_command_free(&command);
    free(log);
    if (good)
        return archive;
    free(archive);
    return NULL;
}

/* Prefixes the error with the line of the metaprogram. */
static bool at_line(const struct gathering *gathering, unsigned line, const struct error *why,
                    struct error *error)
{
    if (line)
        return error_set(error, "%s:%u: %s", gathering->profiling->metaprogram, line, why->text);
    return error_set(error, "%s: %s", gathering->profiling->metaprogram, why->text);
}

static bool has_cpu_times(const struct archive *archive)
{
    for (size_t place = 0; place < archive->places.rows; place++)
        if (archive->places.clock[place] != FORMAT_CLOCK_CPU)
            return false;
    return true;
}

static bool answer_one(struct gathering *gathering, struct archive *archive, size_t number,
                       struct error *error)
{
    struct model_profile_ask *ask = &gathering->asks->list[number];
    struct instrument_value *found =
        gathering->sources.found_count ? &gathering->sources.found[number] : NULL;
    struct instrument_value_call none;
    struct profile_place place = {0};
    struct profile_tally tally = {0};
    memset(&none, 0, sizeof none);
    if (found && found->has_function) {
        place.routine = found->routine;
        place.calls = found->calls ? found->calls : &none;
        place.call_count = found->call_count;
    }
    if (ask->call == CALL_VARIABLE && !gathering->sources.records)
        return error_set(error,
                         "the value of the variable %s needs the source of the task "
                         "(@sources), and a run of its own",
                         ask->name);
    if (ask->cpu && !has_cpu_times(archive))
        return error_set(error,
                         "clock: cpu needs a run that was measured with CPU times "
                         "(`triptych run --clock cpu`), or the source of the task (@sources)");
    if (ask->call == CALL_VARIABLE)
        return profile_recorded_read(gathering->folder, number, gathering->asks->count, &tally,
                                     error) &&
               profile_ask_answer(ask, &tally, error);
    return profile_archive_answer(archive, ask, &place, error);
}

static bool answer(struct gathering *gathering, const char *path, enum part part,
                   struct error *error)
{
    struct archive *archive = archive_open(path, error);
    bool good = archive != NULL;
    for (size_t i = 0; good && i < gathering->asks->count; i++) {
        struct error why = {0};
        if (belongs(&gathering->asks->list[i], part))
            good = answer_one(gathering, archive, i, &why) ||
                   at_line(gathering, gathering->asks->list[i].line, &why, error);
    }
    archive_close(archive);
    return good;
}

/* Runs the program and answers a part of the questions. */
static bool run_and_answer(struct gathering *gathering, const char *program, enum part part,
                           struct error *error)
{
    char *archive = run_measured(gathering, program, part, error);
    bool good = archive && answer(gathering, archive, part, error);
    free(archive);
    return good;
}

/* Builds the program in one way, runs it, and answers a part of the questions. */
static bool build_and_answer(struct gathering *gathering, struct profile_variant variant,
                             enum part part, struct error *error)
{
    const struct model_profiling *profiling = gathering->profiling;
    char *program =
        profile_build(&gathering->sources, profiling->task, profiling->triptych, gathering->home,
                      gathering->folder, gathering->asks, variant, error);
    bool good = program && run_and_answer(gathering, program, part, error);
    free(program);
    return good;
}

/* True if a block was counted in the run and not timed: it needs a probe of its own. */
static bool is_untimed(const struct model_profile_asks *asks)
{
    for (size_t i = 0; i < asks->count; i++) {
        if (asks->list[i].untimed)
            return true;
    }
    return false;
}

/* Measures the program with probes. CPU times have a run of their own: their clock is slower. */
static bool measure_and_answer(struct gathering *gathering, enum part part, struct error *error)
{
    if (!has_part(gathering->asks, part))
        return true;
    struct profile_variant variant = {.every_probe = needs_events(gathering->asks, part, false)};
    bool good = build_and_answer(gathering, variant, part, error);
    if (!good && !variant.every_probe && is_untimed(gathering->asks)) {
        variant.every_probe = true;
        good = build_and_answer(gathering, variant, part, error);
    }
    return good;
}

/* Values of variables have a run of their own, so that recording them takes no measured time. */
static bool gather_from_source(struct gathering *gathering, struct error *error)
{
    const struct model_profiling *profiling = gathering->profiling;
    struct error why = {0};
    unsigned line = 0;
    if (!profile_sources_copy(&gathering->sources, profiling->task, gathering->home,
                              gathering->folder, gathering->asks, &line, &why))
        return at_line(gathering, line, &why, error);
    setenv("TRIPTYCH_VALUES", gathering->folder, 1);
    bool good = !has_part(gathering->asks, PART_VARIABLES) ||
                build_and_answer(gathering, (struct profile_variant){.records = true},
                                 PART_VARIABLES, error);
    unsetenv("TRIPTYCH_VALUES");
    return good && measure_and_answer(gathering, PART_MEASURED, error) &&
           measure_and_answer(gathering, PART_CPU, error);
}

/* Without source: loops of the binary, and communication through PMPI. */
static bool gather_from_binary(struct gathering *gathering, struct error *error)
{
    const char *name = json_string_value(json_object_get(gathering->profiling->task, "executable"));
    if (!name)
        return error_set(error,
                         "%s: the task names neither sources (@sources) nor a program "
                         "(@exefile) to measure",
                         gathering->profiling->metaprogram);
    char *beside = memory_printf("%s/%s", gathering->home, name);
    const char *program = name[0] != '/' && access(beside, X_OK) == 0 ? beside : name;
    bool good = (!has_part(gathering->asks, PART_BLOCKS) ||
                 run_and_answer(gathering, program, PART_BLOCKS, error)) &&
                (!has_part(gathering->asks, PART_BYTES) ||
                 run_and_answer(gathering, program, PART_BYTES, error));
    free(beside);
    return good;
}

bool model_profile_gather(const struct model_profiling *profiling, struct model_profile_asks *asks,
                          char **command, struct error *error)
{
    struct gathering gathering = {.profiling = profiling, .asks = asks, .command = command};
    const char *temporary = getenv("TMPDIR");
    char *path = realpath(profiling->metaprogram, NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    *command = NULL;
    if (!slash) {
        free(path);
        return error_errno(error, "cannot find %s", profiling->metaprogram);
    }
    gathering.home = memory_printf("%.*s", slash == path ? 1 : (int)(slash - path), path);
    free(path);
    snprintf(gathering.folder, sizeof gathering.folder, "%s/triptych-profile-XXXXXX",
             temporary && temporary[0] == '/' ? temporary : "/tmp");
    struct scratch scratch;
    bool good = scratch_make(&scratch, gathering.folder, error);
    if (good && profiling->archive)
        good = answer(&gathering, profiling->archive, PART_BLOCKS, error) &&
               answer(&gathering, profiling->archive, PART_BYTES, error);
    else if (good && json_array_size(json_object_get(profiling->task, "sources")))
        good = gather_from_source(&gathering, error);
    else if (good)
        good = gather_from_binary(&gathering, error);
    if (!*command)
        *command = memory_string(profiling->archive ? profiling->archive : "");
    profile_sources_free(&gathering.sources);
    scratch_remove(&scratch, gathering.folder);
    free(gathering.home);
    return good;
}
