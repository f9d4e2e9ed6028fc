/* test_whatif.c: changed replays of ranks made by hand: the times can be computed in one's head. */
#include "unit.h"

#include "analysis/whatif.h"
#include "ranks.h"

#include <stdio.h>
#include <string.h>

static struct analysis_whatif *look(struct ranks *ranks)
{
    struct error error = {0};
    ranks_read(ranks);
    struct analysis_whatif *whatif = analysis_whatif_new(ranks->cube, &error);
    if (!whatif)
        fail_msg("%s", error.text);
    assert_int_equal(whatif->replayed, whatif->measured);
    return whatif;
}

static uint32_t loop_of(const struct ranks *ranks)
{
    struct error error = {0};
    uint32_t region = analysis_whatif_region(ranks->archive, "loop 1 of main", &error);
    assert_int_equal(ranks_line(ranks, region), RANKS_LOOP);
    return region;
}

static struct analysis_whatif_answer faster(const struct analysis_whatif *whatif, uint32_t region,
                                            double factor, bool even)
{
    const struct analysis_whatif_change change = {.region = region, .faster = factor, .even = even};
    return analysis_whatif_ask(whatif,
                               &(struct analysis_whatif_scenario){.changes = &change, .count = 1});
}

static uint64_t on_network(const struct analysis_whatif *whatif, double latency, double bandwidth)
{
    return analysis_whatif_ask(whatif,
                               &(struct analysis_whatif_scenario){.network = WHATIF_NETWORK_GIVEN,
                                                                  .latency = latency,
                                                                  .bandwidth = bandwidth})
        .time;
}

static uint64_t on_ideal(const struct analysis_whatif *whatif)
{
    return analysis_whatif_ask(whatif,
                               &(struct analysis_whatif_scenario){.network = WHATIF_NETWORK_IDEAL})
        .time;
}

/* Turns of 40 and 60 for the slower rank, each followed by a barrier that takes 2 after the last
 * one came. */
static void barriers(void **state)
{
    (void)state;
    static const uint64_t work[2][2] = {{40, 10}, {20, 60}};
    struct ranks ranks = ranks_new(2, 2);
    for (int turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < 2; i++) {
            ranks_loop(&ranks, i, work[turn][i]);
            ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, turn ? 104 : 42);
        }
    }
    struct analysis_whatif *whatif = look(&ranks);
    uint32_t loop = loop_of(&ranks);
    assert_int_equal(whatif->measured, 104);
    assert_int_equal(on_ideal(whatif), 100);
    struct analysis_whatif_answer answer = faster(whatif, loop, 2, false);
    assert_int_equal(answer.time, 20 + 2 + 30 + 2);
    assert_int_equal(answer.region, 130);
    assert_int_equal(answer.placed, 130);
    /* The first turn has 40 and 10: 25 each. Later turns have 20 and 60: 40 each. */
    assert_int_equal(faster(whatif, loop, 1, true).time, 25 + 2 + 40 + 2);
    assert_int_equal(faster(whatif, 0, 1, true).time, 25 + 2 + 40 + 2);
    assert_int_equal(faster(whatif, 0, 2, false).time, 54);
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

/* Rank 1 waits for what rank 0 sends after 100, and computes 50. */
static void a_late_sender(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_loop(&ranks, 0, 100);
    ranks_send(&ranks, 0, 1, 1000, 105);
    ranks_compute(&ranks, 1, 30);
    ranks_receive(&ranks, 1, 0, 1000, 110);
    ranks_compute(&ranks, 1, 50);
    struct analysis_whatif *whatif = look(&ranks);
    assert_int_equal(whatif->measured, 160);
    assert_int_equal(faster(whatif, loop_of(&ranks), 2, false).time, 50 + 10 + 50);
    /* From 30 on, rank 0 is not waited for any more. */
    assert_int_equal(faster(whatif, loop_of(&ranks), 1e9, false).time, 30 + 10 + 50);
    assert_int_equal(on_ideal(whatif), 150);
    /* 20 ns and 1 byte per ns. */
    assert_in_range(on_network(whatif, 20e-9, 1e9), 100 + 1019 + 50, 100 + 1021 + 50);
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

/* A large send waits for its receive, which rank 1 posts after 200. */
static void a_late_receiver(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 10);
    ranks_send(&ranks, 0, 1, 1 << 20, 230);
    ranks_compute(&ranks, 0, 70);
    ranks_loop(&ranks, 1, 200);
    ranks_receive(&ranks, 1, 0, 1 << 20, 240);
    struct analysis_whatif *whatif = look(&ranks);
    assert_int_equal(whatif->measured, 300);
    assert_int_equal(faster(whatif, loop_of(&ranks), 2, false).time, 100 + 30 + 70);
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

/* One process: what is saved is what is gained. */
static void alone(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    ranks_compute(&ranks, 0, 100);
    ranks_loop(&ranks, 0, 300);
    struct analysis_whatif *whatif = look(&ranks);
    assert_int_equal(whatif->measured, 400);
    assert_in_range(faster(whatif, loop_of(&ranks), 3, false).time, 199, 201);
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

static void missing(void **state)
{
    (void)state;
    struct error error = {0};
    struct ranks ranks = ranks_new(2, 2);
    ranks.silent = true;
    ranks.kinds = 0;
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 10);
    ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 10);
    ranks_read(&ranks);
    assert_null(analysis_whatif_new(ranks.cube, &error));
    assert_non_null(strstr(error.text, "--events=comm"));
    assert_int_equal(analysis_whatif_region(ranks.archive, "nothing", &error), 0);
    assert_non_null(strstr(error.text, "'loop 1 of main (made.c:3)'"));
    assert_int_equal(analysis_whatif_region(ranks.archive, "made.c:1", &error), 1);
    ranks_free(&ranks);
}

/* A run whose rank 1 was killed, and one whose rank 1 never came to a barrier. */
static void ended_early(void **state)
{
    (void)state;
    for (int killed = 0; killed < 2; killed++) {
        struct ranks ranks = ranks_new(2, 2);
        ranks_loop(&ranks, 0, 40);
        ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 42);
        if (killed)
            ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 42);
        else
            ranks_write(&ranks, 1, 8, 42); /* so that there is a log */
        if (killed)                        /* and the process is gone */
            ranks.rank[1].place->record.state = FORMAT_PLACE_RUNNING;
        struct analysis_whatif *whatif = look(&ranks);
        assert_int_equal(whatif->ended_early, killed);
        assert_int_equal(whatif->missing, killed ? 0 : 1);
        assert_int_equal(whatif->processes, 0);
        analysis_whatif_free(whatif);
        ranks_free(&ranks);
    }
}

static uint64_t below(uint64_t *seed, uint64_t limit)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (*seed >> 33) % limit;
}

/* Ranks that compute at random and meet in barriers: with a loop twice as fast, each turn takes
 * half of its longest time. */
static void random_turns(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 50; round++) {
        uint32_t count = 2 + (uint32_t)below(&seed, 3);
        struct ranks ranks = ranks_new(count, count);
        uint64_t now = 0, half = 0;
        for (uint64_t turns = 1 + below(&seed, 20); turns; turns--) {
            uint64_t most = 0, own = below(&seed, 10);
            for (uint32_t i = 0; i < count; i++) {
                uint64_t ns = 2 + 2 * below(&seed, 1000);
                ranks_loop(&ranks, i, ns);
                most = ns > most ? ns : most;
            }
            now += most + own;
            half += most / 2 + own;
            for (uint32_t i = 0; i < count; i++)
                ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, now);
        }
        struct analysis_whatif *whatif = look(&ranks);
        assert_int_equal(whatif->measured, now);
        assert_int_equal(faster(whatif, loop_of(&ranks), 2, false).time, half);
        analysis_whatif_free(whatif);
        ranks_free(&ranks);
    }
}

/* Between two calls of an inner loop that was not logged, a loop outside of it may have run. */
static void an_inner_loop(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (int turn = 1; turn <= 3; turn++) {
        for (uint32_t i = 0; i < 2; i++) {
            ranks_loop(&ranks, i, i ? 60 : 100);
            ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, (uint64_t)turn * 110);
        }
    }
    struct analysis_whatif *whatif = look(&ranks);
    struct analysis_whatif_answer answer = faster(whatif, loop_of(&ranks), 2, false);
    assert_int_equal(answer.placed, 480);
    assert_int_equal(answer.time, 3 * (50 + 10));
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

/* Rank 0 sends without waiting and computes; what it sent arrives when it calls MPI again. */
static void a_busy_sender(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_isend(&ranks, 0, 1, 1000, 10);
    ranks_compute(&ranks, 0, 100000);
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 150200);
    ranks_compute(&ranks, 1, 50);
    ranks_receive(&ranks, 1, 0, 1000, 100110);
    ranks_compute(&ranks, 1, 50000);
    ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 150200);
    struct analysis_whatif *whatif = look(&ranks);
    assert_int_equal(whatif->measured, 150200);
    assert_int_equal(faster(whatif, 0, 2, false).time, 50010 + 100 + 25000 + 90);
    analysis_whatif_free(whatif);
    ranks_free(&ranks);
}

/* A process with two workers: each round computes alone, then all share a loop. */
struct rounds {
    struct ranks ranks;
    struct ranks_lane workers[2];
    uint64_t now;
};

static struct rounds rounds_new(uint64_t end)
{
    struct rounds rounds = {.ranks = ranks_new(1, 1)};
    rounds.ranks.rank[0].place->record.ranks = 0;
    rounds.ranks.kinds = FORMAT_EVENTS_ALL;
    for (uint32_t i = 0; i < 2; i++)
        rounds.workers[i] = ranks_lane(&rounds.ranks, i + 1, end);
    return rounds;
}

/* One round: alone; the workers begin `late` after the region; work of the three threads; the time
 * that the end of the region takes after the last one came. */
static void add_round(struct rounds *rounds, uint64_t alone, uint64_t late, const uint64_t *work,
                      uint64_t own)
{
    struct ranks *ranks = &rounds->ranks;
    const uint32_t *node = ranks->rank[0].node;
    uint64_t fork = rounds->now + alone, last = fork + work[0], end;
    for (int i = 1; i < 3; i++)
        last = fork + late + work[i] > last ? fork + late + work[i] : last;
    end = last + own;
    ranks_act(ranks, node[RANKS_LOOP], rounds->now, fork);
    ranks_act(ranks, node[RANKS_SHARED], fork, fork + work[0]);
    ranks_act(ranks, node[RANKS_END], fork + work[0], end);
    ranks_act(ranks, node[RANKS_IMPLICIT], fork, end);
    ranks_act(ranks, node[RANKS_PARALLEL], fork, end);
    for (int i = 0; i < 2; i++) {
        uint64_t begin = fork + late, came = begin + work[i + 1];
        ranks_act(ranks, rounds->workers[i].shared, begin, came);
        ranks_act(ranks, rounds->workers[i].end, came, end);
        ranks_act(ranks, rounds->workers[i].task, begin, end);
    }
    rounds->now = ranks->rank[0].now = end;
}

static uint32_t region_at(const struct ranks *ranks, uint32_t line)
{
    char text[32];
    struct error error = {0};
    snprintf(text, sizeof text, "made.c:%u", line);
    return analysis_whatif_region(ranks->archive, text, &error);
}

/* A loop in a parallel region shortens it only as far as the slowest thread allows. */
static void threads(void **state)
{
    (void)state;
    struct rounds rounds = rounds_new(130);
    add_round(&rounds, 20, 5, (const uint64_t[]){30, 16, 66}, 4);
    struct analysis_whatif *whatif = look(&rounds.ranks);
    assert_false(whatif->ignores_lanes);
    assert_int_equal(whatif->measured, 20 + 5 + 66 + 4);
    uint32_t shared = region_at(&rounds.ranks, RANKS_SHARED);
    struct analysis_whatif_answer answer = faster(whatif, shared, 2, false);
    assert_int_equal(answer.region, 30 + 16 + 66);
    assert_int_equal(answer.time, 20 + 5 + 33 + 4);
    assert_int_equal(answer.sure, answer.placed);
    /* Without any work, the workers still begin 5 after the region. */
    assert_in_range(faster(whatif, shared, 1e12, false).time, 20 + 5 + 4, 20 + 5 + 4 + 1);
    assert_int_equal(faster(whatif, loop_of(&rounds.ranks), 2, false).time, 10 + 5 + 66 + 4);
    analysis_whatif_free(whatif);
    ranks_free(&rounds.ranks);
}

/* Rounds at random: each takes half of its work alone, and of its slowest thread. */
static void random_rounds(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int turn = 0; turn < 30; turn++) {
        struct rounds rounds = rounds_new(1000000);
        uint64_t half = 0, whole = 0;
        for (uint64_t left = 1 + below(&seed, 8); left; left--) {
            uint64_t work[3], alone = 2 * (1 + below(&seed, 100)), late = below(&seed, 9);
            uint64_t own = below(&seed, 5), slowest = 0;
            for (int i = 0; i < 3; i++) {
                work[i] = 2 * (1 + below(&seed, 500));
                uint64_t time = work[i] / 2 + (i ? late : 0);
                slowest = time > slowest ? time : slowest;
            }
            add_round(&rounds, alone, late, work, own);
            half += alone + slowest + own;
            whole = rounds.now;
        }
        struct analysis_whatif *whatif = look(&rounds.ranks);
        assert_int_equal(whatif->measured, whole);
        uint32_t shared = region_at(&rounds.ranks, RANKS_SHARED);
        assert_int_equal(faster(whatif, shared, 2, false).time, half);
        analysis_whatif_free(whatif);
        ranks_free(&rounds.ranks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers),        cmocka_unit_test(a_late_sender),
        cmocka_unit_test(a_late_receiver), cmocka_unit_test(alone),
        cmocka_unit_test(missing),         cmocka_unit_test(random_turns),
        cmocka_unit_test(ended_early),     cmocka_unit_test(an_inner_loop),
        cmocka_unit_test(a_busy_sender),   cmocka_unit_test(threads),
        cmocka_unit_test(random_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
