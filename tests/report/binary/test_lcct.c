/* test_lcct.c: loop-call-context trees of an archive whose every number is known by hand. */
#include "unit.h"

#include "cube/lcct.h"
#include "made.h"
#include "report/binary/layout.h"
#include "report/binary/lcct.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Two ranks; each runs main, whose loop calls work, which has a loop and calls itself (folded, so
 * that it appears once below itself), and cold. */
struct run {
    struct made *made;
    struct archive *archive;
};

enum { MAIN, LOOP, WORK, INNER, AGAIN, COLD, NODES };

static const struct {
    uint32_t parent, kind, line;
    const char *name;
    uint64_t count, trips, instructions[2];
} nodes[NODES] = {
    [MAIN] = {NODES, TRI_KIND_ROUTINE, 1, "main", 1, 0, {100, 100}},
    [LOOP] = {MAIN, TRI_KIND_LOOP, 2, "", 1, 10, {400, 100}},
    [WORK] = {LOOP, TRI_KIND_ROUTINE, 20, "work", 10, 0, {1000, 1000}},
    [INNER] = {WORK, TRI_KIND_LOOP, 22, "", 10, 70, {4000, 3000}},
    [AGAIN] = {INNER, TRI_KIND_ROUTINE, 20, "work", 5, 0, {200, 50}},
    [COLD] = {MAIN, TRI_KIND_ROUTINE, 40, "cold", 1, 0, {25, 25}},
};

enum { TOTAL = 100 + 100 + 400 + 100 + 2000 + 7000 + 250 + 50 };

static void add_rank(struct made *made, uint32_t number)
{
    struct made_place *place = made_add_place(made);
    uint32_t row[NODES], region[NODES];
    place->record.parent_place = -1;
    place->record.state = FORMAT_PLACE_EXITED;
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "a", MADE_START, MADE_START + 1000);
    made_rank(place, number, 2);
    for (uint32_t i = 0; i < NODES; i++) {
        struct format_region made_of = {.kind = nodes[i].kind,
                                        .seq = nodes[i].kind == TRI_KIND_LOOP,
                                        .line = nodes[i].line,
                                        .end_line = nodes[i].line};
        if (nodes[i].kind == TRI_KIND_LOOP)
            made_of.routine = region[nodes[i].parent];
        region[i] =
            i == AGAIN ? region[WORK] : made_region(place, made_of, nodes[i].name, "made.c", "");
        row[i] = made_node(profile, i == MAIN ? root : row[nodes[i].parent], region[i],
                           nodes[i].count, 0);
        made_at(profile, row[i])->trips = nodes[i].trips;
    }
}

/* Instructions are not what probes count: they are filled in. */
static void add_instructions(struct archive *archive)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t parent = archive->nodes.parent[i], region = archive->nodes.region[i];
        uint32_t line = archive->regions.line[region];
        bool again = parent != ARCHIVE_NONE && line == 20 &&
                     archive->regions.line[archive->nodes.region[parent]] == 22;
        uint32_t rank = archive->places.rank[archive->lanes.place[archive->nodes.lane[i]]];
        for (uint32_t k = 0; k < NODES; k++) {
            if (nodes[k].line == line && (k == AGAIN) == again && region)
                archive->nodes.instructions[i] = nodes[k].instructions[rank];
        }
    }
}

static struct run run_new(bool counted)
{
    struct run run = {.made = made_new()};
    struct error error = {0};
    add_rank(run.made, 0);
    add_rank(run.made, 1);
    struct archive_folder folder = made_folder(run.made);
    run.archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(run.archive);
    if (counted)
        add_instructions(run.archive);
    return run;
}

static void run_free(struct run *run)
{
    archive_close(run->archive);
    made_free(run->made);
}

static uint32_t find(const struct cube_lcct *lcct, uint32_t line, uint32_t below)
{
    for (uint32_t i = 1; i < lcct->count; i++) {
        uint32_t parent = lcct->rows[i].parent;
        if (lcct->archive->regions.line[lcct->rows[i].region] == line &&
            lcct->archive->regions.line[lcct->rows[parent].region] == below)
            return i;
    }
    fail_msg("nothing of line %u is below line %u", line, below);
    return 0;
}

static void lanes_add_up(void **state)
{
    (void)state;
    struct run run = run_new(true);
    assert_true(cube_lcct_is_known(run.archive));
    struct cube_lcct *lcct = cube_lcct_new(run.archive, NULL);
    assert_int_equal(lcct->count, NODES + 1);
    assert_int_equal(lcct->total, TOTAL);
    const struct cube_lcct_row *inner = &lcct->rows[find(lcct, 22, 20)];
    assert_int_equal(inner->own, 7000);
    assert_int_equal(inner->all, 7250);
    assert_int_equal(inner->count, 20);
    assert_int_equal(inner->trips, 140);
    const struct cube_lcct_row *top = &lcct->rows[lcct->rows[0].first];
    assert_int_equal(run.archive->regions.line[top->region], 1);
    assert_int_equal(top->all, TOTAL);
    assert_int_equal(run.archive->regions.line[lcct->rows[top->first].region], 2); /* heaviest */
    uint8_t *second = memset(malloc(run.archive->lanes.rows), 0, run.archive->lanes.rows);
    for (size_t i = 0; i < run.archive->lanes.rows; i++)
        second[i] = run.archive->places.rank[run.archive->lanes.place[i]] == 1;
    struct cube_lcct *other = cube_lcct_new(run.archive, second);
    assert_int_equal(other->total, 100 + 100 + 1000 + 3000 + 50 + 25);
    cube_lcct_free(other);
    cube_lcct_free(lcct);
    free(second);
    run_free(&run);
}

/* A thread that runs what the first one has in one place alone is part of it, unless it is looked
 * at by itself; what the first one does not have stays a root. */
static void threads_of_a_team_are_below_who_began_it(void **state)
{
    (void)state;
    struct made *made = made_new();
    struct error error = {0};
    struct made_place *place = made_add_place(made);
    place->record.state = FORMAT_PLACE_EXITED;
    struct made_profile *profile = made_add_profile(place);
    uint32_t lanes[2], regions[3];
    static const char *const names[] = {"main", "part", "other"};
    for (uint32_t i = 0; i < 3; i++)
        regions[i] = made_region(
            place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 10 * (i + 1)}, names[i],
            "made.c", "");
    for (uint32_t i = 0; i < 2; i++)
        lanes[i] = made_lane(profile, i, "a", MADE_START, MADE_START + 1000);
    made_node(profile, made_node(profile, lanes[0], regions[0], 1, 0), regions[1], 1, 0);
    made_node(profile, lanes[1], regions[1], 1, 0);
    made_node(profile, lanes[1], regions[2], 1, 0);
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(archive);
    struct cube_lcct *lcct = cube_lcct_new(archive, NULL);
    assert_int_equal(lcct->count, 4);
    assert_int_equal(lcct->rows[find(lcct, 20, 10)].count, 2);
    assert_int_equal(lcct->rows[find(lcct, 30, 0)].count, 1);
    cube_lcct_free(lcct);
    lcct = cube_lcct_new(archive, (const uint8_t[]){0, 1});
    assert_int_equal(lcct->count, 3);
    assert_int_equal(lcct->rows[find(lcct, 20, 0)].count, 1);
    cube_lcct_free(lcct);
    archive_close(archive);
    made_free(made);
}

static void what_is_hot_is_there_with_all_above(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct cube_lcct *lcct = cube_lcct_new(run.archive, NULL);
    bool *hot = cube_lcct_hot(lcct, 10);
    assert_true(hot[find(lcct, 22, 20)]); /* 70 % */
    assert_true(hot[find(lcct, 20, 2)]);  /* 20 % */
    assert_true(hot[find(lcct, 2, 1)]);   /* 5 %, but above them */
    assert_false(hot[find(lcct, 40, 1)]);
    assert_false(hot[find(lcct, 20, 22)]);
    free(hot);
    cube_lcct_free(lcct);
    run_free(&run);
}

/* Times that were measured where hardly anything was executed. */
static void what_takes_time_is_hot(void **state)
{
    (void)state;
    struct run run = run_new(true);
    for (size_t i = 0; i < run.archive->nodes.rows; i++) {
        uint32_t line = run.archive->regions.line[run.archive->nodes.region[i]];
        run.archive->nodes.timed[i] = ARCHIVE_TIMED;
        run.archive->nodes.inclusive_time[i] = line == 1 ? 1000 : line == 40 ? 900 : 0;
    }
    struct cube_lcct *lcct = cube_lcct_new(run.archive, NULL);
    uint32_t cold = find(lcct, 40, 1);
    assert_int_equal(lcct->time, 2000);
    assert_true(cube_lcct_percent(lcct, lcct->rows[cold].own) < 1);
    assert_true(cube_lcct_time_percent(lcct, lcct->rows[cold].own_time) == 90);
    bool *hot = cube_lcct_hot(lcct, 15);
    assert_true(hot[cold]);
    assert_true(hot[find(lcct, 22, 20)]); /* by instructions */
    assert_false(hot[find(lcct, 20, 22)]);
    assert_int_equal(lcct->rows[lcct->rows[0].first].first, cold); /* the longest is first */
    free(hot);
    cube_lcct_free(lcct);
    struct report_lcct_options options = {.report.width = 100, .threshold = 15};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    struct report_sheet *tree = report_lcct_tree_sheet(&view),
                        *loops = report_lcct_loops_sheet(&view);
    assert_string_equal(tree->title, "Hot loop-call-context tree, by time");
    assert_string_equal(loops->title, "Loops, by exclusive time");
    report_sheet_free(tree);
    report_sheet_free(loops);
    report_lcct_view_free(&view);
    run_free(&run);
}

/* Rates need times that are exact, or of enough samples. */
static void rates_need_times(void **state)
{
    (void)state;
    enum { MS = 1000000 };
    struct cube_lcct_sum sum = {.count = 1, .time = MS, .own_time = MS};
    assert_true(cube_lcct_has_rate(&sum) && cube_lcct_has_own_rate(&sum));
    sum.own_sampled = true;
    assert_true(cube_lcct_has_rate(&sum) && !cube_lcct_has_own_rate(&sum));
    sum.sampled = true;
    assert_false(cube_lcct_has_rate(&sum));
    sum.time = sum.own_time = (uint64_t)40 * MS;
    assert_true(cube_lcct_has_rate(&sum) && cube_lcct_has_own_rate(&sum));
    sum.inner_untimed = true;
    assert_true(cube_lcct_has_rate(&sum) && !cube_lcct_has_own_rate(&sum));
    sum = (struct cube_lcct_sum){.count = 1, .time = (uint64_t)40 * MS, .own_time = 3};
    assert_false(cube_lcct_has_own_rate(&sum));
    sum.untimed = 1;
    assert_false(cube_lcct_has_rate(&sum));
}

static void what_is_inside_of_itself_counts_once(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct cube_lcct *lcct = cube_lcct_new(run.archive, NULL);
    size_t count;
    struct cube_lcct_sum *sums = cube_lcct_sums(lcct, TRI_KIND_ROUTINE, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        uint32_t line = run.archive->regions.line[sums[i].region];
        if (line != 20)
            continue;
        assert_int_equal(sums[i].own, 2250);
        assert_int_equal(sums[i].all, 2000 + 7000 + 250);
        assert_int_equal(sums[i].count, 30);
    }
    free(sums);
    cube_lcct_free(lcct);
    run_free(&run);
}

static void nothing_counted_is_told(void **state)
{
    (void)state;
    struct run run = run_new(false);
    struct report_lcct_options options = {.threshold = 1};
    struct report_lcct_view view;
    struct error error = {0};
    assert_false(cube_lcct_is_known(run.archive));
    assert_false(report_lcct_view_init(&view, run.archive, &options, &error));
    assert_non_null(strstr(error.text, "triptych loops"));
    run_free(&run);
}

/* No two boxes of a level touch, and whoever has children stands above their middle. */
static void pictures_are_tidy(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct report_lcct_options options = {.threshold = 0, .sections = LCCT_USUAL};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    struct lcct_box *boxes = calloc(view.tree->count, sizeof *boxes);
    for (size_t i = 0; i < view.tree->count; i++)
        boxes[i].width = 50 + 30 * (double)(i % 3);
    uint32_t levels;
    double width = lcct_layout(&view, boxes, &levels);
    assert_int_equal(levels, 5);
    for (size_t i = 1; i < view.tree->count; i++) {
        assert_true(boxes[i].x - boxes[i].width / 2 > -1e-9);
        assert_true(boxes[i].x + boxes[i].width / 2 < width + 1e-9);
        for (size_t k = 1; k < i; k++) {
            double apart = boxes[i].x - boxes[k].x;
            assert_true(boxes[i].level != boxes[k].level ||
                        (apart < 0 ? -apart : apart) > (boxes[i].width + boxes[k].width) / 2);
        }
    }
    uint32_t top = find(view.tree, 1, 0), left = find(view.tree, 2, 1);
    uint32_t right = find(view.tree, 40, 1);
    double middle = (boxes[left].x + boxes[right].x) / 2;
    assert_true(boxes[top].x > middle - 1e-9 && boxes[top].x < middle + 1e-9);
    struct buffer dot = {0}, svg = {0};
    report_lcct_dot(&dot, &view);
    assert_non_null(strstr(dot.text, "label=\"loop 1\\n70.0 % (72.5 %)\\nmade.c:22\\n7 ×20\\r\""));
    report_lcct_svg(&svg, &view);
    assert_non_null(strstr(svg.text, ">70.0 % (72.5 %)</text>"));
    assert_non_null(strstr(svg.text, ">7 ×20</text>"));
    assert_non_null(
        strstr(dot.text, "fillcolor=\"0.147 0.122 1.000\", label=\"main")); /* own 2 % */
    assert_non_null(strstr(svg.text, "fill-opacity:0.532"));                /* 70 % */
    buffer_free(&dot);
    buffer_free(&svg);
    free(boxes);
    report_lcct_view_free(&view);
    run_free(&run);
}

static const struct report_sheet_cell *cell(const struct report_sheet *sheet, size_t row,
                                            const char *key)
{
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (sheet->columns[i].key && !strcmp(sheet->columns[i].key, key))
            return &sheet->cells[row * sheet->column_count + i];
    }
    fail_msg("there is no column %s", key);
    return NULL;
}

static void tables_tell_who_did_what(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct report_lcct_options options = {.threshold = 1, .sections = LCCT_USUAL};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    assert_int_equal(view.worker_count, 2);
    assert_false(view.by_lane);
    struct report_sheet *loops = report_lcct_loops_sheet(&view),
                        *ranks = report_lcct_ranks_sheet(&view);
    assert_int_equal(report_sheet_rows(loops), 2);
    assert_int_equal(cell(loops, 0, "line")->number, 22); /* the most instructions first */
    assert_int_equal(cell(loops, 0, "visits")->number, 20);
    assert_int_equal(cell(loops, 0, "trips")->number, 140);
    assert_int_equal(cell(loops, 0, "instructions")->number, 7000);
    assert_false(cell(loops, 0, "factor")->known);
    assert_int_equal(cell(ranks, 0, "0")->number, 70);
    assert_int_equal(cell(ranks, 0, "1")->number, 70);
    assert_true(cell(ranks, 0, "max_over_mean")->real == 1);
    report_sheet_free(loops);
    report_sheet_free(ranks);
    report_lcct_view_free(&view);
    options.place = "1";
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    assert_int_equal(view.tree->total, 100 + 100 + 1000 + 3000 + 50 + 25);
    ranks = report_lcct_ranks_sheet(&view);
    assert_int_equal(report_sheet_rows(ranks), 0);
    report_sheet_free(ranks);
    report_lcct_view_free(&view);
    options.place = "2";
    assert_false(report_lcct_view_init(&view, run.archive, &options, &error));
    assert_non_null(strstr(error.text, "no rank '2'"));
    options.place = "1";
    options.lane = "0.0";
    assert_false(report_lcct_view_init(&view, run.archive, &options, &error));
    assert_string_equal(error.text, "lane '0.0' is not one of rank '1'");
    run_free(&run);
}

/* The loop of work is timed, what it calls is not. */
static void shares_are_known_where_exclusive_times_are(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct archive_nodes *all = &run.archive->nodes;
    for (size_t i = 0; i < all->rows; i++) {
        bool again = all->parent[i] != ARCHIVE_NONE &&
                     run.archive->regions.line[all->region[all->parent[i]]] == 22;
        all->timed[i] = again ? ARCHIVE_UNTIMED : ARCHIVE_TIMED;
        all->inclusive_time[i] = again ? 0 : 500;
    }
    struct report_lcct_options options = {.sections = LCCT_USUAL};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    struct report_sheet *sheets[] = {report_lcct_loops_sheet(&view), report_lcct_tree_sheet(&view),
                                     report_lcct_functions_sheet(&view)};
    static const size_t known_rows[] = {1, NODES - 2, 2}; /* of functions: not of work */
    for (size_t i = 0; i < 3; i++) {
        size_t known = 0, rows = report_sheet_rows(sheets[i]);
        for (size_t row = 0; row < rows; row++) {
            bool is_known = cell(sheets[i], row, "exclusive_time_ns")->known;
            assert_int_equal(cell(sheets[i], row, "exclusive_time_percent")->known, is_known);
            assert_true(cell(sheets[i], row, "line")->number != 22 || !is_known);
            known += is_known;
        }
        assert_int_equal(known, known_rows[i]);
        report_sheet_free(sheets[i]);
    }
    report_lcct_view_free(&view);
    run_free(&run);
}

/* A loop that is not timed is part of its function, whose exclusive time is known. */
static void own_loops_need_no_time(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct archive_nodes *all = &run.archive->nodes;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t line = run.archive->regions.line[all->region[i]];
        bool again = all->parent[i] != ARCHIVE_NONE &&
                     run.archive->regions.line[all->region[all->parent[i]]] == 22;
        all->timed[i] = line == 22 ? ARCHIVE_UNTIMED : ARCHIVE_TIMED;
        all->inclusive_time[i] = line == 22 ? 0 : again ? 100 : line == 20 ? 300 : 500;
    }
    struct report_lcct_options options = {.sections = LCCT_USUAL};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    struct report_sheet *functions = report_lcct_functions_sheet(&view);
    bool found = false;
    for (size_t row = 0; row < report_sheet_rows(functions); row++) {
        if (cell(functions, row, "line")->number != 20)
            continue;
        found = true;
        assert_true(cell(functions, row, "exclusive_time_ns")->known);
        assert_int_equal(cell(functions, row, "exclusive_time_ns")->number, 2 * 300);
    }
    assert_true(found);
    report_sheet_free(functions);
    report_lcct_view_free(&view);
    run_free(&run);
}

/* Functions that are not counted: one that took time, and many that did not. */
static void functions_that_took_no_time_are_summed_up(void **state)
{
    (void)state;
    enum { FUNCTIONS = 1300 };
    struct run run = run_new(true);
    struct archive_natives *natives = &run.archive->natives;
    uint32_t names[2] = {run.archive->regions.name[1], 0};
    for (size_t i = 0; i < run.archive->regions.rows; i++) {
        if (run.archive->regions.line[i] == 40)
            names[1] = run.archive->regions.name[i];
    }
    *natives = (struct archive_natives){.rows = FUNCTIONS};
    natives->place = memory_zeroed(FUNCTIONS, sizeof *natives->place);
    natives->name = memory_zeroed(FUNCTIONS, sizeof *natives->name);
    natives->binary = memory_zeroed(FUNCTIONS, sizeof *natives->binary);
    natives->why = memory_zeroed(FUNCTIONS, sizeof *natives->why);
    natives->address = memory_zeroed(FUNCTIONS, sizeof *natives->address);
    natives->size = memory_zeroed(FUNCTIONS, sizeof *natives->size);
    natives->samples = memory_zeroed(FUNCTIONS, sizeof *natives->samples);
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        natives->why[i] = names[i < 1200 ? 0 : 1];
        natives->address[i] = 1 + i;
        natives->size[i] = i;
    }
    natives->samples[7] = run.archive->places.pc_samples[0] = 3;
    struct report_lcct_options options = {.threshold = 1, .sections = LCCT_NATIVES};
    options.report.top = 20;
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    struct report_sheet *sheet = report_lcct_natives_sheet(&view);
    assert_int_equal(report_sheet_rows(sheet), 6);
    assert_int_equal(cell(sheet, 0, "samples")->number, 3);
    assert_int_equal(cell(sheet, 1, "bytes")->number, FUNCTIONS - 1);
    assert_int_equal(sheet->more, 0);
    assert_non_null(strstr(sheet->notes.text, "and 1,199 functions that took no time: main."));
    assert_non_null(strstr(sheet->notes.text, "and 95 functions that took no time: cold."));
    report_sheet_free(sheet);
    options.report.top = 0;
    sheet = report_lcct_natives_sheet(&view);
    assert_int_equal(report_sheet_rows(sheet), FUNCTIONS);
    report_sheet_free(sheet);
    report_lcct_view_free(&view);
    run_free(&run);
}

static void files_that_made_no_sense_are_told(void **state)
{
    (void)state;
    struct run run = run_new(true);
    struct report_lcct_options options = {.report = {.width = 100}, .sections = LCCT_LOOPS};
    struct report_lcct_view view;
    struct error error = {0};
    run.archive->skipped = 3;
    for (int i = 0; i < 2; i++) {
        struct buffer out = {0};
        options.report.format = i ? REPORT_JSON : REPORT_TEXT;
        assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
        assert_true(report_lcct_write(&out, &view, &error));
        assert_non_null(strstr(out.text, i ? "\"damage\": \"3 place(s) could not be read at all\""
                                           : "damaged: 3 place(s) could not be read at all"));
        assert_true(!i || strstr(out.text, "\"state\": \"ended\""));
        buffer_free(&out);
        report_lcct_view_free(&view);
    }
    run_free(&run);
}

static void names_of_operators_are_whole(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"operator< <- main", "operator<"},
        {"operator<<<char> <- main", "operator<<<char>"},
        {"(anonymous namespace)::f <- main", "(anonymous namespace)::f"},
        {"sum<std::pair<int, int> > <- a<b> <- main", "sum"},
        {"la::Matrix<double, 64>::fill<f> <- main", "la::Matrix<double, 64>::fill"},
        {"la::Matrix<double, 64>::size <- main", "la::Matrix<double, 64>::size"},
        {"ptr<int>::operator-> <- main", "ptr<int>::operator->"},
        {"plain", "plain"},
    };
    struct run run = run_new(true);
    struct report_lcct_options options = {.sections = LCCT_LOOPS};
    struct report_lcct_view view;
    struct error error = {0};
    assert_true(report_lcct_view_init(&view, run.archive, &options, &error));
    uint32_t region = view.tree->rows[find(view.tree, 22, 20)].region, only = 0, none = 1, line = 0;
    struct archive_loops loops = run.archive->loops;
    struct archive_strings strings = run.archive->strings;
    view.loop_rows[region] = 0;
    run.archive->loops.inlined = &only;
    run.archive->loops.called = run.archive->loops.from_file = &none;
    run.archive->loops.from_line = &line;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct buffer label = {0}, expected = {0};
        uint64_t offset[2] = {0, strlen(names[i][0]) + 1};
        run.archive->strings = (struct archive_strings){1, offset, names[i][0]};
        report_lcct_label(&view, region, &label);
        buffer_printf(&expected, "loop 1 of %s", names[i][1]);
        assert_string_equal(label.text, expected.text);
        buffer_free(&label);
        buffer_free(&expected);
    }
    run.archive->strings = strings;
    run.archive->loops = loops;
    report_lcct_view_free(&view);
    run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_add_up),
        cmocka_unit_test(threads_of_a_team_are_below_who_began_it),
        cmocka_unit_test(what_is_hot_is_there_with_all_above),
        cmocka_unit_test(what_takes_time_is_hot),
        cmocka_unit_test(rates_need_times),
        cmocka_unit_test(what_is_inside_of_itself_counts_once),
        cmocka_unit_test(nothing_counted_is_told),
        cmocka_unit_test(pictures_are_tidy),
        cmocka_unit_test(tables_tell_who_did_what),
        cmocka_unit_test(shares_are_known_where_exclusive_times_are),
        cmocka_unit_test(own_loops_need_no_time),
        cmocka_unit_test(functions_that_took_no_time_are_summed_up),
        cmocka_unit_test(files_that_made_no_sense_are_told),
        cmocka_unit_test(names_of_operators_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
