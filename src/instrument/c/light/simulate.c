/* simulate.c: see simulate.h
 *
 * If the value of a condition is unknown, so are the counts of all items below it, and the
 * simulation continues behind it. It fails if a jump below the condition may leave the loop or
 * begin its next trip. */
#include "instrument/c/light/simulate.h"

#include "instrument/c/light/flow.h"
#include "instrument/c/light/told.h"

#include <assert.h>

enum { MOST_STEPS = 100000 }; /* nodes that are executed */

/* The continuation behind a node: with the next one, behind or at the next trip of the loop around
 * it, or unknown. */
enum flow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_FAILED };

/* A running simulation: the values of loop variables, and the steps so far. */
struct simulation {
    const struct scope *scope;
    struct values values;
    unsigned steps;
};

static enum flow run(struct simulation *simulation, const struct node *node);

/* Counts a visit of an item, with these trips. */
static void reach(struct item *item, unsigned long long trips)
{
    struct totals *totals = &item->totals;
    if (!totals->visits || trips < totals->least)
        totals->least = trips;
    if (trips > totals->most)
        totals->most = trips;
    totals->visits++;
    totals->trips += trips;
}

/* Skips a node that is perhaps not executed: the counts of the items inside become unknown. */
static enum flow pass_by(const struct node *node)
{
    for (struct node *at = (struct node *)node; at; at = tree_next(node, at)) {
        if (at->item)
            at->item->totals.known = false;
    }
    return flow_may_leave(node, false) ? FLOW_FAILED : FLOW_ON;
}

static enum flow run_all(struct simulation *simulation, const struct node *node)
{
    enum flow flow = FLOW_ON;
    for (const struct node *at = node->first; at && flow == FLOW_ON; at = at->next)
        flow = run(simulation, at);
    return flow;
}

/* Executes the trips of a loop whose head is known. */
static enum flow run_trips(struct simulation *simulation, const struct loop *loop, long long first,
                           unsigned long long trips)
{
    struct values *values = &simulation->values;
    assert(values->count < VALUES_MOST);
    int place = values->count++;
    values->variable[place] = loop->told.variable;
    enum flow flow = FLOW_ON;
    for (unsigned long long i = 0; i < trips && flow != FLOW_FAILED; i++) {
        values->value[place] = first + (long long)i * loop->told.step;
        flow = run(simulation, instrument_loops_body(loop->node));
        if (flow == FLOW_BREAK)
            flow = FLOW_FAILED; /* cannot be: a counted loop has no break */
    }
    values->count--;
    return flow == FLOW_FAILED ? FLOW_FAILED : FLOW_ON;
}

static enum flow run_loop(struct simulation *simulation, const struct node *node)
{
    const struct loop *loop = node->loop;
    long long first;
    unsigned long long trips;
    if (tree_is_block(node))
        return flow_may_leave(node, false) || flow_ends_block(node) ? FLOW_FAILED
                                                                    : run(simulation, node->first);
    if (!loop || !loop->item)
        return pass_by(node);
    if (simulation->values.count == VALUES_MOST)
        return FLOW_FAILED;
    if (told_count(simulation->scope->unit, &loop->told, &simulation->values, &first, &trips)) {
        reach(loop->item, trips);
        return run_trips(simulation, loop, first, trips);
    }
    reach(loop->item, 0);
    loop->item->totals.are_trips_known = false;
    for (struct node *at = tree_next(node, (struct node *)node); at; at = tree_next(node, at)) {
        if (at->item)
            at->item->totals.known = false;
    }
    return flow_may_leave(node, false) ? FLOW_FAILED : FLOW_ON;
}

static enum flow run_if(struct simulation *simulation, const struct node *node)
{
    long long value;
    const struct node *condition = node->first, *yes = condition ? condition->next : NULL;
    if (!yes)
        return FLOW_FAILED;
    if (run(simulation, condition) != FLOW_ON)
        return FLOW_FAILED;
    if (values_of(simulation->scope->unit, &simulation->values, condition, &value)) {
        const struct node *chosen = value ? yes : yes->next;
        return chosen ? run(simulation, chosen) : FLOW_ON;
    }
    enum flow flow = pass_by(yes);
    if (flow == FLOW_ON && yes->next)
        flow = pass_by(yes->next);
    return flow;
}

/* Executes the first operand, and skips the others, which the program may not execute. */
static enum flow run_first(struct simulation *simulation, const struct node *node)
{
    enum flow flow = node->first ? run(simulation, node->first) : FLOW_ON;
    for (const struct node *at = node->first ? node->first->next : NULL; at && flow == FLOW_ON;
         at = at->next)
        flow = pass_by(at);
    return flow;
}

static enum flow run(struct simulation *simulation, const struct node *node)
{
    if (++simulation->steps > MOST_STEPS)
        return FLOW_FAILED;
    if (tree_is_loop(node))
        return run_loop(simulation, node);
    switch (node->kind) {
    case CXCursor_IfStmt:
        return run_if(simulation, node);
    case CXCursor_BreakStmt:
        return FLOW_BREAK;
    case CXCursor_ContinueStmt:
        return FLOW_CONTINUE;
    case CXCursor_CallExpr: {
        enum flow flow = run_all(simulation, node);
        if (node->item)
            reach(node->item, 0);
        return flow;
    }
    default:
        break;
    }
    switch (flow_of(simulation->scope->unit, node)) {
    case FLOW_KIND_ALL:
        return run_all(simulation, node);
    case FLOW_KIND_FIRST:
        return run_first(simulation, node);
    case FLOW_KIND_NOTHING:
        return FLOW_ON;
    case FLOW_KIND_UNKNOWN:
        break;
    }
    return pass_by(node);
}

bool simulate(const struct scope *scope, struct loop *loop)
{
    struct simulation simulation = {.scope = scope};
    struct node *top = loop->node;
    for (struct node *at = top; at; at = tree_next(top, at)) {
        if (at->item)
            at->item->totals = (struct totals){.known = true, .are_trips_known = true};
    }
    bool good = loop->told.is_constant && run_loop(&simulation, top) == FLOW_ON;
    for (struct node *at = top; at && !good; at = tree_next(top, at)) {
        if (at->item)
            at->item->totals.known = false;
    }
    return good;
}
