/* predict_profile.c: see predict_profile.h */
#include "cmd/predict_profile.h"

#include "util/buffer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool predict_profile_open(struct predict_profile *profile, const struct predict_request *request,
                          const struct model_meta *meta, const struct model_meta_task *task,
                          struct error *error)
{
    *profile = (struct predict_profile){.request = request, .meta = meta, .task = task};
    if (!json_array_size(task->profiles))
        return true;
    profile->list = json_pack("{s:O}", "profiles", task->profiles);
    char *path = model_profile_path(request->model);
    profile->file = model_profile_read(path, error);
    free(path);
    return profile->file && model_profile_asks_read(&profile->asks, profile->list, error);
}

void predict_profile_close(struct predict_profile *profile)
{
    model_profile_asks_free(&profile->asks);
    json_decref(profile->list);
    json_decref(profile->file);
}

/* Returns the parameters of a run, as FILE.profile keeps them; a new reference. */
static json_t *parameters_of(const struct predict_profile *profile, double n, uint32_t p)
{
    json_t *parameters = json_object();
    for (size_t i = 0; i < profile->request->binding_count; i++) {
        const struct model_binding *binding = &profile->request->bindings[i];
        if (binding->name[0] != '_')
            json_object_set_new(parameters, binding->name,
                                json_real(model_number_value(binding->value)));
    }
    if (!isnan(n))
        json_object_set_new(parameters, "n", json_real(n));
    json_object_set_new(parameters, "p", json_integer(p));
    return parameters;
}

/* Finds the set of values that is nearest, or NULL. */
static const json_t *set_of(const struct predict_profile *profile, double n, uint32_t p, bool *same)
{
    json_t *parameters = parameters_of(profile, n, p);
    const json_t *set = model_profile_set(profile->file, profile->task->name, parameters, same);
    json_decref(parameters);
    return set;
}

static bool is_given(const struct predict_profile *profile, const char *variable)
{
    for (size_t i = 0; i < profile->request->binding_count; i++) {
        if (!strcmp(profile->request->bindings[i].name, variable))
            return true;
    }
    return false;
}

/* Returns the value of the k-th variable: of the set, else the one that the metamodel holds. */
static const json_t *value_of(const struct predict_profile *profile, const json_t *set, size_t k)
{
    const json_t *values = json_object_get(set, "values");
    const json_t *value =
        json_object_get(json_object_get(values, profile->asks.list[k].variable), "value");
    return value ? value : json_object_get(json_array_get(profile->task->profiles, k), "value");
}

size_t predict_profile_bind(const struct predict_profile *profile, double n, uint32_t p,
                            struct model_binding *bindings, size_t count)
{
    bool same;
    const json_t *set = set_of(profile, n, p, &same);
    for (size_t k = 0; k < profile->asks.count; k++) {
        const json_t *value = value_of(profile, set, k);
        const char *variable = profile->asks.list[k].variable;
        if (!json_is_number(value) || is_given(profile, variable))
            continue;
        struct model_number number =
            json_is_integer(value)
                ? model_number_whole(json_integer_value(value))
                : model_number_canonical(model_number_real(json_real_value(value)));
        bindings[count++] = (struct model_binding){variable, number};
    }
    return count;
}

/* Writes the command that measures the values: "triptych model task.rb --profile --n 1000". */
static void add_command(const struct predict_profile *profile, double n, uint32_t p,
                        struct buffer *out)
{
    size_t size = strlen(profile->request->model);
    bool metaprogram = size > 3 && !strcmp(profile->request->model + size - 3, ".rb");
    buffer_printf(out, "triptych model %s --profile",
                  metaprogram ? profile->request->model : profile->meta->file);
    if (!isnan(n))
        buffer_printf(out, " --n %.15g", n);
    if (p > 1)
        buffer_printf(out, " --p %u", p);
    for (size_t i = 0; i < profile->request->binding_count; i++) {
        const struct model_binding *binding = &profile->request->bindings[i];
        if (binding->name[0] != '_')
            buffer_printf(out, " --set %s=%.15g", binding->name,
                          model_number_value(binding->value));
    }
}

bool predict_profile_complete(const struct predict_profile *profile, double n, uint32_t p,
                              struct error *error)
{
    struct buffer missing = {0}, command = {0};
    const char *first = NULL;
    bool same;
    const json_t *set = set_of(profile, n, p, &same);
    for (size_t k = 0; k < profile->asks.count; k++) {
        const struct model_profile_ask *ask = &profile->asks.list[k];
        if (value_of(profile, set, k) || is_given(profile, ask->variable) ||
            !model_meta_uses(profile->task, ask->variable))
            continue;
        char *call = model_profile_ask_text(ask);
        buffer_printf(&missing, "%s%s = %s", first ? ", " : "", ask->variable, call);
        free(call);
        first = first ? first : ask->variable;
    }
    if (first) {
        add_command(profile, n, p, &command);
        error_set(error,
                  "task %.100s: no value was measured for %.500s: run `%.300s`, or give a value "
                  "with --set %.60s=VALUE",
                  profile->task->name, missing.text, command.text, first);
    }
    buffer_free(&missing);
    buffer_free(&command);
    return !first;
}

char *predict_profile_source(const struct predict_profile *profile, double n, uint32_t p,
                             bool *same)
{
    const json_t *set = set_of(profile, n, p, same);
    struct buffer text = {0};
    const char *name;
    json_t *value;
    if (!set)
        return NULL;
    json_object_foreach(json_object_get(set, "parameters"), name, value)
    {
        buffer_printf(&text, "%s%s=%.15g", text.used ? " " : "", name, json_number_value(value));
    }
    if (!text.used)
        buffer_add(&text, "no arguments");
    return buffer_take(&text);
}
