/* test_messages.c: single messages in projections, the matrix of ranks and the timeline, of two
 * ranks made by hand: rank 0 sends 8, 8 and 4096 bytes, 100 ms after one another, and rank 1 waits
 * 50 ms for each. Both end in a barrier. */
#include "made.h"
#include "unit.h"

#include "cube/matrix.h"
#include "cube/matrix_collectives.h"
#include "cube/timeline.h"
#include "cube/traffic.h"

#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

static struct made *made;

static int make(void **state)
{
    struct error error = {0};
    made = made_ranks();
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "ranks.tri", &error);
    if (!archive || !archive_find_messages(archive, &error))
        fail_msg("%s", error.text);
    *state = archive;
    return 0;
}

static int throw_away(void **state)
{
    archive_close(*state);
    made_free(made);
    return 0;
}

static struct cube_projection_request request(enum cube_projection_measure measure,
                                              enum cube_projection_axes axes)
{
    return (struct cube_projection_request){.subject = PROJECTION_COMMUNICATION,
                                            .axes = axes,
                                            .measure = measure,
                                            .range.to = UINT64_MAX};
}

static struct cube_projection *project(void **state, struct cube_projection_request request)
{
    struct error error = {0};
    struct cube_projection *projection = cube_projection_new(*state, &request, NULL, &error);
    if (!projection)
        fail_msg("%s", error.text);
    return projection;
}

/* Of all rows: what a lane has. */
static double of_lane(const struct cube_projection *projection, size_t lane)
{
    double sum = 0;
    for (size_t i = 0; i < projection->rows; i++)
        sum += projection->value[i * projection->columns + lane];
    return sum;
}

static void ends_are_where_they_happen(void **state)
{
    static const struct {
        enum cube_projection_measure measure;
        double of_0, of_1;
        const char *unit, *label;
    } cases[] = {
        {PROJECTION_SENT, 3, 0, "messages sent", "MPI_Send"},
        {PROJECTION_RECEIVED, 0, 3, "messages received", "MPI_Send"},
        {PROJECTION_BYTES_SENT, 4112, 0, "bytes sent", "MPI_Send"},
        {PROJECTION_BYTES_RECEIVED, 0, 4112, "bytes received", "MPI_Send"},
        {PROJECTION_MESSAGES, 3, 3, "messages sent and received", "sent: MPI_Send"},
        {PROJECTION_USUAL, 4112, 4112, "bytes sent and received", "sent: MPI_Send"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cube_projection *projection =
            project(state, request(cases[i].measure, PROJECTION_WHAT_WHERE));
        assert_string_equal(projection->unit, cases[i].unit);
        assert_string_equal(projection->by, "kind");
        assert_string_equal(projection->row[0].label, cases[i].label);
        assert_string_equal(projection->column[0].label, "0.0");
        assert_true(of_lane(projection, 0) == cases[i].of_0);
        assert_true(of_lane(projection, 1) == cases[i].of_1);
        cube_projection_free(projection);
    }
}

static void by_site_and_size(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_RECEIVED, PROJECTION_WHAT_WHERE);
    wanted.by = PROJECTION_BY_SITE;
    struct cube_projection *projection = project(state, wanted);
    assert_int_equal(projection->rows, 1);
    assert_string_equal(projection->row[0].label, "MPI_Recv (ring.c:12)");
    cube_projection_free(projection);
    wanted.by = PROJECTION_BY_SIZE;
    projection = project(state, wanted);
    assert_int_equal(projection->rows, 2);
    assert_string_equal(projection->row[0].label, "8 to 15 bytes");
    assert_string_equal(projection->row[1].label, "4 to 8 KiB");
    assert_true(projection->row[0].total == 2 && projection->row[1].total == 1);
    assert_string_equal(projection->row[0].way, "received");
    cube_projection_free(projection);
}

static struct cube_projection *matrix(void **state, const struct cube_projection_request *request)
{
    struct error error = {0};
    struct cube_projection *made_matrix = cube_matrix_new(*state, request, &error);
    if (!made_matrix)
        fail_msg("%s", error.text);
    return made_matrix;
}

static void unknown_bytes_are_no_bytes(void **state)
{
    struct archive *archive = *state;
    uint64_t *kept = archive->messages.bytes;
    archive->messages.bytes = (uint64_t[]){8, ARCHIVE_UNKNOWN, 4096};
    struct cube_projection_request wanted = request(PROJECTION_RECEIVED, PROJECTION_WHAT_WHERE);
    wanted.by = PROJECTION_BY_SIZE;
    struct cube_projection *projection = project(state, wanted);
    assert_int_equal(projection->rows, 3);
    assert_string_equal(projection->row[2].label, "unknown size");
    assert_true(projection->row[2].total == 1 && projection->unsized == 0);
    cube_projection_free(projection);
    wanted.measure = PROJECTION_BYTES;
    projection = project(state, wanted);
    assert_true(of_lane(projection, 0) == 4104 && projection->unsized == 2);
    cube_projection_free(projection);
    struct cube_projection *bytes = matrix(state, &wanted);
    assert_true(bytes->value[1] == 4104 && bytes->unsized == 1);
    cube_projection_free(bytes);
    archive->messages.bytes = kept;
}

static void messages_have_their_times(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_BYTES_SENT, PROJECTION_WHEN_WHERE);
    wanted.range.length = 100 * MS;
    struct cube_projection *projection = project(state, wanted);
    assert_int_equal(projection->columns, 10);
    assert_true(projection->value[1] == 8 && projection->value[2] == 8);
    assert_true(projection->value[3] == 4096 && projection->value[4] == 0);
    cube_projection_free(projection);
    wanted.range.from = MADE_START + 150 * MS;
    wanted.range.to = MADE_START + 250 * MS;
    projection = project(state, wanted);
    assert_true(projection->row[0].total == 8);
    cube_projection_free(projection);
}

static void sizes_have_names(void **state)
{
    (void)state;
    static const struct {
        uint64_t bytes;
        const char *label;
    } cases[] = {{0, "0 bytes"},
                 {1, "1 byte"},
                 {2, "2 to 3 bytes"},
                 {511, "256 to 511 bytes"},
                 {512, "512 bytes to 1 KiB"},
                 {1024, "1 to 2 KiB"},
                 {1 << 19, "512 KiB to 1 MiB"},
                 {UINT64_MAX - 1, "8 to 16 EiB"},
                 {ARCHIVE_UNKNOWN, "unknown size"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *label = traffic_size_label(traffic_size(cases[i].bytes));
        assert_string_equal(label, cases[i].label);
        free(label);
    }
}

static void a_matrix_has_senders_and_receivers(void **state)
{
    struct cube_projection_request wanted = request(PROJECTION_BYTES, PROJECTION_WHAT_WHERE);
    struct cube_projection *bytes = matrix(state, &wanted);
    assert_int_equal(bytes->rows, 2);
    assert_int_equal(bytes->columns, 2);
    assert_true(bytes->value[1] == 4112);
    assert_true(bytes->value[0] == 0 && bytes->value[2] == 0 && bytes->value[3] == 0);
    assert_true(bytes->row[0].total == 4112 && bytes->column[1].total == 4112);
    assert_string_equal(bytes->row[1].label, "1");
    cube_projection_free(bytes);
    wanted.measure = PROJECTION_MESSAGES;
    wanted.range.from = MADE_START + 150 * MS;
    struct cube_projection *messages = matrix(state, &wanted);
    assert_true(messages->value[1] == 2); /* the first one was sent before */
    cube_projection_free(messages);
    wanted.most_lanes = 1;
    messages = matrix(state, &wanted);
    assert_int_equal(messages->rows, 1);
    assert_int_equal(messages->merged_lanes, 2);
    assert_string_equal(messages->row[0].label, "0-1");
    assert_true(messages->value[0] == 2);
    cube_projection_free(messages);
}

/* Three operations of ranks 0 to 3, of which the first two are known: what they give and get is
 * told by hand. */
enum { RANKS = 4, OPERATIONS = 5, ROWS = RANKS * OPERATIONS };

struct operations {
    uint32_t instance[ROWS], place[ROWS], kind[ROWS], root[ROWS], begin[ROWS];
    uint64_t given[ROWS], taken[ROWS], start[ROWS];
};

static void set_operation(struct operations *table, uint32_t number, enum archive_collective kind,
                          uint32_t root, const uint64_t given[RANKS], const uint64_t taken[RANKS])
{
    for (uint32_t i = 0; i < RANKS; i++) {
        size_t at = number * RANKS + i;
        table->instance[at] = number;
        table->place[at] = i;
        table->kind[at] = kind;
        table->root[at] = root;
        table->begin[at] = 1; /* a node of the first lane */
        table->start[at] = MADE_START + number * 10 * MS;
        table->given[at] = given[i];
        table->taken[at] = taken[i];
    }
}

static void check_matrix(const double *is, const double *must, size_t count)
{
    for (size_t i = 0; i < count * count; i++) {
        if (is[i] < must[i] - 1e-9 || is[i] > must[i] + 1e-9)
            fail_msg("%zu to %zu: %g instead of %g", i / count, i % count, is[i], must[i]);
    }
}

static void collective_operations_give_what_their_buffers_say(void **state)
{
    struct archive *archive = *state;
    struct archive_collectives kept = archive->collectives;
    struct operations table;
    set_operation(&table, 0, ARCHIVE_COLLECTIVE_1_TO_N, 1, (uint64_t[]){0, 10, 0, 0},
                  (uint64_t[]){10, 0, 10, 10}); /* a broadcast */
    set_operation(&table, 1, ARCHIVE_COLLECTIVE_N_TO_1, 2, (uint64_t[]){7, 7, 7, 7},
                  (uint64_t[]){0, 0, 28, 0}); /* a gather */
    set_operation(&table, 2, ARCHIVE_COLLECTIVE_N_TO_N, ARCHIVE_NONE, (uint64_t[]){4, 4, 4, 4},
                  (uint64_t[]){16, 16, 16, 16}); /* an allgather: each gets 4 of each */
    set_operation(&table, 3, ARCHIVE_COLLECTIVE_PREFIX, ARCHIVE_NONE, (uint64_t[]){3, 3, 3, 3},
                  (uint64_t[]){0, 3, 3, 3}); /* an exscan */
    set_operation(&table, 4, ARCHIVE_COLLECTIVE_NEAR, ARCHIVE_NONE, (uint64_t[]){9, 9, 9, 9},
                  (uint64_t[]){9, 9, 9, 9});
    archive->collectives = (struct archive_collectives){.rows = ROWS,
                                                        .instance = table.instance,
                                                        .place = table.place,
                                                        .kind = table.kind,
                                                        .root = table.root,
                                                        .begin = table.begin,
                                                        .begin_start = table.start,
                                                        .given = table.given,
                                                        .taken = table.taken};
    double values[RANKS * RANKS] = {0}, blocks[4] = {0};
    struct cube_cycles_range all = {.to = UINT64_MAX};
    struct matrix_blocks each = {(uint32_t[]){0, 1, 2, 3}, RANKS};
    struct matrix_operations found = matrix_add_collectives(values, archive, &all, &each);
    assert_true(found.added == 4 && found.others == 1 && found.unsized == 0);
    check_matrix(values,
                 (double[]){0, 4 + 3, 7 + 4 + 1.5, 4 + 1,            /* from 0 */
                            10 + 4, 0, 10 + 7 + 4 + 1.5, 10 + 4 + 1, /* from 1 */
                            4, 4, 0, 4 + 1,                          /* from 2 */
                            4, 4, 7 + 4, 0},
                 RANKS);
    /* Two ranks in each block: what is between them is in the block with itself. */
    struct matrix_blocks halves = {(uint32_t[]){0, 0, 1, 1}, 2};
    matrix_add_collectives(blocks, archive, &all, &halves);
    for (size_t i = 0; i < RANKS * RANKS; i++)
        blocks[i / RANKS / 2 * 2 + i % RANKS / 2] -= values[i];
    check_matrix(blocks, (double[]){0, 0, 0, 0}, 2);
    struct cube_cycles_range late = {.from = MADE_START + 15 * MS, .to = UINT64_MAX};
    assert_int_equal(matrix_add_collectives(values, archive, &late, &each).added, 2);
    /* Not known: what the root of the broadcast takes, which does not matter; what one rank gets
     * by the allgather. */
    table.taken[1] = table.taken[2 * RANKS + 3] = ARCHIVE_UNKNOWN;
    double known[RANKS * RANKS] = {0};
    found = matrix_add_collectives(known, archive, &all, &each);
    assert_true(found.added == 3 && found.others == 1 && found.unsized == 1);
    check_matrix(known,
                 (double[]){0, 3, 7 + 1.5, 1,            /* from 0 */
                            10, 0, 10 + 7 + 1.5, 10 + 1, /* from 1 */
                            0, 0, 0, 1,                  /* from 2 */
                            0, 0, 7, 0},
                 RANKS);
    archive->collectives = kept;
}

static void a_matrix_of_some_ranks_says_what_is_not_in_it(void **state)
{
    struct error error = {0};
    struct cube_projection_request wanted = request(PROJECTION_BYTES, PROJECTION_WHAT_WHERE);
    assert_true(cube_lanes_read(&wanted.chosen.places, "0", false));
    assert_null(cube_matrix_new(*state, &wanted, &error));
    assert_non_null(strstr(error.text, "no point-to-point message"));
    assert_true(cube_lanes_read(&wanted.chosen.places, "7", false));
    assert_null(cube_matrix_new(*state, &wanted, &error));
    assert_non_null(strstr(error.text, "no such ranks"));
    cube_lanes_choice_free(&wanted.chosen);
}

static struct cube_timeline *timeline(void **state, struct cube_timeline_request wanted)
{
    struct error error = {0};
    wanted.range.to = wanted.range.to ? wanted.range.to : UINT64_MAX;
    struct cube_timeline *made_timeline = cube_timeline_new(*state, &wanted, NULL, &error);
    if (!made_timeline)
        fail_msg("%s", error.text);
    return made_timeline;
}

/* Whatever is put together: bars follow each other without gaps, and their classes fill them. */
static void bars_fill_the_lives_of_lanes(void **state)
{
    static const size_t columns[] = {0, 1, 3, 10, 100, 5000};
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct cube_timeline *all =
            timeline(state, (struct cube_timeline_request){.columns = columns[i]});
        assert_int_equal(all->lane_count, 2);
        for (size_t lane = 0; lane < 2; lane++) {
            uint64_t now = MADE_START;
            for (size_t at = 0; at < all->lanes[lane].count; at++) {
                const struct cube_timeline_bar *bar = &all->bars[all->lanes[lane].first + at];
                uint64_t sum = 0;
                for (int class = 0; class < CYCLES_CLASSES; class ++)
                    sum += bar->time[class];
                assert_int_equal(bar->start, now);
                assert_int_equal(sum, bar->end - bar->start);
                now = bar->end;
            }
            assert_int_equal(now, MADE_START + 1000 * MS);
        }
        cube_timeline_free(all);
    }
}

static void bars_are_what_the_lane_did(void **state)
{
    struct cube_timeline *all = timeline(state, (struct cube_timeline_request){0});
    const struct cube_timeline_lane *second = &all->lanes[1];
    const struct cube_timeline_bar *bars = &all->bars[second->first];
    assert_string_equal(second->label, "1.0");
    assert_int_equal(bars[0].time[CYCLES_PROGRAM], 50 * MS);
    assert_int_equal(bars[1].time[CYCLES_MPI_POINT], 60 * MS);
    assert_string_equal(all->name[bars[1].region], "MPI_Recv (ring.c:12)");
    assert_int_equal(bars[2].time[CYCLES_PROGRAM], 40 * MS);
    cube_timeline_free(all);
}

static void lines_tell_who_waited(void **state)
{
    struct cube_timeline *all = timeline(state, (struct cube_timeline_request){0});
    assert_int_equal(all->message_count, 3);
    assert_int_equal(all->messages_all, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct cube_timeline_message *message = &all->messages[i];
        assert_int_equal(message->from, 0);
        assert_int_equal(message->to, 1);
        assert_int_equal(message->tag, 7);
        assert_int_equal(message->wait_end - message->wait_start, 50 * MS);
        assert_int_equal(message->wait_end, message->sent);
    }
    cube_timeline_free(all);
    struct cube_timeline_request some = {.most_messages = 1};
    some.range.from = MADE_START + 150 * MS;
    all = timeline(state, some);
    assert_int_equal(all->message_count, 1);
    assert_int_equal(all->messages_all, 2);
    assert_int_equal(all->start, MADE_START + 150 * MS);
    cube_timeline_free(all);
}

static void what_was_not_logged_is_told(void **state)
{
    (void)state;
    struct error error = {0};
    struct made *other = made_sample();
    struct archive_folder folder = made_folder(other);
    struct archive *archive = archive_read(&folder, "sample.tri", &error);
    struct cube_projection_request wanted = request(PROJECTION_SENT, PROJECTION_WHAT_WHEN);
    struct cube_timeline_request when = {.range.to = UINT64_MAX};
    assert_true(archive && archive_find_messages(archive, &error));
    assert_null(cube_projection_new(archive, &wanted, NULL, &error));
    assert_non_null(strstr(error.text, "triptych run --events=comm mpirun"));
    assert_null(cube_matrix_new(archive, &wanted, &error));
    assert_non_null(strstr(error.text, "triptych run --events=comm mpirun"));
    archive->logs.rows = 0;
    assert_null(cube_timeline_new(archive, &when, NULL, &error));
    assert_non_null(strstr(error.text, "triptych run --events"));
    wanted.subject = PROJECTION_EXECUTION;
    assert_null(cube_projection_new(archive, &wanted, NULL, &error));
    assert_non_null(strstr(error.text, "measures of communication"));
    archive_close(archive);
    made_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_where_they_happen),
        cmocka_unit_test(by_site_and_size),
        cmocka_unit_test(unknown_bytes_are_no_bytes),
        cmocka_unit_test(messages_have_their_times),
        cmocka_unit_test(sizes_have_names),
        cmocka_unit_test(a_matrix_has_senders_and_receivers),
        cmocka_unit_test(collective_operations_give_what_their_buffers_say),
        cmocka_unit_test(a_matrix_of_some_ranks_says_what_is_not_in_it),
        cmocka_unit_test(bars_fill_the_lives_of_lanes),
        cmocka_unit_test(bars_are_what_the_lane_did),
        cmocka_unit_test(lines_tell_who_waited),
        cmocka_unit_test(what_was_not_logged_is_told),
    };
    return cmocka_run_group_tests_name("cube-messages", tests, make, throw_away);
}
