/* model_profile.c: see model_profile.h */
#include "cmd/model_profile.h"

#include "model/profile/gather.h"
#include "model/profile/store.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Prints what was measured, for the user. */
static void print_values(const char *task, const char *command,
                         const struct model_profile_asks *asks)
{
    fprintf(stderr, "triptych: %s: %s\n", task, command);
    for (size_t i = 0; i < asks->count; i++) {
        char *call = model_profile_ask_text(&asks->list[i]);
        fprintf(stderr, "triptych:   %s = %.12g%s%s  %s, %llu visit%s\n", asks->list[i].variable,
                asks->list[i].value, asks->list[i].unit[0] ? " " : "", asks->list[i].unit, call,
                (unsigned long long)asks->list[i].visits, asks->list[i].visits == 1 ? "" : "s");
        free(call);
    }
}

static bool profile_task(const json_t *task, const char *file, const char *archive,
                         const json_t *parameters, json_t *profile, struct error *error)
{
    static char triptych[PATH_MAX];
    const char *name = json_string_value(json_object_get(task, "name"));
    struct model_profile_asks asks = {0};
    char *command = NULL;
    ssize_t size = readlink("/proc/self/exe", triptych, sizeof triptych - 1);
    triptych[size > 0 ? size : 0] = '\0';
    struct model_profiling profiling = {file, triptych, archive, task, parameters};
    bool good = model_profile_asks_read(&asks, task, error) &&
                (!asks.count || model_profile_gather(&profiling, &asks, &command, error));
    if (good && asks.count) {
        print_values(name ? name : "", command, &asks);
        model_profile_store(profile, name ? name : "", (json_t *)parameters, command, &asks);
    }
    free(command);
    model_profile_asks_free(&asks);
    return good;
}

bool cmd_model_profile(const json_t *model, const char *file, const char *archive,
                       const json_t *parameters, struct error *error)
{
    const json_t *tasks = json_object_get(model, "tasks");
    char *path = model_profile_path(file);
    json_t *profile = model_profile_read(path, error);
    bool good = profile != NULL;
    for (size_t i = 0; good && i < json_array_size(tasks); i++)
        good = profile_task(json_array_get(tasks, i), file, archive, parameters, profile, error);
    if (good)
        good = model_profile_write(profile, path, error);
    if (good)
        fprintf(stderr, "triptych: the profile is %s\n", path);
    json_decref(profile);
    free(path);
    return good;
}

static void show_task(json_t *task, const json_t *profile, const json_t *parameters)
{
    bool same;
    const char *name = json_string_value(json_object_get(task, "name"));
    const json_t *values = model_profile_find(profile, name ? name : "", parameters, &same);
    json_t *asks = json_object_get(task, "profiles");
    for (size_t i = 0; i < json_array_size(asks); i++) {
        json_t *ask = json_array_get(asks, i);
        const json_t *found =
            json_object_get(values, json_string_value(json_object_get(ask, "variable")));
        if (!found)
            continue;
        json_object_set(ask, "value", json_object_get(found, "value"));
        json_object_set(ask, "unit", json_object_get(found, "unit"));
    }
}

bool cmd_model_profile_show(json_t *model, const char *file, const json_t *parameters,
                            struct error *error)
{
    json_t *tasks = json_object_get(model, "tasks");
    char *path = model_profile_path(file);
    json_t *profile = model_profile_read(path, error);
    for (size_t i = 0; profile && i < json_array_size(tasks); i++)
        show_task(json_array_get(tasks, i), profile, parameters);
    bool good = profile != NULL;
    json_decref(profile);
    free(path);
    return good;
}
