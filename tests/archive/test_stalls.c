/* test_stalls.c: ranks that were cut off in calls of MPI, from archives made by hand. */
#include "unit.h"

#include "analysis/stalls.h"
#include "archive/archive.h"
#include "made.h"

#include <stdlib.h>

enum { RANKS = 3, NOBODY = -1 };

/* In a call of that name since `since`, about a message from or to a peer. */
struct standing {
    const char *call;
    int peer;
    uint64_t since;
};

/* Three ranks that were killed. */
static struct made *run_of(const struct standing *standings)
{
    struct made *made = made_new();
    for (uint32_t i = 0; i < RANKS; i++) {
        struct made_place *place = made_add_place(made);
        struct made_profile *profile = made_add_profile(place);
        struct format_region row = {.kind = TRI_KIND_COMM, .line = 10 + i};
        uint32_t region = made_region(place, row, standings[i].call, "stuck.c", "");
        uint32_t root = made_lane(profile, 0, "main", MADE_START, 0);
        made_rank(place, i, RANKS);
        made_open(profile, root, region, MADE_START + standings[i].since);
        made_lane_of(profile, root)->peer = (uint32_t)(standings[i].peer + 1);
        made_lane_of(profile, root)->tag = 7;
        place->record.last.ticks = place->record.last.monotonic = MADE_START + 1000;
    }
    return made;
}

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    return archive;
}

static void a_circle(void **state)
{
    (void)state;
    const struct standing standings[] = {
        {"MPI_Recv", 2, 100}, {"MPI_Recv", 0, 200}, {"MPI_Ssend", 0, 300}};
    struct made *made = run_of(standings);
    struct archive *archive = must_read(made);
    struct stalls stalls = stalls_find(archive);
    assert_int_equal(stalls.count, 3);
    assert_int_equal(stalls.ranks, 3);
    assert_int_equal(stalls.circles, 1);
    assert_true(stalls.all);
    assert_false(stalls.is_together);
    const uint32_t places[] = {0, 2, 1}; /* who only waits behind the circle stands behind it */
    for (size_t i = 0; i < 3; i++) {
        const struct stall *stall = &stalls.items[i];
        assert_int_equal(stall->place, places[i]);
        assert_int_equal(stall->peer, standings[places[i]].peer);
        assert_int_equal(stall->tag, 7);
        assert_int_equal(stall->sends, places[i] == 2);
        assert_int_equal(stall->circle, places[i] != 1);
        assert_int_equal(stall->since, MADE_START + standings[places[i]].since);
        assert_int_equal(archive->regions.line[archive->nodes.region[stall->node]], 10 + places[i]);
    }
    stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

/* Of whom nothing is known, and what a wait is about: never the peer of a call before. */
static void without_peers(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Recv", NOBODY, 100}, {"MPI_Wait", 0, 200}, {"MPI_Bcast", 1, 300}});
    struct archive *archive = must_read(made);
    struct stalls stalls = stalls_find(archive);
    assert_int_equal(stalls.count, 3);
    assert_int_equal(stalls.circles, 0);
    assert_true(stalls.all);
    assert_false(stalls.is_together);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(stalls.items[i].peer, ARCHIVE_NONE);
    stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

static void in_one_operation(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Alltoall", 1, 100}, {"MPI_Alltoall", 0, 200}, {"MPI_Alltoall", 0, 300}});
    struct archive *archive = must_read(made);
    struct stalls stalls = stalls_find(archive);
    assert_true(stalls.all);
    assert_true(stalls.is_together);
    assert_int_equal(stalls.circles, 0);
    stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

/* One that works, or only looks whether something came, can go on; one that has ended cannot. */
static void some_go_on(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Recv", 1, 100}, {"compute", 0, 200}, {"MPI_Iprobe", 0, 300}});
    struct archive *archive = must_read(made);
    struct stalls stalls = stalls_find(archive);
    assert_int_equal(stalls.count, 1);
    assert_int_equal(stalls.ranks, 3);
    assert_int_equal(stalls.other_count, 2);
    assert_int_equal(stalls.others[0].place, 1);
    assert_int_equal(archive->nodes.lane[stalls.others[0].node], 1);
    assert_false(stalls.all);
    stalls_free(&stalls);
    archive_close(archive);
    for (int i = 1; i < RANKS; i++) {
        made->places[i].record.state = FORMAT_PLACE_EXITED;
        made->places[i].record.end = MADE_START + 900;
    }
    archive = must_read(made);
    stalls = stalls_find(archive);
    assert_int_equal(stalls.count, 1);
    assert_int_equal(stalls.ranks, 1);
    assert_true(stalls.all);
    stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle),
        cmocka_unit_test(without_peers),
        cmocka_unit_test(in_one_operation),
        cmocka_unit_test(some_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
