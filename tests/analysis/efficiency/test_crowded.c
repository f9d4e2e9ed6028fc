/* test_crowded.c: ranks that share cores: what is said of their load, and what is not known. */
#include "unit.h"

#include "only.h"
#include "ranks.h"

enum { MS = 1000000, US = 1000 };

/* Four ranks that compute so long, of which they have a core so long, and use it outside of MPI so
 * long. */
static struct ranks crowded(const uint64_t ms[4], const uint64_t cpu[4], uint64_t cores,
                            uint64_t queued)
{
    struct ranks ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++)
        ranks_loop(&ranks, i, ms[i] * MS);
    ranks_meet(&ranks, 100 * MS);
    for (uint32_t i = 0; i < 4; i++)
        ranks_machine(&ranks, i, cores, cpu[i] * MS, (100 - queued - cpu[i]) * MS, queued * MS);
    ranks_read(&ranks);
    return ranks;
}

/* Who waited for a core looks as if it had more to do. */
static void preempted(void **state)
{
    (void)state;
    const uint64_t falling[] = {60, 50, 40, 10}, same[] = {10, 10, 9, 10},
                   other[] = {50, 40, 30, 10};
    struct ranks ranks = crowded(falling, same, 3, 50);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_CROWDED);
    assert_int_equal(found->cost, 4 * 50 * MS);
    assert_int_equal(found->of, 4 * 100 * MS);
    assert_int_equal(found->count, 4);  /* lanes */
    assert_int_equal(found->others, 2); /* cores */
    assert_true(found->ratio > 0);      /* they are its own */
    assert_true(ranks.efficiency.preempted);
    assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_CPU);
    assert_int_equal(ranks.efficiency.crowding.forced, 400);
    ranks_free(&ranks);
    ranks = crowded(falling, other, 3, 50); /* some do have more to do */
    found = ranks_find(&ranks, ADVICE_IMBALANCE);
    assert_non_null(found);
    assert_int_equal(found->cost, (0 + 10 + 20 + 40) * MS / 50 * 60); /* of the longest time */
    assert_int_equal(found->time, 50 * MS);
    assert_int_equal(found->least, 10 * MS);
    assert_int_equal(found->shape, ADVICE_FALLING);
    assert_non_null(ranks_find(&ranks, ADVICE_CROWDED));
    ranks_free(&ranks);
    ranks = crowded(falling, same, 15, 1); /* they waited for something else, such as a disk */
    only(&ranks, ADVICE_IMBALANCE);
    assert_false(ranks.efficiency.preempted);
    ranks_free(&ranks);
}

/* Ranks share cores, but one was outside of MPI longer because it was blocked, by I/O or because it
 * slept: that is an imbalance, though CPU times are the same. */
static void blocked(void **state)
{
    (void)state;
    const uint64_t one[] = {20, 20, 90, 20}, same[] = {10, 10, 10, 10}, none[] = {0, 0, 0, 1};
    struct ranks ranks = crowded(one, same, 3, 30);
    const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_IMBALANCE);
    assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_OWN);
    assert_false(ranks.efficiency.preempted);
    assert_non_null(found);
    assert_int_equal(found->time, 90 * MS); /* of which it waited for a core for at most 30 */
    assert_int_equal(found->least, 20 * MS);
    assert_int_equal(ranks.archive->places.rank[found->place], 2);
    assert_int_equal(found->cost, 3 * 70 * MS);
    ranks_free(&ranks);
    ranks = crowded(one, none, 3, 90); /* too little CPU time to compare, and no other evidence */
    assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_TIME);
    assert_false(ranks.efficiency.preempted);
    only(&ranks, ADVICE_CROWDED);
    ranks_free(&ranks);
}

/* Two ranks that sleep so long outside of MPI, and spin in it, where they wait for cores. */
static struct ranks sleeping(const uint64_t ms[2], uint64_t queued)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++)
        ranks_loop(&ranks, i, ms[i] * MS);
    ranks_meet(&ranks, 100 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_machine(&ranks, i, 3, 1 * MS, (100 - ms[i] - queued) * MS, queued * MS);
    ranks_read(&ranks);
    return ranks;
}

/* What ranks wait for cores in MPI is not taken off their time outside of it: the advice has the
 * numbers of the load balance. Where all of it could have been outside, and that would make them
 * the same, it is not known which has more to do. */
static void queued_in_mpi(void **state)
{
    (void)state;
    const uint64_t different[] = {52, 22}, near[] = {60, 40};
    struct ranks ranks = sleeping(different, 20);
    const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_IMBALANCE);
    assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_OWN);
    assert_non_null(found);
    assert_int_equal(found->time, 52 * MS);
    assert_int_equal(found->least, 22 * MS);
    assert_int_equal(found->cost, 30 * MS);
    assert_true(found->cost == (uint64_t)ranks.efficiency.factors[EFFICIENCY_BALANCE].lost);
    assert_true(ranks.efficiency.even < 0.72 && ranks.efficiency.even > 0.71);
    ranks_free(&ranks);
    ranks = sleeping(near, 30);
    assert_true(analysis_efficiency_is_untold(&ranks.efficiency));
    only(&ranks, ADVICE_CROWDED);
    ranks_free(&ranks);
}

/* Two ranks share a core, and rank 1 is outside of MPI longer; only trips of the loop, or of one
 * that is in it and was only counted, may tell what they have to do. */
static struct ranks counted(uint64_t trips, uint64_t more, bool light)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct made_profile *profile = ranks.rank[i].profile;
        uint32_t loop = ranks.rank[i].node[RANKS_LOOP];
        ranks_loop(&ranks, i, (20 + 70 * i) * MS);
        if (light) {
            struct format_region row = {.kind = TRI_KIND_LOOP,
                                        .mode = TRI_COUNT,
                                        .seq = 9,
                                        .line = 99,
                                        .end_line = 99,
                                        .routine = RANKS_MAIN};
            uint32_t region = made_region(ranks.rank[i].place, row, "", "made.c", "");
            made_at(profile, loop)->trips = 1;
            loop = made_node(profile, loop, region, 1, 0);
        }
        made_at(profile, loop)->trips = trips + more * i;
        ranks_machine(&ranks, i, 1, 0, 0, 50 * MS);
        made_lane_of(profile, ranks.rank[i].root)->cpu_in_mpi = 0;
    }
    ranks_meet(&ranks, 100 * MS);
    ranks_read(&ranks);
    return ranks;
}

/* Without CPU times, trips of loops tell. */
static void same_trips(void **state)
{
    (void)state;
    for (int round = 0; round < 4; round++) {
        bool more = round % 2;
        struct ranks ranks = counted(100000, more ? 100000 : 0, round / 2);
        assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_WORK);
        assert_true(ranks.efficiency.preempted == !more);
        const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_IMBALANCE);
        assert_true(!found == !more);
        if (found)
            assert_in_range(found->cost, 44.9 * MS, 45 * MS); /* half of the longest time */
        ranks_free(&ranks);
    }
}

/* A few long trips say nothing: what the loop calls may have more to do on one rank. */
static void few_trips(void **state)
{
    (void)state;
    for (int light = 0; light < 2; light++) {
        struct ranks ranks = counted(15, 0, light);
        assert_int_equal(ranks.efficiency.evidence, EFFICIENCY_BY_TIME);
        assert_true(analysis_efficiency_is_untold(&ranks.efficiency));
        assert_false(ranks.efficiency.preempted);
        only(&ranks, ADVICE_CROWDED);
        ranks_free(&ranks);
    }
}

/* There is a core for each, but others use them; two ranks are bound to the same core; the system
 * does not tell how long they waited. */
static void whose_cores(void **state)
{
    (void)state;
    const uint64_t all[] = {80, 80, 80, 80}, cpu[] = {40, 40, 40, 40};
    struct ranks ranks = crowded(all, cpu, 15, 40);
    assert_true(only(&ranks, ADVICE_CROWDED)->ratio == 0);
    assert_int_equal(only(&ranks, ADVICE_CROWDED)->others, 4);
    ranks_free(&ranks);
    ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++) {
        ranks_loop(&ranks, i, (i < 2 ? 80 : 50) * MS);
        ranks_machine(&ranks, i, i < 2 ? 1 : UINT64_C(1) << i, 50 * MS, 0, i < 2 ? 50 * MS : 0);
    }
    ranks_meet(&ranks, 100 * MS);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_CROWDED);
    assert_true(found->ratio > 0);
    assert_int_equal(found->count, 2);
    assert_int_equal(found->others, 1);
    assert_int_equal(found->cost, 100 * MS);
    ranks_free(&ranks);
    ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++) {
        ranks_loop(&ranks, i, 80 * MS);
        ranks_machine(&ranks, i, 3, 100 * MS, 0, 0);
        made_lane_of(ranks.rank[i].profile, ranks.rank[i].root)->queued = 0;
    }
    ranks_meet(&ranks, 100 * MS);
    ranks_read(&ranks);
    found = only(&ranks, ADVICE_CROWDED);
    assert_true(ranks.efficiency.crowding.estimated);
    assert_int_equal(found->cost, 200 * MS); /* two of four have none at a time */
    ranks_free(&ranks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preempted), cmocka_unit_test(blocked),       cmocka_unit_test(same_trips),
        cmocka_unit_test(few_trips), cmocka_unit_test(queued_in_mpi), cmocka_unit_test(whose_cores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
