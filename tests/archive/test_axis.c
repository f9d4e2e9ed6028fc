/* test_axis.c: one zero and one end of time, whatever clocks the places of an archive had. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/time/cycle_spread.h"
#include "format/pulse.h"
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND UINT64_C(1000000000)
#define REAL (UINT64_C(1700000000) * SECOND) /* the time of day at MADE_START */

/* A process with one lane, from one moment to another on the clock of the first place's machine;
 * its own clock is ahead. It has not ended if `end` is 0. */
static struct made_place *add(struct made *made, uint64_t start, uint64_t end, uint64_t ahead)
{
    struct made_place *place = made_add_place(made);
    struct format_region main = {.kind = TRI_KIND_ROUTINE, .line = 1};
    uint32_t region = made_region(place, main, "main", "a.c", "");
    struct format_moment moment = {start, start + ahead, REAL + start - MADE_START};
    place->record.start = place->record.last = moment;
    place->record.clock = FORMAT_CLOCK_COUNTER;
    place->record.ticks_per_second = SECOND;
    place->record.state = end ? FORMAT_PLACE_EXITED : FORMAT_PLACE_RUNNING;
    place->record.end = end;
    strcpy(place->record.host, "a");
    strcpy(place->record.boot, "one");
    struct made_profile *profile = made_add_profile(place);
    made_open(profile, made_lane(profile, 0, "main", start, end), region, start + 1);
    return place;
}

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    assert_non_null(archive);
    return archive;
}

static void throw_away(struct made *made, struct archive *archive)
{
    archive_close(archive);
    made_free(made);
}

static void the_run_begins_before_its_places(void **state)
{
    (void)state;
    struct made *made = made_new();
    bool at_least;
    add(made, MADE_START, MADE_START + SECOND, 0);
    made->run = "{\"host\": \"a\", \"start_ns\": 400000000, \"end_ns\": 2500000000,"
                " \"state\": \"ended\", \"exit_status\": 0}";
    struct archive *archive = must_read(made);
    assert_int_equal(archive_start(archive), 400000000);
    assert_int_equal(archive_zero(archive), 400000000);
    assert_int_equal(archive_end(archive, &at_least), 2500000000);
    assert_false(at_least);
    throw_away(made, archive);
}

/* On another machine than the first place, whose clock says something else. */
static void the_run_is_elsewhere(void **state)
{
    (void)state;
    struct made *made = made_new();
    bool at_least;
    add(made, MADE_START, MADE_START + SECOND, 0);
    made->run = "{\"host\": \"login\", \"start_ns\": 70000000000, \"end_ns\": 73000000000,"
                " \"real_start_ns\": 1699999999500000000, \"state\": \"ended\"}";
    struct archive *archive = must_read(made);
    assert_int_equal(archive_start(archive), MADE_START - SECOND / 2);
    assert_int_equal(archive_end(archive, &at_least), MADE_START + 5 * SECOND / 2);
    throw_away(made, archive);
}

/* The launcher was killed; what it had started went on for a while. */
static void places_outlive_the_run(void **state)
{
    (void)state;
    struct made *made = made_new();
    bool at_least;
    add(made, MADE_START, MADE_START + 3 * SECOND, 0);
    add(made, MADE_START, MADE_START + SECOND, 0);
    made->run = "{\"host\": \"a\", \"start_ns\": 900000000, \"end_ns\": 3000000000,"
                " \"state\": \"ended\", \"signal\": 9}";
    struct archive *archive = must_read(made);
    assert_int_equal(archive_end(archive, &at_least), MADE_START + 3 * SECOND);
    assert_false(at_least);
    throw_away(made, archive);
}

static void everything_was_killed(void **state)
{
    (void)state;
    struct made *made = made_new();
    bool at_least;
    struct made_place *place = add(made, MADE_START, 0, 0);
    made_open(&place->profiles[0], 3, 1, MADE_START + 2 * SECOND); /* the last thing it did */
    made->run = "{\"host\": \"a\", \"start_ns\": 900000000, \"state\": \"running\"}";
    struct archive *archive = must_read(made);
    assert_int_equal(archive->lanes.at_least[0], 1);
    assert_int_equal(archive_end(archive, &at_least), MADE_START + 2 * SECOND);
    assert_true(at_least);
    throw_away(made, archive);
}

/* Nothing is known but that `triptych run`, which had started it, was there later. */
static void somebody_looked_later(void **state)
{
    (void)state;
    struct made *made = made_new();
    bool at_least;
    char path[] = "/tmp/test_axis.XXXXXX", name[64], command[64];
    struct error error = {0};
    assert_non_null(mkdtemp(path));
    add(made, MADE_START, 0, 0)->record.parent_pid = 77;
    made->run = "{\"host\": \"a\", \"start_ns\": 900000000, \"pid\": 77, \"state\": \"running\"}";
    made_write(made, path);
    snprintf(name, sizeof name, "%s/" FORMAT_PULSE_FILE, path);
    FILE *file = fopen(name, "w");
    struct format_pulse pulse = {FORMAT_PULSE_MAGIC, MADE_START + 7 * SECOND};
    assert_int_equal(fwrite(&pulse, sizeof pulse, 1, file), 1);
    fclose(file);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    assert_int_equal(archive_end(archive, &at_least), MADE_START + 7 * SECOND);
    assert_true(at_least);
    assert_int_equal(archive->lanes.end[0], MADE_START + 7 * SECOND);
    snprintf(command, sizeof command, "rm -rf %s", path);
    assert_int_equal(system(command), 0);
    throw_away(made, archive);
}

/* The counter tells what the clocks do not: a process in a time namespace a day ahead. */
static void another_clock_on_the_same_machine(void **state)
{
    (void)state;
    struct made *made = made_new();
    uint64_t start, end;
    add(made, MADE_START, MADE_START + 3 * SECOND, 0);
    add(made, MADE_START + SECOND, MADE_START + 2 * SECOND, 86400 * SECOND);
    struct archive *archive = must_read(made);
    assert_int_equal(archive->lanes.start[1], MADE_START + SECOND);
    assert_int_equal(archive->lanes.end[1], MADE_START + 2 * SECOND);
    assert_int_equal(archive->places.start[1], MADE_START + SECOND);
    assert_int_equal(archive->places.aligned[1], 0);
    assert_true(archive_spread_extent(archive, &start, &end));
    assert_int_equal(end - start, 3 * SECOND);
    throw_away(made, archive);
}

/* Machines that sent each other nothing have the time of day. */
static void other_machines(void **state)
{
    (void)state;
    struct made *made = made_new();
    add(made, MADE_START, MADE_START + 3 * SECOND, 0);
    struct made_place *other = add(made, MADE_START + SECOND, MADE_START + 2 * SECOND, 0);
    strcpy(other->record.host, "b");
    strcpy(other->record.boot, "two");
    other->record.start.monotonic = other->record.last.monotonic = 5; /* it has just booted */
    struct archive *archive = must_read(made);
    assert_int_equal(archive->lanes.start[1], MADE_START + SECOND);
    assert_int_equal(archive->places.real_start[1], REAL + SECOND);
    assert_int_equal(archive_spread_moment(archive, 1, archive->lanes.start[1]),
                     MADE_START + SECOND);
    assert_int_equal(archive_start(archive), MADE_START);
    throw_away(made, archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_run_begins_before_its_places),
        cmocka_unit_test(the_run_is_elsewhere),
        cmocka_unit_test(places_outlive_the_run),
        cmocka_unit_test(everything_was_killed),
        cmocka_unit_test(somebody_looked_later),
        cmocka_unit_test(another_clock_on_the_same_machine),
        cmocka_unit_test(other_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
