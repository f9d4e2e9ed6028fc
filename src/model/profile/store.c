/* store.c: see store.h */
#include "model/profile/store.h"

#include "util/memory.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1 };

char *model_profile_path(const char *metaprogram)
{
    size_t size = strlen(metaprogram);
    if (size > 3 && !strcmp(metaprogram + size - 3, ".rb"))
        size -= 3;
    else if (size > 5 && !strcmp(metaprogram + size - 5, ".json"))
        size -= 5;
    return memory_printf("%.*s.profile", (int)size, metaprogram);
}

/* True if all that is read later has the right types. */
static bool is_sound(const json_t *profile)
{
    const json_t *sets = json_object_get(profile, "sets");
    if (json_integer_value(json_object_get(profile, "version")) != VERSION || !json_is_array(sets))
        return false;
    for (size_t i = 0; i < json_array_size(sets); i++) {
        const json_t *set = json_array_get(sets, i);
        json_t *values = json_object_get(set, "values");
        const char *name;
        json_t *value;
        if (!json_is_string(json_object_get(set, "task")) ||
            !json_is_object(json_object_get(set, "parameters")) || !json_is_object(values))
            return false;
        json_object_foreach(values, name, value)
        {
            if (!json_is_number(json_object_get(value, "value")))
                return false;
        }
    }
    return true;
}

/* Returns `profile` if it is sound; else gives it back and says what is wrong. */
static json_t *checked(json_t *profile, const char *path, const json_error_t *wrong,
                       struct error *error)
{
    if (!profile)
        error_set(error, "%s:%d: %s; remove the file and profile again", path,
                  wrong->line > 0 ? wrong->line : 1, wrong->text);
    else if (is_sound(profile))
        return profile;
    else
        error_set(error, "%s is no profile of this version; remove it and profile again", path);
    json_decref(profile);
    return NULL;
}

json_t *model_profile_parse(const char *text, const char *path, struct error *error)
{
    json_error_t wrong;
    return checked(json_loads(text, JSON_REJECT_DUPLICATES, &wrong), path, &wrong, error);
}

json_t *model_profile_read(const char *path, struct error *error)
{
    json_error_t wrong;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return json_pack("{s:i, s:[]}", "version", VERSION, "sets");
    return checked(json_load_file(path, JSON_REJECT_DUPLICATES, &wrong), path, &wrong, error);
}

double model_profile_distance(const json_t *one, const json_t *other)
{
    double sum = 0;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)one, name, value)
    {
        const json_t *there = json_object_get(other, name);
        double a = json_number_value(value);
        double b = there ? json_number_value(there) : !strcmp(name, "p") ? 1 : NAN;
        sum += a == b ? 0 : a > 0 && b > 0 ? fabs(log(a / b)) : 100;
    }
    return sum;
}

const json_t *model_profile_set(const json_t *profile, const char *task, const json_t *parameters,
                                bool *same)
{
    const json_t *sets = json_object_get(profile, "sets"), *best = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < json_array_size(sets); i++) {
        const json_t *set = json_array_get(sets, i);
        const json_t *had = json_object_get(set, "parameters");
        if (strcmp(json_string_value(json_object_get(set, "task")), task) != 0)
            continue;
        double far =
            model_profile_distance(parameters, had) + model_profile_distance(had, parameters);
        if (far < least) {
            least = far;
            best = set;
        }
    }
    *same = best && least == 0;
    return best;
}

const json_t *model_profile_find(const json_t *profile, const char *task, const json_t *parameters,
                                 bool *same)
{
    return json_object_get(model_profile_set(profile, task, parameters, same), "values");
}

static json_t *pack_value(const struct model_profile_ask *ask)
{
    char *call = model_profile_ask_text(ask);
    bool whole =
        ask->value == round(ask->value) && fabs(ask->value) < 9e15 && ask->call != CALL_TIME;
    json_t *value = json_pack("{s:o, s:s, s:I, s:s}", "value",
                              whole ? json_integer((json_int_t)ask->value) : json_real(ask->value),
                              "unit", ask->unit, "visits", (json_int_t)ask->visits, "call", call);
    free(call);
    return value;
}

void model_profile_store(json_t *profile, const char *task, json_t *parameters, const char *command,
                         const struct model_profile_asks *asks)
{
    json_t *sets = json_object_get(profile, "sets"), *values = json_object();
    for (size_t i = json_array_size(sets); i-- > 0;) {
        const json_t *set = json_array_get(sets, i);
        const json_t *had = json_object_get(set, "parameters");
        if (!strcmp(json_string_value(json_object_get(set, "task")), task) &&
            model_profile_distance(parameters, had) == 0 &&
            model_profile_distance(had, parameters) == 0)
            json_array_remove(sets, i);
    }
    for (size_t i = 0; i < asks->count; i++) {
        if (asks->list[i].known)
            json_object_set_new(values, asks->list[i].variable, pack_value(&asks->list[i]));
    }
    json_array_append_new(sets, json_pack("{s:s, s:O, s:s, s:o}", "task", task, "parameters",
                                          parameters, "command", command, "values", values));
}

bool model_profile_write(const json_t *profile, const char *path, struct error *error)
{
    char *made = memory_printf("%s.new", path);
    bool good = json_dump_file(profile, made, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 &&
                rename(made, path) == 0;
    if (!good)
        error_errno(error, "cannot write %s", path);
    free(made);
    return good;
}
