/* steps.c: turns a task into steps: whatever does not communicate becomes one expression. */
#include "model/predict/steps.h"

#include "util/interned.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

struct building {
    struct steps *steps;
    const struct model_meta_task *task;
    struct pairs formula_of; /* (first, second expression or none) */
    struct error *error;
};

static bool is_zero(const struct model_costs *costs, model_cost a)
{
    struct model_number number;
    return model_cost_is_number(costs, a, &number) && !model_number_sign(number);
}

static model_cost divided(struct model_costs *costs, model_cost a, const char *by)
{
    if (is_zero(costs, a))
        return a;
    return model_cost_apply(costs, MODEL_COST_DIVIDE, a, model_cost_variable(costs, by));
}

model_cost steps_compute_time(const struct model_meta_task *task,
                              const struct model_meta_totals *totals)
{
    model_cost work = divided(task->costs, totals->of[MODEL_META_SPAN], "_system_flops");
    if (is_zero(task->costs, totals->of[MODEL_META_TIME_SPAN]))
        return work;
    return model_cost_apply(task->costs, MODEL_COST_ADD, work, totals->of[MODEL_META_TIME_SPAN]);
}

model_cost steps_io_time(const struct model_meta_task *task, const struct model_meta_totals *totals)
{
    struct model_costs *costs = task->costs;
    model_cost in = divided(costs, totals->of[MODEL_META_IN_BYTES], "_system_disk_read");
    model_cost out = divided(costs, totals->of[MODEL_META_OUT_BYTES], "_system_disk_write");
    if (is_zero(costs, in) || is_zero(costs, out))
        return is_zero(costs, in) ? out : in;
    return model_cost_apply(costs, MODEL_COST_ADD, in, out);
}

static uint32_t new_step(struct steps *steps, enum step_kind kind, uint32_t node)
{
    steps->items = memory_grow(steps->items, &steps->room, steps->count + 1, sizeof *steps->items);
    steps->items[steps->count] = (struct step){.kind = kind,
                                               .node = node,
                                               .next = MODEL_META_NONE,
                                               .first = MODEL_META_NONE,
                                               .otherwise = MODEL_META_NONE,
                                               .formula = MODEL_META_NONE,
                                               .index = MODEL_META_NONE};
    return (uint32_t)steps->count++;
}

/* Gives a step its one or two expressions. */
static void set_formula(struct building *building, uint32_t number, const model_cost *costs,
                        size_t count)
{
    struct steps *steps = building->steps;
    uint32_t next = (uint32_t)steps->formula_count;
    uint32_t found =
        pairs_add(&building->formula_of, costs[0], count > 1 ? costs[1] : MODEL_META_NONE, next);
    steps->items[number].formula = found;
    if (found != next)
        return;
    struct formula made = {.program = model_cost_compile(steps->task->costs, costs, count)};
    size_t variables = model_program_variables(made.program);
    made.slots = memory_zeroed(variables + 1, sizeof *made.slots);
    for (size_t i = 0; i < variables; i++)
        made.slots[i] = interned_add_text(steps->names, model_program_variable(made.program, i));
    steps->formulas = memory_grow(steps->formulas, &steps->formula_room, steps->formula_count + 1,
                                  sizeof *steps->formulas);
    steps->formulas[steps->formula_count++] = made;
}

/* True if a BREAK in the node leaves a loop around the node. */
static bool escapes(const struct model_meta_task *task, uint32_t number)
{
    const struct model_meta_node *node = &task->nodes[number];
    if (node->kind == MODEL_META_BREAK)
        return true;
    if (node->kind == MODEL_META_FOR)
        return false;
    for (uint32_t at = node->first; at != MODEL_META_NONE; at = task->nodes[at].next) {
        if (escapes(task, at))
            return true;
    }
    for (uint32_t at = node->otherwise; at != MODEL_META_NONE; at = task->nodes[at].next) {
        if (escapes(task, at))
            return true;
    }
    return false;
}

/* True if any expression below the node depends on the variable. */
static bool body_depends(const struct model_meta_task *task, uint32_t first, const char *name)
{
    for (uint32_t at = first; at != MODEL_META_NONE; at = task->nodes[at].next) {
        const struct model_meta_node *node = &task->nodes[at];
        if (model_cost_depends(task->costs, node->cost, name) ||
            ((node->kind == MODEL_META_SEND || node->kind == MODEL_META_RECV) &&
             model_cost_depends(task->costs, node->peer, name)) ||
            body_depends(task, node->first, name) || body_depends(task, node->otherwise, name))
            return true;
    }
    return false;
}

/* Makes one step of the nodes from *at on that do not communicate. Moves *at behind them. */
static bool build_segment(struct building *building, uint32_t *at, uint32_t *step)
{
    const struct model_meta_task *task = building->task;
    struct model_meta_totals totals;
    model_cost both[2], *parts[2] = {NULL, NULL};
    size_t count = 0, rooms[2] = {0, 0};
    *step = new_step(building->steps, STEP_SEGMENT, *at);
    bool done = true;
    for (; *at != MODEL_META_NONE && done; *at = task->nodes[*at].next) {
        if (task->nodes[*at].communicates || escapes(task, *at))
            break;
        done = model_meta_total(task, *at, true, &totals, building->error);
        for (int i = 0; i < 2; i++)
            parts[i] = memory_grow(parts[i], &rooms[i], count + 1, sizeof *parts[i]);
        parts[0][count] = done ? steps_compute_time(task, &totals) : 0;
        parts[1][count++] = done ? steps_io_time(task, &totals) : 0;
    }
    for (int i = 0; done && i < 2; i++)
        both[i] = count == 1 ? parts[i][0]
                             : model_cost_apply_many(task->costs, MODEL_COST_ADD, parts[i], count);
    free(parts[0]);
    free(parts[1]);
    if (done)
        set_formula(building, *step, both, 2);
    return done;
}

static bool build_body(struct building *building, uint32_t first, uint32_t *result);

static bool build_node(struct building *building, uint32_t number, uint32_t *step)
{
    static const enum step_kind kinds[MODEL_META_KINDS] = {[MODEL_META_SEND] = STEP_SEND,
                                                           [MODEL_META_RECV] = STEP_RECV,
                                                           [MODEL_META_FOR] = STEP_FOR,
                                                           [MODEL_META_COLLECTIVE] =
                                                               STEP_COLLECTIVE,
                                                           [MODEL_META_IF] = STEP_IF,
                                                           [MODEL_META_BREAK] = STEP_BREAK,
                                                           [MODEL_META_PARALLEL] = STEP_PARALLEL};
    const struct model_meta_task *task = building->task;
    const struct model_meta_node *node = &task->nodes[number];
    uint32_t first, otherwise;
    *step = new_step(building->steps, kinds[node->kind], number);
    if (node->kind == MODEL_META_BREAK)
        return true;
    bool message = node->kind == MODEL_META_SEND || node->kind == MODEL_META_RECV;
    set_formula(building, *step, (model_cost[]){node->cost, node->peer}, message ? 2 : 1);
    if (!build_body(building, node->first, &first) ||
        !build_body(building, node->otherwise, &otherwise))
        return false;
    struct step *made = &building->steps->items[*step];
    made->first = first;
    made->otherwise = otherwise;
    const char *index = model_meta_word(task, node->name);
    if (node->kind == MODEL_META_FOR && index)
        made->index = interned_add_text(building->steps->names, index);
    made->steady = node->kind == MODEL_META_FOR && !escapes(task, number) &&
                   !model_cost_depends(task->costs, node->cost, "rank") &&
                   !(index && body_depends(task, node->first, index));
    return true;
}

static bool build_body(struct building *building, uint32_t first, uint32_t *result)
{
    uint32_t last = MODEL_META_NONE, step;
    *result = MODEL_META_NONE;
    for (uint32_t at = first; at != MODEL_META_NONE;) {
        uint32_t number = at;
        const struct model_meta_node *node = &building->task->nodes[number];
        if (node->communicates || escapes(building->task, number)) {
            if (!build_node(building, number, &step))
                return false;
            at = building->task->nodes[number].next;
        } else if (!build_segment(building, &at, &step)) {
            return false;
        }
        if (last == MODEL_META_NONE)
            *result = step;
        else
            building->steps->items[last].next = step;
        last = step;
    }
    return true;
}

struct steps *steps_new(const struct model_meta_task *task, struct error *error)
{
    struct steps *steps = memory_zeroed(1, sizeof *steps);
    struct building building = {.steps = steps, .task = task, .error = error};
    steps->task = task;
    steps->names = interned_new();
    interned_add_text(steps->names, "p"); /* 0 */
    interned_add_text(steps->names, "rank");
    bool done = build_body(&building, task->body, &steps->first);
    pairs_free(&building.formula_of);
    if (done)
        return steps;
    steps_free(steps);
    return NULL;
}

void steps_free(struct steps *steps)
{
    if (!steps)
        return;
    for (size_t i = 0; i < steps->formula_count; i++) {
        model_program_free(steps->formulas[i].program);
        free(steps->formulas[i].slots);
    }
    free(steps->formulas);
    free(steps->items);
    interned_free(steps->names);
    free(steps);
}
