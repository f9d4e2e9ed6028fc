/* test_missing.c: what was not logged, by kind or by a filter, is said and drawn as unknown where
 * it hides what a lane did. */
#include "cube/cycles.h"
#include "cube/missing.h"
#include "cube/timeline.h"
#include "format/region.h"
#include "logged.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

static struct made_profile *profile_of(struct logged *logged, int lane)
{
    return &logged->made->places[0].profiles[lane];
}

static void set_visits(struct logged *logged, enum logged_what what, uint64_t count, uint64_t time)
{
    struct format_node *node = made_at(profile_of(logged, 0), logged->lane[0].node[what]);
    node->count = count;
    node->time = time;
    node->min = node->max = time / count;
}

/* main takes all of the time, solve 300 ns of it, and receives as given. The first two are logged.
 */
static struct logged *receiving(uint64_t time, uint32_t kinds)
{
    struct logged *logged = logged_new();
    set_visits(logged, LOGGED_MAIN, 1, LOGGED_END);
    set_visits(logged, LOGGED_SOLVE, 1, 300);
    set_visits(logged, LOGGED_RECEIVE, 5, time);
    logged_act(logged, 0, LOGGED_SOLVE, 100, 400);
    logged_act(logged, 0, LOGGED_MAIN, 0, LOGGED_END);
    for (int i = 0; i < LOGGED_LANES; i++)
        ((struct format_events *)logged->lane[i].log)->kinds = kinds;
    return logged;
}

enum { WITHOUT_COMM = FORMAT_EVENTS_ALL & ~FORMAT_EVENTS_COMM };

static struct cube_timeline *drawn(const struct archive *archive)
{
    struct error error = {0};
    const struct cube_timeline_request request = {.range.to = UINT64_MAX, .columns = 100};
    struct cube_timeline *timeline = cube_timeline_new(archive, &request, NULL, &error);
    assert_string_equal(error.text, "");
    assert_non_null(timeline);
    return timeline;
}

static uint64_t unknown_in_cycles;

static void add_unknown(void *to, const struct cube_cycles_cell *cell)
{
    (void)to;
    if (cell->unknown)
        unknown_in_cycles += cell->time;
}

/* Draws the archive, and checks how much of the first lane is unknown, and how much the program's.
 * The result is what is said of it, to be freed. */
static char *check_archive(const struct archive *archive, uint64_t unknown, uint64_t program)
{
    struct error error = {0};
    struct cube_timeline *timeline = drawn(archive);
    assert_int_equal(timeline->lanes[0].time[CYCLES_UNKNOWN], unknown);
    assert_int_equal(timeline->lanes[0].time[CYCLES_PROGRAM], program);
    struct cube_missing_hidden hidden = cube_missing_hidden_new(archive);
    const struct cube_cycles_range range = {.to = UINT64_MAX, .length = 100, .exact = true};
    struct cube_cycles_shape shape;
    unknown_in_cycles = 0;
    assert_true(cube_cycles_shape(archive, &range, &shape, &error));
    cube_cycles_hide(&shape, &hidden);
    assert_true(cube_cycles_of_lane(archive, &shape, 0, add_unknown, NULL, &error));
    assert_int_equal(unknown_in_cycles, unknown);
    cube_missing_hidden_free(&hidden);
    char *said = buffer_take(&timeline->missing);
    cube_timeline_free(timeline);
    return said;
}

/* The same of what is read from memory. */
static char *check(struct logged *logged, uint64_t unknown, uint64_t program)
{
    struct archive *archive = logged_read(logged);
    char *said = check_archive(archive, unknown, program);
    archive_close(archive);
    logged_free(logged);
    return said;
}

static void says(char *said, const char *what)
{
    if (!strstr(said, what))
        fail_msg("'%s' does not say '%s'", said, what);
    free(said);
}

static void kinds_that_were_not_chosen_hide_what_they_are_in(void **state)
{
    (void)state;
    says(check(receiving(600, WITHOUT_COMM), 700, 300), "5 visits of comm");
}

static void a_tenth_hides_nothing(void **state)
{
    (void)state;
    char *said = check(receiving(70, WITHOUT_COMM), 0, LOGGED_END);
    assert_string_equal(said, "");
    free(said);
}

/* Routines that were not chosen are the program's, as what is around them. */
static void the_same_class_hides_nothing(void **state)
{
    (void)state;
    struct logged *logged = receiving(70, FORMAT_EVENTS_ALL & ~FORMAT_EVENTS_LOOPS);
    set_visits(logged, LOGGED_LOOP, 5, 290);
    char *said = check(logged, 0, LOGGED_END);
    assert_string_equal(said, "");
    free(said);
}

static void a_region_that_the_filter_leaves_out_hides_what_it_is_in(void **state)
{
    (void)state;
    struct logged *logged = receiving(600, FORMAT_EVENTS_ALL);
    logged->made->places[0].regions.rows[logged->region[LOGGED_RECEIVE]].flags |= FORMAT_FILTERED;
    says(check(logged, 700, 300), "5 events were filtered (--filter): 5 of place 0 ");
}

static struct logged *filtered(uint64_t aside)
{
    struct logged *logged = receiving(600, FORMAT_EVENTS_ALL);
    struct format_header *header = &profile_of(logged, 0)->records[0].header;
    header->filtered_from = MADE_START + 200;
    header->filtered_to = MADE_START + 600;
    header->filtered_aside = aside;
    made_lane_of(profile_of(logged, 0), logged->lane[0].root)->filtered = 5;
    return logged;
}

static void acts_that_the_filter_left_out_hide_what_was_then(void **state)
{
    (void)state;
    says(check(filtered(300), 400, 600),
         "5 events were filtered (--filter): 5 of place 0 (1 of 2 lanes) between ");
    says(check(filtered(300), 400, 600), "and 600 ns");
    says(check(filtered(40), 0, LOGGED_END), "5 events were filtered (--filter)");
}

static void lanes_know_when_acts_were_filtered(void **state)
{
    (void)state;
    struct logged *logged = filtered(300);
    struct archive *archive = logged_read(logged);
    struct cube_missing_stretch stretch;
    assert_true(cube_missing_filtered_on_lane(archive, 0, &stretch));
    assert_int_equal(stretch.to - stretch.from, 400);
    assert_int_equal(archive->lanes.filtered_aside[0], 300);
    assert_false(cube_missing_filtered_on_lane(archive, 1, &stretch));
    archive_close(archive);
    logged_free(logged);
}

/* What a query did not select is not the program's. Of the second lane it selected nothing. */
static void a_part_has_what_was_selected(void **state)
{
    (void)state;
    struct logged *logged = logged_new();
    logged_act(logged, 0, LOGGED_SOLVE, 100, 400);
    struct archive *archive = logged_read(logged);
    free(check_archive(archive, 0, LOGGED_END));
    free(archive->run.part_of);
    archive->run.part_of = strdup("/whole.tri");
    says(check_archive(archive, 700, 300), "unknown: time outside of the selected events");
    struct cube_timeline *timeline = drawn(archive);
    assert_int_equal(timeline->lanes[1].time[CYCLES_UNKNOWN], LOGGED_END);
    cube_timeline_free(timeline);
    archive_close(archive);
    logged_free(logged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_were_not_chosen_hide_what_they_are_in),
        cmocka_unit_test(a_tenth_hides_nothing),
        cmocka_unit_test(the_same_class_hides_nothing),
        cmocka_unit_test(a_region_that_the_filter_leaves_out_hides_what_it_is_in),
        cmocka_unit_test(acts_that_the_filter_left_out_hide_what_was_then),
        cmocka_unit_test(lanes_know_when_acts_were_filtered),
        cmocka_unit_test(a_part_has_what_was_selected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
