/* test_clocks.c: ranks whose clocks differ, from archives made by hand: their times are on the
 * clock of rank 0, and no message comes before it was sent. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/time/clocks_order.h"
#include "made.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD = 1 };

#define SECOND UINT64_C(1000000000)
#define END (MADE_START + 10 * SECOND) /* of the run, on the clock of rank 0 */

/* Two ranks; the clock of the second one has `ahead` in the beginning, and `late` more in the end.
 */
struct run {
    struct made *made;
    struct made_place *rank[2];
    uint32_t send, receive;
    uint64_t ahead, late;
    uint64_t sent[2], got[2];
};

/* What the clock of rank 1 says when that of rank 0 says this. */
static uint64_t own(const struct run *run, uint64_t zero)
{
    return zero + run->ahead + run->late * (zero - MADE_START) / (END - MADE_START);
}

static uint64_t on(const struct run *run, int rank, uint64_t zero)
{
    return rank ? own(run, zero) : zero;
}

static struct run run_new(uint64_t ahead, uint64_t late)
{
    struct run run = {.made = made_new(), .ahead = ahead, .late = late};
    for (uint32_t i = 0; i < 2; i++) {
        struct made_place *place = run.rank[i] = made_add_place(run.made);
        struct format_region send = {.kind = TRI_KIND_COMM, .line = 10};
        struct format_region receive = {.kind = TRI_KIND_COMM, .line = 20};
        uint32_t first = made_region(place, send, "MPI_Send", "ring.c", "");
        uint32_t second = made_region(place, receive, "MPI_Recv", "ring.c", "");
        made_rank(place, i, 2);
        place->record.start.ticks = place->record.start.monotonic = on(&run, (int)i, MADE_START);
        place->record.last = place->record.start;
        place->record.state = FORMAT_PLACE_EXITED;
        place->record.end = on(&run, (int)i, END);
        place->communicators.records[1].made = place->record.start.ticks;
        strcpy(place->record.boot, i ? "other" : "one");
        strcpy(place->record.host, i ? "b" : "a");
        struct made_profile *profile = made_add_profile(place);
        uint32_t root =
            made_lane(profile, 0, "main", place->record.start.ticks, on(&run, (int)i, END));
        run.send = made_node(profile, root, first, 1, 10);
        run.receive = made_node(profile, root, second, 1, 10);
    }
    return run;
}

/* The clocks are compared at that moment; what is found is wrong by `error`. */
static void compare(struct format_offset *offset, const struct run *run, uint64_t zero,
                    int64_t error)
{
    *offset = (struct format_offset){own(run, zero) + (uint64_t)error, zero, 4000};
}

static void compare_ends(struct run *run, int64_t error)
{
    compare(&run->rank[1]->record.offsets[0], run, MADE_START, error);
    compare(&run->rank[1]->record.offsets[1], run, END, error);
}

static void send(struct run *run, int from, uint64_t start)
{
    made_act(run->rank[from], run->send, on(run, from, start), 100);
    made_value(run->rank[from], FORMAT_VALUE_SENT, format_order(WORLD, run->sent[from]++));
    made_value(run->rank[from], FORMAT_VALUE_TO, format_address((uint32_t)!from, 1));
    made_value(run->rank[from], FORMAT_VALUE_SIZE, 8);
}

static void receive(struct run *run, int at, uint64_t start, uint64_t end)
{
    uint64_t from = on(run, at, start);
    made_act(run->rank[at], run->receive, from, (uint32_t)(on(run, at, end) - from));
    made_value(run->rank[at], FORMAT_VALUE_RECEIVED, format_order(WORLD, run->got[at]++));
    made_value(run->rank[at], FORMAT_VALUE_FROM, format_address((uint32_t)!at, 1));
    made_value(run->rank[at], FORMAT_VALUE_GOT, 8);
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

static void end(struct run *run, struct archive *archive)
{
    archive_close(archive);
    made_free(run->made);
}

static void assert_near(uint64_t a, uint64_t b)
{
    assert_in_range(a, b - 2, b + 2); /* ns */
}

/* The time of each act is that of its message, on every lane. */
static void assert_acts_agree(const struct archive *archive)
{
    const struct archive_messages *all = &archive->messages;
    struct error error = {0};
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        struct archive_act act;
        uint64_t last = archive->lanes.start[lane];
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
        assert_true(archive_acts_next(acts, &act)); /* the lane */
        while (archive_acts_next(acts, &act)) {
            bool found = false;
            for (size_t i = 0; i < all->rows; i++)
                found |= (all->send[i] == act.node && all->send_start[i] == act.start &&
                          all->send_end[i] == act.end) ||
                         (all->receive[i] == act.node && all->receive_start[i] == act.start &&
                          all->receive_end[i] == act.end);
            assert_true(found);
            assert_true(act.start >= last && act.end <= archive->lanes.end[lane]);
            last = act.start;
        }
        archive_acts_free(acts);
    }
}

static void assert_in_order(const struct archive *archive)
{
    const struct archive_messages *all = &archive->messages;
    for (size_t i = 0; i < all->rows; i++)
        assert_true(all->receive_end[i] >= all->send_start[i]);
    assert_acts_agree(archive);
}

/* A clock of another machine, which goes wrong by 0.02 %: what is known of it is the truth. */
static void shift_and_drift(void **state)
{
    (void)state;
    const uint64_t ahead[] = {5000 * SECOND, 0 - MADE_START / 2};
    for (size_t i = 0; i < 2; i++) {
        struct run run = run_new(ahead[i], 2000000);
        uint64_t middle = MADE_START + 5 * SECOND;
        compare_ends(&run, 0);
        send(&run, 0, middle);
        receive(&run, 1, middle - 1000, middle + 2000);
        send(&run, 1, middle + 3000);
        receive(&run, 0, middle + 500, middle + 4000);
        struct archive *archive = must_read(&run);
        const struct archive_messages *all = &archive->messages;
        assert_int_equal(all->rows, 2);
        assert_near(all->send_start[0], middle);
        assert_near(all->receive_end[0], middle + 2000);
        assert_near(all->send_start[1], middle + 3000);
        assert_near(archive->lanes.start[1], MADE_START);
        assert_near(archive->lanes.end[1], END);
        assert_near(archive->places.start[1], MADE_START);
        assert_near(archive->places.end[1], END);
        assert_near(archive->communicators.made[2], MADE_START);
        assert_int_equal(archive->places.aligned[1], 2);
        assert_int_equal(archive->places.within[1], 2000);
        assert_int_equal(archive->places.early[1], 0);
        assert_int_equal(archive->places.moved[1], 0);
        assert_in_order(archive);
        end(&run, archive);
    }
}

/* A clock whose rate changed: what was measured in between tells. */
static void measured_in_between(void **state)
{
    (void)state;
    struct run run = run_new(SECOND, 0);
    uint64_t half = MADE_START + 5 * SECOND;
    struct format_place *record = &run.rank[1]->record;
    record->offsets[0] = (struct format_offset){MADE_START + SECOND, MADE_START, 100};
    record->between[0] = (struct format_offset){half + SECOND + 1000000, half, 100};
    record->between[1] = (struct format_offset){1, 2, 3}; /* read half written */
    record->offsets[1] = (struct format_offset){END + SECOND, END, 100};
    struct archive *archive = must_read(&run);
    const struct archive_clock_line *line = &archive->lines[1];
    assert_int_equal(archive->places.aligned[1], 3);
    assert_near(archive_clock_line_time(line, MADE_START + SECOND), MADE_START);
    assert_near(archive_clock_line_time(line, half + SECOND + 1000000), half);
    assert_near(archive_clock_line_time(line, MADE_START + SECOND + (5 * SECOND + 1000000) / 2),
                MADE_START + 5 * SECOND / 2);
    assert_near(archive_clock_line_time(line, END + SECOND), END);
    assert_near(archive_clock_line_time(line, END + 2 * SECOND), END + SECOND);
    assert_near(archive_clock_line_time(line, SECOND * 3 / 2), MADE_START - SECOND / 2);
    end(&run, archive);
}

/* The offset is found wrong by 1 us: messages from rank 0 seem to come too early, and are moved. */
static void early_messages(void **state)
{
    (void)state;
    struct run run = run_new(7 * SECOND, 0);
    uint64_t first = MADE_START + SECOND;
    compare_ends(&run, 1000);
    send(&run, 0, first);
    receive(&run, 1, first - 5000, first + 300); /* seen 700 ns before it was sent */
    send(&run, 1, first + 400);                  /* is moved, too */
    receive(&run, 0, first + 100, first + 600);
    send(&run, 0, first + SECOND);
    receive(&run, 1, first + SECOND + 100, first + SECOND + 200); /* by 800 ns */
    struct archive *archive = must_read(&run);
    const struct archive_messages *all = &archive->messages;
    assert_int_equal(all->rows, 3);
    assert_int_equal(archive->places.early[1], 2);
    assert_int_equal(archive->places.moved[1], 800);
    assert_int_equal(archive->places.early[0], 0);
    assert_int_equal(archive->places.moved[0], 0);
    assert_int_equal(all->receive_end[0], all->send_start[0]);
    assert_int_equal(all->receive_start[0], first - 6000); /* the call took longer */
    assert_int_equal(all->send_start[1], first + 99);      /* a hundredth of 100 ns is back */
    assert_int_equal(all->receive_end[2], all->send_start[2]);
    assert_in_order(archive);
    end(&run, archive);
}

/* One that is moved on moves others on. */
static void moved_through(void **state)
{
    (void)state;
    struct order *order = order_new(3);
    struct archive_clock_line lines[3] = {{0}};
    struct order_found found[3] = {{0}};
    order_begin(order);
    order_gives(order, 0, 1000);
    order_takes(order, 1, 100, 400);
    order_begin(order);
    order_gives(order, 1, 500);
    order_takes(order, 2, 200, 600);
    order_begin(order); /* an operation of all three */
    order_gives(order, 0, 1100);
    order_gives(order, 1, 700);
    order_gives(order, 2, 700);
    order_takes(order, 0, 1100, 1200);
    order_takes(order, 1, 700, 1300);
    order_takes(order, 2, 700, 900);
    order_correct(order, lines, found);
    assert_int_equal(found[0].most, 97); /* 700 + 597 at 1200 */
    assert_int_equal(found[1].most, 600);
    assert_int_equal(archive_clock_line_moved(&lines[1], 400), 600);
    assert_int_equal(archive_clock_line_moved(&lines[1], 500), 599);
    assert_int_equal(found[2].most, 499); /* 500 + 599 at 600 */
    assert_int_equal(found[2].early, 1);  /* by what was measured: the operation alone */
    assert_int_equal(archive_clock_line_moved(&lines[1], 100), 0);
    assert_int_equal(archive_clock_line_moved(&lines[1], 250), 300);
    assert_int_equal(archive_clock_line_moved(&lines[1], 400 + 60000), 0);
    for (int i = 0; i < 3; i++)
        archive_clock_line_free(&lines[i]);
    order_free(order);
}

/* No program does that, but a file may say it: each end waits for the other's beginning. */
static void everything_waits(void **state)
{
    (void)state;
    struct order *order = order_new(2);
    struct archive_clock_line lines[2] = {{0}};
    struct order_found found[2] = {{0}};
    order_begin(order);
    order_gives(order, 0, 200);
    order_takes(order, 1, 10, 100);
    order_begin(order);
    order_gives(order, 1, 200);
    order_takes(order, 0, 10, 100);
    order_correct(order, lines, found);
    assert_true(found[0].most + found[1].most > 0);
    for (int i = 0; i < 2; i++)
        archive_clock_line_free(&lines[i]);
    order_free(order);
}

/* Ranks of a host whose rank of lower number asked for all; and offsets that make no sense. */
static void others_of_the_host(void **state)
{
    (void)state;
    struct run run = run_new(SECOND, 0);
    struct archive *archive = must_read(&run); /* nothing was compared but the time of day */
    assert_int_equal(archive->places.aligned[1], 0);
    assert_int_equal(archive->lanes.start[1], MADE_START);
    archive_close(archive);
    compare_ends(&run, 0);
    run.rank[1]->record.offsets[1].zero += SECOND; /* no clock goes wrong by that much */
    archive = must_read(&run);
    assert_int_equal(archive->places.aligned[1], 1);
    assert_near(archive->lanes.end[1], END);
    end(&run, archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shift_and_drift),  cmocka_unit_test(measured_in_between),
        cmocka_unit_test(early_messages),   cmocka_unit_test(moved_through),
        cmocka_unit_test(everything_waits), cmocka_unit_test(others_of_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
