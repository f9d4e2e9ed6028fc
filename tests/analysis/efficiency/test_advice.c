/* test_advice.c: what is found in ranks made by hand, what it costs, and what is not found. */
#include "unit.h"

#include "only.h"
#include "ranks.h"

enum { MS = 1000000, US = 1000 };

/* Four ranks compute so long. */
static struct ranks computing(const uint64_t ms[4])
{
    struct ranks ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++)
        ranks_loop(&ranks, i, ms[i] * MS);
    ranks_meet(&ranks, 100 * MS);
    ranks_read(&ranks);
    return ranks;
}

static void check_imbalance(const uint64_t ms[4], enum analysis_advice_shape shape, uint32_t rank,
                            uint64_t cost)
{
    struct ranks ranks = computing(ms);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_IMBALANCE);
    assert_int_equal(found->shape, shape);
    assert_int_equal(ranks.archive->places.rank[found->place], rank);
    assert_int_equal(found->cost, cost * MS);
    assert_int_equal(found->of, 400 * MS);
    assert_int_equal(found->site_count, 1);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_LOOP);
    ranks_free(&ranks);
}

static void imbalance(void **state)
{
    (void)state;
    check_imbalance((const uint64_t[]){10, 80, 90, 20}, ADVICE_MIDDLE, 2, 80 + 10 + 70);
    check_imbalance((const uint64_t[]){20, 40, 60, 80}, ADVICE_RISING, 3, 60 + 40 + 20);
    check_imbalance((const uint64_t[]){90, 60, 40, 10}, ADVICE_FALLING, 0, 30 + 50 + 80);
    check_imbalance((const uint64_t[]){90, 30, 30, 85}, ADVICE_EDGES, 0, 60 + 60 + 5);
    check_imbalance((const uint64_t[]){20, 90, 20, 30}, ADVICE_NO_SHAPE, 1, 70 + 70 + 60);
}

/* A little is not worth a word. */
static void balanced(void **state)
{
    (void)state;
    struct ranks ranks = computing((const uint64_t[]){80, 90, 95, 85});
    assert_int_equal(ranks.advice.count, 0);
    assert_false(ranks.advice.needs_events);
    ranks_free(&ranks);
}

/* Each rank sends to the next one and receives from the one before; odd ones the other way. */
static struct ranks ring(uint32_t count, bool nonblocking, uint64_t long_ns)
{
    struct ranks ranks = ranks_new(count, count);
    for (uint64_t round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < count; i++) {
            uint64_t start = round * 50 * MS + 40 * MS;
            uint32_t next = (i + 1) % count, before = (i + count - 1) % count;
            ranks_compute(&ranks, i, start - ranks.rank[i].now);
            if (nonblocking) {
                uint64_t posted = ranks_post(&ranks, i, before, 0);
                ranks_isend(&ranks, i, next, 1000, 0);
                ranks_wait(&ranks, i, posted, before, 1000, start + 2 * long_ns);
            } else if (i % 2 == 0) {
                ranks_send(&ranks, i, next, 1000, start + long_ns);
                ranks_receive(&ranks, i, before, 1000, start + 2 * long_ns);
            } else {
                ranks_receive(&ranks, i, before, 1000, start + long_ns);
                ranks_send(&ranks, i, next, 1000, start + 2 * long_ns);
            }
        }
    }
    ranks_read(&ranks);
    return ranks;
}

static void a_ring(void **state)
{
    (void)state;
    struct ranks ranks = ring(4, false, 5 * MS);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_RING);
    assert_int_equal(found->cost, 4 * 4 * 10 * MS);
    assert_int_equal(found->others, 4);
    assert_int_equal(found->count, 16);
    assert_int_equal(found->bytes, 16000);
    assert_int_equal(found->time, 2); /* send first */
    assert_true(found->ratio > 0);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_SEND);
    assert_int_equal(ranks_line(&ranks, found->sites[1]), RANKS_RECV);
    ranks_free(&ranks);
}

/* Not one of two ranks, nor what does not block, nor what takes next to no time. */
static void no_ring(void **state)
{
    (void)state;
    struct ranks ranks = ring(2, false, 5 * MS);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
    ranks = ring(4, true, 5 * MS);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
    ranks = ring(4, false, 10 * US);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

/* Ranks send to the next one before they receive; the last one sends to nobody. So the sends end
 * one after another. */
static struct ranks chain(bool receive_first)
{
    struct ranks ranks = ranks_new(4, 4);
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t start = 100 * MS, turn = 10 * MS * (receive_first ? i + 1 : 4 - i);
        ranks_compute(&ranks, i, start);
        if (receive_first && i)
            ranks_receive(&ranks, i, i - 1, 1000, start + turn - 5 * MS);
        if (i < 3)
            ranks_send(&ranks, i, i + 1, 1000, start + turn);
        if (!receive_first && i)
            ranks_receive(&ranks, i, i - 1, 1000, start + turn + 10 * MS);
        ranks_compute(&ranks, i, start + 50 * MS - ranks.rank[i].now);
    }
    ranks_read(&ranks);
    return ranks;
}

static void a_chain(void **state)
{
    (void)state;
    struct ranks ranks = chain(false);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_RING);
    assert_int_equal(found->others, 3); /* senders */
    assert_int_equal(found->time, 3);   /* all of which send first */
    assert_true(found->ratio == 0);
    assert_int_equal(found->cost, ((40 + 30 + 20) + (10 + 10 + 20)) * MS);
    ranks_free(&ranks);
    ranks = chain(true); /* a pipeline */
    assert_null(ranks_find(&ranks, ADVICE_RING));
    ranks_free(&ranks);
}

/* Rank 0 sends rank 1 a value at a time. reply: it gets one back each time. */
static struct ranks talk(uint64_t messages, uint64_t bytes, bool reply)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint64_t i = 0; i < messages; i++) {
        uint64_t start = 100 * US * i;
        ranks_compute(&ranks, 0, start + 10 * US - ranks.rank[0].now);
        ranks_compute(&ranks, 1, start + 20 * US - ranks.rank[1].now);
        ranks_send(&ranks, 0, 1, bytes, start + 30 * US);
        ranks_receive(&ranks, 1, 0, bytes, start + 40 * US);
        if (reply) {
            ranks_send(&ranks, 1, 0, bytes, start + 50 * US);
            ranks_receive(&ranks, 0, 1, bytes, start + 60 * US);
        }
    }
    for (uint32_t i = 0; i < 2; i++)
        ranks_compute(&ranks, i, 100 * US * messages - ranks.rank[i].now);
    ranks_read(&ranks);
    return ranks;
}

static void small_messages(void **state)
{
    (void)state;
    struct ranks ranks = talk(110, 8, false);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_SMALL_MESSAGES);
    assert_int_equal(found->count, 110);
    assert_int_equal(found->bytes, 880);
    assert_int_equal(found->cost, 109 * (20 + 20) * US); /* all but the first; both ends */
    assert_int_equal(ranks.archive->places.rank[found->place], 0);
    assert_int_equal(ranks.archive->places.rank[found->partner], 1);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_SEND);
    ranks_free(&ranks);
}

/* Not if they are large, of unknown size, few, or follow from what came back. */
static void no_small_messages(void **state)
{
    (void)state;
    struct ranks ranks = talk(110, 5000, false);
    assert_null(ranks_find(&ranks, ADVICE_SMALL_MESSAGES));
    ranks_free(&ranks);
    ranks = talk(110, ARCHIVE_UNKNOWN, false);
    assert_null(ranks_find(&ranks, ADVICE_SMALL_MESSAGES));
    ranks_free(&ranks);
    ranks = talk(20, 8, false);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
    ranks = talk(90, 8, true);
    assert_null(ranks_find(&ranks, ADVICE_SMALL_MESSAGES));
    ranks_free(&ranks);
}

static void to_itself(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {5000, ARCHIVE_UNKNOWN}, sums[] = {10000, ARCHIVE_UNKNOWN};
    for (size_t size = 0; size < 2; size++) {
        struct ranks ranks = ranks_new(2, 2);
        for (uint32_t i = 0; i < 2; i++) {
            uint64_t bytes = i ? sizes[size] : 5000;
            ranks_compute(&ranks, i, 80 * MS);
            ranks_send(&ranks, i, i, bytes, 85 * MS);
            ranks_receive(&ranks, i, i, bytes, 90 * MS);
        }
        ranks_read(&ranks);
        const struct analysis_advice_finding *found = only(&ranks, ADVICE_SELF_MESSAGES);
        assert_int_equal(found->cost, 20 * MS);
        assert_int_equal(found->count, 2);
        assert_true(found->bytes == sums[size]);
        ranks_free(&ranks);
    }
}

static void barrier(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 90 * MS);
    ranks_compute(&ranks, 1, 80 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 91 * MS);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_BARRIER);
    assert_int_equal(found->cost, 12 * MS);
    assert_int_equal(found->time, 11 * MS);
    assert_int_equal(found->least, 1 * MS);
    assert_int_equal(ranks.archive->places.rank[found->place], 1);
    assert_int_equal(ranks.archive->places.rank[found->partner], 0);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_BARRIER);
    assert_int_equal(found->about, 0);
    ranks_free(&ranks);
}

/* A barrier right before an Allreduce is needless; not if something is done in between. */
static void needless_barrier(void **state)
{
    (void)state;
    for (uint64_t between = 10 * US; between <= 10 * MS; between *= 1000) {
        struct ranks ranks = ranks_new(2, 2);
        for (uint32_t i = 0; i < 2; i++) {
            ranks_compute(&ranks, i, (80 + 10 * i) * MS);
            ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 91 * MS);
            ranks_compute(&ranks, i, between);
            ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 91 * MS + between + 5 * US);
        }
        ranks_read(&ranks);
        const struct analysis_advice_finding *found = only(&ranks, ADVICE_BARRIER);
        assert_int_equal(ranks_line(&ranks, found->about),
                         between == 10 * US ? RANKS_ALLREDUCE : 0);
        ranks_free(&ranks);
    }
}

/* An Allreduce every 100 us, which takes 20 us even without waiting. */
static struct ranks reducing(uint64_t times, uint64_t bytes)
{
    struct ranks ranks = ranks_new(2, 2);
    for (uint64_t i = 0; i < times; i++) {
        for (uint32_t j = 0; j < 2; j++) {
            ranks_compute(&ranks, j, (j ? 70 : 80) * US);
            ranks_together(&ranks, j, RANKS_ALLREDUCE, 0, bytes, (i + 1) * 100 * US);
        }
    }
    ranks_read(&ranks);
    return ranks;
}

static void collective(void **state)
{
    (void)state;
    struct ranks ranks = reducing(150, 8);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_COLLECTIVE);
    assert_int_equal(found->cost, 2 * 150 * 20 * US); /* the rest is waiting */
    assert_int_equal(found->count, 150);
    assert_int_equal(found->bytes, 8);
    assert_int_equal(found->time, 100 * US);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_ALLREDUCE);
    assert_int_equal(ranks_line(&ranks, found->about), RANKS_INNER);
    assert_int_equal(found->others, 2); /* loops */
    ranks_free(&ranks);
    ranks = reducing(150, 100000);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
    ranks = reducing(20, 8);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

/* Rank 0 makes a piece of work in 5 ms for each of three workers, which do it in 5 ms. */
static struct ranks master(uint64_t make)
{
    struct ranks ranks = ranks_new(4, 4);
    for (uint64_t i = 0; i < 5; i++) {
        for (uint32_t j = 1; j < 4; j++) {
            ranks_compute(&ranks, 0, make);
            uint64_t sent = ranks.rank[0].now;
            ranks_send(&ranks, 0, j, 100, sent);
            ranks_receive(&ranks, j, 0, 100, sent);
            ranks_compute(&ranks, j, 5 * MS);
        }
    }
    ranks_read(&ranks);
    return ranks;
}

static void generator(void **state)
{
    (void)state;
    struct ranks ranks = master(5 * MS);
    const struct analysis_advice_finding *found =
        only(&ranks, ADVICE_GENERATOR); /* that is why it has more to do */
    assert_int_equal(found->cost, (5 + 10 + 15 + 3 * 4 * 10) * MS);
    assert_int_equal(ranks.archive->places.rank[found->place], 0);
    assert_int_equal(found->others, 3);
    assert_int_equal(found->count, 15);
    assert_int_equal(found->time, 75 * MS);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_SEND);
    assert_int_equal(ranks_line(&ranks, found->sites[1]), RANKS_RECV);
    ranks_free(&ranks);
    ranks = master(100 * US); /* workers hardly wait */
    assert_null(ranks_find(&ranks, ADVICE_GENERATOR));
    ranks_free(&ranks);
}

/* Neighbours wait for a slow rank, to which they also send: it is slow, not a source of work. */
static void slow_neighbour(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(3, 3);
    for (uint64_t i = 0; i < 4; i++) {
        ranks_compute(&ranks, 0, 5 * MS);
        ranks_compute(&ranks, 1, 10 * MS);
        ranks_compute(&ranks, 2, 5 * MS);
        uint64_t sent = ranks.rank[1].now;
        for (uint32_t j = 0; j < 3; j += 2) {
            ranks_send(&ranks, j, 1, 5000, 0);
            ranks_send(&ranks, 1, j, 5000, 0);
            ranks_receive(&ranks, j, 1, 5000, sent);
            ranks_receive(&ranks, 1, j, 5000, 0);
        }
    }
    ranks_read(&ranks);
    only(&ranks, ADVICE_IMBALANCE);
    ranks_free(&ranks);
}

/* Rank 0 writes 40 ms for all, who wait for the end of it. */
static void one_writer(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    for (uint32_t i = 0; i < 2; i++)
        ranks_compute(&ranks, i, 60 * MS);
    ranks_write(&ranks, 0, 12345, 100 * MS);
    ranks_meet(&ranks, 101 * MS);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_ONE_WRITER);
    assert_int_equal(found->cost, 40 * MS);
    assert_int_equal(found->time, 40 * MS);
    assert_int_equal(found->bytes, 12345);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_WRITE);
    ranks_free(&ranks);
}

/* Three ranks write 20 ms each; together: at the same time. Of one, so many events were dropped. */
static struct ranks writing(bool together, uint64_t dropped)
{
    struct ranks ranks = ranks_new(3, 3);
    for (uint32_t i = 0; i < 3; i++) {
        ranks_compute(&ranks, i, 40 * MS);
        if (i && !together)
            ranks_receive(&ranks, i, i - 1, 5000, 40 * MS + 20 * MS * i);
        ranks_write(&ranks, i, 100, ranks.rank[i].now + 20 * MS);
        if (i < 2 && !together)
            ranks_send(&ranks, i, i + 1, 5000, 0);
    }
    ranks_meet(&ranks, 100 * MS);
    ranks.rank[1].place->log.head.header.dropped = dropped;
    ranks_read(&ranks);
    return ranks;
}

static void in_turn(void **state)
{
    (void)state;
    struct ranks ranks = writing(false, 0);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_IO_IN_TURN);
    assert_int_equal(found->cost, 3 * 40 * MS);
    assert_int_equal(found->others, 3);
    assert_int_equal(found->time, 60 * MS);
    assert_false(found->at_least);
    ranks_free(&ranks);
    ranks = writing(true, 0);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

/* What was not logged may cost more. */
static void in_turn_and_dropped(void **state)
{
    (void)state;
    struct ranks ranks = writing(false, 3);
    assert_true(only(&ranks, ADVICE_IO_IN_TURN)->at_least);
    ranks_free(&ranks);
}

/* One process with two threads, which are at that site for so long, of 100 ms each. */
static struct ranks threads(enum ranks_site site, uint64_t first, uint64_t second, uint64_t count)
{
    struct ranks ranks = ranks_new(1, 1);
    struct made_profile *profile = ranks.rank[0].profile;
    struct format_node *node = made_at(profile, ranks.rank[0].node[site]);
    node->count = count;
    node->time = first;
    ranks_compute(&ranks, 0, 100 * MS);
    uint32_t root = made_lane(profile, 1, "b", MADE_START, MADE_START + 100 * MS);
    uint32_t other = made_node(profile, root, site, count, second);
    if (site == RANKS_LOCK)
        made_node(profile, other, RANKS_OBJECT, count, second);
    return ranks;
}

static void threads_wait(void **state)
{
    (void)state;
    struct ranks ranks = threads(RANKS_OMP, 40 * MS, 10 * MS, 5);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_THREADS);
    assert_int_equal(found->cost, 50 * MS);
    assert_int_equal(found->of, 200 * MS);
    assert_true(found->of_lanes);
    assert_int_equal(found->count, 10);
    assert_int_equal(found->time, 40 * MS);
    assert_int_equal(found->least, 10 * MS);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_OMP);
    ranks_free(&ranks);
    ranks = threads(RANKS_OMP, 5 * MS, 5 * MS, 5);
    ranks_read(&ranks);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

static void a_lock(void **state)
{
    (void)state;
    struct ranks ranks = threads(RANKS_LOCK, 20 * MS, 30 * MS, 100);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_LOCK);
    assert_int_equal(found->cost, 50 * MS);
    assert_int_equal(found->count, 200);
    assert_int_equal(ranks_line(&ranks, found->about), RANKS_OBJECT);
    ranks_free(&ranks);
    ranks = threads(RANKS_LOCK, 2 * MS, 3 * MS, 100);
    ranks_read(&ranks);
    assert_int_equal(ranks.advice.count, 0);
    ranks_free(&ranks);
}

/* Tasks of 2 us, and 30 ms of waiting for them; of 20 us. */
static void small_tasks(void **state)
{
    (void)state;
    for (uint64_t us = 2; us <= 20; us += 18) {
        struct ranks ranks = threads(RANKS_TASK, 1000 * us * US, 1000 * us * US, 1000);
        struct format_node *node =
            made_at(ranks.rank[0].profile, ranks.rank[0].node[RANKS_TASKWAIT]);
        node->count = 1;
        node->time = 30 * MS;
        ranks_read(&ranks);
        const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_SMALL_TASKS);
        assert_int_equal(found != NULL, us == 2);
        if (found) {
            assert_int_equal(found->cost, 30 * MS);
            assert_int_equal(found->count, 2000);
            assert_int_equal(found->time, 2 * US);
        }
        ranks_free(&ranks);
    }
}

/* Puts a site where it is found in a program without lines. */
static void set_module(struct ranks *ranks, enum ranks_site site, const char *module)
{
    struct made_place *place = ranks->rank[0].place;
    struct format_region object = {.kind = TRI_KIND_OBJECT};
    uint32_t other = made_region(place, object, module, module, "");
    place->regions.rows[site].file = place->regions.rows[other].file;
    place->regions.rows[site].line = 0;
}

/* Without lines, the wait for tasks has its address behind its module, the task has not. */
static void small_tasks_without_lines(void **state)
{
    (void)state;
    const char *const modules[] = {"made+0x1212", "other+0x1212"};
    for (int i = 0; i < 2; i++) {
        struct ranks ranks = threads(RANKS_TASK, 2 * MS, 2 * MS, 1000);
        struct format_node *node =
            made_at(ranks.rank[0].profile, ranks.rank[0].node[RANKS_TASKWAIT]);
        node->count = 1;
        node->time = 30 * MS;
        set_module(&ranks, RANKS_TASK, "made");
        set_module(&ranks, RANKS_TASKWAIT, modules[i]);
        ranks_read(&ranks);
        const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_SMALL_TASKS);
        assert_int_equal(found != NULL, i == 0);
        if (found)
            assert_int_equal(found->cost, 30 * MS);
        ranks_free(&ranks);
    }
}

/* Rank 0 sends late to rank 1, which waits for 48 of 400 ms; rank 3 comes later still to the end.
 * The imbalance of rank 3 says where others wait for it. */
static void late_sender(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(4, 4);
    ranks_loop(&ranks, 0, 50 * MS);
    ranks_send(&ranks, 0, 1, 8, 50 * MS);
    ranks_compute(&ranks, 1, 2 * MS);
    ranks_receive(&ranks, 1, 0, 8, 50 * MS);
    ranks_compute(&ranks, 2, 10 * MS);
    ranks_loop(&ranks, 3, 100 * MS);
    for (uint32_t i = 0; i < 4; i++)
        ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 100 * MS);
    ranks_read(&ranks);
    assert_int_equal(ranks.advice.count, 2);
    const struct analysis_advice_finding *found = ranks_find(&ranks, ADVICE_LATE_SENDER);
    assert_non_null(found);
    assert_int_equal(found->cost, 48 * MS);
    assert_int_equal(found->of, 400 * MS);
    assert_int_equal(found->count, 1);
    assert_int_equal(ranks.archive->places.rank[found->place], 0);
    assert_int_equal(ranks_line(&ranks, found->sites[0]), RANKS_RECV);
    assert_int_equal(ranks_line(&ranks, found->sites[1]), RANKS_SEND);
    found = ranks_find(&ranks, ADVICE_IMBALANCE);
    assert_non_null(found);
    assert_int_equal(ranks.archive->places.rank[found->place], 3);
    assert_non_null(found->wait);
    assert_int_equal(ranks_line(&ranks, found->wait->region), RANKS_ALLREDUCE);
    ranks_free(&ranks);
}

/* The rank that has more to do is late at two places: both are said, one with the imbalance. */
static void late_twice(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_loop(&ranks, 0, 20 * MS);
    ranks_send(&ranks, 0, 1, 8, 20 * MS);
    ranks_receive(&ranks, 1, 0, 8, 20 * MS);
    ranks_loop(&ranks, 0, 60 * MS);
    ranks_loop(&ranks, 1, 20 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_together(&ranks, i, RANKS_ALLREDUCE, 0, 8, 80 * MS);
    ranks_read(&ranks);
    assert_int_equal(ranks.advice.count, 2);
    assert_int_equal(ranks_find(&ranks, ADVICE_LATE_SENDER)->cost, 20 * MS);
    assert_int_equal(ranks_line(&ranks, ranks_find(&ranks, ADVICE_IMBALANCE)->wait->region),
                     RANKS_ALLREDUCE);
    ranks_free(&ranks);
}

/* A large send waits for its receive; the root of a broadcast comes late. */
static void other_waits(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 80 * MS);
    ranks_send(&ranks, 0, 1, 50000, 91 * MS);
    ranks_compute(&ranks, 1, 90 * MS);
    ranks_receive(&ranks, 1, 0, 50000, 91 * MS);
    ranks_read(&ranks);
    assert_int_equal(only(&ranks, ADVICE_LATE_RECEIVER)->cost, 10 * MS);
    ranks_free(&ranks);
    ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 100 * MS);
    ranks_compute(&ranks, 1, 76 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_together(&ranks, i, RANKS_BCAST, 0, 8, 100 * MS);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_LATE_TO_ALL);
    assert_int_equal(found->cost, 24 * MS);
    assert_int_equal(ranks.archive->places.rank[found->place], 0);
    ranks_free(&ranks);
}

/* A rank comes late to a barrier that is begun here and awaited there: no finding of its own. */
static void nonblocking_barrier(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_compute(&ranks, 0, 100 * MS);
    ranks_compute(&ranks, 1, 76 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_ibarrier(&ranks, i, 101 * MS);
    ranks_read(&ranks);
    const struct analysis_advice_finding *found = only(&ranks, ADVICE_LATE_TO_ALL);
    assert_int_equal(found->cost, 24 * MS);
    assert_int_equal(ranks.archive->places.rank[found->place], 0);
    ranks_free(&ranks);
}

/* Without events, only what the profile tells is found, and it is said that there may be more. */
static void without_events(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks.silent = true;
    ranks_loop(&ranks, 0, 20 * MS);
    ranks_loop(&ranks, 1, 90 * MS);
    ranks_meet(&ranks, 100 * MS);
    ranks_read(&ranks);
    only(&ranks, ADVICE_IMBALANCE);
    assert_true(ranks.advice.needs_events);
    ranks_free(&ranks);
}

/* The most expensive comes first. */
static void order(void **state)
{
    (void)state;
    struct ranks ranks = ranks_new(2, 2);
    ranks_loop(&ranks, 0, 20 * MS);
    ranks_loop(&ranks, 1, 90 * MS);
    for (uint32_t i = 0; i < 2; i++)
        ranks_together(&ranks, i, RANKS_BARRIER, 0, 0, 91 * MS);
    ranks_read(&ranks);
    assert_int_equal(ranks.advice.count, 2);
    assert_int_equal(ranks.advice.findings[0].kind, ADVICE_BARRIER);   /* 72 ms */
    assert_int_equal(ranks.advice.findings[1].kind, ADVICE_IMBALANCE); /* 70 ms */
    ranks_free(&ranks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imbalance),
        cmocka_unit_test(balanced),
        cmocka_unit_test(a_ring),
        cmocka_unit_test(no_ring),
        cmocka_unit_test(a_chain),
        cmocka_unit_test(small_messages),
        cmocka_unit_test(no_small_messages),
        cmocka_unit_test(to_itself),
        cmocka_unit_test(barrier),
        cmocka_unit_test(collective),
        cmocka_unit_test(generator),
        cmocka_unit_test(slow_neighbour),
        cmocka_unit_test(one_writer),
        cmocka_unit_test(in_turn),
        cmocka_unit_test(in_turn_and_dropped),
        cmocka_unit_test(without_events),
        cmocka_unit_test(order),
        cmocka_unit_test(threads_wait),
        cmocka_unit_test(a_lock),
        cmocka_unit_test(small_tasks),
        cmocka_unit_test(small_tasks_without_lines),
        cmocka_unit_test(needless_barrier),
        cmocka_unit_test(late_sender),
        cmocka_unit_test(late_twice),
        cmocka_unit_test(other_waits),
        cmocka_unit_test(nonblocking_barrier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
