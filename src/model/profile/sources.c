/* sources.c: see sources.h */
#include "model/profile/sources.h"

#include "instrument/driver/record_values.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Questions are asked of one file after another; the first file that has the function answers. */
struct asking {
    struct profile_sources *sources;
    const struct model_profile_asks *asks;
    struct instrument_values values;
    struct buffer functions;
};

static bool is_asked_of_source(const struct model_profile_ask *ask)
{
    return ask->call == CALL_VARIABLE || ask->call == CALL_BYTES;
}

static struct instrument_value question(const struct model_profile_ask *ask, size_t number)
{
    return (struct instrument_value){.number = (unsigned)number,
                                     .function = ask->function,
                                     .variable = ask->name,
                                     .block = ask->block,
                                     .at = ask->at,
                                     .position = ask->position};
}

/* Keeps what the file says about questions that no file before has answered. */
static void keep(struct asking *asking)
{
    for (size_t i = 0; i < asking->values.count; i++) {
        struct instrument_value *value = &asking->values.list[i];
        struct instrument_value *found = &asking->sources->found[i];
        if (!value->has_function || found->has_function)
            continue;
        *found = *value;
        asking->sources->records |= value->recorded > 0;
        value->calls = NULL;
        value->call_count = value->call_room = 0;
        value->there = (struct buffer){0};
        value->routine = NULL;
    }
    if (asking->values.functions.text)
        buffer_printf(&asking->functions, "%s%s", asking->functions.used ? ", " : "",
                      asking->values.functions.text);
}

static bool uses_mpi(const char *text)
{
    return strstr(text, "mpi.h") || strcasestr(text, "use mpi") || strcasestr(text, "mpif.h");
}

/* Finds out whether the file uses MPI, which decides about its compiler. */
static bool look_at(const char *path, bool *mpi, struct error *error)
{
    FILE *in = fopen(path, "re");
    if (!in)
        return error_errno(error, "cannot read the source %s", path);
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, in) > 0)
        *mpi |= uses_mpi(line);
    free(line);
    fclose(in);
    return true;
}

static bool write_copy(const char *path, const char *text, size_t size, struct error *error)
{
    FILE *out = fopen(path, "we");
    bool good = out && fwrite(text, 1, size, out) == size;
    if (out && fclose(out) != 0)
        good = false;
    return good || error_errno(error, "cannot write %s", path);
}

static bool copy_one(struct asking *asking, struct profile_source *source, const json_t *task,
                     const char *home, struct error *error)
{
    const char *compiler = source->fortran ? (asking->sources->mpi ? "mpifort" : "gfortran")
                                           : (asking->sources->mpi ? "mpicc" : "cc");
    const json_t *given = json_object_get(task, "flags");
    struct error why = {0};
    char **flags = memory_zeroed(json_array_size(given) + 2, sizeof *flags);
    size_t count = 0, size = 0;
    char *include = memory_printf("-I%s", home);
    flags[count++] = include;
    for (size_t i = 0; i < json_array_size(given); i++)
        flags[count++] = (char *)json_string_value(json_array_get(given, i));
    char *text = instrument_record_values(source->path, compiler, flags, count, &asking->values,
                                          &size, &why);
    bool good = text && write_copy(source->copy, text, size, error);
    if (!text)
        error_set(error, "%s cannot be read by %s: %s", source->path, compiler, why.text);
    if (good)
        keep(asking);
    instrument_values_clear(&asking->values);
    free(text);
    free(include);
    free(flags);
    return good;
}

/* Says what is missing, and what there is. */
static bool check(const struct asking *asking, const struct model_profile_ask *ask,
                  const struct instrument_value *found, struct error *error)
{
    char *text = model_profile_ask_text(ask);
    const char *what = ask->name ? "assignment" : "communication";
    bool good = false;
    if (!found->has_function)
        error_set(error, "%s: there is no function %s; there are %s", text, ask->function,
                  asking->functions.used ? asking->functions.text : "none");
    else if (ask->block > found->blocks)
        error_set(error, "%s: %s has no block %u; it has %u loop%s", text, ask->function,
                  ask->block, found->blocks, found->blocks == 1 ? "" : "s");
    else if (found->obstacle)
        error_set(error, "%s: this assignment cannot be recorded: %s", text, found->obstacle);
    else if (found->found == 0 && ask->name)
        error_set(error, "%s: %s is not assigned to there; %s assigns to %s", text, ask->name,
                  ask->function, found->there.used ? found->there.text : "no variable");
    else if ((found->found == 0 && ask->has_position) || found->found < ask->position)
        error_set(error, "%s: there are only %u %ss there%s%s", text, found->found, what,
                  found->there.used && !ask->name ? "; the function calls " : "",
                  found->there.used && !ask->name ? found->there.text : "");
    else
        good = true;
    free(text);
    return good;
}

static bool copy_all(struct asking *asking, const json_t *task, const char *home,
                     const char *folder, unsigned *line, struct error *error)
{
    struct profile_sources *sources = asking->sources;
    const json_t *names = json_object_get(task, "sources");
    for (size_t i = 0; i < sources->count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const char *slash = name ? strrchr(name, '/') : NULL;
        if (!name)
            return error_set(error, "a source file of the task has no name");
        struct profile_source *source = &sources->list[i];
        source->path = name[0] == '/' ? memory_string(name) : memory_printf("%s/%s", home, name);
        source->copy = memory_printf("%s/%zu-%s", folder, i, slash ? slash + 1 : name);
        source->fortran = instrument_record_is_fortran(name);
        sources->fortran |= source->fortran;
        if (!look_at(source->path, &sources->mpi, error))
            return false;
    }
    for (size_t i = 0; i < sources->count; i++) {
        if (!copy_one(asking, &sources->list[i], task, home, error))
            return false;
    }
    for (size_t i = 0; i < asking->asks->count; i++) {
        *line = asking->asks->list[i].line;
        if (is_asked_of_source(&asking->asks->list[i]) &&
            !check(asking, &asking->asks->list[i], &sources->found[i], error))
            return false;
    }
    return true;
}

bool profile_sources_copy(struct profile_sources *sources, const json_t *task, const char *home,
                          const char *folder, const struct model_profile_asks *asks, unsigned *line,
                          struct error *error)
{
    struct asking asking = {.sources = sources, .asks = asks};
    *sources = (struct profile_sources){0};
    sources->count = json_array_size(json_object_get(task, "sources"));
    sources->list = memory_zeroed(sources->count + 1, sizeof *sources->list);
    sources->found = memory_zeroed(asks->count + 1, sizeof *sources->found);
    sources->found_count = asks->count;
    asking.values.list = memory_zeroed(asks->count + 1, sizeof *asking.values.list);
    asking.values.count = asks->count;
    for (size_t i = 0; i < asks->count; i++)
        asking.values.list[i] = question(&asks->list[i], i);
    bool good = copy_all(&asking, task, home, folder, line, error);
    instrument_values_clear(&asking.values);
    free(asking.values.list);
    buffer_free(&asking.functions);
    return good;
}

void profile_sources_free(struct profile_sources *sources)
{
    struct instrument_values found = {.list = sources->found, .count = sources->found_count};
    instrument_values_clear(&found);
    free(sources->found);
    for (size_t i = 0; i < sources->count; i++) {
        free(sources->list[i].path);
        free(sources->list[i].copy);
    }
    free(sources->list);
    *sources = (struct profile_sources){0};
}
