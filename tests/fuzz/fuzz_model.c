/* fuzz_model.c: reads whatever it is given as a cost expression, a metamodel, a profile, a machine
 * or a table of runs; the first byte chooses. What a cost is written as must be read as the same.
 */
#include "model/machine/machine.h"
#include "model/meta/meta.h"
#include "model/predict/history.h"
#include "model/predict/predict.h"
#include "model/profile/store.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

enum { LONGEST = 2000 };

static void try_cost(const char *text)
{
    struct model_costs *pool = model_costs_new();
    struct error error = {0};
    struct buffer out = {0};
    struct model_number result;
    static const struct model_binding bindings[] = {{"n", {.top = 3, .bottom = 1}},
                                                    {"p", {.top = 2, .bottom = 1}},
                                                    {"rank", {.top = 1, .bottom = 1}},
                                                    {"x", {.top = 1, .bottom = 2}}};
    model_cost node, again;
    if (strlen(text) < LONGEST && model_cost_parse(pool, text, &node, &error)) {
        model_cost_print(pool, node, &out);
        if (!model_cost_parse(pool, out.text, &again, &error)) {
            if (!strstr(error.text, "levels of parentheses"))
                abort();
        } else if (again != node) {
            abort();
        }
        if (!strstr(text, "sum")) { /* a sum may have many terms */
            struct model_program *program = model_cost_compile(pool, &node, 1);
            if (!model_cost_evaluate(program, bindings, 4, &result, &error) && !error.text[0])
                abort();
            model_program_free(program);
        }
    }
    buffer_free(&out);
    model_costs_free(pool);
}

static void try_meta(const char *text)
{
    struct error error = {0};
    model_meta_free(model_meta_parse(text, strlen(text), "m", &error));
    json_t *json = json_loads(text, 0, NULL);
    struct model_meta *meta = json ? model_meta_read(json, &error) : NULL;
    struct buffer out = {0};
    if (json && !meta && !error.text[0])
        abort();
    if (meta) {
        model_meta_print_text(meta, &out, &error);
        model_meta_print_dot(meta, &out, &error);
        model_predictor_free(model_predictor_new(&meta->tasks[0], &error));
    }
    buffer_free(&out);
    model_meta_free(meta);
    json_decref(json);
}

/* The profile, and what a task named "t" with one such profile value asks for. */
static void try_profile(const char *text)
{
    struct error error = {0};
    struct model_profile_asks asks;
    json_t *profile = model_profile_parse(text, "m", &error);
    json_t *parameters = json_pack("{s:i, s:f}", "n", 3, "p", 0.5);
    bool same = false;
    if (!profile && !error.text[0])
        abort();
    if (profile) {
        const json_t *values = model_profile_find(profile, "t", parameters, &same);
        const char *name;
        json_t *value;
        if (same && !values)
            abort();
        json_object_foreach((json_t *)values, name, value)
        {
            if (!json_is_number(json_object_get(value, "value")))
                abort();
        }
        if (model_profile_asks_read(&asks, profile, &error) && asks.count)
            free(model_profile_ask_text(&asks.list[0]));
        model_profile_asks_free(&asks);
    }
    json_decref(parameters);
    json_decref(profile);
}

static void try_tables(const char *text)
{
    struct model_machine machine;
    struct model_history history;
    struct error error = {0};
    if (model_machine_parse(&machine, text, "m", &error))
        model_machine_free(&machine);
    if (model_history_parse(&history, text, "m", &error))
        model_history_free(&history);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    if (!size)
        return 0;
    char *text = calloc(size, 1);
    if (!text)
        return 0;
    memcpy(text, bytes + 1, size - 1);
    if (bytes[0] == 'c')
        try_cost(text);
    else if (bytes[0] == 'm')
        try_meta(text);
    else if (bytes[0] == 'p')
        try_profile(text);
    else
        try_tables(text);
    free(text);
    return 0;
}
