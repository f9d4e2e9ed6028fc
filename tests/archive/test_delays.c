/* test_delays.c: collective operations put together, and who waits for whom in them and for
 * messages: from archives made by hand, where every number is known. */
#include "unit.h"

#include "analysis/delays/delays.h"
#include "archive/archive.h"
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD = 1, RANKS = 3, SITES = 16, ROOT_NONE = -1 };

/* Three ranks. Times are counted from MADE_START; the line of a region is its name there. */
struct run {
    struct made *made;
    struct rank {
        struct made_place *place;
        struct made_profile *profile;
        uint32_t root;
        uint32_t node[SITES], line[SITES];
        size_t sites;
        uint64_t sent, posted, together;
    } ranks[RANKS];
};

static struct run run_new(void)
{
    struct run run = {.made = made_new()};
    for (uint32_t i = 0; i < RANKS; i++) {
        struct rank *rank = &run.ranks[i];
        rank->place = made_add_place(run.made);
        made_rank(rank->place, i, RANKS);
        rank->profile = made_add_profile(rank->place);
        rank->root = made_lane(rank->profile, 0, "main", MADE_START, MADE_START + 10000);
    }
    return run;
}

/* The node of what stands in a line, below that of another line (0: none). */
static uint32_t node_in(struct run *run, int number, uint32_t above, uint32_t kind,
                        const char *name, uint32_t line)
{
    struct rank *rank = &run->ranks[number];
    uint32_t parent = rank->root;
    for (size_t i = 0; i < rank->sites; i++) {
        if (rank->line[i] == line)
            return rank->node[i];
        if (rank->line[i] == above)
            parent = rank->node[i];
    }
    assert_true(rank->sites < SITES);
    struct format_region row = {.kind = kind, .line = line};
    uint32_t region = made_region(rank->place, row, name, "waits.c", "");
    rank->line[rank->sites] = line;
    rank->node[rank->sites] = made_node(rank->profile, parent, region, 1, 10);
    return rank->node[rank->sites++];
}

static void act(struct run *run, int number, uint32_t node, uint64_t start, uint64_t end)
{
    made_act(run->ranks[number].place, node, MADE_START + start, (uint32_t)(end - start));
}

static void call(struct run *run, int number, const char *name, uint32_t line, uint64_t start,
                 uint64_t end)
{
    act(run, number, node_in(run, number, 0, TRI_KIND_COMM, name, line), start, end);
}

static void work(struct run *run, int number, uint32_t line, uint64_t start, uint64_t end)
{
    act(run, number, node_in(run, number, 0, TRI_KIND_ROUTINE, "work", line), start, end);
}

static void value(struct run *run, int number, enum format_value kind, uint64_t value_of)
{
    made_value(run->ranks[number].place, kind, value_of);
}

/* Values of the call before. */
static void sent(struct run *run, int from, uint32_t to, uint64_t bytes)
{
    value(run, from, FORMAT_VALUE_SENT, format_order(WORLD, run->ranks[from].sent++));
    value(run, from, FORMAT_VALUE_TO, format_address(to, 0));
    value(run, from, FORMAT_VALUE_SIZE, bytes);
}

static void received(struct run *run, int at, uint64_t number, uint32_t from, uint64_t bytes)
{
    value(run, at, FORMAT_VALUE_RECEIVED, format_order(WORLD, number));
    value(run, at, FORMAT_VALUE_FROM, format_address(from, 0));
    value(run, at, FORMAT_VALUE_GOT, bytes);
}

static uint64_t post(struct run *run, int at, uint32_t from)
{
    uint64_t number = run->ranks[at].posted++;
    value(run, at, FORMAT_VALUE_POSTED, format_order(WORLD, number));
    value(run, at, FORMAT_VALUE_ASKED, format_address(from, 0));
    return number;
}

static uint64_t together(struct run *run, int number, int root, uint64_t given, uint64_t taken)
{
    uint64_t order = format_order(WORLD, run->ranks[number].together++);
    value(run, number, FORMAT_VALUE_TOGETHER, order);
    if (root != ROOT_NONE)
        value(run, number, FORMAT_VALUE_ROOT, (uint64_t)root);
    value(run, number, FORMAT_VALUE_GIVEN, given);
    value(run, number, FORMAT_VALUE_TAKEN, taken);
    return order;
}

static struct archive *must_read(struct run *run)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(run->made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    assert_true(archive_find_messages(archive, &error));
    return archive;
}

/* What a wait says, its numbers and lines: of a rank's call for a rank's call, which did what,
 * after and before which calls, how often and how long. */
static void describe(const struct archive *archive, const struct analysis_delay_item *item,
                     char *text, size_t size)
{
    static const char *const kinds[DELAY_KINDS] = {"sender", "receiver",  "barrier", "NxN",
                                                   "reduce", "broadcast", "scan"};
    const uint32_t *line = archive->regions.line;
    const char *doing = archive_text(archive, archive->regions.name[item->doing]);
    snprintf(text, size, "%s %u:%u for %u:%u in %s %u-%u, %llu x %llu", kinds[item->kind],
             archive->places.rank[item->place], line[item->region],
             archive->places.rank[item->cause], line[item->late], item->doing ? doing : "-",
             line[item->after], line[item->before], (unsigned long long)item->count,
             (unsigned long long)item->time);
}

/* The waits of the run, the longest first, are these; NULL ends them. Frees the run. */
static void expect(struct run *run, const char *const *expected)
{
    struct archive *archive = must_read(run);
    struct analysis_delays delays = analysis_delays_find(archive);
    size_t count = 0;
    for (; count < delays.count && expected[count]; count++) {
        char text[256];
        describe(archive, &delays.items[count], text, sizeof text);
        assert_string_equal(text, expected[count]);
    }
    assert_int_equal(delays.count, count);
    assert_null(expected[count]);
    assert_int_equal(delays.unknown, 0);
    analysis_delays_free(&delays);
    archive_close(archive);
    made_free(run->made);
}

#define EXPECT(run, ...) expect(run, (const char *const[]){__VA_ARGS__, NULL})

static void table_of_blocking(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        call(&run, i, "MPI_Barrier", 10, 100 + 10 * (uint64_t)i, 200);
        together(&run, i, ROOT_NONE, 0, 0);
        call(&run, i, "MPI_Bcast", 20, 300, 310 + (uint64_t)i);
        together(&run, i, 1, i == 1 ? 80 : 0, i == 1 ? 0 : 80);
    }
    struct archive *archive = must_read(&run);
    const struct archive_collectives *all = &archive->collectives;
    assert_int_equal(all->rows, 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_int_equal(all->instance[i], i / 3);
        assert_int_equal(all->number[i], i / 3);
        assert_int_equal(all->place[i], i % 3);
        assert_int_equal(all->size[i], 3);
        assert_int_equal(archive->communicators.place[all->communicator[i]], i % 3);
        assert_int_equal(all->kind[i],
                         i < 3 ? ARCHIVE_COLLECTIVE_BARRIER : ARCHIVE_COLLECTIVE_1_TO_N);
        assert_int_equal(all->root[i], i < 3 ? ARCHIVE_NONE : 1);
        assert_int_equal(all->given[i], i == 4 ? 80 : 0);
        assert_int_equal(all->taken[i], i < 3 || i == 4 ? 0 : 80);
        assert_int_equal(all->begin_start[i], MADE_START + (i < 3 ? 100 + 10 * i : 300));
        assert_int_equal(all->begin_end[i], MADE_START + (i < 3 ? 200 : 307 + i));
        assert_int_equal(all->end[i], all->begin[i]);
        assert_int_equal(all->end_start[i], all->begin_start[i]);
        assert_int_equal(all->end_end[i], all->begin_end[i]);
    }
    archive_close(archive);
    made_free(run.made);
}

/* One whose end is seen by another call, and one whose end nobody sees. */
static void table_of_nonblocking(void **state)
{
    (void)state;
    struct run run = run_new();
    call(&run, 0, "MPI_Ireduce_scatter_block", 10, 100, 105);
    uint64_t order = together(&run, 0, ROOT_NONE, 24, 8);
    call(&run, 0, "MPI_Waitall", 20, 150, 180);
    value(&run, 0, FORMAT_VALUE_UNITED, order);
    call(&run, 1, "MPI_Ireduce_scatter_block", 10, 110, 115);
    together(&run, 1, ROOT_NONE, 24, 8);
    struct archive *archive = must_read(&run);
    const struct archive_collectives *all = &archive->collectives;
    assert_int_equal(all->rows, 2);
    assert_int_equal(all->kind[0], ARCHIVE_COLLECTIVE_N_TO_N);
    assert_int_equal(archive->regions.line[archive->nodes.region[all->begin[0]]], 10);
    assert_int_equal(archive->regions.line[archive->nodes.region[all->end[0]]], 20);
    assert_int_equal(all->begin_end[0], MADE_START + 105);
    assert_int_equal(all->end_start[0], MADE_START + 150);
    assert_int_equal(all->end_end[0], MADE_START + 180);
    assert_int_equal(all->end[1], ARCHIVE_NONE);
    assert_int_equal(all->end_end[1], 0);
    archive_close(archive);
    made_free(run.made);
}

static void kinds_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum archive_collective kind;
    } names[] = {
        {"MPI_Barrier", ARCHIVE_COLLECTIVE_BARRIER},
        {"MPI_Ibarrier", ARCHIVE_COLLECTIVE_BARRIER},
        {"MPI_Iallgatherv", ARCHIVE_COLLECTIVE_N_TO_N},
        {"MPI_Alltoallw", ARCHIVE_COLLECTIVE_N_TO_N},
        {"MPI_Reduce_scatter", ARCHIVE_COLLECTIVE_N_TO_N},
        {"MPI_Reduce", ARCHIVE_COLLECTIVE_N_TO_1},
        {"MPI_Igatherv", ARCHIVE_COLLECTIVE_N_TO_1},
        {"MPI_Scatterv", ARCHIVE_COLLECTIVE_1_TO_N},
        {"MPI_Exscan", ARCHIVE_COLLECTIVE_PREFIX},
        {"MPI_Iscan", ARCHIVE_COLLECTIVE_PREFIX},
        {"MPI_Ineighbor_alltoallv", ARCHIVE_COLLECTIVE_NEAR},
        {"MPI_Start", ARCHIVE_COLLECTIVE},
    };
    enum { NAMES = sizeof names / sizeof names[0] };
    struct run run = run_new();
    for (uint32_t i = 0; i < NAMES; i++) {
        call(&run, 0, names[i].name, 10 + i, 100 + 10 * i, 105 + 10 * i);
        together(&run, 0, ROOT_NONE, 0, 0);
    }
    struct archive *archive = must_read(&run);
    assert_int_equal(archive->collectives.rows, NAMES);
    for (size_t i = 0; i < NAMES; i++)
        assert_int_equal(archive->collectives.kind[i], names[i].kind);
    archive_close(archive);
    made_free(run.made);
}

static void late_sender(void **state)
{
    (void)state;
    struct run run = run_new();
    work(&run, 0, 5, 10, 90);
    call(&run, 0, "MPI_Send", 10, 100, 110);
    sent(&run, 0, 1, 8);
    call(&run, 1, "MPI_Recv", 20, 20, 115);
    received(&run, 1, 0, 0, 8);
    EXPECT(&run, "sender 1:20 for 0:10 in work 0-0, 1 x 80");
}

/* It is in the call that sees the end; what was sent before that began waits for nobody. */
static void late_sender_in_wait(void **state)
{
    (void)state;
    struct run run = run_new();
    call(&run, 0, "MPI_Send", 10, 30, 35);
    sent(&run, 0, 1, 8);
    work(&run, 0, 5, 40, 100);
    call(&run, 0, "MPI_Send", 11, 100, 110);
    sent(&run, 0, 1, 8);
    call(&run, 1, "MPI_Irecv", 20, 20, 25);
    uint64_t first = post(&run, 1, 0);
    call(&run, 1, "MPI_Irecv", 21, 26, 28);
    uint64_t second = post(&run, 1, 0);
    call(&run, 1, "MPI_Wait", 22, 50, 52);
    received(&run, 1, first, 0, 8);
    call(&run, 1, "MPI_Wait", 23, 60, 120);
    received(&run, 1, second, 0, 8);
    EXPECT(&run, "sender 1:23 for 0:11 in work 0-0, 1 x 40");
}

/* Of several that one call waits for, the last; a wait is never longer than its call. */
static void once_in_a_call(void **state)
{
    (void)state;
    struct run run = run_new();
    work(&run, 0, 5, 0, 60);
    call(&run, 0, "MPI_Send", 10, 60, 65);
    sent(&run, 0, 1, 8);
    work(&run, 2, 5, 0, 80);
    call(&run, 2, "MPI_Send", 10, 80, 85);
    sent(&run, 2, 1, 8);
    call(&run, 1, "MPI_Waitall", 20, 20, 70);
    received(&run, 1, 0, 0, 8);
    received(&run, 1, 1, 2, 8);
    EXPECT(&run, "sender 1:20 for 2:10 in work 0-0, 1 x 50");
}

static void late_receiver(void **state)
{
    (void)state;
    struct run run = run_new();
    call(&run, 0, "MPI_Ssend", 10, 20, 105);
    sent(&run, 0, 1, 8);
    call(&run, 0, "MPI_Send", 11, 110, 205); /* so few that MPI keeps them */
    sent(&run, 0, 1, DELAY_KEPT - 1);
    call(&run, 0, "MPI_Send", 12, 210, 320);
    sent(&run, 0, 1, DELAY_KEPT);
    call(&run, 0, "MPI_Bsend", 13, 330, 340);
    sent(&run, 0, 1, DELAY_KEPT);
    for (uint32_t i = 0; i < 4; i++) {
        work(&run, 1, 5, 10 + 100 * i, 100 + 100 * i);
        call(&run, 1, "MPI_Recv", 20 + i, 100 + 100 * i, 108 + 100 * i);
        received(&run, 1, i, 0, i ? i == 1 ? DELAY_KEPT - 1 : DELAY_KEPT : 8);
    }
    EXPECT(&run, "receiver 0:12 for 1:22 in work 0-0, 1 x 90",
           "receiver 0:10 for 1:20 in work 0-0, 1 x 80");
}

/* From where the end of the send is waited for, until the receive is posted, not until it ends. */
static void late_receiver_in_wait(void **state)
{
    (void)state;
    struct run run = run_new();
    call(&run, 0, "MPI_Isend", 10, 20, 25);
    sent(&run, 0, 1, 1000000);
    call(&run, 0, "MPI_Wait", 11, 40, 150);
    value(&run, 0, FORMAT_VALUE_FINISHED, format_order(WORLD, 0));
    work(&run, 1, 5, 10, 80);
    call(&run, 1, "MPI_Irecv", 20, 100, 105);
    uint64_t number = post(&run, 1, 0);
    call(&run, 1, "MPI_Wait", 21, 110, 150);
    received(&run, 1, number, 0, 1000000);
    EXPECT(&run, "receiver 0:11 for 1:20 in work 0-0, 1 x 60");
}

/* A send that was over before the receive was posted did not wait, nor one whose end nobody saw. */
static void sends_that_did_not_wait(void **state)
{
    (void)state;
    struct run run = run_new();
    call(&run, 0, "MPI_Send", 10, 20, 30);
    sent(&run, 0, 1, 1000000);
    call(&run, 0, "MPI_Isend", 11, 35, 300);
    sent(&run, 0, 1, 1000000);
    call(&run, 1, "MPI_Recv", 20, 100, 110);
    received(&run, 1, 0, 0, 1000000);
    call(&run, 1, "MPI_Recv", 20, 200, 210);
    received(&run, 1, 1, 0, 1000000);
    EXPECT(&run, NULL);
}

static void barrier(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        uint64_t came = 10 + 40 * (uint64_t)i;
        work(&run, i, 5, 0, came);
        call(&run, i, "MPI_Barrier", 10, came, 95);
        together(&run, i, ROOT_NONE, 0, 0);
    }
    EXPECT(&run, "barrier 0:10 for 2:10 in work 0-0, 1 x 80",
           "barrier 1:10 for 2:10 in work 0-0, 1 x 40");
}

/* While nobody waits for its end, nobody waits. */
static void n_to_n(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        uint64_t came = i == 1 ? 100 : 20;
        work(&run, i, 5, 0, came);
        call(&run, i, "MPI_Iallreduce", 10, came, came + 5);
        uint64_t order = together(&run, i, ROOT_NONE, 8, 8);
        call(&run, i, "MPI_Wait", 20, i == 2 ? 110 : came + 10, 120);
        value(&run, i, FORMAT_VALUE_UNITED, order);
    }
    EXPECT(&run, "NxN 0:20 for 1:10 in work 0-0, 1 x 70");
}

/* Only the root waits; what the last one brings it needs, too. */
static void early_reduce(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        uint64_t came = 10 + 30 * (uint64_t)i;
        work(&run, i, 5, 0, came);
        call(&run, i, "MPI_Gatherv", 10, came, i ? came + 5 : 90);
        together(&run, i, 0, 8, i ? 0 : 24);
    }
    EXPECT(&run, "reduce 0:10 for 2:10 in work 0-0, 1 x 60");
}

/* All but the root wait, for nobody else. */
static void late_broadcast(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        uint64_t came = i == 1 ? 50 : i ? 100 : 10;
        work(&run, i, 5, 0, came);
        call(&run, i, "MPI_Bcast", 10, came, came + 60);
        together(&run, i, 1, i == 1 ? 8 : 0, i == 1 ? 0 : 8);
    }
    EXPECT(&run, "broadcast 0:10 for 1:10 in work 0-0, 1 x 40");
}

/* Each waits for those before it: the first for nobody, the second for the first. */
static void early_scan(void **state)
{
    (void)state;
    struct run run = run_new();
    const uint64_t came[RANKS] = {40, 10, 20};
    for (int i = 0; i < RANKS; i++) {
        work(&run, i, 5, 0, came[i]);
        call(&run, i, "MPI_Scan", 10, came[i], 100);
        together(&run, i, ROOT_NONE, 8, 8);
    }
    EXPECT(&run, "scan 1:10 for 0:10 in work 0-0, 1 x 30",
           "scan 2:10 for 0:10 in work 0-0, 1 x 20");
}

/* Without events of routines: between which calls it was. With them, in what is around the calls:
 * that, too. */
static void between_calls(void **state)
{
    (void)state;
    for (int routines = 0; routines < 2; routines++) {
        struct run run = run_new();
        uint32_t above = 1;
        uint32_t around = node_in(&run, 0, 0, TRI_KIND_ROUTINE, "solve", above);
        act(&run, 0, node_in(&run, 0, above, TRI_KIND_COMM, "MPI_Comm_rank", 8), 10, 12);
        act(&run, 0, node_in(&run, 0, above, TRI_KIND_COMM, "MPI_Send", 10), 100, 110);
        sent(&run, 0, 1, 8);
        if (routines)
            act(&run, 0, around, 5, 200);
        call(&run, 1, "MPI_Recv", 20, 20, 115);
        received(&run, 1, 0, 0, 8);
        EXPECT(&run, "sender 1:20 for 0:10 in solve 8-10, 1 x 80");
    }
}

/* Who waits himself makes others wait. The longest counts, and parts of it are added up. */
static void causes_of_causes(void **state)
{
    (void)state;
    struct run run = run_new();
    work(&run, 0, 5, 0, 80);
    call(&run, 0, "MPI_Send", 10, 80, 85);
    sent(&run, 0, 1, 8);
    work(&run, 1, 5, 0, 30);
    call(&run, 1, "MPI_Recv", 11, 30, 90);
    received(&run, 1, 0, 0, 8);
    work(&run, 1, 5, 90, 100);
    call(&run, 1, "MPI_Send", 12, 100, 105);
    sent(&run, 1, 2, 8);
    call(&run, 2, "MPI_Recv", 20, 10, 110);
    received(&run, 2, 0, 1, 8);
    EXPECT(&run, "sender 2:20 for 1:12 in MPI_Recv 0-0, 1 x 90",
           "sender 1:11 for 0:10 in work 0-0, 1 x 50");
}

/* Two that wait for the same from different moments on have different causes. */
static void from_different_moments(void **state)
{
    (void)state;
    struct run run = run_new();
    const uint64_t came[] = {10, 70};
    for (int i = 0; i < 2; i++) {
        call(&run, i, "MPI_Barrier", 10, came[i], 105);
        together(&run, i, ROOT_NONE, 0, 0);
    }
    work(&run, 2, 5, 0, 65);
    act(&run, 2, node_in(&run, 2, 0, TRI_KIND_LOOP, "tail", 6), 65, 100);
    call(&run, 2, "MPI_Barrier", 10, 100, 105);
    together(&run, 2, ROOT_NONE, 0, 0);
    EXPECT(&run, "barrier 0:10 for 2:10 in work 0-0, 1 x 90",
           "barrier 1:10 for 2:10 in tail 0-0, 1 x 30");
}

static void adds_up(void **state)
{
    (void)state;
    struct run run = run_new();
    for (uint64_t i = 0; i < 5; i++) {
        work(&run, 0, 5, 100 * i + 10, 100 * i + 60);
        call(&run, 0, "MPI_Send", 10, 100 * i + 60, 100 * i + 65);
        sent(&run, 0, 1, 8);
        call(&run, 1, "MPI_Recv", 20, 100 * i + 30, 100 * i + 70);
        received(&run, 1, i, 0, 8);
    }
    struct archive *archive = must_read(&run);
    struct analysis_delays delays = analysis_delays_find(archive);
    assert_int_equal(delays.count, 1);
    assert_int_equal(delays.all, 150);
    assert_int_equal(delays.time[DELAY_LATE_SENDER], 150);
    assert_int_equal(delays.calls[DELAY_LATE_SENDER], 5);
    assert_int_equal(delays.items[0].count, 5);
    analysis_delays_free(&delays);
    archive_close(archive);
    made_free(run.made);
}

/* The one that came last may be one that was filtered or dropped: nobody is blamed, and there may
 * be more waits. */
static void collectives_of_some(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < RANKS; i++) {
        call(&run, i, "MPI_Barrier", 10, 10 + 10 * (uint64_t)i, 95);
        together(&run, i, ROOT_NONE, 0, 0);
        if (i == 2)
            continue;
        call(&run, i, "MPI_Barrier", 11, 100 + 10 * (uint64_t)i, 195);
        together(&run, i, ROOT_NONE, 0, 0);
    }
    struct archive *archive = must_read(&run);
    for (uint64_t filtered = 0; filtered < 2; filtered++) {
        archive->lanes.filtered[2] = filtered;
        struct analysis_delays delays = analysis_delays_find(archive);
        assert_int_equal(delays.calls[DELAY_BARRIER], filtered ? 2 : 3);
        assert_int_equal(delays.partial, filtered);
        assert_int_equal(delays.at_least, filtered);
        analysis_delays_free(&delays);
    }
    archive->lanes.filtered[2] = 0;
    archive->logs.dropped[2] = 1;
    struct analysis_delays delays = analysis_delays_find(archive);
    assert_int_equal(delays.calls[DELAY_BARRIER], 2);
    assert_int_equal(delays.partial, 1);
    assert_true(delays.at_least);
    analysis_delays_free(&delays);
    archive_close(archive);
    made_free(run.made);
}

/* Of clocks that nobody compared, nothing is said, but how much. */
static void unknown_clocks(void **state)
{
    (void)state;
    struct run run = run_new();
    snprintf(run.ranks[1].place->record.host, sizeof run.ranks[1].place->record.host, "other");
    snprintf(run.ranks[1].place->record.boot, sizeof run.ranks[1].place->record.boot, "other");
    call(&run, 0, "MPI_Send", 10, 100, 110);
    sent(&run, 0, 1, 8);
    call(&run, 1, "MPI_Recv", 20, 20, 115);
    received(&run, 1, 0, 0, 8);
    struct archive *archive = must_read(&run);
    struct analysis_delays delays = analysis_delays_find(archive);
    assert_int_equal(delays.count, 0);
    assert_int_equal(delays.unknown, 1);
    analysis_delays_free(&delays);
    archive_close(archive);
    made_free(run.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_of_blocking),
        cmocka_unit_test(table_of_nonblocking),
        cmocka_unit_test(kinds_by_name),
        cmocka_unit_test(late_sender),
        cmocka_unit_test(late_sender_in_wait),
        cmocka_unit_test(once_in_a_call),
        cmocka_unit_test(late_receiver),
        cmocka_unit_test(late_receiver_in_wait),
        cmocka_unit_test(sends_that_did_not_wait),
        cmocka_unit_test(barrier),
        cmocka_unit_test(n_to_n),
        cmocka_unit_test(early_reduce),
        cmocka_unit_test(late_broadcast),
        cmocka_unit_test(early_scan),
        cmocka_unit_test(between_calls),
        cmocka_unit_test(causes_of_causes),
        cmocka_unit_test(from_different_moments),
        cmocka_unit_test(adds_up),
        cmocka_unit_test(collectives_of_some),
        cmocka_unit_test(unknown_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
