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

void script_costs_add(struct script_costs *costs, const json_t *metamodel)
{
    struct error error = {0};
    struct costs_model made = {.meta = model_meta_read(metamodel, &error)};
    if (made.meta && made.meta->task_count == 1)
        made.predictor = model_predictor_new(&made.meta->tasks[0], &error);
    if (!made.predictor)
        note(costs, &error);
    costs->models =
        memory_grow(costs->models, &costs->room, costs->count + 1, sizeof *costs->models);
    costs->models[costs->count++] = made;
}

double script_costs_seconds(struct script_costs *costs, size_t model, const json_t *values,
                            uint32_t ranks)
{
    if (model >= costs->count || !costs->models[model].predictor)
        return 0;
    struct model_binding bindings[BINDINGS];
    struct model_prediction prediction = {0};
    struct error error = {0};
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

const char *script_costs_trouble(const struct script_costs *costs)
{
    return costs->trouble.text[0] ? costs->trouble.text : NULL;
}
