/* test_flow.c: dominators and loops of random flow graphs against what they are by definition. */
#include "loops/flow/flow.h"

#include "util/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 24 };

static uint64_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

struct graph {
    struct loops_flow_edge edges[4 * MOST];
    uint32_t edge_count;
    struct loops_flow flow;
    struct loops_flow_order order;
};

static void begin(struct graph *graph, uint32_t count)
{
    loops_flow_begin(&graph->flow, count, graph->edges, graph->edge_count);
    loops_flow_order_begin(&graph->order, &graph->flow);
}

static void end(struct graph *graph)
{
    loops_flow_order_end(&graph->order);
    loops_flow_end(&graph->flow);
}

/* As programs have them: most go on to the next node, some jump near, some anywhere. */
static void make_random(struct graph *graph, uint64_t number)
{
    seed = number * 7919 + 1;
    uint32_t count = 1 + random_below(MOST);
    uint32_t wild = random_below(4);
    graph->edge_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ways = random_below(8) ? 1 + random_below(2) : random_below(4);
        for (uint32_t k = 0; k < ways; k++) {
            uint32_t to = !k && i + 1 < count ? i + 1 : random_below(count);
            if (!random_below(4 - wild))
                to = random_below(count);
            graph->edges[graph->edge_count++] = (struct loops_flow_edge){i, to};
        }
    }
    begin(graph, count);
}

/* Nodes that can be reached from one of `from`, over those that are allowed. */
static void reach(const struct graph *graph, uint32_t from, const bool *allowed, bool *met)
{
    memset(met, 0, MOST * sizeof *met);
    met[from] = allowed[from];
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < graph->edge_count; i++) {
            struct loops_flow_edge edge = graph->edges[i];
            if (met[edge.from] && allowed[edge.to] && !met[edge.to])
                changed = met[edge.to] = true;
        }
    }
}

static void dominators_are_on_every_way(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 3000; n++) {
        struct graph graph;
        make_random(&graph, n);
        uint32_t count = graph.flow.count;
        uint32_t *dominators = loops_flow_dominators(&graph.flow, &graph.order);
        bool met[MOST], without[MOST], on_way[MOST][MOST] = {0};
        bool all[MOST];
        memset(all, 1, sizeof all);
        reach(&graph, 0, all, met);
        for (uint32_t i = 0; i < count; i++) {
            all[i] = false;
            reach(&graph, 0, all, without);
            all[i] = true;
            for (uint32_t k = 0; k < count; k++)
                on_way[i][k] = met[k] && !without[k];
        }
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(met[k], graph.order.number[k] != FLOW_NONE);
            uint32_t above[MOST] = {0}, at = k;
            for (; met[k] && at != FLOW_NONE; at = dominators[at])
                above[at] = 1;
            for (uint32_t i = 0; i < count; i++)
                assert_int_equal(above[i], on_way[i][k]);
        }
        free(dominators);
        end(&graph);
    }
}

/* The loop of a node by definition: what can be reached from it, and from where it can be reached,
 * over nodes below it in the tree of the search. */
static bool loop_of(const struct graph *graph, uint32_t head, bool *in)
{
    bool below[MOST] = {0}, there[MOST], back[MOST], any = false;
    const struct loops_flow_order *order = &graph->order;
    for (uint32_t i = 0; i < graph->flow.count; i++)
        below[i] = order->number[i] != FLOW_NONE &&
                   loops_flow_is_below(order, order->number[i], order->number[head]);
    reach(graph, head, below, there);
    for (uint32_t i = 0; i < graph->flow.count; i++) {
        reach(graph, i, below, back);
        in[i] = there[i] && back[head];
        any |= in[i] && i != head;
    }
    for (uint32_t i = 0; i < graph->edge_count; i++)
        any |= graph->edges[i].from == head && graph->edges[i].to == head;
    return any;
}

static bool is_entered_elsewhere(const struct graph *graph, uint32_t head, const bool *in)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        struct loops_flow_edge edge = graph->edges[i];
        if (graph->order.number[edge.from] != FLOW_NONE && !in[edge.from] && in[edge.to] &&
            edge.to != head)
            return true;
    }
    return false;
}

static void check_loop(const struct graph *graph, const struct loops_flow_loops *loops,
                       uint32_t number)
{
    const struct loops_flow_loop *loop = &loops->loops[number];
    bool in[MOST];
    uint32_t size = 0;
    assert_true(loop_of(graph, loop->head, in));
    for (uint32_t i = 0; i < graph->flow.count; i++) {
        assert_int_equal(in[i], loops_flow_is_in(loops, i, number));
        size += in[i];
    }
    assert_int_equal(loop->size, size);
    assert_int_equal(loop->irreducible, is_entered_elsewhere(graph, loop->head, in));
    if (loop->parent == FLOW_NONE) {
        assert_int_equal(loop->depth, 1);
    } else {
        assert_true(loop->parent < number);
        assert_int_equal(loop->depth, loops->loops[loop->parent].depth + 1);
        assert_true(loops_flow_is_in(loops, loop->head, loop->parent));
    }
}

static void loops_are_what_they_are_by_definition(void **state)
{
    (void)state;
    uint32_t seen = 0, irreducible = 0, deep = 0;
    for (uint64_t n = 0; n < 6000; n++) {
        struct graph graph;
        struct loops_flow_loops loops;
        make_random(&graph, n);
        loops_flow_loops_begin(&loops, &graph.flow, &graph.order);
        uint32_t heads = 0;
        for (uint32_t i = 0; i < graph.flow.count; i++) {
            bool in[MOST];
            heads += graph.order.number[i] != FLOW_NONE && loop_of(&graph, i, in);
        }
        assert_int_equal(loops.count, heads);
        for (uint32_t i = 0; i < loops.count; i++) {
            check_loop(&graph, &loops, i);
            irreducible += loops.loops[i].irreducible;
            deep += loops.loops[i].depth > 2;
        }
        seen += loops.count;
        loops_flow_loops_end(&loops);
        end(&graph);
    }
    assert_true(seen > 6000 && irreducible > 500 && deep > 500); /* else it tests little */
}

static void a_nest_and_an_irreducible_loop(void **state)
{
    (void)state;
    /* 0 -> 1 -> 2 <-> 3 -> 1 -> 4, and 5, 6 that jump to each other and are both jumped to by 4 */
    struct graph graph = {.edges = {{0, 1},
                                    {1, 2},
                                    {2, 3},
                                    {3, 2},
                                    {3, 1},
                                    {1, 4},
                                    {4, 5},
                                    {4, 6},
                                    {5, 6},
                                    {6, 5},
                                    {6, 7}},
                          .edge_count = 11};
    struct loops_flow_loops loops;
    begin(&graph, 8);
    loops_flow_loops_begin(&loops, &graph.flow, &graph.order);
    assert_int_equal(loops.count, 3);
    assert_int_equal(loops.loops[0].head, 1);
    assert_int_equal(loops.loops[0].size, 3);
    assert_int_equal(loops.loops[1].head, 2);
    assert_int_equal(loops.loops[1].parent, 0);
    assert_int_equal(loops.loops[1].depth, 2);
    assert_false(loops.loops[1].irreducible);
    assert_true(loops.loops[2].irreducible);
    assert_int_equal(loops.loops[2].size, 2);
    assert_int_equal(loops.innermost[7], FLOW_NONE);
    loops_flow_loops_end(&loops);
    end(&graph);
}

/* Nests of any depth need no deep recursion, and long ones no long time. */
static void large_ones_are_no_trouble(void **state)
{
    (void)state;
    enum { DEPTH = 20000 };
    struct loops_flow_edge *edges = memory_zeroed(2 * (size_t)DEPTH, sizeof *edges);
    for (uint32_t i = 0; i + 1 < DEPTH; i++)
        edges[i] = (struct loops_flow_edge){i, i + 1};
    for (uint32_t i = 0; i < DEPTH / 2; i++)
        edges[DEPTH - 1 + i] = (struct loops_flow_edge){DEPTH - 1 - i, i};
    struct loops_flow flow;
    struct loops_flow_order order;
    struct loops_flow_loops loops;
    loops_flow_begin(&flow, DEPTH, edges, DEPTH - 1 + DEPTH / 2);
    loops_flow_order_begin(&order, &flow);
    loops_flow_loops_begin(&loops, &flow, &order);
    uint32_t *dominators = loops_flow_dominators(&flow, &order);
    assert_int_equal(loops.count, DEPTH / 2);
    assert_int_equal(loops.loops[DEPTH / 2 - 1].depth, DEPTH / 2);
    assert_int_equal(dominators[DEPTH - 1], DEPTH - 2);
    free(dominators);
    loops_flow_loops_end(&loops);
    loops_flow_order_end(&order);
    loops_flow_end(&flow);
    free(edges);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dominators_are_on_every_way),
        cmocka_unit_test(loops_are_what_they_are_by_definition),
        cmocka_unit_test(a_nest_and_an_irreducible_loop),
        cmocka_unit_test(large_ones_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
