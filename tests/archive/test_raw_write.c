/* test_raw_write.c: raw files that are written from acts, sealed and read again. */
#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "archive/write/place.h"
#include "archive/write/place_state.h"
#include "format/communicator.h"
#include "format/place.h"
#include "unit.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOPS = 20000, TRIPS = 7 };

static char folder[] = "/tmp/triptych-raw-write-XXXXXX";

static void remove_folder(void)
{
    struct error error;
    archive_file_remove(folder, &error);
}

static struct raw_write *open_place(uint32_t rank)
{
    struct error error;
    struct archive_raw_write_about about = {
        .number = rank,
        .parent = ARCHIVE_NONE,
        .state = FORMAT_PLACE_EXITED,
        .rank = rank,
        .ranks = 2,
        .job = 1,
        .start = 1000,
        .host = "host",
        .program = "./heat",
        .command = "./heat 500",
    };
    struct raw_write *place = archive_raw_write_open(folder, &about, &error);
    assert_non_null(place);
    return place;
}

static uint32_t add_communicator(struct raw_write *place, uint32_t rank)
{
    static const uint32_t members[] = {0, 1};
    struct archive_raw_write_communicator world = {
        .kind = FORMAT_COMMUNICATOR_INTRA,
        .rank = rank,
        .size = 2,
        .members = rank ? NULL : members,
    };
    return archive_raw_write_communicator(place, &world);
}

/* main with loops in it, and a message from rank 0 to rank 1. */
static void write_place(uint32_t rank)
{
    struct error error = {0};
    struct raw_write *place = open_place(rank);
    uint32_t world = add_communicator(place, rank);
    uint32_t outer = archive_raw_write_region(
        place, &(struct archive_raw_write_region){
                   .kind = TRI_KIND_ROUTINE, .name = "main", .file = "heat.c", .line = 3});
    uint32_t loop = archive_raw_write_region(
        place,
        &(struct archive_raw_write_region){
            .kind = TRI_KIND_LOOP, .name = "", .file = "heat.c", .seq = 1, .routine = outer});
    uint32_t call = archive_raw_write_region(
        place, &(struct archive_raw_write_region){.kind = TRI_KIND_COMM,
                                                  .name = rank ? "MPI_Recv" : "MPI_Send"});
    struct raw_write_lane *lane =
        archive_raw_write_lane_open(place,
                                    &(struct archive_raw_write_lane_about){
                                        .name = "main", .start = 1000, .parent = ARCHIVE_NONE},
                                    &error);
    assert_non_null(lane);
    uint32_t main_node = archive_raw_write_node(lane, RAW_WRITE_ROOT, outer);
    uint32_t loop_node = archive_raw_write_node(lane, main_node, loop);
    archive_raw_write_enter(lane, main_node, 1000);
    for (uint64_t i = 0; i < LOOPS; i++) {
        archive_raw_write_enter(lane, loop_node, 2000 + 10 * i);
        archive_raw_write_value(lane, FORMAT_VALUE_TRIPS, TRIPS + i % 2);
        archive_raw_write_leave(lane, 2000 + 10 * i + 1 + i % 9, false);
    }
    archive_raw_write_enter(lane, archive_raw_write_node(lane, main_node, call), 500000 + rank);
    archive_raw_write_value(lane, rank ? FORMAT_VALUE_RECEIVED : FORMAT_VALUE_SENT,
                            format_order(world, 0));
    archive_raw_write_value(lane, rank ? FORMAT_VALUE_FROM : FORMAT_VALUE_TO,
                            format_address(!rank, 9));
    archive_raw_write_value(lane, rank ? FORMAT_VALUE_GOT : FORMAT_VALUE_SIZE, 640);
    archive_raw_write_leave(lane, 500020, false);
    archive_raw_write_leave(lane, UINT64_C(10000000000), false); /* longer than 32 bits can tell */
    assert_true(archive_raw_write_lane_close(lane, 0, &error));
    assert_true(archive_raw_write_close(place, &error));
}

static uint32_t find_node(const struct archive *archive, uint32_t lane, uint32_t kind)
{
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.lane[i] == lane &&
            archive->regions.kind[archive->nodes.region[i]] == kind)
            return i;
    }
    fail();
    return 0;
}

static void test_sums_and_messages(void **state)
{
    (void)state;
    struct error error = {0};
    write_place(0);
    write_place(1);
    assert_true(archive_seal(folder, NULL, &error));
    struct archive *archive = archive_open(folder, &error);
    assert_non_null(archive);
    assert_int_equal(archive->places.rows, 2);
    assert_int_equal(archive->lanes.rows, 2);
    uint32_t loop = find_node(archive, 1, TRI_KIND_LOOP);
    assert_int_equal(archive->nodes.visits[loop], LOOPS);
    uint64_t time = 0, trips = 0;
    for (uint64_t i = 0; i < LOOPS; i++) {
        time += 1 + i % 9;
        trips += TRIPS + i % 2;
    }
    assert_int_equal(archive->nodes.inclusive_time[loop], time);
    assert_int_equal(archive->nodes.time_min[loop], 1);
    assert_int_equal(archive->nodes.time_max[loop], 9);
    assert_int_equal(archive->nodes.trips[loop], trips);
    assert_int_equal(archive->nodes.trips_min[loop], TRIPS);
    uint32_t outer = find_node(archive, 1, TRI_KIND_ROUTINE);
    assert_int_equal(archive->nodes.inclusive_time[outer], UINT64_C(10000000000) - 1000);
    assert_int_equal(archive->nodes.bytes[find_node(archive, 0, TRI_KIND_COMM)], 640);
    assert_int_equal(archive->messages.rows, 1);
    assert_int_equal(archive->messages.bytes[0], 640);
    assert_int_equal(archive->messages.send_start[0], 500000);
    assert_int_equal(archive->messages.receive_start[0], 500001);
    archive_close(archive);
}

/* Acts of one archive, given to another with their ends: the same acts. */
static void test_acts_again(void **state)
{
    (void)state;
    struct error error = {0};
    struct archive *archive = archive_open(folder, &error);
    struct archive_acts *acts = archive_acts_of(archive, 0, 0, UINT64_MAX, &error);
    struct archive_act act;
    uint64_t count = 0, last = 0;
    assert_non_null(acts);
    assert_true(archive_acts_next(acts, &act)); /* the lane */
    while (archive_acts_next(acts, &act)) {
        assert_true(act.start >= last);
        last = act.start;
        if (archive->regions.kind[archive->nodes.region[act.node]] == TRI_KIND_LOOP)
            assert_int_equal(act.trips, TRIPS + count++ % 2);
    }
    assert_int_equal(count, LOOPS);
    archive_acts_free(acts);
    archive_close(archive);
    remove_folder();
}

static void test_given_with_ends(void **state)
{
    (void)state;
    struct error error = {0};
    static const struct archive_act acts[] = {
        {.start = 2000,
         .end = 9000,
         .node = RAW_WRITE_ROOT + 1,
         .trips = ARCHIVE_UNKNOWN,
         .activity = ARCHIVE_NONE,
         .holder = ARCHIVE_NONE},
        {.start = 3000,
         .end = 3000,
         .node = RAW_WRITE_ROOT + 2,
         .trips = 4,
         .activity = ARCHIVE_NONE,
         .holder = ARCHIVE_NONE},
        {.start = 3000,
         .end = 8000,
         .node = RAW_WRITE_ROOT + 2,
         .trips = ARCHIVE_UNKNOWN,
         .flags = ARCHIVE_ACT_ABORTED,
         .activity = ARCHIVE_NONE,
         .holder = ARCHIVE_NONE},
        {.start = 9000,
         .end = 9500,
         .node = RAW_WRITE_ROOT + 1,
         .trips = ARCHIVE_UNKNOWN,
         .flags = ARCHIVE_ACT_UNFINISHED,
         .activity = ARCHIVE_NONE,
         .holder = ARCHIVE_NONE},
    };
    struct raw_write *place = open_place(0);
    archive_raw_write_region(
        place, &(struct archive_raw_write_region){.kind = TRI_KIND_ROUTINE, .name = "main"});
    archive_raw_write_region(
        place, &(struct archive_raw_write_region){.kind = TRI_KIND_LOOP, .name = "", .seq = 1});
    struct raw_write_lane *lane = archive_raw_write_lane_open(
        place, &(struct archive_raw_write_lane_about){.start = 1000}, &error);
    archive_raw_write_node(lane, archive_raw_write_node(lane, RAW_WRITE_ROOT, 1), 2);
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
        archive_raw_write_act(lane, &acts[i]);
    assert_true(archive_raw_write_lane_close(lane, 10000, &error));
    assert_true(archive_raw_write_close(place, &error));
    assert_true(archive_seal(folder, NULL, &error));
    struct archive *archive = archive_open(folder, &error);
    struct archive_acts *read = archive_acts_of(archive, 0, 0, UINT64_MAX, &error);
    struct archive_act act;
    assert_true(archive_acts_next(read, &act));
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        assert_true(archive_acts_next(read, &act));
        assert_int_equal(act.start, acts[i].start);
        assert_int_equal(act.end, acts[i].flags & ARCHIVE_ACT_UNFINISHED ? 10000 : acts[i].end);
        assert_int_equal(act.flags, acts[i].flags);
    }
    assert_false(archive_acts_next(read, &act));
    archive_acts_free(read);
    uint32_t outer = find_node(archive, 0, TRI_KIND_ROUTINE);
    assert_int_equal(archive->nodes.visits[outer], 2);
    assert_int_equal(archive->nodes.unfinished[outer], 1);
    assert_int_equal(archive->nodes.aborted[find_node(archive, 0, TRI_KIND_LOOP)], 1);
    archive_close(archive);
    remove_folder();
}

/* A folder is where a file should be: what could not be written is written later. */
static void test_failures_are_made_good(void **state)
{
    (void)state;
    static const char *const names[] = {"regions", "communicators"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct error error = {0};
        char part[128], path[96];
        struct raw_write *place = open_place(0);
        archive_raw_write_region(
            place, &(struct archive_raw_write_region){.kind = TRI_KIND_ROUTINE, .name = "f"});
        add_communicator(place, 0);
        snprintf(path, sizeof path, "%s/places/0/%s", folder, names[i]);
        snprintf(part, sizeof part, "%s.part", path);
        assert_int_equal(mkdir(part, 0777), 0);
        assert_false(raw_write_lane_done(place, 2000, &error));
        assert_int_equal(rmdir(part), 0);
        assert_int_equal(access(path, F_OK), -1);
        assert_true(archive_raw_write_close(place, &error));
        assert_int_equal(access(path, F_OK), 0);
        remove_folder();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_and_messages),
        cmocka_unit_test(test_acts_again),
        cmocka_unit_test(test_given_with_ends),
        cmocka_unit_test(test_failures_are_made_good),
    };
    if (!mkdtemp(folder))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
