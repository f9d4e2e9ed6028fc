/* test_stalls.c: ranks that were cut off in calls of MPI, from archives made by hand. */
#include "unit.h"

#include "analysis/stalls.h"
#include "archive/archive.h"
#include "format/death.h"
#include "made.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    return archive;
}

static void a_circle(void **state)
{
    (void)state;
    const struct standing standings[] = {
        {"MPI_Recv", 2, 100}, {"MPI_Recv", 0, 200}, {"MPI_Recv", 0, 300}};
    struct made *made = run_of(standings);
    struct archive *archive = must_read(made);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.count, 3);
    assert_int_equal(stalls.ranks, 3);
    assert_int_equal(stalls.circles, 1);
    assert_true(stalls.all && stalls.was_all);
    assert_false(stalls.may_leave);
    const uint32_t places[] = {0, 2, 1}; /* who only waits behind the circle stands behind it */
    for (size_t i = 0; i < 3; i++) {
        const struct analysis_stall *stall = &stalls.items[i];
        assert_int_equal(stall->place, places[i]);
        assert_int_equal(stall->peer, standings[places[i]].peer);
        assert_int_equal(stall->tag, 7);
        assert_false(stall->sends || stall->met || stall->late);
        assert_int_equal(stall->circle, places[i] != 1);
        assert_int_equal(stall->since, MADE_START + standings[places[i]].since);
        assert_int_equal(archive->regions.line[archive->nodes.region[stall->node]], 10 + places[i]);
    }
    analysis_stalls_free(&stalls);
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
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.count, 3);
    assert_int_equal(stalls.circles, 0);
    assert_true(stalls.all);
    assert_false(stalls.may_leave);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(stalls.items[i].peer, ARCHIVE_NONE);
    analysis_stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

static void in_one_operation(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Alltoall", 1, 100}, {"MPI_Alltoall", 0, 200}, {"MPI_Alltoall", 0, 300}});
    struct archive *archive = must_read(made);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_true(stalls.all);
    assert_true(stalls.may_leave);
    assert_int_equal(stalls.circles, 0);
    analysis_stalls_free(&stalls);
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
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.count, 1);
    assert_int_equal(stalls.ranks, 3);
    assert_int_equal(stalls.other_count, 2);
    assert_int_equal(stalls.others[0].place, 1);
    assert_int_equal(archive->nodes.lane[stalls.others[0].node], 1);
    assert_false(stalls.all);
    analysis_stalls_free(&stalls);
    archive_close(archive);
    for (int i = 1; i < RANKS; i++) {
        made->places[i].record.state = FORMAT_PLACE_EXITED;
        made->places[i].record.end = MADE_START + 900;
    }
    archive = must_read(made);
    stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.count, 1);
    assert_int_equal(stalls.ranks, 1);
    assert_true(stalls.all);
    analysis_stalls_free(&stalls);
    archive_close(archive);
    made_free(made);
}

static struct analysis_stalls stalls_of(const struct standing *standings, struct archive **archive,
                                        struct made **made)
{
    *made = run_of(standings);
    *archive = must_read(*made);
    return analysis_stalls_find(*archive);
}

static void throw_away(struct analysis_stalls *stalls, struct archive *archive, struct made *made)
{
    analysis_stalls_free(stalls);
    archive_close(archive);
    made_free(made);
}

/* A send and its receive wait for nothing but each other; one that sends and receives at once may
 * be the partner of anybody. */
static void sends_that_meet(void **state)
{
    (void)state;
    struct archive *archive;
    struct made *made;
    struct analysis_stalls stalls = stalls_of((const struct standing[]){{"MPI_Send", 1, 100},
                                                                        {"MPI_Recv", 0, 200},
                                                                        {"MPI_Recv", NOBODY, 300}},
                                              &archive, &made);
    assert_int_equal(stalls.circles, 0);
    assert_true(stalls.items[0].met && stalls.items[1].met);
    assert_true(stalls.all);
    assert_false(stalls.was_all);
    throw_away(&stalls, archive, made);
    stalls = stalls_of((const struct standing[]){{"MPI_Sendrecv", 1, 100},
                                                 {"MPI_Sendrecv", 2, 200},
                                                 {"MPI_Sendrecv", 0, 300}},
                       &archive, &made);
    assert_int_equal(stalls.circles, 0);
    throw_away(&stalls, archive, made);
    stalls = stalls_of((const struct standing[]){{"MPI_Send", 1, 100},
                                                 {"MPI_Send", 0, 200},
                                                 {"MPI_Recv", NOBODY, 300}},
                       &archive, &made);
    assert_int_equal(stalls.circles, 1); /* nobody receives */
    throw_away(&stalls, archive, made);
}

/* Two ranks that wait for each other's messages; one of these was sent. */
static void messages_on_their_way(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Recv", 1, 100}, {"MPI_Recv", 0, 200}, {"MPI_Recv", 0, 300}});
    struct made_place *place = &made->places[1];
    struct format_region row = {.kind = TRI_KIND_COMM, .line = 30};
    uint32_t region = made_region(place, row, "MPI_Send", "stuck.c", "");
    uint32_t node = made_node(&place->profiles[0], 2, region, 1, 10);
    made_act(place, node, MADE_START + 150, 10);
    made_value(place, FORMAT_VALUE_SENT, format_order(1, 0));
    made_value(place, FORMAT_VALUE_TO, UINT64_C(7) << 32 | 0);
    made_value(place, FORMAT_VALUE_SIZE, 8);
    struct archive *archive = must_read(made);
    struct error error = {0};
    assert_true(archive_find_messages(archive, &error));
    assert_int_equal(archive->messages.rows, 1);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.circles, 0);
    assert_true(stalls.items[0].met);
    assert_false(stalls.items[1].met || stalls.items[2].met || stalls.was_all);
    throw_away(&stalls, archive, made);
}

/* Marks the call of a rank as one on a communicator of which it has begun so many operations. */
static void on(struct made *made, uint32_t rank, uint32_t communicator, uint32_t together)
{
    struct made_place *place = &made->places[rank];
    struct format_lane *lane = made_lane_of(&place->profiles[0], 2);
    lane->flags = format_lane_about(lane->flags, communicator);
    place->communicators.records[communicator].together = together;
}

/* Adds a copy of MPI_COMM_WORLD, row 3, on which a rank has begun so many operations. */
static void add_copy(struct made *made, uint32_t rank, uint32_t together)
{
    struct made_place *place = &made->places[rank];
    place->communicators.records[3] = place->communicators.records[1];
    place->communicators.records[3].id = 5;
    place->communicators.records[3].together = together;
    place->communicators.header.used = 4;
}

/* Adds a visit that has ended. */
static void visited(struct made *made, uint32_t rank, const char *call)
{
    struct made_place *place = &made->places[rank];
    struct format_region row = {.kind = TRI_KIND_COMM};
    made_node(&place->profiles[0], 2, made_region(place, row, call, "", ""), 1, 10);
}

static bool may_leave(struct made *made)
{
    struct archive *archive = must_read(made);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_true(stalls.all && stalls.was_all);
    bool found = stalls.may_leave;
    analysis_stalls_free(&stalls);
    archive_close(archive);
    return found;
}

/* Ranks in different operations: one that the others have passed may only take long. */
static void who_is_behind(void **state)
{
    (void)state;
    static const struct standing standings[] = {
        {"MPI_Reduce", NOBODY, 100}, {"MPI_Barrier", NOBODY, 200}, {"MPI_Barrier", NOBODY, 300}};
    struct made *made = run_of(standings);
    assert_false(may_leave(made)); /* the others were in no reduction */
    visited(made, 1, "MPI_Reduce");
    assert_false(may_leave(made));
    visited(made, 2, "MPI_Reduce");
    assert_true(may_leave(made));
    on(made, 0, 1, 8);
    on(made, 1, 1, 9);
    on(made, 2, 1, 9);
    assert_true(may_leave(made));
    on(made, 0, 1, 9); /* they have mixed up their operations */
    assert_false(may_leave(made));
    on(made, 0, 1, 10); /* all have come to the barrier */
    assert_true(may_leave(made));
    made_free(made);
}

/* Ranks in the same function, on different communicators. */
static void mixed_up_communicators(void **state)
{
    (void)state;
    static const struct standing standings[] = {
        {"MPI_Barrier", NOBODY, 100}, {"MPI_Barrier", NOBODY, 200}, {"MPI_Barrier", NOBODY, 300}};
    struct made *made = run_of(standings);
    for (uint32_t i = 0; i < RANKS; i++) {
        add_copy(made, i, i ? 0 : 1);
        on(made, i, 1, i ? 5 : 4);
    }
    on(made, 0, 3, 1);
    assert_false(may_leave(made));
    on(made, 0, 3, 0); /* an archive of a version that does not tell */
    assert_true(may_leave(made));
    on(made, 0, 1, 5);
    assert_true(may_leave(made));
    made_free(made);
}

/* Calls that may take long although nobody else does anything. */
static void who_works(void **state)
{
    (void)state;
    static const struct standing standings[] = {
        {"MPI_Reduce", NOBODY, 100}, {"MPI_Recv", NOBODY, 200}, {"MPI_Recv", NOBODY, 300}};
    struct made *made = run_of(standings);
    assert_false(may_leave(made));
    visited(made, 0, "MPI_Op_create");
    assert_true(may_leave(made));
    made_free(made);
    made = run_of((const struct standing[]){{"MPI_File_write_all", NOBODY, 100},
                                            {"MPI_Barrier", NOBODY, 200},
                                            {"MPI_Barrier", NOBODY, 300}});
    assert_true(may_leave(made));
    made_free(made);
    made = run_of((const struct standing[]){
        {"MPI_Send", NOBODY, 100}, {"MPI_Barrier", NOBODY, 200}, {"MPI_Barrier", NOBODY, 300}});
    assert_false(may_leave(made));
    visited(made, 0, "MPI_Comm_create_errhandler");
    assert_true(may_leave(made));
    made_free(made);
    made = run_of((const struct standing[]){
        {"MPI_Send", 1, 100}, {"MPI_Send", 0, 200}, {"MPI_Recv", NOBODY, 300}});
    visited(made, 0, "MPI_Comm_create_errhandler");
    struct archive *archive = must_read(made);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.circles, 0); /* any of them may be in the handler */
    assert_true(stalls.may_circle);
    throw_away(&stalls, archive, made);
    stalls = stalls_of((const struct standing[]){{"MPI_File_write", NOBODY, 100},
                                                 {"MPI_Barrier", NOBODY, 200},
                                                 {"MPI_Barrier", NOBODY, 300}},
                       &archive, &made);
    assert_int_equal(stalls.other_count, 1); /* it waits for a disk, and for no rank */
    assert_false(stalls.all);
    throw_away(&stalls, archive, made);
}

/* What a rank sends in a call that also receives, and on which communicator. */
static void messages_that_never_match(void **state)
{
    (void)state;
    static const struct standing standings[] = {
        {"MPI_Sendrecv", 1, 100}, {"MPI_Sendrecv", 0, 200}, {"MPI_Recv", NOBODY, 300}};
    for (uint32_t tag = 7; tag < 9; tag++) {
        struct made *made = run_of(standings);
        for (uint32_t i = 0; i < 2; i++) {
            struct format_communicator *world = &made->places[i].communicators.records[1];
            on(made, i, 1, 0);
            world->exchange_lane = 1;
            world->exchange_to = 1 - i + 1;
            world->exchange_tag = tag;
        }
        struct archive *archive = must_read(made);
        struct analysis_stalls stalls = analysis_stalls_find(archive);
        assert_int_equal(stalls.circles, tag != 7);
        assert_int_equal(stalls.items[0].met, tag == 7);
        throw_away(&stalls, archive, made);
    }
    struct made *made = run_of((const struct standing[]){
        {"MPI_Ssend", 1, 100}, {"MPI_Recv", 0, 200}, {"MPI_Recv", NOBODY, 300}});
    for (uint32_t i = 0; i < 2; i++) {
        add_copy(made, i, 0);
        on(made, i, i ? 1 : 3, 0);
    }
    struct archive *archive = must_read(made);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_int_equal(stalls.circles, 1);
    assert_false(stalls.items[0].met || stalls.items[1].met);
    throw_away(&stalls, archive, made);
}

/* Rank 0 may still be sending to rank 2: what it receives has come, if that was not filtered. */
static void messages_that_were_filtered(void **state)
{
    (void)state;
    for (uint64_t filtered = 0; filtered < 2; filtered++) {
        struct made *made = run_of((const struct standing[]){
            {"MPI_Sendrecv", 1, 100}, {"MPI_Recv", 0, 200}, {"MPI_Recv", NOBODY, 300}});
        struct format_communicator *world = &made->places[0].communicators.records[1];
        on(made, 0, 1, 0);
        on(made, 1, 1, 0);
        world->exchange_lane = 1;
        world->exchange_to = 2 + 1;
        world->exchange_tag = 1;
        made_lane_of(&made->places[1].profiles[0], 2)->filtered = filtered;
        struct archive *archive = must_read(made);
        struct analysis_stalls stalls = analysis_stalls_find(archive);
        assert_int_equal(stalls.circles, !filtered);
        throw_away(&stalls, archive, made);
    }
}

/* Writes what somebody saw of the end of places: rank, signal, moment. */
struct ended {
    uint32_t rank;
    int status;
    uint64_t moment;
};

static struct archive *read_with_deaths(struct made *made, const struct ended *ended, size_t count)
{
    char path[] = "/tmp/test_stalls.XXXXXX", command[128];
    struct error error = {0};
    assert_non_null(mkdtemp(path));
    for (uint32_t i = 0; i < RANKS; i++)
        made->places[i].record.pid = 100 + i;
    made_write(made, path);
    snprintf(command, sizeof command, "%s/" FORMAT_DEATHS_FOLDER, path);
    assert_int_equal(mkdir(command, 0777), 0);
    snprintf(command, sizeof command, "%s/" FORMAT_DEATHS_FOLDER "/%s", path,
             made->places[0].record.boot);
    FILE *file = fopen(command, "w");
    for (size_t i = 0; i < count; i++) {
        struct format_death death = {
            100 + ended[i].rank, ended[i].status, MADE_START + ended[i].moment, {0}};
        assert_int_equal(fwrite(&death, sizeof death, 1, file), 1);
    }
    fclose(file);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    snprintf(command, sizeof command, "rm -rf %s", path);
    assert_int_equal(system(command), 0);
    return archive;
}

/* Rank 1 is killed; the others come to wait for it, and are killed a while later. The launcher
 * hears of them in another order. */
static void a_rank_dies(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Recv", 1, 5000}, {"MPI_Recv", 0, 200}, {"MPI_Recv", 0, 6000}});
    static const struct ended ended[] = {{1, FORMAT_DEATH_SEEN, 3000},
                                         {0, SIGTERM, 9000},
                                         {2, SIGTERM, 9500},
                                         {1, SIGKILL, 9900},
                                         {7, SIGSEGV, 10}};
    struct archive *archive = read_with_deaths(made, ended, 5);
    struct analysis_stalls stalls = analysis_stalls_find(archive);
    assert_true(stalls.has_death);
    assert_int_equal(stalls.death.place, 1);
    assert_int_equal(stalls.death.how, DEATH_SIGNAL);
    assert_int_equal(stalls.death.signal, SIGKILL);
    assert_int_equal(stalls.death.moment, MADE_START + 3000);
    assert_int_equal(stalls.circles, 0);
    assert_true(stalls.all);
    assert_false(stalls.was_all);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(stalls.items[i].late, stalls.items[i].place != 1);
    assert_int_equal(stalls.time, 3000 - 200);
    assert_int_equal(archive->places.signal[0], SIGTERM);
    assert_int_equal(archive->places.end[0], MADE_START + 9000);
    assert_int_equal(archive->lanes.at_least[0], 0);
    throw_away(&stalls, archive, made);
}

/* A rank that notices and aborts may be seen at the same moment. */
static void who_was_first(void **state)
{
    (void)state;
    struct made *made = run_of((const struct standing[]){
        {"MPI_Recv", 1, 100}, {"MPI_Recv", 0, 200}, {"MPI_Recv", 0, 300}});
    static const struct ended ended[] = {
        {0, FORMAT_DEATH_SEEN, 2900}, {0, SIGABRT, 2950}, {1, SIGKILL, 3000}};
    struct archive *archive = read_with_deaths(made, ended, 3);
    struct analysis_death death;
    assert_true(analysis_deaths_first(archive, &death));
    assert_int_equal(death.place, 1);
    assert_int_equal(death.before, MADE_START + 1000); /* rank 2 was not seen later */
    archive_close(archive);
    /* The launcher ends rank 0, which is gone before rank 1, whose memory takes longer. */
    const struct ended sent[] = {{0, format_death_sent(SIGKILL), 2800},
                                 {0, FORMAT_DEATH_SEEN, 2900},
                                 {0, SIGKILL, 2950},
                                 {1, FORMAT_DEATH_SEEN, 3000},
                                 {1, SIGKILL, 5000000}};
    archive = read_with_deaths(made, sent, 5);
    assert_true(analysis_deaths_first(archive, &death));
    assert_int_equal(death.place, 1);
    archive_close(archive);
    made->places[2].record.state = FORMAT_PLACE_EXITED; /* without MPI_Finalize */
    made->places[2].record.end = MADE_START + 2000;
    made->places[2].record.collects = FORMAT_COLLECT_ALL;
    archive = read_with_deaths(made, ended, 3);
    assert_true(analysis_deaths_first(archive, &death));
    assert_int_equal(death.place, 2);
    assert_int_equal(death.how, DEATH_EXIT);
    archive_close(archive);
    archive = read_with_deaths(made, NULL, 0);
    assert_true(analysis_deaths_first(archive, &death)); /* what somebody saw */
    assert_int_equal(death.how, DEATH_EXIT);
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
        cmocka_unit_test(sends_that_meet),
        cmocka_unit_test(messages_on_their_way),
        cmocka_unit_test(a_rank_dies),
        cmocka_unit_test(who_was_first),
        cmocka_unit_test(who_is_behind),
        cmocka_unit_test(mixed_up_communicators),
        cmocka_unit_test(who_works),
        cmocka_unit_test(messages_that_never_match),
        cmocka_unit_test(messages_that_were_filtered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
