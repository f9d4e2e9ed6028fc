/* test_messages.c: each receive matched to its send, from archives made by hand. */
#include "unit.h"

#include "archive/archive.h"
#include "made.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD = 1 };

/* Two ranks with a send and a receive each. */
struct run {
    struct made *made;
    struct made_place *rank[2];
    uint32_t send, receive; /* nodes of each */
    uint64_t sent[2], posted[2], now;
};

static struct run run_new(void)
{
    struct run run = {.made = made_new(), .now = MADE_START};
    for (uint32_t i = 0; i < 2; i++) {
        struct made_place *place = run.rank[i] = made_add_place(run.made);
        struct format_region send = {.kind = TRI_KIND_COMM, .line = 10, .flags = TRI_WRITES};
        struct format_region receive = {.kind = TRI_KIND_COMM, .line = 20, .flags = TRI_READS};
        uint32_t first = made_region(place, send, "MPI_Send", "ring.c", "");
        uint32_t second = made_region(place, receive, "MPI_Recv", "ring.c", "");
        made_rank(place, i, 2);
        struct made_profile *profile = made_add_profile(place);
        uint32_t root = made_lane(profile, 0, "main", MADE_START, MADE_START + 100000);
        run.send = made_node(profile, root, first, 1, 10);
        run.receive = made_node(profile, root, second, 1, 10);
    }
    return run;
}

static void send_values(struct run *run, int from, int32_t tag, uint64_t bytes)
{
    struct made_place *place = run->rank[from];
    made_value(place, FORMAT_VALUE_SENT, format_order(WORLD, run->sent[from]++));
    made_value(place, FORMAT_VALUE_TO, format_address((uint32_t)!from, tag));
    made_value(place, FORMAT_VALUE_SIZE, bytes);
}

static void receive_values(struct run *run, int at, uint64_t number, int32_t tag, uint64_t bytes)
{
    struct made_place *place = run->rank[at];
    made_value(place, FORMAT_VALUE_RECEIVED, format_order(WORLD, number));
    made_value(place, FORMAT_VALUE_FROM, format_address((uint32_t)!at, tag));
    made_value(place, FORMAT_VALUE_GOT, bytes);
}

static void send(struct run *run, int from, int32_t tag, uint64_t bytes)
{
    made_act(run->rank[from], run->send, run->now += 10, 5);
    send_values(run, from, tag, bytes);
}

static void receive(struct run *run, int at, int32_t tag, uint64_t bytes)
{
    made_act(run->rank[at], run->receive, run->now += 10, 5);
    receive_values(run, at, run->posted[at]++, tag, bytes);
}

static struct archive *must_match(struct run *run)
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

static size_t matched(const struct archive *archive)
{
    size_t count = 0;
    for (size_t i = 0; i < archive->messages.rows; i++)
        count += archive->messages.send[i] != ARCHIVE_NONE &&
                 archive->messages.receive[i] != ARCHIVE_NONE;
    return count;
}

static void a_message(void **state)
{
    (void)state;
    struct run run = run_new();
    send(&run, 0, -7, 100);
    receive(&run, 1, -7, 80);
    struct archive *archive = must_match(&run);
    const struct archive_messages *all = &archive->messages;
    assert_int_equal(all->rows, 1);
    assert_int_equal(all->source[0], 0);
    assert_int_equal(all->target[0], 1);
    assert_int_equal((int32_t)all->tag[0], -7);
    assert_int_equal(all->bytes[0], 80);
    assert_int_equal(archive->regions.line[archive->nodes.region[all->send[0]]], 10);
    assert_int_equal(archive->regions.line[archive->nodes.region[all->receive[0]]], 20);
    assert_int_equal(archive->lanes.place[archive->nodes.lane[all->receive[0]]], 1);
    assert_int_equal(all->send_start[0], MADE_START + 10);
    assert_int_equal(all->send_end[0], MADE_START + 15);
    assert_int_equal(all->receive_start[0], MADE_START + 20);
    assert_int_equal(all->receive_end[0], MADE_START + 25);
    end(&run, archive);
}

/* Tags have orders of their own; receives go by when they were posted, not by when they ended. */
static void in_the_order_of_posting(void **state)
{
    (void)state;
    struct run run = run_new();
    send(&run, 0, 1, 11);
    send(&run, 0, 2, 22);
    send(&run, 0, 1, 13);
    made_act(run.rank[1], run.receive, run.now += 10, 5);
    for (uint64_t i = 0; i < 3; i++) {
        made_value(run.rank[1], FORMAT_VALUE_POSTED, format_order(WORLD, i));
        made_value(run.rank[1], FORMAT_VALUE_ASKED, format_address(FORMAT_ANY, -1));
    }
    made_act(run.rank[1], run.receive, run.now += 10, 5);
    receive_values(&run, 1, 2, 1, 13);
    receive_values(&run, 1, 1, 1, 11);
    receive_values(&run, 1, 0, 2, 22);
    struct archive *archive = must_match(&run);
    const struct archive_messages *all = &archive->messages;
    const uint64_t bytes[] = {11, 22, 13};
    assert_int_equal(all->rows, 3);
    assert_int_equal(matched(archive), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(all->bytes[i], bytes[i]);
        assert_int_equal(all->send_start[i], MADE_START + 10 * (i + 1));
    }
    end(&run, archive);
}

/* What an act told of before it ended has its end, and counts among its bytes. */
static void more_values_than_room(void **state)
{
    (void)state;
    struct run run = run_new();
    for (int i = 0; i < 3; i++)
        send(&run, 0, 1, 10);
    uint64_t start = run.now += 10;
    made_more(run.rank[1], run.receive, start);
    receive_values(&run, 1, 0, 1, 10);
    made_value(run.rank[1], FORMAT_VALUE_RECEIVED, format_order(WORLD, 1)); /* goes on behind it */
    made_more(run.rank[1], run.receive, start);
    made_value(run.rank[1], FORMAT_VALUE_FROM, format_address(0, 1));
    made_value(run.rank[1], FORMAT_VALUE_GOT, 10);
    made_act(run.rank[1], run.receive, start, FORMAT_LENGTH_ELSEWHERE);
    receive_values(&run, 1, 2, 1, 10);
    made_value(run.rank[1], FORMAT_VALUE_LENGTH, 500);
    struct archive *archive = must_match(&run);
    const struct archive_messages *all = &archive->messages;
    assert_int_equal(matched(archive), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(all->receive_start[i], start);
        assert_int_equal(all->receive_end[i], start + 500);
    }
    struct error error = {0};
    struct archive_act act = {0};
    struct archive_acts *acts = archive_acts_of(archive, 1, 0, UINT64_MAX, &error);
    while (archive_acts_next(acts, &act))
        continue;
    assert_int_equal(act.bytes, 30);
    archive_acts_free(acts);
    end(&run, archive);
}

/* An act that was left out in the end: what it told before is known as such, also if acts of a
 * signal handler came between. */
static void left_out_after_others(void **state)
{
    (void)state;
    for (int between = 0; between < 2; between++) {
        struct run run = run_new();
        send(&run, 0, 1, 10);
        uint64_t start = run.now += 10;
        made_more(run.rank[1], run.receive, start);
        receive_values(&run, 1, 0, 1, 10);
        if (between)
            made_act(run.rank[1], run.send, start + 1, 1);
        made_never(run.rank[1], run.receive, start);
        struct archive *archive = must_match(&run);
        assert_int_equal(archive->messages.rows, 1);
        assert_int_equal(archive->messages.receive[0], ARCHIVE_NONE);
        assert_int_equal(archive->messages.filtered[0], ARCHIVE_FILTERED_RECEIVE);
        end(&run, archive);
    }
}

/* Behind what is missing, nothing is certain: both ends are there, but not matched. */
static void behind_a_gap(void **state)
{
    (void)state;
    struct run run = run_new();
    send(&run, 0, 1, 10);
    receive(&run, 1, 1, 10);
    run.sent[0]++; /* one that is not in the log */
    send(&run, 0, 1, 10);
    receive(&run, 1, 1, 10);
    struct archive *archive = must_match(&run);
    assert_int_equal(archive->messages.rows, 3);
    assert_int_equal(matched(archive), 1);
    end(&run, archive);
    run = run_new();
    send(&run, 0, 1, 10);
    send(&run, 0, 1, 10);
    made_act(run.rank[1], run.receive, run.now += 10, 5);
    made_value(run.rank[1], FORMAT_VALUE_POSTED, format_order(WORLD, run.posted[1]++));
    receive(&run, 1, 1, 10); /* which of the two it got is not known */
    archive = must_match(&run);
    assert_int_equal(archive->messages.rows, 3);
    assert_int_equal(matched(archive), 0);
    end(&run, archive);
    run = run_new();
    send(&run, 0, 1, 10);
    made_act(run.rank[1], run.receive, run.now += 10, 5);
    made_value(run.rank[1], FORMAT_VALUE_CANCELLED, format_order(WORLD, run.posted[1]++));
    receive(&run, 1, 1, 10);
    archive = must_match(&run);
    assert_int_equal(matched(archive), 1);
    end(&run, archive);
}

/* Orders of communicators that are not there, values out of order, peers that are nobody. */
static void nonsense(void **state)
{
    (void)state;
    struct run run = run_new();
    made_value(run.rank[0], FORMAT_VALUE_SIZE, 10);
    made_act(run.rank[0], run.send, run.now, 5);
    made_value(run.rank[0], FORMAT_VALUE_TO, 1);
    made_value(run.rank[0], FORMAT_VALUE_SIZE, 10);
    made_value(run.rank[0], FORMAT_VALUE_SENT, format_order(0xffffff, 0));
    made_value(run.rank[0], FORMAT_VALUE_TO, 1);
    made_value(run.rank[0], FORMAT_VALUE_SIZE, 10);
    made_value(run.rank[0], FORMAT_VALUE_SENT, format_order(WORLD, 0));
    made_value(run.rank[0], FORMAT_VALUE_TO, format_address(99, 3));
    made_value(run.rank[0], FORMAT_VALUE_SIZE, UINT64_MAX);
    struct archive *archive = must_match(&run);
    assert_int_equal(archive->messages.rows, 1);
    assert_int_equal(archive->messages.target[0], ARCHIVE_NONE);
    assert_int_equal(archive->messages.receive[0], ARCHIVE_NONE);
    end(&run, archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message),
        cmocka_unit_test(in_the_order_of_posting),
        cmocka_unit_test(more_values_than_room),
        cmocka_unit_test(left_out_after_others),
        cmocka_unit_test(behind_a_gap),
        cmocka_unit_test(nonsense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
