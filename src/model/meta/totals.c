/* totals.c: adds up what the nodes of a task do, as expressions. */
#include "model/meta/meta.h"

#include "util/memory.h"

#include <stdlib.h>

struct adding {
    const struct model_meta_task *task;
    struct model_costs *costs;
    model_cost zero, one;
    struct error *error;
};

/* Terms that are added at the end, for each quantity: sums of many terms are made once. */
struct terms {
    model_cost *items[MODEL_META_QUANTITIES];
    size_t count[MODEL_META_QUANTITIES], room[MODEL_META_QUANTITIES];
};

static bool add_node(struct adding *adding, uint32_t number, struct model_meta_totals *totals);

static model_cost multiply(const struct adding *adding, model_cost a, model_cost b)
{
    return a == adding->one    ? b
           : b == adding->one  ? a
           : a == adding->zero ? a
           : b == adding->zero ? b
                               : model_cost_apply(adding->costs, MODEL_COST_MULTIPLY, a, b);
}

static model_cost add(const struct adding *adding, model_cost a, model_cost b)
{
    return a == adding->zero   ? b
           : b == adding->zero ? a
                               : model_cost_apply(adding->costs, MODEL_COST_ADD, a, b);
}

static model_cost complement(const struct adding *adding, model_cost probability)
{
    return model_cost_apply(adding->costs, MODEL_COST_SUBTRACT, adding->one, probability);
}

static struct model_meta_totals nothing(const struct adding *adding)
{
    struct model_meta_totals totals = {.broken = adding->zero};
    for (int i = 0; i < MODEL_META_QUANTITIES; i++)
        totals.of[i] = adding->zero;
    return totals;
}

static void push_term(struct terms *terms, int quantity, model_cost term)
{
    terms->items[quantity] =
        memory_grow(terms->items[quantity], &terms->room[quantity], terms->count[quantity] + 1,
                    sizeof *terms->items[quantity]);
    terms->items[quantity][terms->count[quantity]++] = term;
}

/* Nodes behind one that may leave the body are reached with what is left of the probability. */
static bool add_body(struct adding *adding, uint32_t first, bool alone,
                     struct model_meta_totals *totals)
{
    struct terms terms = {0};
    struct model_meta_totals node;
    model_cost reached = adding->one;
    bool done = true;
    *totals = nothing(adding);
    for (uint32_t at = first; at != MODEL_META_NONE && done; at = adding->task->nodes[at].next) {
        done = add_node(adding, at, &node);
        for (int i = 0; done && i < MODEL_META_QUANTITIES; i++) {
            if (node.of[i] != adding->zero)
                push_term(&terms, i, multiply(adding, reached, node.of[i]));
        }
        if (done && node.broken != adding->zero)
            reached = multiply(adding, reached, complement(adding, node.broken));
        if (alone)
            break;
    }
    for (int i = 0; i < MODEL_META_QUANTITIES; i++) {
        if (done && terms.count[i])
            totals->of[i] = model_cost_apply_many(adding->costs, MODEL_COST_ADD, terms.items[i],
                                                  terms.count[i]);
        free(terms.items[i]);
    }
    totals->broken = complement(adding, reached);
    return done;
}

/* The sum of `body` over trips; a last trip that is not whole counts as that part of a trip. */
static model_cost over_trips(const struct adding *adding, const char *index, model_cost trips,
                             model_cost body)
{
    struct model_costs *costs = adding->costs;
    if (body == adding->zero)
        return body;
    if (!index || !model_cost_depends(costs, body, index))
        return multiply(adding, trips, body);
    model_cost whole = model_cost_apply(costs, MODEL_COST_FLOOR, trips, trips);
    model_cost last = model_cost_apply(costs, MODEL_COST_SUBTRACT, whole, adding->one);
    model_cost sum = model_cost_sum(costs, index, adding->zero, last, body);
    if (whole == trips)
        return sum;
    model_cost part = model_cost_apply(costs, MODEL_COST_SUBTRACT, trips, whole);
    return add(adding, sum, multiply(adding, part, model_cost_replace(costs, body, index, whole)));
}

/* Trip i is begun with the probability that none of the i trips before left the loop. */
static model_cost over_trips_with_break(const struct adding *adding, const char *index,
                                        model_cost trips, model_cost body, model_cost broken)
{
    struct model_costs *costs = adding->costs;
    struct model_number number;
    model_cost stays = complement(adding, broken);
    bool depends = index && model_cost_depends(costs, body, index);
    if (!depends && model_cost_is_number(costs, broken, &number)) {
        model_cost all = model_cost_apply(costs, MODEL_COST_POWER, stays, trips);
        model_cost expected =
            model_cost_apply(costs, MODEL_COST_DIVIDE, complement(adding, all), broken);
        return multiply(adding, expected, body);
    }
    const char *name = index ? index : "_trip";
    model_cost last = model_cost_apply(costs, MODEL_COST_SUBTRACT, trips, adding->one);
    model_cost begun =
        model_cost_apply(costs, MODEL_COST_POWER, stays, model_cost_variable(costs, name));
    return model_cost_sum(costs, name, adding->zero, last, multiply(adding, begun, body));
}

static bool add_loop(struct adding *adding, const struct model_meta_node *at,
                     struct model_meta_totals *totals)
{
    const char *index = model_meta_word(adding->task, at->name);
    struct model_meta_totals body;
    if (!add_body(adding, at->first, false, &body))
        return false;
    model_cost trips = model_cost_apply(adding->costs, MODEL_COST_MAX, at->cost, adding->zero);
    if (index && model_cost_depends(adding->costs, body.broken, index))
        return error_set(adding->error,
                         "line %u: whether BREAK leaves the loop must not depend on its index %s",
                         at->line, index);
    for (int i = 0; i < MODEL_META_QUANTITIES; i++)
        totals->of[i] = body.broken == adding->zero
                            ? over_trips(adding, index, trips, body.of[i])
                            : over_trips_with_break(adding, index, trips, body.of[i], body.broken);
    totals->broken = adding->zero;
    return true;
}

static bool add_branches(struct adding *adding, const struct model_meta_node *at,
                         struct model_meta_totals *totals)
{
    struct model_meta_totals one, other;
    if (!add_body(adding, at->first, false, &one) ||
        !add_body(adding, at->otherwise, false, &other))
        return false;
    model_cost against = complement(adding, at->cost);
    for (int i = 0; i < MODEL_META_QUANTITIES; i++)
        totals->of[i] = add(adding, multiply(adding, at->cost, one.of[i]),
                            multiply(adding, against, other.of[i]));
    totals->broken = add(adding, multiply(adding, at->cost, one.broken),
                         multiply(adding, against, other.broken));
    return true;
}

/* The body is work that up to `width` cores share. */
static bool add_parallel(struct adding *adding, const struct model_meta_node *at,
                         struct model_meta_totals *totals)
{
    struct model_costs *costs = adding->costs;
    if (!add_body(adding, at->first, false, totals))
        return false;
    model_cost cores = model_cost_variable(costs, "_system_cores");
    model_cost lanes = model_cost_apply(costs, MODEL_COST_MIN, at->cost, cores);
    lanes = model_cost_apply(costs, MODEL_COST_MAX, lanes, adding->one);
    static const enum model_meta_quantity divided[] = {MODEL_META_SPAN, MODEL_META_TIME_SPAN};
    for (int i = 0; i < 2; i++) {
        model_cost *span = &totals->of[divided[i]];
        if (*span != adding->zero)
            *span = model_cost_apply(costs, MODEL_COST_DIVIDE, *span, lanes);
    }
    return true;
}

static bool add_node(struct adding *adding, uint32_t number, struct model_meta_totals *totals)
{
    static const int places[MODEL_META_KINDS][2] = {
        [MODEL_META_COMPUTE] = {MODEL_META_WORK, MODEL_META_SPAN},
        [MODEL_META_SECONDS] = {MODEL_META_TIME, MODEL_META_TIME_SPAN},
        [MODEL_META_INPUT] = {MODEL_META_IN_BYTES, MODEL_META_IN_COUNT},
        [MODEL_META_OUTPUT] = {MODEL_META_OUT_BYTES, MODEL_META_OUT_COUNT},
        [MODEL_META_SEND] = {MODEL_META_SENT_BYTES, MODEL_META_SENT_COUNT},
        [MODEL_META_RECV] = {MODEL_META_RECV_BYTES, MODEL_META_RECV_COUNT},
        [MODEL_META_COLLECTIVE] = {MODEL_META_ALL_BYTES, MODEL_META_ALL_COUNT}};
    const struct model_meta_node *at = &adding->task->nodes[number];
    *totals = nothing(adding);
    switch (at->kind) {
    case MODEL_META_FOR:
        return add_loop(adding, at, totals);
    case MODEL_META_IF:
        return add_branches(adding, at, totals);
    case MODEL_META_PARALLEL:
        return add_parallel(adding, at, totals);
    case MODEL_META_BREAK:
        totals->broken = adding->one;
        return true;
    default:
        totals->of[places[at->kind][0]] = at->cost;
        totals->of[places[at->kind][1]] =
            at->kind == MODEL_META_COMPUTE || at->kind == MODEL_META_SECONDS ? at->cost
                                                                             : adding->one;
        return true;
    }
}

bool model_meta_total(const struct model_meta_task *task, uint32_t first, bool alone,
                      struct model_meta_totals *totals, struct error *error)
{
    struct adding adding = {.task = task, .costs = task->costs, .error = error};
    adding.zero = model_cost_whole(task->costs, 0);
    adding.one = model_cost_whole(task->costs, 1);
    return add_body(&adding, first, alone, totals);
}

const char *model_meta_quantity_word(enum model_meta_quantity quantity)
{
    static const char *const words[] = {
        "operations",     "operations_span", "seconds",          "seconds_span", "input_bytes",
        "inputs",         "output_bytes",    "outputs",          "sent_bytes",   "sends",
        "received_bytes", "receives",        "collective_bytes", "collectives"};
    return words[quantity];
}
