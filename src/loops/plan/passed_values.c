/* passed_values.c: see passed_values.h
 *
 * No ABI lets a value stay in the flags over a call, or in the registers that the linker's own code
 * may change, x16 and x17 of aarch64; here both are "values". A function gives one to its callers
 * if one of them reads it after a direct call, before it writes it. What such a function calls
 * last, or jumps to, gives it, too. A function gets a value if it reads one that it has not
 * written; what calls that must keep the value until then. */
#include "loops/plan/passed_values.h"

#include "loops/architecture.h"
#include "loops/flow/first_use.h"
#include "loops/flow/liveness.h"
#include "util/memory.h"

#include <stdlib.h>

/* The search. Values are sets of registers and flags. */
struct passing {
    const struct loops_binary *binary;
    struct loops_rewritten *functions;
    uint32_t values;        /* all of them */
    uint32_t *gives, *gets; /* by function */
    uint32_t *queue;        /* functions that give more, whose callees are still to be marked */
    size_t count, room;
    bool more; /* a function has been found to get something */
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

/* Notes that some code needs the values that the function at an address leaves. */
static void mark(struct passing *passing, uint64_t address, uint32_t values)
{
    size_t number = beginning_at(passing, address);
    if (number == passing->binary->function_count || !(values & ~passing->gives[number]))
        return;
    passing->gives[number] |= values;
    passing->queue =
        memory_grow(passing->queue, &passing->room, passing->count + 1, sizeof *passing->queue);
    passing->queue[passing->count++] = (uint32_t)number;
}

/* Returns those of some values that are read from the beginning of a node on. */
static uint32_t read_from(const struct passing *passing, const struct loops_graph *graph,
                          uint32_t node, uint32_t values)
{
    uint32_t read = 0;
    for (uint32_t left = values; left; left &= left - 1) {
        uint32_t one = left & -left;
        read |= loops_reads_first(graph, passing->binary, node, one) ? one : 0;
    }
    return read;
}

/* True for what may be padding: behind a call that does not return, which is not known. */
static bool is_padding(const struct loops_instruction *in)
{
    return in->kind == INSTRUCTION_PLAIN && !in->reads && !in->writes && !in->relative;
}

/* Marks the functions after whose return another one reads values, given what is live in it. Many
 * flags that are live are not read: code that tests a bit leaves all but one. */
static void mark_called(struct passing *passing, const struct loops_graph *graph,
                        const uint32_t *live)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        uint32_t values = live[edge->to] & passing->values;
        if (edge->kind == GRAPH_BACK && values &&
            loops_graph_last(graph, edge->from)->kind == INSTRUCTION_CALL &&
            !is_padding(&graph->instructions[graph->blocks[edge->to - 1].first]))
            mark(passing, loops_graph_last(graph, edge->from)->target,
                 read_from(passing, graph, edge->to, values));
    }
}

/* Returns the values that an instruction reads, or that the function gets which it calls. */
static uint32_t read_by(const struct passing *passing, const struct loops_instruction *in)
{
    if (in->kind != INSTRUCTION_CALL)
        return in->writes & passing->binary->architecture->stack ? 0 : in->reads;
    size_t number = beginning_at(passing, in->target);
    return number < passing->binary->function_count ? passing->gets[number] : 0;
}

/* Marks the functions that code of unknown flow calls, if it goes straight on to an instruction
 * that reads values. */
static void mark_called_before(struct passing *passing, const struct loops_binary_function *from)
{
    const struct loops_binary *binary = passing->binary;
    size_t size;
    const uint8_t *bytes = loops_binary_bytes(binary, from->start, 1, &size);
    struct loops_instruction in;
    uint64_t called = 0;      /* the last call */
    uint32_t since = 0, read; /* values that were neither read nor written since then */
    for (uint64_t at = from->start; bytes && at < from->end; at += in.size) {
        size_t done = (size_t)(at - from->start);
        if (done >= size || !binary->architecture->decode(bytes + done, size - done, at, &in) ||
            !in.size)
            return;
        read = read_by(passing, &in) & since;
        if (read)
            mark(passing, called, read);
        since &= in.kind == INSTRUCTION_PLAIN && !is_padding(&in) ? ~(read | in.writes) : 0;
        if (in.kind == INSTRUCTION_CALL) {
            called = in.target;
            since = passing->values;
        }
    }
}

/* Marks what a function that gives values calls last, or jumps to. If some of them may be those
 * that it was called with, it gets them. */
static void mark_sources(struct passing *passing, uint32_t number)
{
    const struct loops_graph *graph = &passing->functions[number].graph;
    uint32_t given = passing->gives[number];
    if (!graph->edge_count)
        return;
    uint32_t *live = loops_liveness_find(graph, passing->binary, passing->values & ~given, given);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->from == GRAPH_OUTSIDE)
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
        if (edge->kind == GRAPH_LEAVE)
            mark(passing, last->target, given);
        else if (edge->kind == GRAPH_BACK && last->kind == INSTRUCTION_CALL)
            mark(passing, last->target, live[edge->to] & given);
    }
    uint32_t gets = live[graph->edges[0].to] & given & ~passing->gets[number];
    passing->gets[number] |= gets;
    passing->more |= gets != 0;
    free(live);
}

/* Returns the values that a function reads without having written them. */
static uint32_t got_by(const struct passing *passing, const struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    if (!function->live || !graph->edge_count)
        return 0;
    uint32_t entry = graph->edges[0].to;
    return read_from(passing, graph, entry, function->live[entry] & passing->values);
}

/* Notes at the calls of a function, and at its jumps out of it, that others get values there.
 * Returns true if anything was new. */
static bool note_getters(const struct passing *passing, const struct loops_graph *graph)
{
    bool any = false;
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        struct loops_instruction *last = loops_graph_last(graph, node);
        bool leads = last->kind == INSTRUCTION_CALL || last->kind == INSTRUCTION_JUMP ||
                     last->kind == INSTRUCTION_BRANCH;
        size_t number = leads && last->target != graph->entry ? beginning_at(passing, last->target)
                                                              : passing->binary->function_count;
        if (number == passing->binary->function_count || !(passing->gets[number] & ~last->reads))
            continue;
        last->reads |= passing->gets[number];
        any = true;
    }
    return any;
}

/* Corrects what is live in the functions that call those that get values, which may get some
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
            uint32_t gets = got_by(passing, function) & ~passing->gets[i];
            passing->gets[i] |= gets;
            passing->more |= gets != 0;
        }
    }
}

/* Finds the functions that give values. */
static void find_givers(struct passing *passing)
{
    for (size_t i = 0; i < passing->binary->function_count; i++) {
        const struct loops_rewritten *function = &passing->functions[i];
        if (!function->live || function->graph.is_guess)
            mark_called_before(passing, &passing->binary->functions[i]);
        if (function->live)
            mark_called(passing, &function->graph, function->live);
    }
    while (passing->count)
        mark_sources(passing, passing->queue[--passing->count]);
}

/* True if a function keeps a value that is no flag over a call, or passes one to its callee. */
static bool keeps(const struct passing *passing, const struct loops_rewritten *function)
{
    const struct loops_graph *graph = &function->graph;
    uint32_t registers = passing->values & ~INSTRUCTION_FLAGS;
    for (uint32_t i = 0; registers && i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_BACK)
            continue;
        const struct loops_instruction *call = loops_graph_last(graph, edge->from);
        uint32_t after = function->live[edge->to] & registers;
        bool passes = call->kind == INSTRUCTION_CALL && call->reads & registers;
        if (passes || read_from(passing, graph, edge->to, after))
            return true;
    }
    return false;
}

/* Returns the reason why a function cannot be counted; NULL if it can. */
static const char *reason_of(const struct passing *passing, size_t number)
{
    if (passing->gives[number] & INSTRUCTION_FLAGS)
        return "its callers need the flags that it leaves";
    if (passing->gets[number] & INSTRUCTION_FLAGS)
        return "it needs the flags of its callers";
    if (passing->gives[number] || passing->gets[number] ||
        keeps(passing, &passing->functions[number]))
        return "it keeps values where the linker's code may change them";
    return NULL;
}

void passed_values_find(const struct loops_binary *binary, struct loops_rewritten *functions)
{
    size_t count = binary->function_count;
    struct passing passing = {.binary = binary,
                              .functions = functions,
                              .values = binary->architecture->between & ~binary->architecture->kept,
                              .gives = memory_zeroed(count + 1, sizeof *passing.gives),
                              .gets = memory_zeroed(count + 1, sizeof *passing.gets)};
    for (size_t i = 0; i < count; i++) {
        passing.gets[i] = got_by(&passing, &functions[i]);
        passing.more |= passing.gets[i] != 0;
    }
    do {
        correct_callers(&passing);
        find_givers(&passing);
    } while (passing.more);
    for (size_t i = 0; i < count; i++) {
        if (!functions[i].why)
            functions[i].why = reason_of(&passing, i);
    }
    free(passing.gives);
    free(passing.gets);
    free(passing.queue);
}
