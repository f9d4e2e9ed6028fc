/* passed_flags.c: see passed_flags.h
 *
 * A function passes flags to its callers if one of them reads flags after a direct call, before it
 * writes them. What such a function calls last, or jumps to, passes them, too. A function gets
 * flags if it reads some before it writes them; a function that calls it must keep them until then.
 */
#include "loops/plan/passed_flags.h"

#include "loops/architecture.h"
#include "loops/flow/first_use.h"
#include "loops/flow/liveness.h"
#include "util/memory.h"

#include <stdlib.h>

/* The search. */
struct passing {
    const struct loops_binary *binary;
    struct loops_rewritten *functions;
    bool *gives, *gets; /* by function */
    uint32_t *queue;    /* functions that give flags, whose callees are still to be marked */
    size_t count;
    bool more; /* a function has been found to get flags */
};

/* Returns the number of the function that begins at an address; the number of functions if none
 * does. */
static size_t beginning_at(const struct passing *passing, uint64_t address)
{
    const struct loops_binary *binary = passing->binary;
    const struct loops_binary_function *found =
        address ? loops_binary_function_at(binary, address) : NULL;
    return found && found->start == address ? (size_t)(found - binary->functions)
                                            : binary->function_count;
}

/* Notes that some code needs the flags that the function at an address leaves. */
static void mark(struct passing *passing, uint64_t address)
{
    size_t number = beginning_at(passing, address);
    if (number == passing->binary->function_count || passing->gives[number])
        return;
    passing->gives[number] = true;
    passing->queue[passing->count++] = (uint32_t)number;
}

/* Marks the functions after whose return another one needs flags, given what is live in it: to pass
 * them on, or else because it reads them itself. Many flags that are live are not read: code that
 * tests a bit leaves all but one. */
static void mark_called(struct passing *passing, const struct loops_graph *graph,
                        const uint32_t *live, bool passes)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_BACK && live[edge->to] & INSTRUCTION_FLAGS &&
            loops_graph_last(graph, edge->from)->kind == INSTRUCTION_CALL &&
            (passes || loops_reads_first(graph, passing->binary, edge->to, INSTRUCTION_FLAGS)))
            mark(passing, loops_graph_last(graph, edge->from)->target);
    }
}

/* True if an instruction reads flags, or calls a function that gets some. */
static bool reads_before(const struct passing *passing, const struct loops_instruction *in)
{
    if (in->kind != INSTRUCTION_CALL)
        return in->reads & INSTRUCTION_FLAGS &&
               !(in->writes & passing->binary->architecture->stack);
    size_t number = beginning_at(passing, in->target);
    return number < passing->binary->function_count && passing->gets[number];
}

/* Marks the functions that code of unknown flow calls, if it goes straight on to an instruction
 * that reads flags. */
static void mark_called_before(struct passing *passing, const struct loops_binary_function *from)
{
    const struct loops_binary *binary = passing->binary;
    size_t size;
    const uint8_t *bytes = loops_binary_bytes(binary, from->start, 1, &size);
    struct loops_instruction in;
    uint64_t called = 0; /* by the last call after which no flags were used */
    for (uint64_t at = from->start; bytes && at < from->end; at += in.size) {
        size_t done = (size_t)(at - from->start);
        if (done >= size || !binary->architecture->decode(bytes + done, size - done, at, &in) ||
            !in.size)
            return;
        if (called && reads_before(passing, &in))
            mark(passing, called);
        if (in.kind == INSTRUCTION_CALL)
            called = in.target;
        else if (in.kind != INSTRUCTION_PLAIN || in.writes & INSTRUCTION_FLAGS)
            called = 0;
    }
}

/* Marks what a function that gives flags calls last, or jumps to. If some of the flags may be those
 * that it was called with, it gets them. */
static void mark_sources(struct passing *passing, uint32_t number)
{
    const struct loops_graph *graph = &passing->functions[number].graph;
    if (!graph->edge_count)
        return;
    uint32_t *live = loops_liveness_find(graph, passing->binary, 0, INSTRUCTION_FLAGS);
    mark_called(passing, graph, live, true);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_LEAVE && edge->from != GRAPH_OUTSIDE)
            mark(passing, loops_graph_last(graph, edge->from)->target);
    }
    if (live[graph->edges[0].to] & INSTRUCTION_FLAGS && !passing->gets[number])
        passing->gets[number] = passing->more = true;
    free(live);
}

/* True if a function reads flags that it has not written. */
static bool reads_flags(const struct passing *passing, const struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    return function->live && graph->edge_count &&
           function->live[graph->edges[0].to] & INSTRUCTION_FLAGS &&
           loops_takes(graph, passing->binary, INSTRUCTION_FLAGS);
}

/* Notes at the calls of a function, and at its jumps out of it, that others get flags there.
 * Returns true if anything was new. */
static bool note_getters(const struct passing *passing, const struct loops_graph *graph)
{
    bool any = false;
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        struct loops_instruction *last = loops_graph_last(graph, node);
        bool leads = last->kind == INSTRUCTION_CALL || last->kind == INSTRUCTION_JUMP ||
                     last->kind == INSTRUCTION_BRANCH;
        size_t number =
            leads ? beginning_at(passing, last->target) : passing->binary->function_count;
        if (number == passing->binary->function_count || !passing->gets[number] ||
            last->target == graph->entry || last->reads & INSTRUCTION_FLAGS)
            continue;
        last->reads |= INSTRUCTION_FLAGS;
        any = true;
    }
    return any;
}

/* Corrects what is live in the functions that call those that get flags, which may get some
 * themselves. */
static void correct_callers(struct passing *passing)
{
    while (passing->more) {
        passing->more = false;
        for (size_t i = 0; i < passing->binary->function_count; i++) {
            struct loops_rewritten *function = &passing->functions[i];
            if (!function->live || !note_getters(passing, &function->graph))
                continue;
            free(function->live);
            function->live = loops_liveness_find(&function->graph, passing->binary, 0, 0);
            bool gets = !passing->gets[i] && reads_flags(passing, function);
            passing->gets[i] |= gets;
            passing->more |= gets;
        }
    }
}

/* Finds the functions that give flags. */
static void find_givers(struct passing *passing)
{
    for (size_t i = 0; i < passing->binary->function_count; i++) {
        const struct loops_rewritten *function = &passing->functions[i];
        if (!function->live || function->graph.is_guess)
            mark_called_before(passing, &passing->binary->functions[i]);
        if (function->live)
            mark_called(passing, &function->graph, function->live, false);
    }
    while (passing->count)
        mark_sources(passing, passing->queue[--passing->count]);
}

void passed_flags_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    size_t count = binary->function_count;
    struct passing passing = {.binary = binary,
                              .functions = functions,
                              .gives = memory_zeroed(count + 1, sizeof *passing.gives),
                              .gets = memory_zeroed(count + 1, sizeof *passing.gets),
                              .queue = memory_zeroed(count + 1, sizeof *passing.queue)};
    for (size_t i = 0; i < count; i++)
        passing.more |= passing.gets[i] = reads_flags(&passing, &functions[i]);
    do {
        correct_callers(&passing);
        find_givers(&passing);
    } while (passing.more);
    for (size_t i = 0; i < count; i++) {
        if (!functions[i].why && (passing.gives[i] || passing.gets[i]))
            functions[i].why = passing.gives[i] ? "its callers need the flags that it leaves"
                                                : "it needs the flags of its callers";
    }
    free(passing.gives);
    free(passing.gets);
    free(passing.queue);
}
