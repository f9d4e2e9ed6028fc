/* test_raw.c: reading what measured processes left, whole or not. */
#include "unit.h"

#include "archive/archive.h"
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

static struct archive *read_made(struct made *made, struct error *error)
{
    struct archive_folder folder = made_folder(made);
    return archive_read(&folder, "made.tri", error);
}

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct archive *archive = read_made(made, &error);
    assert_string_equal(error.text, "");
    assert_non_null(archive);
    return archive;
}

static size_t nodes_of(const struct archive *archive, const char *name, uint32_t *last)
{
    size_t count = 0;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (!strcmp(archive_text(archive, archive->regions.name[archive->nodes.region[i]]), name)) {
            *last = i;
            count++;
        }
    }
    return count;
}

static void the_sample(void **state)
{
    (void)state;
    struct made *made = made_sample();
    struct archive *archive = must_read(made);
    assert_false(archive->sealed);
    assert_int_equal(archive->places.rows, 2);
    assert_int_equal(archive->places.state[0], ARCHIVE_ENDED);
    assert_int_equal(archive->places.state[1], ARCHIVE_UNFINISHED);
    assert_int_equal(archive->lanes.rows, 3);
    assert_int_equal(archive->regions.rows, 1 + 20); /* those of the second place are the same */
    assert_string_equal(archive->run.command, "./heat 500 'a b'");
    assert_string_equal(archive_text(archive, archive->places.command[0]), "./heat 500");
    assert_true(archive->run.has_status && archive->run.status == 3);
    uint32_t node = 0;
    assert_int_equal(nodes_of(archive, "assembly", &node), 1); /* two records, one path */
    assert_int_equal(archive->nodes.visits[node], 4);
    assert_int_equal(archive->nodes.inclusive_time[node], 400000000);
    assert_int_equal(nodes_of(archive, "tiny", &node), 1);
    assert_false(archive->nodes.timed[node]);
    archive_close(archive);
    made_free(made);
}

static void open_visits_of_a_killed_process_took_at_least_what_is_known(void **state)
{
    (void)state;
    struct made *made = made_sample();
    struct archive *archive = must_read(made);
    uint32_t sweep = 0;
    nodes_of(archive, "sweep", &sweep); /* the last one is the killed process's */
    uint32_t solve = archive->nodes.parent[sweep], above = archive->nodes.parent[solve];
    assert_int_equal(archive->nodes.unfinished[sweep], 1);
    assert_int_equal(archive->nodes.unfinished_time[sweep], 0); /* began at the last tick known */
    assert_int_equal(archive->nodes.unfinished_time[solve], SECOND);
    assert_int_equal(archive->nodes.unfinished_time[above], SECOND);
    assert_true(archive->lanes.at_least[archive->nodes.lane[sweep]]);
    assert_false(archive->lanes.at_least[0]);
    archive_close(archive);
    made_free(made);
}

/* One process, one open routine since 1 s after the start. */
static struct made *one_open(void)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t region =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "f", "a.c", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t node =
        made_node(profile, made_lane(profile, 0, "", MADE_START, 0), region, 3, 2 * SECOND);
    made_at(profile, node)->open = MADE_START + SECOND;
    return made;
}

static uint64_t open_time(struct made *made, bool at_least)
{
    struct archive *archive = must_read(made);
    uint32_t node = 0;
    assert_int_equal(nodes_of(archive, "f", &node), 1);
    assert_int_equal(archive->lanes.at_least[0], at_least);
    uint64_t time = archive->nodes.unfinished_time[node];
    archive_close(archive);
    return time;
}

static void the_end_of_an_open_visit(void **state)
{
    (void)state;
    struct made *made = one_open();
    assert_int_equal(open_time(made, true), 0);
    made->places[0].record.last.ticks = MADE_START + 4 * SECOND; /* later than anything else */
    assert_int_equal(open_time(made, true), 3 * SECOND);
    made->run =
        "{\"start_ns\": 1000000000, \"end_ns\": 8000000000, \"signal\": 9, \"state\": \"ended\"}";
    assert_int_equal(open_time(made, false), 6 * SECOND);
    made->places[0].record.end = MADE_START + 3 * SECOND;
    assert_int_equal(open_time(made, false), 2 * SECOND);
    made_free(made);
}

static void an_open_visit_takes_as_long_as_what_is_in_it(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct made_profile *profile = &made->places[0].profiles[0];
    made_node(profile, 3, 1, 1, 5 * SECOND);
    struct archive *archive = must_read(made);
    assert_int_equal(archive->nodes.unfinished_time[1], 3 * SECOND); /* 2 s had ended before */
    archive_close(archive);
    made_free(made);
}

/* The program goes on when measuring stops: a visit may end later, or never be seen to end. */
static void a_place_where_measuring_stopped(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct format_place *record = &made->places[0].record;
    struct made_profile *profile = &made->places[0].profiles[0];
    record->state = FORMAT_PLACE_STOPPED;
    record->end = MADE_START + 3 * SECOND;
    made->run =
        "{\"start_ns\": 1000000000, \"end_ns\": 90000000000, \"signal\": 9, \"state\": \"ended\"}";
    assert_int_equal(open_time(made, true), 2 * SECOND); /* until then */
    made_node(profile, 3, 1, 1, 40 * SECOND);            /* ended after it */
    struct archive *archive = must_read(made);
    assert_int_equal(archive->nodes.inclusive_time[1] + archive->nodes.unfinished_time[1],
                     40 * SECOND);
    assert_int_equal(archive->nodes.inclusive_time[0] + archive->nodes.unfinished_time[0],
                     40 * SECOND);
    assert_int_equal(archive->lanes.end[0], MADE_START + 40 * SECOND);
    assert_int_equal(archive->places.end[0], MADE_START + 40 * SECOND);
    assert_true(archive->lanes.at_least[0]);
    archive_close(archive);
    made_free(made);
}

static void a_process_that_called_exec(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct made_place *later = made_add_place(made);
    later->record.pid = made->places[0].record.pid;
    later->record.start.monotonic = MADE_START + 9 * SECOND;
    struct archive *archive = must_read(made);
    assert_int_equal(archive->places.state[0], ARCHIVE_REPLACED);
    assert_int_equal(archive->nodes.unfinished_time[1], 8 * SECOND);
    archive_close(archive);
    made_free(made);
}

static void records_that_make_no_sense_are_left_out(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct made_profile *profile = &made->places[0].profiles[0];
    made_at(profile, made_node(profile, 3, 1, 1, 1))->region = 99;
    made_at(profile, made_node(profile, 3, 1, 1, 1))->parent = 200;
    made_at(profile, made_node(profile, 3, 1, 1, 1))->self = 1;
    made_at(profile, made_node(profile, 3, 1, 1, 1))->parent = 0; /* the header */
    made_at(profile, made_node(profile, 3, 1, 1, 1))->type = 77;
    uint32_t unfinished = made_node(profile, 3, 1, 1, 1);
    made_node(profile, unfinished, 1, 1, 1); /* its parent is not there */
    made_at(profile, unfinished)->type = FORMAT_NONE;
    profile->records[0].header.used = UINT64_MAX; /* and the file is shorter than it says */
    struct archive_folder folder = made_folder(made);
    folder.files = made->files;
    made->files[folder.file_count - 1].size = 11 * FORMAT_RECORD_SIZE - 1;
    struct error error = {0};
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(archive);
    assert_int_equal(archive->nodes.rows, 2);
    assert_string_equal(archive_text(archive, archive->places.damage[0]),
                        "truncated files: 1, damaged profile records: 5");
    archive_close(archive);
    made_free(made);
}

static void regions_with_bad_strings_are_left_out(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct made_place *place = &made->places[0];
    uint32_t bad =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "g", "a.c", "");
    place->regions.rows[bad].name = MADE_STRINGS;
    bad =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "h", "a.c", "endless");
    place->strings[place->regions.header.strings_used - 1] = 'x';
    bad = made_region(place, (struct format_region){.kind = 1000}, "", "", "");
    made_node(&place->profiles[0], 3, bad, 1, 1);
    struct archive *archive = must_read(made);
    assert_int_equal(archive->regions.rows, 2);
    assert_int_equal(archive->nodes.rows, 2);
    assert_string_equal(archive_text(archive, archive->places.damage[0]),
                        "damaged regions: 3, damaged profile records: 1");
    archive_close(archive);
    made_free(made);
}

static void a_file_in_a_count_only_statement_has_no_time(void **state)
{
    (void)state;
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t io = made_region(place, (struct format_region){.kind = TRI_KIND_IO, .mode = TRI_COUNT},
                              "read", "a.c", "");
    uint32_t file = made_region(place, (struct format_region){.kind = TRI_KIND_FILE}, "/x", "", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t statement = made_node(profile, made_lane(profile, 0, "", MADE_START, 0), io, 3, 0);
    made_node(profile, statement, file, 3, 0);
    struct archive *archive = must_read(made);
    assert_int_equal(archive->nodes.rows, 3);
    assert_false(archive->nodes.timed[1]);
    assert_false(archive->nodes.timed[2]);
    archive_close(archive);
    made_free(made);
}

static void expect_error(struct made *made, const char *text)
{
    struct error error = {0};
    assert_null(read_made(made, &error));
    if (!strstr(error.text, text))
        fail_msg("'%s' is not in '%s'", text, error.text);
}

static void what_cannot_be_read_is_said(void **state)
{
    (void)state;
    struct made *made = made_new();
    expect_error(made, "is not a Triptych archive");
    made->run = "{\"command\": [\"ls\"]}";
    expect_error(made, "holds no measurements");
    made->run = "{\"command\": [";
    expect_error(made, "is not a Triptych archive");
    made_add_place(made)->record.version = FORMAT_VERSION + 1;
    expect_error(made, "newer version");
    made->places[0].record.magic = 0;
    made->places[0].record.version = FORMAT_VERSION;
    expect_error(made, "is damaged");
    made_free(made);
}

static void a_place_without_anything(void **state)
{
    (void)state;
    struct made *made = made_new();
    made_add_place(made);
    struct archive_folder folder = made_folder(made);
    folder.file_count = 1; /* only places/0/place */
    struct error error = {0};
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_non_null(archive);
    assert_int_equal(archive->nodes.rows, 0);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "unreadable files: 1");
    archive_close(archive);
    made_free(made);
}

static void this_process_is_alive(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct format_place *record = &made->places[0].record;
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    assert_non_null(file);
    size_t size = fread(record->boot, 1, 36, file);
    fclose(file);
    assert_int_equal(size, 36);
    file = fopen("/proc/self/stat", "r");
    assert_non_null(file);
    unsigned long long start = 0;
    assert_int_equal(
        fscanf(file,
               "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d "
               "%*d %*d %*d %llu",
               &start),
        1);
    fclose(file);
    record->pid = (uint32_t)getpid();
    record->process_start = start;
    struct archive *archive = must_read(made);
    assert_int_equal(archive->places.state[0], ARCHIVE_RUNNING);
    assert_true(archive->places.alive[0]);
    assert_true(archive->lanes.running[0]);
    assert_true(archive->nodes.unfinished_time[1] > 0); /* now is later than 2 s after the boot */
    archive_close(archive);
    record->process_start++;
    archive = must_read(made);
    assert_int_equal(archive->places.state[0], ARCHIVE_UNFINISHED);
    archive_close(archive);
    made_free(made);
}

/* What the place and its lanes say of the machine and its use; an older place says nothing. */
static void resources(void **state)
{
    (void)state;
    struct made *made = one_open();
    struct archive *archive = must_read(made);
    assert_int_equal(archive->places.cores[0], ARCHIVE_NONE);
    assert_int_equal(archive->places.memory[0], ARCHIVE_UNKNOWN);
    assert_int_equal(archive->lanes.cpu[0], ARCHIVE_UNKNOWN);
    archive_close(archive);
    made->places[0].record.resources = (struct format_resources){
        .known = FORMAT_KNOWS_MACHINE | FORMAT_KNOWS_USE,
        .online = 8,
        .cores = 2,
        .allowed = {3, 0},
        .load_start = 150,
        .user = 5,
        .involuntary = 7,
        .memory = 4096,
    };
    union made_record *records = made->places[0].profiles[0].records;
    for (int i = 0; i < MADE_RECORDS; i++) {
        if (records[i].lane.type == FORMAT_LANE)
            records[i].lane.cpu = records[i].lane.queued = 12;
    }
    archive = must_read(made);
    const struct archive_places *places = &archive->places;
    assert_int_equal(places->cores_online[0], 8);
    assert_int_equal(places->cores[0], 2);
    assert_int_equal(places->cores_low[0], 3);
    assert_int_equal(places->load_start[0], 150);
    assert_int_equal(places->cpu_user[0], 5);
    assert_int_equal(places->voluntary[0], 0);
    assert_int_equal(places->involuntary[0], 7);
    assert_int_equal(places->memory[0], 4096);
    assert_int_equal(archive->lanes.cpu[0], 11);
    assert_int_equal(archive->lanes.queued[0], 11);
    assert_int_equal(archive->lanes.cpu_in_mpi[0], ARCHIVE_UNKNOWN);
    archive_close(archive);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample),
        cmocka_unit_test(open_visits_of_a_killed_process_took_at_least_what_is_known),
        cmocka_unit_test(the_end_of_an_open_visit),
        cmocka_unit_test(an_open_visit_takes_as_long_as_what_is_in_it),
        cmocka_unit_test(a_place_where_measuring_stopped),
        cmocka_unit_test(a_process_that_called_exec),
        cmocka_unit_test(records_that_make_no_sense_are_left_out),
        cmocka_unit_test(regions_with_bad_strings_are_left_out),
        cmocka_unit_test(a_file_in_a_count_only_statement_has_no_time),
        cmocka_unit_test(what_cannot_be_read_is_said),
        cmocka_unit_test(a_place_without_anything),
        cmocka_unit_test(this_process_is_alive),
        cmocka_unit_test(resources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
