/* test_efficiency.c: the factors of POP, and the replay behind them, by numbers known by hand. */
#include "unit.h"

#include "ranks.h"

#include <stdlib.h>
#include <string.h>

static void near(double is, double must)
{
    assert_true(is > must - 1e-12 && is < must + 1e-12);
}

static double value(const struct ranks *ranks, enum analysis_efficiency_which which)
{
    const struct analysis_efficiency_factor *factor = &ranks->efficiency.factors[which];
    assert_true(factor->known && factor->shown);
    return factor->value;
}

static void factor(const struct ranks *ranks, enum analysis_efficiency_which which, double must)
{
    near(value(ranks, which), must);
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

/* Two ranks compute 300 and 100; no call of MPI is known. */
static enum analysis_efficiency_state state_of(uint8_t first, uint8_t second)
{
    struct ranks ranks = ranks_new(2, 2);
    ranks.silent = true;
    ranks_compute(&ranks, 0, 300);
    ranks_compute(&ranks, 1, 100);
    ranks.rank[0].place->record.collects = first;
    ranks.rank[1].place->record.collects = second;
    ranks_read(&ranks);
    enum analysis_efficiency_state is = ranks.efficiency.state;
    assert_int_equal(analysis_efficiency_sees_mpi(ranks.archive), is == EFFICIENCY_KNOWN);
    ranks_free(&ranks);
    return is;
}

/* Waits in MPI would look like useful time where nobody saw the calls. */
static void unmeasured(void **state)
{
    (void)state;
    assert_int_equal(state_of(0, 0), EFFICIENCY_UNMEASURED);
    assert_int_equal(state_of(FORMAT_COLLECT_IO, FORMAT_COLLECT_IO), EFFICIENCY_UNMEASURED);
    assert_int_equal(state_of(FORMAT_COLLECT_MPI, FORMAT_COLLECT_MPI), EFFICIENCY_KNOWN);
    assert_int_equal(state_of(FORMAT_COLLECT_MPI, FORMAT_COLLECT_NO_MPI), EFFICIENCY_UNMEASURED);
}

static void balance(void **state)
{
    (void)state;
    struct ranks ranks = uneven(false);
    const struct analysis_efficiency *is = &ranks.efficiency;
    assert_int_equal(is->state, EFFICIENCY_KNOWN);
    assert_int_equal(is->count, 2);
    assert_int_equal(is->runtime, 320);
    assert_int_equal(is->most, 300);
    assert_int_equal(is->busiest, 0);
    factor(&ranks, EFFICIENCY_BALANCE, 200.0 / 300);
    factor(&ranks, EFFICIENCY_COMMUNICATION, 300.0 / 320);
    factor(&ranks, EFFICIENCY_PARALLEL, 200.0 / 320);
    assert_false(is->threads);
    assert_int_equal(is->replay.state, REPLAY_KNOWN);
    assert_int_equal(is->replay.time, 300);
    assert_int_equal(is->replay.missing, 0);
    factor(&ranks, EFFICIENCY_SERIALISATION, 1);
    factor(&ranks, EFFICIENCY_TRANSFER, 300.0 / 320);
    struct analysis_efficiency_blame blame =
        analysis_efficiency_blame_find(ranks.cube, is, is->busiest);
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
    factor(&ranks, EFFICIENCY_BALANCE, 200.0 / 300);
    factor(&ranks, EFFICIENCY_COMMUNICATION, 300.0 / 320);
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
    factor(&ranks, EFFICIENCY_PARALLEL, 1);
    factor(&ranks, EFFICIENCY_TRANSFER, 1);
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
    factor(&ranks, EFFICIENCY_BALANCE, 1);
    factor(&ranks, EFFICIENCY_COMMUNICATION, 100.0 / 220);
    assert_int_equal(ranks.efficiency.replay.time, 200);
    factor(&ranks, EFFICIENCY_SERIALISATION, 100.0 / 200);
    factor(&ranks, EFFICIENCY_TRANSFER, 200.0 / 220);
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

/* Who waits for whom in a fence is not recorded: serialisation and transfer are unknown, unless it
 * takes hardly any time. */
static void one_sided(void **state)
{
    (void)state;
    for (uint64_t before = 100; before <= 10000; before += 9900) {
        struct ranks ranks = ranks_new(2, 2);
        ranks_compute(&ranks, 0, 10);
        ranks_compute(&ranks, 1, before);
        ranks_call(&ranks, 0, RANKS_FENCE, 110);
        ranks_call(&ranks, 1, RANKS_FENCE, before + 10);
        ranks_compute(&ranks, 0, before - 100);
        ranks_send(&ranks, 0, 1, 8, before + 20);
        ranks_receive(&ranks, 1, 0, 8, before + 20);
        ranks_read(&ranks);
        const struct analysis_efficiency *is = &ranks.efficiency;
        bool known = before > 100;
        assert_int_equal(is->replay.unfollowed, 110);
        assert_int_equal(ranks_line(&ranks, is->replay.unfollowed_most), RANKS_FENCE);
        assert_int_equal(is->replay.state, known ? REPLAY_KNOWN : REPLAY_UNFOLLOWED);
        assert_int_equal(is->factors[EFFICIENCY_TRANSFER].known, known);
        assert_int_equal(is->factors[EFFICIENCY_SERIALISATION].known, known);
        assert_true(is->factors[EFFICIENCY_COMMUNICATION].known);
        ranks_free(&ranks);
    }
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
    factor(&ranks, EFFICIENCY_COMMUNICATION, 10.0 / 50);
    ranks_free(&ranks);
}

/* Nor is it possible when a query chose the acts: what is not in them is not all useful. */
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
    assert_int_equal(analysis_replay_run(ranks.archive, lanes).state, REPLAY_KNOWN);
    free(ranks.archive->run.part_of);
    ranks.archive->run.part_of = strdup("/whole.tri");
    assert_int_equal(analysis_replay_run(ranks.archive, lanes).state, REPLAY_PART);
    struct analysis_efficiency part = analysis_efficiency_find(ranks.cube);
    assert_int_equal(part.state, EFFICIENCY_PART);
    assert_false(part.factors[EFFICIENCY_BALANCE].known);
    analysis_efficiency_free(&part);
    ranks_free(&ranks);
}

/* Two ranks of 200, 100 of them in a barrier of MPI. Outside of it, a parallel region lasts 80: the
 * main lane computes 40 in it, the other one 70. */
static void hybrid(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_loop(&ranks, i, 20);
        ranks_parallel(&ranks, i, 2, 40, 0, 80);
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 200);
        ranks_worker(&ranks, i, 1, 70, 5);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.lanes, 4);
    assert_int_equal(ranks.efficiency.useful, 2 * (20 + 40 + 70));
    factor(&ranks, EFFICIENCY_PARALLEL, 130.0 / 400);
    factor(&ranks, EFFICIENCY_PROCESS, 0.5);
    factor(&ranks, EFFICIENCY_BALANCE, 1);
    factor(&ranks, EFFICIENCY_COMMUNICATION, 0.5);
    factor(&ranks, EFFICIENCY_SERIALISATION, 1);
    factor(&ranks, EFFICIENCY_TRANSFER, 0.5);
    factor(&ranks, EFFICIENCY_THREAD, 130.0 / 200);
    factor(&ranks, EFFICIENCY_SERIAL, 180.0 / 200); /* one lane has nothing to do for 20 */
    factor(&ranks, EFFICIENCY_THREAD_COMMUNICATION, (20 + 2 * 70.0) / 180);
    factor(&ranks, EFFICIENCY_THREAD_BALANCE, 130.0 / (20 + 2 * 70));
    factor(&ranks, EFFICIENCY_LANE_BALANCE, 65.0 / 70);
    factor(&ranks, EFFICIENCY_LANE_COMMUNICATION, 70.0 / 200);
    near(ranks.efficiency.factors[EFFICIENCY_SERIAL].lost, 2 * 20);
    near(ranks.efficiency.factors[EFFICIENCY_TRANSFER].lost, 4 * 100);
    struct analysis_efficiency_thread_blame blame =
        analysis_efficiency_thread_blame_find(ranks.cube, &ranks.efficiency);
    assert_int_equal(ranks_line(&ranks, blame.serial), RANKS_LOOP);
    assert_int_equal(ranks_line(&ranks, blame.waits), RANKS_END);
    ranks_free(&ranks);
}

/* The other lane works while the main one is in MPI: its useful time counts, and no factor is above
 * 1. */
static void overlap(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ranks_parallel(&ranks, i, 0, 20, 80, 100);
        ranks_worker(&ranks, i, 1, 100, 0);
    }
    ranks_read(&ranks);
    factor(&ranks, EFFICIENCY_PARALLEL, 120.0 / 200);
    factor(&ranks, EFFICIENCY_PROCESS, 120.0 / 200);
    factor(&ranks, EFFICIENCY_THREAD, 1);
    ranks_free(&ranks);
}

/* All lanes communicate. Which of them does most is chance, and no reason to call the load of the
 * ranks uneven. */
static void talkers(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_parallel(&ranks, 0, 0, 20, 80, 100);
    ranks_worker(&ranks, 0, 1, 100, 0);
    ranks_parallel(&ranks, 1, 0, 100, 0, 100);
    ranks_talker(&ranks, 1, 1, 20, 80);
    ranks_read(&ranks);
    factor(&ranks, EFFICIENCY_PARALLEL, 120.0 / 200);
    factor(&ranks, EFFICIENCY_PROCESS, 120.0 / 200);
    factor(&ranks, EFFICIENCY_BALANCE, 1);
    factor(&ranks, EFFICIENCY_THREAD, 1);
    ranks_free(&ranks);
}

/* A program without MPI. */
static void threads_only(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    ranks.rank[0].place->record.ranks = 0;
    ranks_loop(&ranks, 0, 50);
    ranks_parallel(&ranks, 0, 0, 100, 0, 100);
    ranks_worker(&ranks, 0, 1, 60, 40);
    ranks_read(&ranks);
    assert_false(ranks.efficiency.mpi);
    factor(&ranks, EFFICIENCY_PARALLEL, 210.0 / 300);
    factor(&ranks, EFFICIENCY_SERIAL, 250.0 / 300);
    factor(&ranks, EFFICIENCY_THREAD_BALANCE, 210.0 / 250);
    factor(&ranks, EFFICIENCY_THREAD_COMMUNICATION, 1);
    assert_false(ranks.efficiency.factors[EFFICIENCY_PROCESS].shown);
    assert_false(ranks.efficiency.factors[EFFICIENCY_BALANCE].shown);
    ranks_free(&ranks);
}

/* A thread that takes the place of one that has ended is no more lanes. */
static void one_thread_after_another(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    ranks.rank[0].place->record.ranks = 0;
    ranks_parallel(&ranks, 0, 0, 100, 0, 100);
    for (uint32_t i = 0; i < 2; i++) {
        struct made_profile *profile = ranks.rank[0].profile;
        uint64_t start = MADE_START + 50 * i;
        uint32_t root = made_lane(profile, i + 1, "b", start, start + 50);
        made_lane_of(profile, root)->flags |= FORMAT_LANE_POOL;
        made_node(profile, root, RANKS_SHARED, 1, 40);
    }
    ranks_read(&ranks);
    assert_int_equal(ranks.efficiency.lanes, 2);
    factor(&ranks, EFFICIENCY_PARALLEL, 180.0 / 200);
    factor(&ranks, EFFICIENCY_THREAD_BALANCE, 180.0 / 200);
    ranks_free(&ranks);
}

/* A worker that waits for a lock, 70 of 100 ns: the lock's own node has that time once more. */
static void waits_for_a_lock(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(1, 1);
    ranks.rank[0].place->record.ranks = 0;
    ranks_parallel(&ranks, 0, 0, 100, 0, 100);
    struct made_profile *profile = ranks.rank[0].profile;
    uint32_t root = made_lane(profile, 1, "b", MADE_START, MADE_START + 100);
    made_lane_of(profile, root)->flags |= FORMAT_LANE_POOL;
    uint32_t task = made_node(profile, root, RANKS_IMPLICIT, 1, 100);
    made_node(profile, task, RANKS_SHARED, 1, 30);
    uint32_t lock = made_node(profile, task, RANKS_LOCK, 1, 70);
    made_node(profile, lock, RANKS_OBJECT, 1, 70);
    ranks_read(&ranks);
    factor(&ranks, EFFICIENCY_PARALLEL, 130.0 / 200);
    ranks_free(&ranks);
}

/* A random number below `end`. */
static uint64_t below(uint64_t *seed, uint64_t end)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*seed >> 33) % end;
}

enum { MOST_WORKERS = 3 };

/* Sums that are known while a timeline is made. */
struct timeline {
    uint64_t useful, mpi;
    uint64_t workers, worked[MOST_WORKERS], regions;
};

/* One thing after another on the main lane of a rank, and what its workers do meanwhile. */
static void add_random(struct ranks *ranks, uint32_t rank, uint64_t *seed, struct timeline *line)
{
    uint64_t now = ranks->rank[rank].now;
    uint64_t ns = 1 + below(seed, 1000), part = below(seed, ns + 1), mpi = 0;
    switch (below(seed, 4)) {
    case 0:
        ranks_loop(ranks, rank, ns);
        line->useful += ns;
        break;
    case 1:
        ranks_together(ranks, rank, RANKS_BARRIER, 0, 0, now + ns);
        line->mpi += ns;
        break;
    case 2:
        ranks_call(ranks, rank, RANKS_OMP, now + ns);
        break;
    default:
        if (below(seed, 2))
            mpi = below(seed, ns - part + 1);
        ranks_parallel(ranks, rank, below(seed, ns - part - mpi + 1), part, mpi, ns);
        line->regions += ns;
        line->useful += part;
        line->mpi += mpi;
        for (uint64_t i = 0; i < line->workers; i++) {
            uint64_t worked = below(seed, ns + 1);
            line->worked[i] += worked;
            line->useful += worked;
        }
        break;
    }
}

/* Says that MPI calls would have been seen: some ranks make none. */
static void see_mpi(struct ranks *ranks)
{
    for (uint32_t i = 0; i < ranks->count; i++)
        ranks->rank[i].place->record.collects = FORMAT_COLLECT_MPI;
}

/* Without any workers, all that is outside of MPI is useful. */
static struct ranks random_ranks(uint64_t *seed, bool mpi, uint64_t *useful, uint64_t *lanes)
{
    uint64_t outside = 0;
    uint32_t count = mpi ? 2 + (uint32_t)below(seed, MADE_PLACES - 1) : 1;
    struct ranks ranks = ranks_new(count, count);
    bool threads = !mpi || below(seed, 3);
    for (uint32_t i = 0; i < count; i++) {
        struct timeline line = {.workers = threads ? below(seed, MOST_WORKERS) + !mpi : 0};
        for (uint64_t steps = 1 + below(seed, 30); steps; steps--)
            add_random(&ranks, i, seed, &line);
        for (uint32_t j = 0; j < line.workers; j++)
            ranks_worker(&ranks, i, j + 1, line.worked[j], line.regions - line.worked[j]);
        if (!mpi)
            ranks.rank[i].place->record.ranks = 0;
        *useful += line.useful;
        *lanes += 1 + line.workers;
        outside += ranks.rank[i].now - line.mpi;
    }
    if (*lanes == count)
        *useful = outside;
    see_mpi(&ranks);
    ranks_read(&ranks);
    return ranks;
}

/* The value where it is shown, and 1 where it has no meaning. */
static double part_of(const struct ranks *ranks, enum analysis_efficiency_which which)
{
    const struct analysis_efficiency_factor *factor = &ranks->efficiency.factors[which];
    assert_true(factor->value >= 0 && factor->value <= 1 && factor->lost >= 0);
    return factor->shown ? factor->value : 1;
}

/* Of random timelines: the factors multiply to the useful time, added up while they were made, by
 * the time that there was. */
static void products(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 300; round++) {
        bool mpi = round % 3;
        uint64_t useful = 0, lanes = 0;
        struct ranks ranks = random_ranks(&seed, mpi, &useful, &lanes);
        const struct analysis_efficiency *is = &ranks.efficiency;
        assert_int_equal(is->state, EFFICIENCY_KNOWN);
        assert_int_equal(is->lanes, lanes);
        assert_int_equal(is->useful, useful);
        double direct = (double)useful / ((double)lanes * (double)is->runtime);
        double transfer = part_of(&ranks, EFFICIENCY_TRANSFER);
        double serialisation = part_of(&ranks, EFFICIENCY_SERIALISATION);
        double process = part_of(&ranks, EFFICIENCY_BALANCE) * serialisation * transfer;
        double thread = part_of(&ranks, EFFICIENCY_SERIAL) *
                        part_of(&ranks, EFFICIENCY_THREAD_BALANCE) *
                        part_of(&ranks, EFFICIENCY_THREAD_COMMUNICATION);
        factor(&ranks, EFFICIENCY_PARALLEL, direct);
        near(process * thread, direct);
        near(serialisation * transfer, part_of(&ranks, EFFICIENCY_COMMUNICATION));
        if (mpi && is->threads) {
            factor(&ranks, EFFICIENCY_PROCESS, process);
            factor(&ranks, EFFICIENCY_THREAD, thread);
            near(value(&ranks, EFFICIENCY_LANE_BALANCE) *
                     value(&ranks, EFFICIENCY_LANE_COMMUNICATION),
                 direct);
        }
        ranks_free(&ranks);
    }
}

/* Ranks that were killed, and seen until different moments, cannot be compared. */
static void cut_off(void **state)
{
    (void)state;
    for (uint64_t seen = 45; seen <= 95; seen += 50) {
        struct ranks ranks = ranks_new(2, 2);
        see_mpi(&ranks);
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
        assert_int_equal(ranks.efficiency.state,
                         seen == 95 ? EFFICIENCY_KNOWN : EFFICIENCY_UNFINISHED);
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
    assert_int_equal(ranks.efficiency.state, EFFICIENCY_NOTHING);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

static void cpu_time(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    see_mpi(&ranks);
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
        cmocka_unit_test(balance),          cmocka_unit_test(profile_only),
        cmocka_unit_test(without_init),     cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(nonblocking),      cmocka_unit_test(collectives),
        cmocka_unit_test(prefix),           cmocka_unit_test(no_partner),
        cmocka_unit_test(nonsense),         cmocka_unit_test(an_absent_rank),
        cmocka_unit_test(a_full_log),       cmocka_unit_test(a_part),
        cmocka_unit_test(hybrid),           cmocka_unit_test(overlap),
        cmocka_unit_test(threads_only),     cmocka_unit_test(one_thread_after_another),
        cmocka_unit_test(products),         cmocka_unit_test(one_rank),
        cmocka_unit_test(waits_for_a_lock), cmocka_unit_test(cpu_time),
        cmocka_unit_test(cut_off),          cmocka_unit_test(unmeasured),
        cmocka_unit_test(one_sided),        cmocka_unit_test(talkers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
