/* test_working_lanes.c: the efficiency of runs whose threads neither MPI nor OpenMP tells, as those
 * of `triptych loops`. */
#include "unit.h"

#include "analysis/scaling/scaling.h"
#include "made.h"
#include "report/compare/scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000, MOST = 3, THREADS = 4 };

/* A program whose main lane makes some trips, and starts threads that make others. If it has
 * several ranks, each does so. */
struct program {
    uint64_t time, main; /* ns; trips */
    uint32_t threads;
    uint64_t trips;   /* of each thread; 0: nothing was measured in it */
    bool in_sequence; /* the threads start one after the other */
    uint32_t ranks;   /* 0: it has no MPI */
};

static void add_place(struct made *made, const struct program *program, uint32_t rank)
{
    struct made_place *place = made_add_place(made);
    struct made_profile *profile = made_add_profile(place);
    uint64_t end = MADE_START + program->time, part = program->time / (program->threads + 1);
    struct format_region routine = {.kind = TRI_KIND_ROUTINE, .line = 1, .seq = 1};
    uint32_t main = made_region(place, routine, "main", "made.c", "");
    struct format_region row = {.kind = TRI_KIND_LOOP, .line = 2, .seq = 1, .routine = main};
    uint32_t loop = made_region(place, row, "", "made.c", "");
    place->record.parent_place = -1;
    place->record.state = FORMAT_PLACE_EXITED;
    place->record.end = end;
    place->record.last = (struct format_moment){end, end, 0};
    if (program->ranks)
        made_rank(place, rank, program->ranks);
    for (uint32_t i = 0; i <= program->threads; i++) {
        bool alone = i && program->in_sequence;
        uint64_t from = MADE_START + (alone ? i * part : i),
                 to = alone ? MADE_START + (i + 1) * part : end;
        uint32_t root = made_lane(profile, i, "a", from, to);
        if (i && !program->trips)
            continue;
        uint32_t in = made_node(profile, root, main, 1, to - from);
        uint32_t at = made_node(profile, in, loop, 1, to - from);
        made_at(profile, at)->trips = i ? program->trips : program->main;
    }
}

static struct archive *archive_of(const struct program *program, struct made **made)
{
    struct error error = {0};
    *made = made_new();
    add_place(*made, program, 0);
    for (uint32_t i = 1; i < program->ranks; i++)
        add_place(*made, program, i);
    struct archive_folder folder = made_folder(*made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(archive);
    return archive;
}

/* Compares programs with the first one. Checks the numbers of lanes and the efficiencies; -1:
 * unknown. Checks that the text has, or has not, a part. */
static void check(const struct program *programs, size_t count, const uint64_t *lanes,
                  const double *efficiencies, const char *part)
{
    struct made *made[MOST];
    struct archive *archives[MOST];
    for (size_t i = 0; i < count; i++)
        archives[i] = archive_of(&programs[i], &made[i]);
    struct analysis_scaling *scaling =
        analysis_scaling_new((const struct archive *const *)archives, count, false);
    for (size_t i = 0; i < count; i++) {
        const struct analysis_scaling_run *run = &scaling->runs[i];
        double first = (double)programs[0].time, now = (double)programs[i].time;
        assert_int_equal(run->lanes, lanes[i]);
        assert_int_equal(run->ranks, programs[i].ranks ? programs[i].ranks : 1);
        assert_true(fabs(run->speedup - first / now) < 1e-9);
        assert_true(efficiencies[i] < 0 ? isnan(run->efficiency)
                                        : fabs(run->efficiency - efficiencies[i]) < 1e-9);
        bool alone = lanes[i] == 1 && !programs[i].ranks; /* else what MPI took is not known */
        for (int k = 0; k < EFFICIENCY_FACTORS && !alone; k++)
            assert_true(isnan(run->factors[k]));
        assert_true(!alone || run->factors[EFFICIENCY_PARALLEL] == 1);
        assert_int_equal(run->fell, -1);
    }
    struct report_options options = {.width = 300};
    struct buffer text = {0};
    report_scaling_text(scaling, &options, &text);
    assert_non_null(strstr(text.text, part));
    assert_null(strstr(text.text, "no factor fell"));
    buffer_free(&text);
    analysis_scaling_free(scaling);
    for (size_t i = 0; i < count; i++) {
        archive_close(archives[i]);
        made_free(made[i]);
    }
}

/* All lanes work, as threads of OpenMP do. */
static void all_work(void **state)
{
    (void)state;
    check((struct program[]){{400 * MS, 4000, 0, 0, false, 0},
                             {200 * MS, 2000, 1, 2000, false, 0},
                             {125 * MS, 1000, 3, 1000, false, 0}},
          3, (uint64_t[]){1, 2, 4}, (double[]){1, 1, 0.8},
          "From serial to 4 threads, the efficiency is 0.80. Its factors are unknown");
    check((struct program[]){{200 * MS, 2000, 1, 2000, false, 0},
                             {100 * MS, 1000, 3, 1000, false, 0}},
          2, (uint64_t[]){2, 4}, (double[]){1, 1}, "From 2 threads to 4 threads");
}

/* The main lane waits for the others. */
static void main_waits(void **state)
{
    (void)state;
    check((struct program[]){{400 * MS, 1, 1, 4000, false, 0},
                             {200 * MS, 2, 2, 2000, false, 0},
                             {125 * MS, 4, 4, 1000, false, 0}},
          3, (uint64_t[]){1, 2, 4}, (double[]){1, 1, 0.8},
          "From serial to 4 threads, the efficiency is 0.80");
}

/* Threads that do not exist at the same time are one worker. */
static void one_by_one(void **state)
{
    (void)state;
    check((struct program[]){{200 * MS, 2000, 1, 2000, false, 0}, {400 * MS, 1, 4, 1000, true, 0}},
          2, (uint64_t[]){2, 1}, (double[]){1, 1}, "From 2 threads to serial");
}

/* Nothing was measured in the threads. */
static void untold(void **state)
{
    (void)state;
    check((struct program[]){{400 * MS, 4000, 0, 0, false, 0}, {200 * MS, 1, 2, 0, false, 0}}, 2,
          (uint64_t[]){1, 3}, (double[]){1, -1},
          "it was not measured how many of its threads work");
}

/* Ranks whose MPI calls nobody saw: when they wait is not known, either. */
static void ranks_too(void **state)
{
    (void)state;
    check((struct program[]){{400 * MS, 4000, 0, 0, false, 1}, {200 * MS, 2000, 0, 0, false, 2}}, 2,
          (uint64_t[]){1, 2}, (double[]){1, 1},
          "From 1 rank to 2 ranks, the efficiency is 1.00. Its factors are unknown: it was not "
          "measured when ranks of made.tri wait");
    check((struct program[]){{400 * MS, 4000, 0, 0, false, 1}, {125 * MS, 1000, 1, 1000, false, 2}},
          2, (uint64_t[]){1, 4}, (double[]){1, 0.8}, "From 1 rank to 2 ranks, 4 threads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_work), cmocka_unit_test(main_waits), cmocka_unit_test(one_by_one),
        cmocka_unit_test(untold),   cmocka_unit_test(ranks_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
