/* test_counters.c: counts of all edges from those of few, for random walks over random flows. */
#include "loops/plan/counters.h"
#include "util/kirchhoff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { NODES = 20, EDGES = 80 };

static uint64_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

struct sample {
    struct counters_edge edges[EDGES];
    uint32_t count, nodes;
    int64_t walked[EDGES];
};

/* Every node leads somewhere, and back to node 0 in the end. */
static void make(struct sample *sample)
{
    memset(sample, 0, sizeof *sample);
    sample->nodes = 1 + random_below(NODES);
    for (uint32_t i = 0; i < sample->nodes; i++) {
        uint32_t ways = 1 + random_below(3);
        for (uint32_t k = 0; k < ways; k++) {
            uint32_t to = k ? random_below(sample->nodes) : (i + 1) % sample->nodes;
            enum counters_how how = random_below(10) == 0   ? COUNTERS_MUST
                                    : random_below(10) == 0 ? COUNTERS_KNOWN
                                                            : COUNTERS_FREE;
            sample->edges[sample->count++] =
                (struct counters_edge){i, to, how, (float)random_below(100)};
        }
    }
}

static void walk(struct sample *sample, uint32_t rounds)
{
    uint32_t at = 0;
    while (rounds || at) {
        uint32_t ways[EDGES], count = 0;
        for (uint32_t i = 0; i < sample->count; i++) {
            if (sample->edges[i].from == at)
                ways[count++] = i;
        }
        uint32_t edge = ways[random_below(count)];
        sample->walked[edge]++;
        at = sample->edges[edge].to;
        if (!at && rounds)
            rounds--;
    }
}

static void all_edges_from_few(void **state)
{
    (void)state;
    uint32_t counted = 0, all = 0;
    for (uint64_t n = 0; n < 3000; n++) {
        struct sample sample;
        uint32_t counter[EDGES];
        int64_t taken[EDGES] = {0};
        seed = n * 104729 + 7;
        make(&sample);
        walk(&sample, 20);
        uint32_t used = counters_place(sample.edges, sample.count, sample.nodes, counter);
        struct kirchhoff_edge edges[EDGES];
        for (uint32_t i = 0; i < sample.count; i++) {
            bool counts = counter[i] != COUNTERS_NONE;
            bool known = counts || sample.edges[i].how == COUNTERS_KNOWN;
            assert_true(!counts || counter[i] < used);
            edges[i] = (struct kirchhoff_edge){sample.edges[i].from, sample.edges[i].to, known};
            taken[i] = known ? sample.walked[i] : -1;
        }
        struct kirchhoff *way = kirchhoff_new(edges, sample.count, sample.nodes);
        assert_true(kirchhoff_is_enough(way));
        assert_true(kirchhoff_solve(way, taken));
        kirchhoff_free(way);
        assert_memory_equal(taken, sample.walked, sample.count * sizeof *taken);
        counted += used;
        all += sample.count;
    }
    assert_true(counted < all * 2 / 3);
}

static void heavy_edges_are_not_counted(void **state)
{
    (void)state;
    /* a loop: 0 -> 1 -> 2 -> 1, 2 -> 0 */
    const struct counters_edge edges[] = {{0, 1, COUNTERS_FREE, 1},
                                          {1, 2, COUNTERS_FREE, 100},
                                          {2, 1, COUNTERS_FREE, 99},
                                          {2, 0, COUNTERS_FREE, 1}};
    uint32_t counter[4];
    assert_int_equal(counters_place(edges, 4, 3, counter), 2);
    assert_int_equal(counter[1], COUNTERS_NONE);
    assert_int_not_equal(counter[2], COUNTERS_NONE);
}

static void a_flow_that_was_cut_off_is_told(void **state)
{
    (void)state;
    const struct kirchhoff_edge edges[] = {
        {0, 1, true}, {1, 2, true}, {1, 3, false}, {2, 0, false}, {3, 0, true}};
    int64_t taken[] = {3, 4, 0, 0, -1}; /* it goes on more often than it came */
    struct kirchhoff *way = kirchhoff_new(edges, 5, 4);
    assert_true(kirchhoff_solve(way, taken));
    assert_int_equal(taken[2], -1);
    taken[4] = 0; /* that does not fit */
    assert_false(kirchhoff_solve(way, taken));
    kirchhoff_free(way);
}

static void too_few_counters_are_told(void **state)
{
    (void)state;
    const struct kirchhoff_edge edges[] = {
        {0, 1, true}, {1, 2, false}, {1, 2, false}, {2, 0, true}};
    int64_t taken[] = {1, 0, 0, 1};
    struct kirchhoff *way = kirchhoff_new(edges, 4, 3);
    assert_false(kirchhoff_is_enough(way));
    assert_false(kirchhoff_solve(way, taken));
    kirchhoff_free(way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_edges_from_few),
        cmocka_unit_test(heavy_edges_are_not_counted),
        cmocka_unit_test(a_flow_that_was_cut_off_is_told),
        cmocka_unit_test(too_few_counters_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
