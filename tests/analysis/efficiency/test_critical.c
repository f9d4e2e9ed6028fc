/* test_critical.c: the critical path of ranks and threads made by hand. */
#include "unit.h"

#include "analysis/critical.h"
#include "ranks.h"

#include <string.h>

/* The time on the path in that region, by its line; between calls: of the region around them. */
static uint64_t in(const struct ranks *ranks, const struct analysis_critical *is,
                   enum ranks_site site, bool between)
{
    uint64_t time = 0;
    for (size_t i = 0; i < is->count; i++) {
        const struct analysis_critical_item *item = &is->items[i];
        bool is_between = item->after || item->before;
        if (ranks_line(ranks, item->region) == site && is_between == between)
            time += item->time;
    }
    return time;
}

static uint64_t on(const struct ranks *ranks, const struct analysis_critical *is, uint32_t rank)
{
    for (size_t i = 0; i < is->place_count; i++) {
        if (ranks->archive->places.rank[is->places[i].place] == rank)
            return is->places[i].time;
    }
    return 0;
}

/* The stretches follow each other without a gap; items and places have all of it. */
static void check_whole(const struct analysis_critical *is)
{
    uint64_t items = 0, places = 0;
    for (size_t i = 0; i < is->count; i++)
        items += is->items[i].time;
    for (size_t i = 0; i < is->place_count; i++)
        places += is->places[i].time;
    assert_int_equal(items, is->time);
    assert_int_equal(places, is->time);
    for (size_t i = 0; i + 1 < is->stretch_count; i++) {
        assert_int_equal(is->stretches[i].to, is->stretches[i + 1].from);
        assert_true(is->stretches[i].lane != is->stretches[i + 1].lane);
    }
}

static struct analysis_critical find(struct ranks *ranks)
{
    ranks_read(ranks);
    struct analysis_critical is = analysis_critical_find(ranks->archive);
    if (is.state == CRITICAL_KNOWN)
        check_whole(&is);
    return is;
}

/* Rank 1 goes on when rank 0 has sent: 100 of rank 0, then a transfer of 10 and 50 of rank 1. */
static void a_message(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 100);
    ranks_send(&ranks, 0, 1, 8, 105);
    ranks_compute(&ranks, 0, 20);
    ranks_compute(&ranks, 1, 30);
    ranks_receive(&ranks, 1, 0, 8, 110);
    ranks_compute(&ranks, 1, 50);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_KNOWN);
    assert_int_equal(is.time, 160);
    assert_int_equal(on(&ranks, &is, 0), 100);
    assert_int_equal(on(&ranks, &is, 1), 60);
    assert_int_equal(in(&ranks, &is, RANKS_RECV, false), 10);
    assert_int_equal(in(&ranks, &is, RANKS_SEND, false), 0);
    assert_int_equal(in(&ranks, &is, RANKS_MAIN, true), 150);
    assert_int_equal(is.stretch_count, 2);
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* A message that is there before it is wanted changes nothing. */
static void an_early_message(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_send(&ranks, 0, 1, 8, 5);
    ranks_compute(&ranks, 1, 100);
    ranks_receive(&ranks, 1, 0, 8, 110);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.time, 110);
    assert_int_equal(on(&ranks, &is, 1), 110);
    assert_int_equal(is.place_count, 1);
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* MPI_Probe waits for the message that is received after it: 100 of rank 0, then 10 and 50 of
 * rank 1. */
static void a_probe(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 100);
    ranks_send(&ranks, 0, 1, 8, 105);
    ranks_compute(&ranks, 1, 30);
    ranks_call(&ranks, 1, RANKS_PROBE, 108);
    ranks_receive(&ranks, 1, 0, 8, 110);
    ranks_compute(&ranks, 1, 50);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.time, 160);
    assert_int_equal(on(&ranks, &is, 0), 100);
    assert_int_equal(on(&ranks, &is, 1), 60);
    assert_int_equal(in(&ranks, &is, RANKS_PROBE, false), 8);
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* So does a loop of MPI_Test; one that works between the calls waits for nobody. */
static void a_loop_of_tests(void **state)
{
    (void)state;
    for (uint64_t work = 0; work < 2; work++) {
        struct ranks ranks = ranks_new(2, 2);
        uint64_t between = work ? 200000 : 100, now = 1000;
        ranks_compute(&ranks, 0, 4000 + 10 * between);
        ranks_send(&ranks, 0, 1, 8, 4100 + 10 * between);
        uint64_t posted = ranks_post(&ranks, 1, 0, now);
        for (int i = 0; i < 20; i++) {
            ranks_compute(&ranks, 1, between);
            now += between + 400;
            if (i < 19)
                ranks_call(&ranks, 1, RANKS_TEST, now);
        }
        ranks_test(&ranks, 1, posted, 0, 8, now);
        ranks_compute(&ranks, 1, 50);
        struct analysis_critical is = find(&ranks);
        assert_int_equal(is.time, now + 50);
        assert_int_equal(on(&ranks, &is, 0), work ? 0 : 4000 + 10 * between);
        analysis_critical_free(&is);
        ranks_free(&ranks);
    }
}

/* Who comes last to each barrier is on the path; what all others do is not. */
static void barriers(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(3, 3);
    const uint64_t work[2][3] = {{10, 40, 20}, {5, 10, 60}};
    for (uint64_t turn = 0; turn < 2; turn++) {
        for (uint32_t i = 0; i < 3; i++) {
            ranks_loop(&ranks, i, work[turn][i]);
            ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, turn ? 110 : 42);
        }
    }
    ranks_compute(&ranks, 0, 7);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.time, 117);
    assert_int_equal(on(&ranks, &is, 1), 40);
    assert_int_equal(on(&ranks, &is, 2), 2 + 60);        /* it leaves the first one at 42 */
    assert_int_equal(on(&ranks, &is, 0), 110 - 102 + 7); /* from when rank 2 came */
    assert_int_equal(in(&ranks, &is, RANKS_BARRIER, false), 2 + 8);
    for (size_t i = 0; i < is.count; i++) {
        if (is.items[i].before && is.items[i].time >= 40)
            assert_int_equal(ranks_line(&ranks, is.items[i].mostly), RANKS_LOOP);
    }
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* Returns the line of the code that takes most of the time before the first send. */
static uint32_t mostly_before_send(uint64_t work, uint64_t loop, uint64_t later)
{
    struct ranks ranks = ranks_new(2, 2);
    ranks_work(&ranks, 0, work);
    ranks_loop(&ranks, 0, loop);
    ranks_send(&ranks, 0, 1, 8, work + loop + 5);
    ranks_work(&ranks, 0, later);
    ranks_receive(&ranks, 1, 0, 8, work + loop + 10);
    ranks_compute(&ranks, 1, 2 * later);
    struct analysis_critical is = find(&ranks);
    uint32_t line = 0;
    for (size_t i = 0; i < is.count; i++) {
        if (is.items[i].before && !is.items[i].after)
            line = ranks_line(&ranks, is.items[i].mostly);
    }
    analysis_critical_free(&is);
    ranks_free(&ranks);
    return line;
}

/* Where a routine is defined does not tell when it ran: it takes most of the time only if nothing
 * else can. */
static void routines(void **state)
{
    (void)state;
    assert_int_equal(mostly_before_send(100, 10, 0), RANKS_WORK);
    assert_int_equal(mostly_before_send(100, 10, 20), RANKS_WORK);
    assert_int_equal(mostly_before_send(0, 50, 10), RANKS_LOOP);
    assert_int_equal(mostly_before_send(0, 50, 1000), 0);
}

/* MPI_Init is not a part of it; nor is who waits in a large reduction for the last one. */
static void large_data(void **state)
{
    (void)state;
    for (uint64_t bytes = 8; bytes <= 8000; bytes += 7992) {
        struct ranks ranks = ranks_new(3, 3);
        const uint64_t work[] = {20, 10, 80};
        for (uint32_t i = 0; i < 3; i++) {
            ranks_call(&ranks, i, RANKS_INIT, 1000);
            ranks_compute(&ranks, i, work[i]);
        }
        ranks_together(&ranks, 0, RANKS_REDUCE, 0, bytes, 1090);
        ranks_together(&ranks, 1, RANKS_REDUCE, 0, bytes, 1095);
        ranks_together(&ranks, 2, RANKS_REDUCE, 0, bytes, 1085);
        ranks_compute(&ranks, 1, 100);
        struct analysis_critical is = find(&ranks);
        assert_int_equal(is.time, 195);
        assert_int_equal(on(&ranks, &is, 2), bytes == 8 ? 0 : 80);
        assert_int_equal(on(&ranks, &is, 1), bytes == 8 ? 195 : 115);
        analysis_critical_free(&is);
        ranks_free(&ranks);
    }
}

/* A process with two workers: 20 alone, then a parallel region in which the second worker takes the
 * longest, then 30 alone. */
static void threads(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    struct ranks_one *rank = &ranks.rank[0];
    const uint64_t until[] = {50, 40, 90};
    rank->place->record.ranks = 0;
    ranks.kinds = FORMAT_EVENTS_ALL;
    struct ranks_lane workers[] = {ranks_lane(&ranks, 1, 130), ranks_lane(&ranks, 2, 130)};
    ranks_act(&ranks, rank->node[RANKS_LOOP], 0, 20);
    ranks_act(&ranks, rank->node[RANKS_SHARED], 22, until[0]);
    ranks_act(&ranks, rank->node[RANKS_END], until[0], 95);
    ranks_act(&ranks, rank->node[RANKS_IMPLICIT], 22, 95);
    ranks_act(&ranks, rank->node[RANKS_PARALLEL], 20, 96);
    for (int i = 0; i < 2; i++) {
        ranks_act(&ranks, workers[i].shared, 25, until[i + 1]);
        ranks_act(&ranks, workers[i].end, until[i + 1], 96);
        ranks_act(&ranks, workers[i].task, 25, 96);
    }
    ranks_act(&ranks, rank->node[RANKS_LOOP], 96, 126);
    rank->now = 126;
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_KNOWN);
    assert_int_equal(is.time, 126);
    assert_int_equal(in(&ranks, &is, RANKS_LOOP, false), 50);
    assert_int_equal(in(&ranks, &is, RANKS_SHARED, false), 90 - 25 + 3); /* 3 of the main lane */
    assert_int_equal(in(&ranks, &is, RANKS_END, false), 5);
    for (size_t i = 0; i < is.count; i++) {
        if (ranks_line(&ranks, is.items[i].region) == RANKS_SHARED) /* of all lanes */
            assert_int_equal(is.items[i].everywhere, (50 - 22) + (40 - 25) + (90 - 25));
        assert_in_range(is.items[i].time, 0, is.items[i].everywhere);
    }
    assert_int_equal(in(&ranks, &is, RANKS_PARALLEL, false), 2 + 1);
    assert_int_equal(is.stretch_count, 3);
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* Visits that were counted, but not logged, are part of neither the path nor of the time that it is
 * compared with. */
static void partly_logged(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct made_profile *profile = ranks.rank[i].profile;
        uint32_t loop = ranks.rank[i].node[RANKS_LOOP];
        ranks_loop(&ranks, i, i ? 30 : 50);
        made_act(ranks.rank[i].place, loop, MADE_START, i ? 30 : 50);
        made_at(profile, loop)->count += 9;
        made_at(profile, loop)->time += 1000;
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 55);
    }
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_KNOWN);
    assert_int_equal(in(&ranks, &is, RANKS_LOOP, false), 50);
    for (size_t i = 0; i < is.count; i++) {
        if (ranks_line(&ranks, is.items[i].region) == RANKS_LOOP)
            assert_int_equal(is.items[i].everywhere, 30 + 50);
    }
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* Without events, or with some of them, or of one lane, nothing is said. */
static void unknown(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks.silent = true;
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 50);
    ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 50);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_NO_EVENTS);
    assert_int_equal(is.count, 0);
    analysis_critical_free(&is);
    ranks_free(&ranks);
    ranks = ranks_new(2, 2);
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 50);
    ranks_together(&ranks, 1, RANKS_BARRIER, 0, 0, 50);
    ranks.rank[1].place->log.head.header.dropped = 3;
    is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_DROPPED);
    analysis_critical_free(&is);
    ranks_free(&ranks);
    ranks = ranks_new(1, 1);
    ranks_compute(&ranks, 0, 10);
    is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_ALONE);
    analysis_critical_free(&is);
    ranks_free(&ranks);
}

/* Two ranks; the second one waits for the message of the first. */
static struct ranks a_pair(uint32_t size, bool sends)
{
    struct ranks ranks = ranks_new(2, size);
    ranks_compute(&ranks, 0, 100);
    if (sends)
        ranks_send(&ranks, 0, 1, 8, 105);
    else
        ranks_write(&ranks, 0, 8, 105);
    ranks_receive(&ranks, 1, 0, 8, 110);
    return ranks;
}

/* Looks for a path that cannot be known; nothing of it is there. */
static void check_none(struct ranks *ranks, enum analysis_critical_state state, uint32_t rank,
                       uint64_t missing)
{
    struct analysis_critical is = find(ranks);
    assert_int_equal(is.state, state);
    assert_int_equal(is.missing, missing);
    assert_int_equal(is.place, rank);
    assert_int_equal(is.count + is.place_count + is.stretch_count, 0);
    analysis_critical_free(&is);
    ranks_free(ranks);
}

/* What is missing is said, and there is no path instead of a wrong one. */
static void missing(void **state)
{
    (void)state;
    struct ranks ranks = a_pair(2, true);
    struct analysis_critical is = find(&ranks);
    assert_int_equal(is.state, CRITICAL_KNOWN);
    analysis_critical_free(&is);
    ranks_free(&ranks);
    ranks = a_pair(2, false); /* received, but not sent */
    check_none(&ranks, CRITICAL_UNMATCHED, ARCHIVE_NONE, 1);
    ranks = a_pair(2, true);
    ranks_together(&ranks, 0, RANKS_BARRIER, 0, 0, 120); /* the other one never came */
    check_none(&ranks, CRITICAL_UNMATCHED, ARCHIVE_NONE, 1);
    ranks = a_pair(2, true);
    ranks.rank[1].place->record.state = FORMAT_PLACE_RUNNING; /* and the process is gone */
    check_none(&ranks, CRITICAL_DIED, 1, 0);
    ranks = a_pair(2, true);
    ranks.rank[1].place->log.head.header.dropped = 7;
    check_none(&ranks, CRITICAL_DROPPED, 1, 7);
    ranks = a_pair(3, true);
    check_none(&ranks, CRITICAL_NO_RANKS, ARCHIVE_NONE, 1);
}

static uint64_t below(uint64_t *seed, uint64_t end)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*seed >> 33) % end;
}

/* Ranks that compute at random and meet in barriers that take no time: the path is as long as the
 * longest times of all turns together, and as what a replay takes. */
static void random_turns(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 100; round++) {
        uint32_t count = 2 + (uint32_t)below(&seed, 3);
        struct ranks ranks = ranks_new(count, count);
        uint64_t now = 0;
        for (uint64_t turns = 1 + below(&seed, 20); turns; turns--) {
            uint64_t most = 0;
            for (uint32_t i = 0; i < count; i++) {
                uint64_t ns = 1 + below(&seed, 1000);
                ranks_compute(&ranks, i, ns);
                most = ns > most ? ns : most;
            }
            now += most;
            for (uint32_t i = 0; i < count; i++)
                ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, now);
        }
        struct analysis_critical is = find(&ranks);
        assert_int_equal(is.time, now);
        assert_int_equal(is.time, ranks.efficiency.replay.time);
        assert_int_equal(in(&ranks, &is, RANKS_BARRIER, false), 0);
        analysis_critical_free(&is);
        ranks_free(&ranks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe),       cmocka_unit_test(a_loop_of_tests),
        cmocka_unit_test(a_message),     cmocka_unit_test(an_early_message),
        cmocka_unit_test(routines),      cmocka_unit_test(barriers),
        cmocka_unit_test(large_data),    cmocka_unit_test(threads),
        cmocka_unit_test(partly_logged), cmocka_unit_test(unknown),
        cmocka_unit_test(missing),       cmocka_unit_test(random_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
