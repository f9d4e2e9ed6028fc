/* costs.c: see costs.h */
#include "script/costs/costs.h"

#include "model/predict/predict.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { BINDINGS = 32 };

struct costs_model {
    struct model_meta *meta; /* NULL: it cannot be used */
    struct model_predictor *predictor;
    struct model_program *output; /* bytes; NULL: it writes none */
};

struct script_costs {
    struct model_machine machine;
    struct costs_model *models;
    size_t count, room;
    struct error trouble; /* the first; empty: none */
};

struct script_costs *script_costs_new(const char *machine, struct error *error)
{
    struct script_costs *costs = memory_zeroed(1, sizeof *costs);
    if (!machine) {
        model_machine_generic(&costs->machine);
    } else if (!model_machine_load(&costs->machine, machine, error)) {
        free(costs);
        return NULL;
    }
    return costs;
}

void script_costs_free(struct script_costs *costs)
{
    if (!costs)
        return;
    for (size_t i = 0; i < costs->count; i++) {
        model_predictor_free(costs->models[i].predictor);
        model_program_free(costs->models[i].output);
        if (costs->models[i].meta)
            model_meta_free(costs->models[i].meta);
    }
    free(costs->models);
    model_machine_free(&costs->machine);
    free(costs);
}

static void note(struct script_costs *costs, const struct error *error)
{
    if (!costs->trouble.text[0])
        costs->trouble = *error;
}

/* Returns the expression of the bytes that a task writes; NULL: none. */
static struct model_program *output_of(const struct model_meta_task *task, struct error *error)
{
    struct model_meta_totals totals;
    struct model_number number;
    if (!model_meta_total(task, task->body, false, &totals, error))
        return NULL;
    model_cost bytes = totals.of[MODEL_META_OUT_BYTES];
    if (model_cost_is_number(task->costs, bytes, &number) && !model_number_sign(number))
        return NULL;
    return model_cost_compile(task->costs, &bytes, 1);
}

void script_costs_add(struct script_costs *costs, const json_t *metamodel)
{
    struct error error = {0};
    struct costs_model made = {.meta = model_meta_read(metamodel, &error)};
    if (made.meta && made.meta->task_count == 1)
        made.predictor = model_predictor_new(&made.meta->tasks[0], &error);
    if (made.predictor)
        made.output = output_of(&made.meta->tasks[0], &error);
    if (!made.predictor)
        note(costs, &error);
    costs->models =
        memory_grow(costs->models, &costs->room, costs->count + 1, sizeof *costs->models);
    costs->models[costs->count++] = made;
}

/* Takes the values of a task's parameters; returns their number. */
static size_t bind(const json_t *values, struct model_binding bindings[BINDINGS])
{
    size_t count = 0;
    const char *name;
    json_t *value, *all = (json_t *)values;
    json_object_foreach(all, name, value)
    {
        if (json_is_number(value) && count < BINDINGS)
            bindings[count++] = (struct model_binding){
                name, json_is_integer(value) ? model_number_whole(json_integer_value(value))
                                             : model_number_real(json_real_value(value))};
    }
    return count;
}

double script_costs_seconds(struct script_costs *costs, size_t model, const json_t *values,
                            uint32_t ranks)
{
    if (model >= costs->count || !costs->models[model].predictor)
        return 0;
    struct model_binding bindings[BINDINGS];
    struct model_prediction prediction = {0};
    struct error error = {0};
    size_t count = bind(values, bindings);
    double seconds = 0;
    if (model_predict(costs->models[model].predictor, &costs->machine, ranks ? ranks : 1, bindings,
                      count, &prediction, &error)) {
        seconds = isfinite(prediction.time) && prediction.time > 0 ? prediction.time : 0;
        model_prediction_free(&prediction);
    } else {
        note(costs, &error);
    }
    return seconds;
}

double script_costs_bytes(struct script_costs *costs, size_t model, const json_t *values,
                          uint32_t ranks)
{
    if (model >= costs->count || !costs->models[model].output)
        return 0;
    struct model_binding bindings[BINDINGS + 2];
    struct model_number bytes;
    struct error error = {0};
    size_t count = bind(values, bindings);
    uint32_t places = ranks ? ranks : 1;
    bindings[count++] = (struct model_binding){"p", model_number_whole(places)};
    bindings[count++] = (struct model_binding){"rank", model_number_whole(0)};
    if (!model_cost_evaluate(costs->models[model].output, bindings, count, &bytes, &error)) {
        note(costs, &error);
        return 0;
    }
    double all = model_number_value(bytes) * places;
    return isfinite(all) && all > 0 ? all : 0;
}

const char *script_costs_trouble(const struct script_costs *costs)
{
    return costs->trouble.text[0] ? costs->trouble.text : NULL;
}
