/* test_efficiency.c: the factors of POP, and the replay behind them, by numbers known by hand. */
#include "unit.h"

#include "ranks.h"

#include <stdlib.h>
#include <string.h>

static void near(double is, double must)
{
    assert_true(is > must - 1e-12 && is < must + 1e-12);
}

/* Two ranks compute 300 and 100, and meet at a barrier that takes 20 by itself. */
static struct ranks uneven(bool silent)
{
    struct ranks ranks = ranks_new(2, 2);
    ranks.silent = silent;
    ranks_loop(&ranks, 0, 300);
    ranks_compute(&ranks, 1, 100);
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 320);
    ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 320);
    ranks_read(&ranks);
    return ranks;
}

static void balance(void **state)
{
    (void)state;
    struct ranks ranks = uneven(false);
    const struct efficiency *is = &ranks.efficiency;
    assert_int_equal(is->state, EFFICIENCY_KNOWN);
    assert_int_equal(is->count, 2);
    assert_int_equal(is->runtime, 320);
    assert_int_equal(is->most, 300);
    assert_int_equal(is->busiest, 0);
    near(is->balance, 200.0 / 300);
    near(is->communication, 300.0 / 320);
    near(is->parallel, 200.0 / 320);
    near(is->threads, 1);
    assert_int_equal(is->replay.state, REPLAY_KNOWN);
    assert_int_equal(is->replay.time, 300);
    assert_int_equal(is->replay.missing, 0);
    near(is->serialisation, 1);
    near(is->transfer, 300.0 / 320);
    struct efficiency_blame blame = efficiency_blame_find(ranks.cube, is);
    assert_int_equal(ranks_line(&ranks, blame.region), RANKS_LOOP);
    assert_int_equal(blame.most, 300);
    assert_int_equal(blame.mean, 150);
    ranks_free(&ranks);
}

/* Without events, the first two factors are the same. */
static void profile_only(void **state)
{
    (void)state;
    struct ranks ranks = uneven(true);
    near(ranks.efficiency.balance, 200.0 / 300);
    near(ranks.efficiency.communication, 300.0 / 320);
    assert_int_equal(ranks.efficiency.replay.state, REPLAY_NO_EVENTS);
    ranks_free(&ranks);
}

/* What happens in MPI_Init is no part of the run. */
static void without_init(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_call(&ranks, i, RANKS_INIT, 1000 * (i + 1));
        ranks_compute(&ranks, i, 50);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.runtime, 50);
    near(ranks.efficiency.parallel, 1);
    near(ranks.efficiency.transfer, 1);
    assert_int_equal(ranks.efficiency.replay.time, 50);
    ranks_free(&ranks);
}

/* Rank 1 needs what rank 0 has computed: no network makes that faster than 200. */
static void one_after_the_other(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 100);
    ranks_send(&ranks, 0, 1, 8, 110);
    ranks_receive(&ranks, 1, 0, 8, 120);
    ranks_compute(&ranks, 1, 100);
    ranks_read(&ranks);
    near(ranks.efficiency.balance, 1);
    near(ranks.efficiency.communication, 100.0 / 220);
    assert_int_equal(ranks.efficiency.replay.time, 200);
    near(ranks.efficiency.serialisation, 100.0 / 200);
    near(ranks.efficiency.transfer, 200.0 / 220);
    ranks_free(&ranks);
}

/* A receive that was posted before is waited for where its end is seen; a send waits for nobody. */
static void nonblocking(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    uint64_t posted = ranks_post(&ranks, 1, 0, 5);
    ranks_compute(&ranks, 1, 80);
    ranks_wait(&ranks, 1, posted, 0, 8, 130);
    ranks_compute(&ranks, 1, 10);
    ranks_compute(&ranks, 0, 100);
    ranks_isend(&ranks, 0, 1, 8, 104);
    ranks_compute(&ranks, 0, 7);
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.replay.time, 110); /* 107 of rank 0; 100 + 10 of rank 1 */
    assert_int_equal(ranks.efficiency.runtime, 140);
    ranks_free(&ranks);
}

/* What four ranks that come at 10, 20, 30 and 40 have to wait for, then compute 40, 30, 20, 10. */
static uint64_t ideal_of(enum ranks_site site, uint32_t root)
{
    struct ranks ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++) {
        ranks_compute(&ranks, i, 10 * (i + 1));
        ranks_together(&ranks, i, site, root, 8, 50);
        ranks_compute(&ranks, i, 40 - 10 * i);
    }
    ranks_read(&ranks);
    uint64_t time = ranks.efficiency.replay.time;
    assert_int_equal(ranks.efficiency.replay.missing, 0);
    ranks_free(&ranks);
    return time;
}

static void collectives(void **state)
{
    (void)state;
    assert_int_equal(ideal_of(RANKS_ALLREDUCE, 0), 80); /* all from 40 on; then 40 */
    assert_int_equal(ideal_of(RANKS_BARRIER, 0), 80);
    assert_int_equal(ideal_of(RANKS_BCAST, 0), 50);  /* nobody waits */
    assert_int_equal(ideal_of(RANKS_BCAST, 2), 70);  /* rank 0 from 30 on */
    assert_int_equal(ideal_of(RANKS_REDUCE, 0), 80); /* rank 0 waits for all */
    assert_int_equal(ideal_of(RANKS_REDUCE, 3), 50); /* rank 3 is the last anyway */
    assert_int_equal(ideal_of(RANKS_SCAN, 0), 50);   /* those before have come before */
}

/* In a scan, later ranks wait for earlier ones. */
static void prefix(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(3, 3);
    const uint64_t before[] = {20, 30, 10}, after[] = {1, 1, 5};
    for (uint32_t i = 0; i < 3; i++) {
        ranks_compute(&ranks, i, before[i]);
        ranks_together(&ranks, i, RANKS_SCAN, 0, 8, 40);
        ranks_compute(&ranks, i, after[i]);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.replay.time, 35); /* rank 2 from 30 on */
    ranks_free(&ranks);
}

/* A receive whose send is not known does not wait, and is counted. */
static void no_partner(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_receive(&ranks, 1, 0, 8, 120);
    ranks_compute(&ranks, 1, 10);
    ranks_compute(&ranks, 0, 30);
    ranks_call(&ranks, 0, RANKS_WAIT, 0);
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.replay.missing, 1);
    assert_int_equal(ranks.efficiency.replay.time, 30);
    ranks_free(&ranks);
}

/* Each receives before it sends: that cannot have been, and has an end all the same. */
static void nonsense(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_compute(&ranks, i, 10 * (i + 1));
        ranks_receive(&ranks, i, 1 - i, 8, 50);
        ranks_send(&ranks, i, 1 - i, 8, 60);
        ranks_compute(&ranks, i, 5);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.replay.missing, 1);
    assert_int_equal(ranks.efficiency.replay.time, 25);
    ranks_free(&ranks);
}

/* A rank of which nothing is known: collective operations go on without it. */
static void an_absent_rank(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 3);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_compute(&ranks, i, 10 * (i + 1));
        ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 50);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.absent, 1);
    assert_int_equal(ranks.efficiency.replay.missing, 2);
    assert_int_equal(ranks.efficiency.replay.time, 20);
    ranks_free(&ranks);
}

/* What found no room in the log makes the replay impossible. */
static void a_full_log(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_compute(&ranks, i, 10);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 50);
    }
    ranks.rank[1].place->log.head.header.dropped = 3;
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.replay.state, REPLAY_INCOMPLETE);
    near(ranks.efficiency.communication, 10.0 / 50);
    ranks_free(&ranks);
}

/* Nor is it possible when a query chose the acts. */
static void a_part(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    uint32_t lanes[] = {0, 1};
    for (uint32_t i = 0; i < 2; i++) {
        ranks_compute(&ranks, i, 10);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 50);
    }
    ranks_read(&ranks);
    assert_int_equal(replay_run(ranks.archive, lanes).state, REPLAY_KNOWN);
    free(ranks.archive->run.part_of);
    ranks.archive->run.part_of = strdup("/whole.tri");
    assert_int_equal(replay_run(ranks.archive, lanes).state, REPLAY_PART);
    ranks_free(&ranks);
}

/* A rank with two lanes: one waits 60 of its 100 outside of MPI, the other is busy for 80. */
static void threads(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct made_profile *profile = ranks.rank[i].profile;
        ranks_loop(&ranks, i, 40);
        ranks_call(&ranks, i, RANKS_OMP, 100);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 200);
        uint32_t root = made_lane(profile, 1, "b", MADE_START, MADE_START + 200);
        made_lane_of(profile, root)->flags |= FORMAT_LANE_POOL;
        made_node(profile, root, RANKS_LOOP, 1, 80);
    }
    ranks_read(&ranks);
    near(ranks.efficiency.threads, (40.0 + 80) / (2 * 100));
    near(ranks.efficiency.communication, 0.5);
    near(ranks.efficiency.parallel, 0.5 * 0.6);
    ranks_free(&ranks);
}

/* Ranks that were killed, and seen until different moments, cannot be compared. */
static void cut_off(void **state)
{
    (void)state;
    for (uint64_t seen = 45; seen <= 95; seen += 50) {
        struct ranks ranks = ranks_new(2, 2);
        for (uint32_t i = 0; i < 2; i++)
            ranks_compute(&ranks, i, i ? seen : 100);
        ranks_end(&ranks);
        for (uint32_t i = 0; i < 2; i++) {
            made_lane_of(ranks.rank[i].profile, ranks.rank[i].root)->end = 0;
            ranks.rank[i].place->record.state = FORMAT_PLACE_RUNNING;
            ranks.rank[i].place->record.end = 0;
        }
        ranks_look(&ranks);
        assert_true(ranks.efficiency.at_least);
        assert_int_equal(ranks.efficiency.state, seen == 95 ? EFFICIENCY_KNOWN : EFFICIENCY_CUT);
        assert_int_equal(ranks.advice.count, 0);
        ranks_free(&ranks);
    }
}

static void one_rank(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    ranks_compute(&ranks, 0, 10);
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.state, EFFICIENCY_NO_RANKS);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

static void cpu_time(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_compute(&ranks, i, 10);
        ranks.rank[i].place->record.clock = FORMAT_CLOCK_CPU;
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.state, EFFICIENCY_CPU_TIME);
    ranks_free(&ranks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balance),      cmocka_unit_test(profile_only),
        cmocka_unit_test(without_init), cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(nonblocking),  cmocka_unit_test(collectives),
        cmocka_unit_test(prefix),       cmocka_unit_test(no_partner),
        cmocka_unit_test(nonsense),     cmocka_unit_test(an_absent_rank),
        cmocka_unit_test(a_full_log),   cmocka_unit_test(a_part),
        cmocka_unit_test(threads),      cmocka_unit_test(one_rank),
        cmocka_unit_test(cpu_time),     cmocka_unit_test(cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
