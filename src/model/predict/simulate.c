/* simulate.c: lets the ranks of a task take their steps. */
#include "model/predict/exchange.h"
#include "util/interned.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MOST = 50 * 1000 * 1000, /* of all ranks */
    WARM_TRIPS = 100,              /* of a steady loop, then as many are measured */
    RANKS_MOST = 1 << 20,
};

struct model_predictor {
    struct steps *steps;
    struct model_predict_factors factors;
};

static bool explain_unknown(struct simulation *sim, const struct step *step)
{
    const struct formula *formula = &sim->steps->formulas[step->formula];
    struct buffer names = {0};
    for (size_t i = 0; i < model_program_variables(formula->program); i++) {
        if (!sim->known[formula->slots[i]])
            buffer_printf(&names, "%s%s", names.used ? ", " : "",
                          model_program_variable(formula->program, i));
    }
    error_set(sim->error, "line %u: no value for %.300s: give one with --set NAME=VALUE",
              sim->steps->task->nodes[step->node].line, names.text ? names.text : "a variable");
    buffer_free(&names);
    return false;
}

static bool evaluate(struct simulation *sim, struct simulation_rank *rank, uint32_t number,
                     double *results, size_t count)
{
    const struct step *step = &sim->steps->items[number];
    const struct formula *formula = &sim->steps->formulas[step->formula];
    struct model_number values[2];
    size_t variables = model_program_variables(formula->program);
    for (size_t i = 0; i < variables; i++) {
        if (!sim->known[formula->slots[i]])
            return explain_unknown(sim, step);
        model_program_set(formula->program, i, rank->values[formula->slots[i]]);
    }
    if (!model_program_run(formula->program, values, &sim->inner))
        return error_set(sim->error, "line %u: %.900s", simulation_line(sim, number),
                         sim->inner.text);
    for (size_t i = 0; i < count; i++)
        results[i] = model_number_value(values[i]);
    return true;
}

static void push_frame(struct simulation_rank *rank, uint32_t first, uint32_t loop, double trips)
{
    double lanes = rank->frame_count ? rank->frames[rank->frame_count - 1].lanes : 1;
    rank->frames =
        memory_grow(rank->frames, &rank->frame_room, rank->frame_count + 1, sizeof *rank->frames);
    rank->frames[rank->frame_count++] =
        (struct simulation_frame){.at = first, .loop = loop, .trips = trips, .lanes = lanes};
}

static void add_scaled(struct model_predict_rank *sums, const struct model_predict_rank *before,
                       double factor)
{
    sums->sends += (sums->sends - before->sends) * factor;
    sums->sent_bytes += (sums->sent_bytes - before->sent_bytes) * factor;
    sums->meetings += (sums->meetings - before->meetings) * factor;
    sums->met_bytes += (sums->met_bytes - before->met_bytes) * factor;
    sums->compute += (sums->compute - before->compute) * factor;
    sums->messages += (sums->messages - before->messages) * factor;
    sums->waiting += (sums->waiting - before->waiting) * factor;
    sums->io += (sums->io - before->io) * factor;
    sums->time += (sums->time - before->time) * factor;
}

/* Begins the next trip of a loop, or leaves the body. Trips of a steady loop are measured once it
 * runs steadily, and then taken together. */
static void next_trip(struct simulation *sim, struct simulation_rank *rank)
{
    struct simulation_frame *frame = &rank->frames[rank->frame_count - 1];
    const struct step *step =
        frame->loop == MODEL_META_NONE ? NULL : &sim->steps->items[frame->loop];
    if (!step || step->kind != STEP_FOR) {
        rank->frame_count--;
        return;
    }
    frame->trip++;
    if (step->steady && !sim->whole && frame->trips > 4 * WARM_TRIPS) {
        if (frame->trip == WARM_TRIPS) {
            frame->before = rank->sums;
        } else if (frame->trip == 2 * WARM_TRIPS) {
            add_scaled(&rank->sums, &frame->before, (frame->trips - 2 * WARM_TRIPS) / WARM_TRIPS);
            frame->trip = frame->trips;
            sim->shortened = true;
        }
    }
    if (frame->trip >= frame->trips) {
        rank->frame_count--;
        return;
    }
    if (step->index != MODEL_META_NONE)
        rank->values[step->index] = model_number_whole((int64_t)frame->trip);
    frame->at = step->first;
}

static void leave_loop(const struct simulation *sim, struct simulation_rank *rank)
{
    while (rank->frame_count) {
        uint32_t loop = rank->frames[--rank->frame_count].loop;
        if (loop != MODEL_META_NONE && sim->steps->items[loop].kind == STEP_FOR)
            return;
    }
}

/* Takes a branch as often as its probability says, evenly: 0.5 is every second time. */
static uint32_t choose(struct simulation_rank *rank, uint32_t number, const struct step *step,
                       double chance)
{
    double sum = rank->chances[number] + chance;
    bool taken = sum >= 1 - 1e-9;
    rank->chances[number] = taken ? sum - 1 : sum;
    return taken ? step->first : step->otherwise;
}

static void begin_loop(struct simulation_rank *rank, const struct step *step, uint32_t number,
                       double trips)
{
    trips = floor(trips + 0.5); /* trips with messages are whole */
    if (trips < 1)
        return;
    push_frame(rank, step->first, number, trips);
    if (step->index != MODEL_META_NONE)
        rank->values[step->index] = model_number_whole(0);
}

/* Takes one step. Sets *blocked if the rank has to wait; it is then tried again, or, in a
 * collective, continued behind it. */
static bool take_step(struct simulation *sim, uint32_t self, bool *blocked)
{
    struct simulation_rank *rank = &sim->ranks[self];
    struct simulation_frame *frame = &rank->frames[rank->frame_count - 1];
    uint32_t number = frame->at;
    const struct step *step = &sim->steps->items[number];
    double values[2] = {0, 0};
    bool done = true;
    if (step->kind != STEP_BREAK &&
        !evaluate(sim, rank, number, values, step->kind <= STEP_RECV ? 2 : 1))
        return false;
    frame->at = step->next;
    switch (step->kind) {
    case STEP_SEGMENT:
        values[0] *= sim->factors.compute / frame->lanes;
        values[1] *= sim->factors.io;
        rank->sums.compute += values[0];
        rank->sums.io += values[1];
        rank->sums.time += values[0] + values[1];
        break;
    case STEP_SEND:
        exchange_send(sim, self, values[0], values[1]);
        break;
    case STEP_RECV:
        if (!exchange_receive(sim, self, values[1])) {
            frame->at = rank->waits_at = number;
            *blocked = true;
        }
        break;
    case STEP_COLLECTIVE:
        rank->waits_at = number;
        if (!exchange_meet(sim, self, number, values[0], &done))
            return false;
        *blocked = !done;
        break;
    case STEP_FOR:
        begin_loop(rank, step, number, values[0]);
        break;
    case STEP_IF:
        push_frame(rank, choose(rank, number, step, values[0]), number, 1);
        break;
    case STEP_PARALLEL:
        push_frame(rank, step->first, number, 1);
        rank->frames[rank->frame_count - 1].lanes *= fmax(1, fmin(values[0], sim->machine->cores));
        break;
    case STEP_BREAK:
        leave_loop(sim, rank);
    }
    return true;
}

/* Lets a rank go on until it waits or ends. */
static bool run_rank(struct simulation *sim, uint32_t self)
{
    struct simulation_rank *rank = &sim->ranks[self];
    for (bool blocked = false; !blocked && rank->frame_count;) {
        if (rank->frames[rank->frame_count - 1].at == MODEL_META_NONE) {
            next_trip(sim, rank);
            continue;
        }
        if (sim->steps_left-- <= 0)
            return error_set(
                sim->error,
                "the model has more than %d million messages and steps between them "
                "(line %u): give it fewer trips, or a loop whose trips are all the same",
                STEPS_MOST / 1000000, simulation_line(sim, rank->frames[rank->frame_count - 1].at));
        if (!take_step(sim, self, &blocked))
            return false;
    }
    rank->ended = !rank->frame_count;
    return true;
}

/* Some rank waits for ever: says which and for whom. */
static bool explain_deadlock(const struct simulation *sim)
{
    for (uint32_t i = 0; i < sim->p; i++) {
        const struct simulation_rank *rank = &sim->ranks[i];
        if (!rank->ended && rank->waits_for >= 0)
            return error_set(sim->error,
                             "line %u: rank %u waits for a message of rank %lld that is never sent",
                             simulation_line(sim, rank->waits_at), i, (long long)rank->waits_for);
    }
    for (uint32_t i = 0; i < sim->p; i++) {
        const struct simulation_rank *rank = &sim->ranks[i];
        if (!rank->ended)
            return error_set(
                sim->error, "line %u: rank %u waits in %.60s, to which not all ranks come",
                simulation_line(sim, rank->waits_at), i, exchange_collective(sim, rank->waits_at));
    }
    return true;
}

static bool run_all(struct simulation *sim)
{
    for (uint32_t i = 0; i < sim->p; i++)
        simulation_wake(sim, i);
    while (sim->p && sim->queue_count) {
        uint32_t number = sim->queue[sim->queue_first];
        sim->queue_first = (sim->queue_first + 1) % sim->p;
        sim->queue_count--;
        sim->ranks[number].runnable = false;
        if (sim->ranks[number].in_collective)
            continue;
        if (!run_rank(sim, number))
            return false;
    }
    return explain_deadlock(sim);
}

/* Gives the rank its values; notes in `known` which there are. */
static void bind(const struct steps *steps, struct simulation_rank *rank, bool *known,
                 const struct model_binding *bindings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t name = interned_find(steps->names, bindings[i].name, strlen(bindings[i].name));
        if (name == UINT32_MAX)
            continue;
        rank->values[name] = bindings[i].value;
        known[name] = true;
    }
}

size_t model_predict_system(const struct model_machine *machine, uint32_t place,
                            struct model_binding bindings[MODEL_PREDICT_SYSTEM])
{
    const struct {
        const char *name;
        double value;
    } all[] = {{"_system_flops", model_machine_flops(machine, place)},
               {"_system_cores", machine->cores},
               {"_system_memory", machine->memory},
               {"_system_latency", machine->latency},
               {"_system_bandwidth", machine->bandwidth},
               {"_system_disk_read", machine->disk_read},
               {"_system_disk_write", machine->disk_write}};
    size_t count = sizeof all / sizeof all[0];
    for (size_t i = 0; i < count; i++)
        bindings[i] = (struct model_binding){
            all[i].name, model_number_canonical(model_number_real(all[i].value))};
    return count;
}

static void start_ranks(struct simulation *sim, bool *known, const struct model_binding *bindings,
                        size_t count)
{
    const struct steps *steps = sim->steps;
    size_t names = interned_count(steps->names);
    for (uint32_t i = 0; i < sim->p; i++) {
        struct simulation_rank *rank = &sim->ranks[i];
        struct model_binding system[MODEL_PREDICT_SYSTEM];
        size_t system_count = model_predict_system(sim->machine, i, system);
        struct model_binding own[] = {{"p", model_number_whole(sim->p)},
                                      {"rank", model_number_whole(i)}};
        rank->values = memory_zeroed(names, sizeof *rank->values);
        rank->chances = memory_zeroed(steps->count + 1, sizeof *rank->chances);
        rank->waits_for = -1;
        bind(steps, rank, known, system, system_count);
        bind(steps, rank, known, bindings, count);
        bind(steps, rank, known, own, 2);
        push_frame(rank, steps->first, MODEL_META_NONE, 1);
    }
    for (size_t i = 0; i < steps->count; i++) {
        if (steps->items[i].index != MODEL_META_NONE)
            known[steps->items[i].index] = true;
    }
}

/* Sums up the ranks; those that end early wait for the last one. */
static void sum_up(const struct simulation *sim, struct model_prediction *result)
{
    result->ranks = memory_zeroed(sim->p, sizeof *result->ranks);
    result->most_compute = -1;
    for (uint32_t i = 0; i < sim->p; i++) {
        result->ranks[i] = sim->ranks[i].sums;
        result->time = fmax(result->time, sim->ranks[i].sums.time);
    }
    for (uint32_t i = 0; i < sim->p; i++) {
        const struct model_predict_rank *rank = &result->ranks[i];
        result->compute += rank->compute / sim->p;
        result->messages += rank->messages / sim->p;
        result->io += rank->io / sim->p;
        result->waiting += (rank->waiting + result->time - rank->time) / sim->p;
        result->sends += rank->sends;
        result->sent_bytes += rank->sent_bytes;
        result->meetings += rank->meetings;
        result->met_bytes += rank->met_bytes;
        if (rank->compute + rank->io > result->most_compute) {
            result->most_compute = rank->compute + rank->io;
            result->slowest = i;
        }
    }
    double part = (result->compute + result->waiting) * sim->machine->spread;
    result->low = result->time - part;
    result->high = result->time + part;
}

static void free_simulation(struct simulation *sim)
{
    for (uint32_t i = 0; i < sim->p; i++) {
        free(sim->ranks[i].frames);
        free(sim->ranks[i].values);
        free(sim->ranks[i].chances);
    }
    for (size_t i = 0; i < sim->channel_count; i++)
        free(sim->channels[i].arrivals);
    free(sim->channels);
    free(sim->meetings);
    free(sim->queue);
    free(sim->ranks);
    pairs_free(&sim->channel_of);
}

struct model_predictor *model_predictor_new(const struct model_meta_task *task, struct error *error)
{
    struct steps *steps = steps_new(task, error);
    if (!steps)
        return NULL;
    struct model_predictor *predictor = memory_zeroed(1, sizeof *predictor);
    predictor->steps = steps;
    predictor->factors = (struct model_predict_factors){1, 1, 1};
    return predictor;
}

void model_predictor_correct(struct model_predictor *predictor,
                             struct model_predict_factors factors)
{
    predictor->factors = factors;
}

void model_predictor_free(struct model_predictor *predictor)
{
    if (predictor)
        steps_free(predictor->steps);
    free(predictor);
}

/* True if some messages were not received. */
static bool has_rest(const struct simulation *sim)
{
    for (size_t i = 0; i < sim->channel_count; i++)
        if (sim->channels[i].count)
            return true;
    return false;
}

/* What a simulation may have met. */
struct outcome {
    bool uneven; /* loops were shortened on one side of messages only: the other side is not steady
                  */
    bool limit;  /* it has too many steps */
};

/* Simulates p ranks. */
static bool simulate(const struct model_predictor *predictor, const struct model_machine *machine,
                     const struct model_binding *bindings, size_t binding_count, bool whole,
                     struct model_prediction *prediction, struct outcome *outcome,
                     struct error *error)
{
    const uint32_t p = prediction->p;
    struct simulation sim = {.steps = predictor->steps,
                             .machine = machine,
                             .factors = predictor->factors,
                             .p = p,
                             .ranks = memory_zeroed(p, sizeof *sim.ranks),
                             .queue = memory_zeroed(p, sizeof *sim.queue),
                             .steps_left = STEPS_MOST,
                             .whole = whole,
                             .error = error};
    bool *known = memory_zeroed(interned_count(predictor->steps->names) + 1, sizeof *known);
    sim.known = known;
    start_ranks(&sim, known, bindings, binding_count);
    bool done = run_all(&sim);
    *outcome = (struct outcome){sim.shortened && (!done || has_rest(&sim)), sim.steps_left <= 0};
    if (done)
        sum_up(&sim, prediction);
    free_simulation(&sim);
    free(known);
    return done;
}

bool model_predict(struct model_predictor *predictor, const struct model_machine *machine,
                   uint32_t p, const struct model_binding *bindings, size_t binding_count,
                   struct model_prediction *prediction, struct error *error)
{
    *prediction = (struct model_prediction){.p = p};
    if (!p || p > RANKS_MOST)
        return error_set(error, "the number of ranks must be from 1 to %d", RANKS_MOST);
    struct outcome outcome;
    bool done =
        simulate(predictor, machine, bindings, binding_count, false, prediction, &outcome, error);
    if (!outcome.uneven)
        return done;
    struct model_prediction whole = {.p = p};
    bool all = simulate(predictor, machine, bindings, binding_count, true, &whole, &outcome, error);
    if (!all && outcome.limit && done)
        return true;
    model_prediction_free(prediction);
    *prediction = whole;
    return all;
}

void model_prediction_free(struct model_prediction *prediction)
{
    free(prediction->ranks);
    prediction->ranks = NULL;
}

const char *model_prediction_limit(const struct model_prediction *prediction, double one_compute)
{
    /* Work that all ranks do, instead of dividing it, is lost, too. */
    double divided = one_compute > 0 ? one_compute / prediction->p : prediction->compute;
    double repeated = fmax(prediction->compute - divided, 0);
    double most =
        fmax(fmax(repeated, prediction->waiting), fmax(prediction->messages, prediction->io));
    return most < prediction->time / 10 || most <= 0 ? "computation"
           : most == repeated                        ? "repeated work"
           : most == prediction->waiting             ? "uneven load"
           : most == prediction->messages            ? "messages"
                                                     : "input and output";
}
