/* predict_profile.c: see predict_profile.h */
#include "cmd/predict_profile.h"

#include "model/profile/scale.h"
#include "util/buffer.h"
#include "util/memory.h"

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

/* A profile value, and where it comes from. */
struct answer {
    bool known, whole;
    double value;
    char *formula; /* of n, with how well it fits; NULL: it was measured. To be freed */
};

/* Computes a value for another n from those that were measured. */
static bool compute(const struct predict_profile *profile, double n, uint32_t p,
                    const char *variable, struct answer *answer)
{
    struct model_fit fit;
    json_t *parameters = parameters_of(profile, n, p);
    const bool found =
        n >= 1 && n < 1e9 && n == floor(n) &&
        model_profile_scale(profile->file, profile->task->name, parameters, variable, &fit);
    json_decref(parameters);
    if (!found)
        return false;
    char *words = model_fit_words(&fit);
    *answer = (struct answer){.known = true,
                              .value = model_fit_value(&fit, (int64_t)n, 1, 0),
                              .formula = memory_printf("%s = %s (%s)", variable, fit.text, words)};
    answer->whole = fit.kind == MODEL_FIT_EXACT && answer->value == floor(answer->value);
    free(words);
    model_fit_free(&fit);
    if (isfinite(answer->value))
        return true;
    free(answer->formula);
    return false;
}

/* Returns the value of the k-th variable: of the set if that has the same parameters, else by a
 * formula of n, else of the set all the same, else the one that the metamodel holds. */
static struct answer answer_of(const struct predict_profile *profile, double n, uint32_t p,
                               const json_t *set, bool same, size_t k)
{
    const char *variable = profile->asks.list[k].variable;
    const json_t *value =
        json_object_get(json_object_get(json_object_get(set, "values"), variable), "value");
    struct answer answer = {0};
    if (value && !same && compute(profile, n, p, variable, &answer))
        return answer;
    if (!value)
        value = json_object_get(json_array_get(profile->task->profiles, k), "value");
    if (json_is_number(value))
        answer = (struct answer){true, json_is_integer(value), json_number_value(value), NULL};
    return answer;
}

size_t predict_profile_bind(const struct predict_profile *profile, double n, uint32_t p,
                            struct model_binding *bindings, size_t count)
{
    bool same;
    const json_t *set = set_of(profile, n, p, &same);
    for (size_t k = 0; k < profile->asks.count; k++) {
        const struct answer answer = answer_of(profile, n, p, set, same, k);
        const char *variable = profile->asks.list[k].variable;
        free(answer.formula);
        if (!answer.known || is_given(profile, variable))
            continue;
        struct model_number number = answer.whole
                                         ? model_number_whole((int64_t)answer.value)
                                         : model_number_canonical(model_number_real(answer.value));
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
        const struct answer answer = answer_of(profile, n, p, set, same, k);
        free(answer.formula);
        if (answer.known || is_given(profile, ask->variable) ||
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

/* Adds the formulas of values that were computed. Returns how many of those that are used were
 * taken from the set itself. */
static size_t add_formulas(const struct predict_profile *profile, double n, uint32_t p,
                           const json_t *set, bool same, struct buffer *formulas)
{
    size_t taken = 0;
    for (size_t k = 0; k < profile->asks.count; k++) {
        const char *variable = profile->asks.list[k].variable;
        if (is_given(profile, variable) || !model_meta_uses(profile->task, variable))
            continue;
        const struct answer answer = answer_of(profile, n, p, set, same, k);
        taken += answer.known && !answer.formula;
        if (answer.formula)
            buffer_printf(formulas, "%s%s", formulas->used ? "; " : "", answer.formula);
        free(answer.formula);
    }
    return taken;
}

char *predict_profile_source(const struct predict_profile *profile, double n, uint32_t p,
                             bool *same, char **formulas)
{
    const json_t *set = set_of(profile, n, p, same);
    struct buffer text = {0}, found = {0};
    const char *name;
    json_t *value;
    *formulas = NULL;
    if (!set)
        return NULL;
    const size_t taken = add_formulas(profile, n, p, set, *same, &found);
    *formulas = found.text;
    if (found.text && !taken) {
        *same = true;
        return memory_string("formula of n");
    }
    json_object_foreach(json_object_get(set, "parameters"), name, value)
    {
        buffer_printf(&text, "%s%s=%.15g", text.used ? " " : "", name, json_number_value(value));
    }
    if (!text.used)
        buffer_add(&text, "no arguments");
    return buffer_take(&text);
}
