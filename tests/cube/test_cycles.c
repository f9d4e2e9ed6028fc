/* test_cycles.c: how lanes spent their cycles, from acts and samples whose sums are known. */
#include "unit.h"

#include "cube/cycles.h"
#include "logged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = LOGGED_WHATS + 1, MOST = 1200 };

struct sums {
    const struct archive *archive;
    struct cube_cycles_shape shape;
    struct cube_cycles_cell cell[ROWS][MOST];
    uint64_t class[CYCLES_CLASSES];
    uint32_t last; /* cycle: they come in order */
};

static void take(void *to, const struct cube_cycles_cell *cell)
{
    struct sums *sums = to;
    assert_in_range(cell->region, 0, ROWS - 1);
    assert_in_range(cell->cycle, sums->last, sums->shape.count - 1);
    sums->last = cell->cycle;
    struct cube_cycles_cell *sum = &sums->cell[cell->region][cell->cycle];
    assert_int_equal(sum->time + sum->visits + sum->bytes, 0); /* each once */
    sum->time = cell->time; /* field by field: the rest is zero and can be compared */
    sum->visits = cell->visits;
    sum->waits = cell->waits;
    sum->bytes = cell->bytes;
    sum->messages = cell->messages;
    sums->class[archive_cycles_class_of(sums->archive, cell->region, cell->lane)] += cell->time;
}

static struct sums *sums_of(const struct archive *archive, uint32_t lane,
                            struct cube_cycles_range range)
{
    struct error error = {0};
    struct sums *sums = calloc(1, sizeof *sums);
    sums->archive = archive;
    if (!cube_cycles_shape(archive, &range, &sums->shape, &error))
        fail_msg("%s", error.text);
    assert_in_range(sums->shape.count, 1, MOST);
    assert_true(cube_cycles_of_lane(archive, &sums->shape, lane, take, sums, &error));
    return sums;
}

static const struct cube_cycles_cell *at(const struct sums *sums, enum logged_what what,
                                         uint32_t cycle)
{
    return &sums->cell[logged_row(sums->archive, what)][cycle];
}

static uint64_t whole(const struct sums *sums, uint32_t cycle)
{
    uint64_t time = 0;
    for (int i = 0; i < ROWS; i++)
        time += sums->cell[i][cycle].time;
    return time;
}

static int make(void **state)
{
    *state = logged_new();
    return 0;
}

static int throw_away(void **state)
{
    logged_free(*state);
    return 0;
}

/* main 50-950, in it solve 100-450 with a lock at 150-160, a write of 7 bytes at 395-405, and a
 * barrier at 500-800 */
static void add_acts(struct logged *logged)
{
    logged_act(logged, 0, LOGGED_LOCK, 150, 160);
    logged_act(logged, 0, LOGGED_WRITE, 395, 405);
    logged_bytes(logged, 0, 7);
    logged_act(logged, 0, LOGGED_SOLVE, 100, 450);
    logged_act(logged, 0, LOGGED_BARRIER, 500, 800);
    logged_act(logged, 0, LOGGED_MAIN, 50, 950);
}

static void check_acts(const struct sums *sums)
{
    assert_int_equal(sums->shape.count, 10);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(whole(sums, i), 100);
    assert_int_equal(sums->cell[0][0].time, 50);
    assert_int_equal(sums->cell[0][9].time, 50);
    assert_int_equal(at(sums, LOGGED_MAIN, 0)->time, 50);
    assert_int_equal(at(sums, LOGGED_MAIN, 0)->visits, 1);
    assert_int_equal(at(sums, LOGGED_SOLVE, 1)->time, 90);
    assert_int_equal(at(sums, LOGGED_SOLVE, 1)->visits, 1);
    assert_int_equal(at(sums, LOGGED_LOCK, 1)->time, 10);
    assert_int_equal(at(sums, LOGGED_LOCK, 1)->waits, 1);
    assert_int_equal(at(sums, LOGGED_SOLVE, 2)->time, 100);
    assert_int_equal(at(sums, LOGGED_SOLVE, 3)->time, 95);
    assert_int_equal(at(sums, LOGGED_WRITE, 3)->time, 5);
    assert_int_equal(at(sums, LOGGED_WRITE, 3)->visits, 1); /* began here */
    assert_int_equal(at(sums, LOGGED_WRITE, 3)->bytes, 0);
    assert_int_equal(at(sums, LOGGED_WRITE, 4)->bytes, 7); /* ended here */
    assert_int_equal(at(sums, LOGGED_WRITE, 4)->messages, 1);
    assert_int_equal(at(sums, LOGGED_WRITE, 4)->visits, 0);
    assert_int_equal(at(sums, LOGGED_SOLVE, 4)->time, 45);
    assert_int_equal(at(sums, LOGGED_MAIN, 4)->time, 50);
    for (uint32_t i = 5; i < 8; i++)
        assert_int_equal(at(sums, LOGGED_BARRIER, i)->time, 100);
    assert_int_equal(at(sums, LOGGED_BARRIER, 5)->waits, 1);
    assert_int_equal(at(sums, LOGGED_BARRIER, 6)->waits, 0);
    assert_int_equal(sums->class[CYCLES_SYNC], 310);
    assert_int_equal(sums->class[CYCLES_IO], 10);
    assert_int_equal(sums->class[CYCLES_PROGRAM], 680);
}

static const struct cube_cycles_range tenths = {0, UINT64_MAX, 100, false, false};

static void the_innermost_visit_has_the_time(void **state)
{
    struct logged *logged = *state;
    add_acts(logged);
    struct archive *archive = logged_read(logged);
    struct sums *sums = sums_of(archive, 0, tenths);
    assert_int_equal(sums->shape.source, CYCLES_OF_EVENTS);
    check_acts(sums);
    free(sums);
    archive_close(archive);
}

/* A lock that is free is had at once; one that somebody has just let go of takes next to no time.
 */
static void who_need_not_wait_does_not(void **state)
{
    struct logged *logged = *state;
    logged_act(logged, 0, LOGGED_LOCK, 150, 150);
    logged_act(logged, 0, LOGGED_LOCK, 160, 160);
    logged_holder(logged, 0, 1);
    logged_act(logged, 0, LOGGED_LOCK, 170, 180);
    logged_act(logged, 0, LOGGED_SOLVE, 250, 260);
    logged_act(logged, 0, LOGGED_MAIN, 50, 950);
    struct archive *archive = logged_read(logged);
    struct sums *sums = sums_of(archive, 0, tenths);
    assert_int_equal(at(sums, LOGGED_LOCK, 1)->visits, 3);
    assert_int_equal(at(sums, LOGGED_LOCK, 1)->waits, 2);
    assert_int_equal(at(sums, LOGGED_SOLVE, 2)->visits, 1);
    assert_int_equal(at(sums, LOGGED_SOLVE, 2)->waits, 0);
    free(sums);
    archive_close(archive);
}

static void classes_go_by_kind(void **state)
{
    struct logged *logged = *state;
    static const enum logged_what all[] = {LOGGED_SPAWN,    LOGGED_SEND,      LOGGED_RECEIVE,
                                           LOGGED_TASK,     LOGGED_ALLREDUCE, LOGGED_MPI_BARRIER,
                                           LOGGED_MPI_WAIT, LOGGED_MPI_INIT,  LOGGED_MPI_WTIME};
    for (uint64_t i = 0; i < 9; i++)
        logged_act(logged, 1, all[i], 10 * i, 10 * i + 3 + i);
    struct archive *archive = logged_read(logged);
    struct sums *sums = sums_of(archive, 1, tenths);
    assert_int_equal(sums->class[CYCLES_RUNTIME], 3);
    assert_int_equal(sums->class[CYCLES_MPI_POINT], 4 + 5 + 9);
    assert_int_equal(sums->class[CYCLES_PROGRAM], 6 + 11); /* reading the clock is no work of MPI */
    assert_int_equal(sums->class[CYCLES_MPI_COLLECTIVE], 7 + 8);
    assert_int_equal(sums->class[CYCLES_MPI_SETUP], 10);
    assert_int_equal(sums->class[CYCLES_SYNC], 0);
    assert_int_equal(sums->class[CYCLES_IDLE], 1000 - 63); /* it is of a pool */
    for (size_t i = 0, seen = 0; i < CYCLES_CLASSES; i++) {
        assert_false(seen >> archive_cycles_class_shown(i) & 1); /* each has a place of its own */
        seen |= (size_t)1 << archive_cycles_class_shown(i);
    }
    free(sums);
    archive_close(archive);
}

static void a_window_has_what_is_in_it(void **state)
{
    struct logged *logged = *state;
    add_acts(logged);
    struct archive *archive = logged_read(logged);
    struct sums *sums =
        sums_of(archive, 0,
                (struct cube_cycles_range){MADE_START + 155, MADE_START + 400, 49, false, false});
    assert_int_equal(sums->shape.count, 5);
    assert_int_equal(at(sums, LOGGED_LOCK, 0)->time, 5);
    assert_int_equal(at(sums, LOGGED_LOCK, 0)->visits, 0); /* it began before */
    assert_int_equal(at(sums, LOGGED_SOLVE, 0)->time, 44);
    assert_int_equal(at(sums, LOGGED_WRITE, 4)->time, 5);
    assert_int_equal(at(sums, LOGGED_WRITE, 4)->bytes, 0); /* it ends behind */
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(whole(sums, i), 49);
    free(sums);
    archive_close(archive);
}

static void what_ends_with_the_run_has_ended(void **state)
{
    struct logged *logged = *state;
    logged_act(logged, 0, LOGGED_WRITE, 900, 1000);
    logged_bytes(logged, 0, 3);
    struct archive *archive = logged_read(logged);
    struct sums *sums = sums_of(archive, 0, tenths);
    assert_int_equal(at(sums, LOGGED_WRITE, 9)->bytes, 3);
    free(sums);
    archive_close(archive);
}

static void there_is_no_when_in_cpu_time(void **state)
{
    struct logged *logged = *state;
    struct cube_cycles_shape shape;
    struct error error = {0};
    logged->made->places[0].record.clock = FORMAT_CLOCK_CPU;
    struct archive *archive = logged_read(logged);
    assert_false(cube_cycles_shape(archive, &tenths, &shape, &error));
    assert_non_null(strstr(error.text, "CPU time"));
    assert_non_null(strstr(error.text, "--clock cpu"));
    archive_close(archive);
}

static void nor_without_events_and_samples(void **state)
{
    struct logged *logged = *state;
    struct cube_cycles_shape shape;
    struct error error = {0};
    struct archive_folder folder = made_folder(logged->made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(archive);
    assert_false(cube_cycles_shape(archive, &tenths, &shape, &error));
    assert_non_null(strstr(error.text, "triptych run"));
    archive_close(archive);
}

/* A tree of acts between two moments, at random, as a lane would write it. */
static void add_random(struct logged *logged, int lane, uint64_t from, uint64_t to, int depth)
{
    while (from < to && (char *)(logged->lane[lane].next + 16) <
                            logged->lane[lane].log + FORMAT_SLOTS_AT + FORMAT_PIECE_SIZE) {
        uint64_t start = from + (uint64_t)rand() % (to - from + 1);
        uint64_t end = start + (uint64_t)rand() % (to - start + 1);
        if (depth)
            add_random(logged, lane, start, end, depth - 1);
        logged_act(logged, lane, (enum logged_what)(rand() % LOGGED_WHATS), start, end);
        from = end + (rand() % 3 == 0);
        if (rand() % 4 == 0)
            break;
    }
}

/* Whatever the acts and the cycles are, no time is lost and none made. */
static void times_add_up(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct logged *logged = logged_new();
        srand(seed);
        add_random(logged, 0, 0, LOGGED_END, 3);
        struct archive *archive = logged_read(logged);
        uint64_t length = 1 + (uint64_t)rand() % 400;
        struct sums *sums =
            sums_of(archive, 0, (struct cube_cycles_range){0, UINT64_MAX, length, false, false});
        uint64_t visits = 0, acts = 0;
        for (uint32_t i = 0; i < sums->shape.count; i++) {
            uint64_t there = (i + 1) * length <= LOGGED_END ? length : LOGGED_END - i * length;
            assert_int_equal(whole(sums, i), there);
            for (int j = 0; j < ROWS; j++)
                visits += sums->cell[j][i].visits;
        }
        for (int i = 0; i < LOGGED_WHATS; i++)
            acts += made_at(&logged->made->places[0].profiles[0], logged->lane[0].node[i])->count;
        assert_int_equal(visits, acts);
        free(sums);
        archive_close(archive);
        logged_free(logged);
    }
}

/* The same from the table that sealing makes as from the acts themselves. */
static void a_sealed_archive_has_the_sums(void **state)
{
    struct logged *logged = *state;
    char path[] = "/tmp/test_cycles.XXXXXX", command[64];
    struct error error = {0};
    assert_non_null(mkdtemp(path));
    srand(7);
    add_random(logged, 0, 0, LOGGED_END, 3);
    add_random(logged, 1, 0, LOGGED_END, 2);
    logged_write(logged, path);
    if (!archive_seal(path, NULL, &error))
        fail_msg("%s", error.text);
    struct archive *after = archive_open(path, &error);
    for (uint32_t lane = 0; lane < LOGGED_LANES; lane++) {
        struct cube_cycles_range all = {0, UINT64_MAX, 0, false, false};
        struct archive *raw = logged_read(logged);
        struct sums *expected = sums_of(raw, lane, all), *sums = sums_of(after, lane, all);
        assert_true(sums->shape.usual);
        assert_false(expected->shape.usual);
        assert_int_equal(sums->shape.count, 500);
        assert_memory_equal(sums->cell, expected->cell, sizeof sums->cell);
        free(expected);
        free(sums);
        expected = sums_of(raw, lane, tenths);
        sums = sums_of(after, lane, tenths);
        assert_false(sums->shape.usual);
        assert_memory_equal(sums->cell, expected->cell, sizeof sums->cell);
        free(expected);
        free(sums);
        archive_close(raw);
    }
    archive_close(after);
    snprintf(command, sizeof command, "rm -r %s", path);
    assert_int_equal(system(command), 0);
}

static void samples_tell_when(void **state)
{
    struct logged *logged = *state;
    logged->has_no_log = true;
    logged_sample(logged, 0, 0, 250,
                  (struct logged_entry[3]){{LOGGED_MAIN, 200, 1}, {LOGGED_SOLVE, 50, 10}});
    logged_sample(logged, 0, 250, 500, (struct logged_entry[3]){{LOGGED_SOLVE, 225, 0}});
    /* the lane's last moments were not seen any more */
    logged_sample(logged, 0, 500, 990,
                  (struct logged_entry[3]){{LOGGED_SOLVE, 10, 0}, {LOGGED_BARRIER, 90, 1}});
    struct archive *archive = logged_read(logged);
    struct sums *sums =
        sums_of(archive, 0, (struct cube_cycles_range){0, UINT64_MAX, 500, false, false});
    assert_int_equal(sums->shape.source, CYCLES_OF_SAMPLES);
    assert_int_equal(sums->shape.stretch, (250 * 250 + 250 * 250 + 490 * 490) / 990 + 1);
    assert_int_equal(sums->shape.count, 2);
    assert_int_equal(at(sums, LOGGED_MAIN, 0)->time, 200);
    assert_int_equal(at(sums, LOGGED_MAIN, 0)->visits, 1);
    assert_int_equal(at(sums, LOGGED_SOLVE, 0)->time, 50 + 250); /* 225 were seen of 250 */
    assert_int_equal(at(sums, LOGGED_SOLVE, 0)->visits, 10);
    assert_int_equal(at(sums, LOGGED_SOLVE, 1)->time, 50);
    assert_int_equal(at(sums, LOGGED_BARRIER, 1)->time, 450);
    assert_int_equal(at(sums, LOGGED_BARRIER, 1)->waits, 1);
    assert_int_equal(sums->class[CYCLES_PROGRAM], 550);
    free(sums);
    sums = sums_of(archive, 0, tenths); /* no cycle is shorter than the samples are apart */
    assert_int_equal(sums->shape.length, sums->shape.stretch);
    for (uint32_t i = 0; i + 1 < sums->shape.count; i++)
        assert_int_equal(whole(sums, i), sums->shape.length);
    free(sums);
    archive_close(archive);
}

static void samples_that_ended_early_tell_nothing_of_the_rest(void **state)
{
    struct logged *logged = *state;
    logged->has_no_log = true;
    for (uint64_t i = 0; i < 5; i++)
        logged_sample(logged, 0, 100 * i, 100 * i + 100,
                      (struct logged_entry[3]){{LOGGED_MAIN, 100, 1}});
    struct archive *archive = logged_read(logged);
    struct sums *sums = sums_of(
        archive, 0, (struct cube_cycles_range){0, UINT64_MAX, 101, false, false}); /* no shorter */
    assert_int_equal(sums->class[CYCLES_PROGRAM], 500);
    assert_int_equal(whole(sums, 9), 0);
    free(sums);
    archive_close(archive);
}

static void a_log_that_lacks_something_is_not_used(void **state)
{
    struct logged *logged = *state;
    struct format_events *log = (struct format_events *)logged->lane[0].log;
    static const struct cube_cycles_range counts = {0, UINT64_MAX, 0, true, false};
    add_acts(logged);
    logged_sample(logged, 0, 0, 1000, (struct logged_entry[3]){{LOGGED_MAIN, 1000, 1}});
    for (int i = 0; i < 4; i++) {
        struct cube_cycles_shape shape;
        struct error error;
        log->kinds = i == 1 ? FORMAT_EVENTS_SYNC : FORMAT_EVENTS_ALL;
        log->dropped = i == 2;
        logged->made->places[0].regions.rows[logged->region[0]].mode =
            i == 3 ? TRI_COUNT : TRI_TIME; /* throttled: its visits are not logged */
        struct archive *archive = logged_read(logged);
        assert_true(cube_cycles_shape(archive, i == 3 ? &counts : &tenths, &shape, &error));
        assert_int_equal(shape.source, i ? CYCLES_OF_SAMPLES : CYCLES_OF_EVENTS);
        archive_close(archive);
    }
}

/* Stretches of any length, whose entries never fit: times add up all the same. */
static void times_of_samples_add_up(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct logged *logged = logged_new();
        logged->has_no_log = true;
        srand(seed);
        uint64_t visits = 0;
        for (uint64_t from = 0, to; from < LOGGED_END; from = to) {
            struct logged_entry entries[3] = {{0}};
            to = from + 50 + (uint64_t)rand() % 100;
            to = to + 50 > LOGGED_END ? LOGGED_END : to;
            for (int i = 0; i < 1 + rand() % 3; i++) {
                entries[i] =
                    (struct logged_entry){(enum logged_what)(2 * i + rand() % 2),
                                          1 + (uint64_t)rand() % 1000, (uint64_t)rand() % 10};
                visits += entries[i].visits;
            }
            logged_sample(logged, 0, from, to, entries);
        }
        struct archive *archive = logged_read(logged);
        struct sums *sums = sums_of(
            archive, 0,
            (struct cube_cycles_range){0, UINT64_MAX, 1 + (uint64_t)rand() % 400, false, false});
        for (uint32_t i = 0; i < sums->shape.count; i++) {
            uint64_t length = sums->shape.length;
            uint64_t there = (i + 1) * length <= LOGGED_END ? length : LOGGED_END - i * length;
            assert_int_equal(whole(sums, i), there);
            for (int j = 0; j < ROWS; j++)
                visits -= sums->cell[j][i].visits;
        }
        assert_int_equal(visits, 0);
        free(sums);
        archive_close(archive);
        logged_free(logged);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_innermost_visit_has_the_time, make, throw_away),
        cmocka_unit_test_setup_teardown(who_need_not_wait_does_not, make, throw_away),
        cmocka_unit_test_setup_teardown(classes_go_by_kind, make, throw_away),
        cmocka_unit_test_setup_teardown(a_window_has_what_is_in_it, make, throw_away),
        cmocka_unit_test_setup_teardown(what_ends_with_the_run_has_ended, make, throw_away),
        cmocka_unit_test_setup_teardown(there_is_no_when_in_cpu_time, make, throw_away),
        cmocka_unit_test_setup_teardown(nor_without_events_and_samples, make, throw_away),
        cmocka_unit_test(times_add_up),
        cmocka_unit_test_setup_teardown(samples_tell_when, make, throw_away),
        cmocka_unit_test_setup_teardown(samples_that_ended_early_tell_nothing_of_the_rest, make,
                                        throw_away),
        cmocka_unit_test_setup_teardown(a_log_that_lacks_something_is_not_used, make, throw_away),
        cmocka_unit_test(times_of_samples_add_up),
        cmocka_unit_test_setup_teardown(a_sealed_archive_has_the_sums, make, throw_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
