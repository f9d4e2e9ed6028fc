/* test_acts.c: what acts tell of activities, from a log made by hand, as it is and sealed. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/events/events.h"
#include "archive/table/atomic_file.h"
#include "archive/write/excerpt.h"
#include "made.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_SIZE = FORMAT_PIECES_AT, MOST = 32 };

/* A lane that makes two tasks; one of them it runs while it waits for them, in two parts, and a
 * critical section inside. */
struct logged {
    struct made *made;
    char folder[64], archive[96];
    char *log;
    struct format_event *next;
    uint32_t spawn, wait, task, lock, release, open_task;
};

static void add_nodes(struct logged *logged, struct made_place *place)
{
    static const uint32_t kinds[] = {TRI_KIND_SPAWN,  TRI_KIND_FINISH,  TRI_KIND_TASK,
                                     TRI_KIND_ATOMIC, TRI_KIND_RELEASE, TRI_KIND_OBJECT};
    static const char *const names[] = {"task", "taskwait", "task", "lock", "unlock", "it"};
    uint32_t region[6];
    for (uint32_t i = 0; i < 6; i++)
        region[i] = made_region(place, (struct format_region){.kind = kinds[i], .line = 10 + i},
                                names[i], "a.c", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t root = made_lane(profile, 0, "a", MADE_START, 0);
    logged->spawn = made_node(profile, root, region[0], 2, 20);
    logged->wait = made_node(profile, root, region[1], 1, 500);
    logged->task = made_node(profile, logged->wait, region[2], 2, 200);
    logged->lock = made_node(profile, logged->task, region[3], 1, 10);
    logged->release = made_node(profile, logged->task, region[4], 1, 1);
    made_node(profile, logged->release, region[5], 1, 70);
    logged->open_task = made_open(profile, root, region[2], MADE_START + 800);
    made_lane_of(profile, root)->runs = 4;
    place->record.state = FORMAT_PLACE_EXITED;
    place->record.end = MADE_START + 1000;
}

static void act(struct logged *logged, uint32_t node, uint64_t start, uint32_t length)
{
    *logged->next++ = (struct format_event){MADE_START + start,
                                            format_event_rest(FORMAT_EVENT_ACT, node, length)};
}

static void value(struct logged *logged, enum format_value what, uint64_t number)
{
    *logged->next++ = (struct format_event){number, format_event_rest(FORMAT_EVENT_VALUE, what, 0)};
}

/* In the order in which they end. */
static void add_acts(struct logged *logged)
{
    act(logged, logged->spawn, 100, 10);
    value(logged, FORMAT_VALUE_ACTIVITY, 1);
    act(logged, logged->spawn, 120, 10);
    value(logged, FORMAT_VALUE_ACTIVITY, 2);
    value(logged, FORMAT_VALUE_AFTER, 1);
    value(logged, FORMAT_VALUE_AFTER, 7);
    act(logged, logged->lock, 220, 10);
    value(logged, FORMAT_VALUE_FILE, 6);
    value(logged, FORMAT_VALUE_HOLDER, 9);
    act(logged, logged->release, 290, 1);
    value(logged, FORMAT_VALUE_HELD, 60);
    act(logged, logged->task, 200, 100);
    value(logged, FORMAT_VALUE_ACTIVITY, 1);
    act(logged, logged->task, 400, 100);
    value(logged, FORMAT_VALUE_ACTIVITY, 1);
    act(logged, logged->wait, 150, 500);
}

static int make(void **state)
{
    struct logged *logged = calloc(1, sizeof *logged);
    logged->made = made_new();
    struct made_place *place = made_add_place(logged->made);
    place->record.events = FORMAT_EVENTS_ALL;
    add_nodes(logged, place);
    logged->log = calloc(1, FILE_SIZE);
    *(struct format_events *)logged->log = (struct format_events){.magic = FORMAT_EVENTS_MAGIC,
                                                                  .version = FORMAT_VERSION,
                                                                  .kinds = FORMAT_EVENTS_ALL,
                                                                  .keep = FORMAT_KEEP_FIRST,
                                                                  .pieces = 1};
    struct format_piece *piece = (struct format_piece *)(logged->log + FORMAT_SLOTS_AT);
    piece->sequence = 1;
    logged->next = (struct format_event *)(piece + 1);
    add_acts(logged);
    strcpy(logged->folder, "/tmp/triptych-acts-XXXXXX");
    assert_non_null(mkdtemp(logged->folder));
    snprintf(logged->archive, sizeof logged->archive, "%s/a.tri", logged->folder);
    made_write(logged->made, logged->archive);
    char path[128];
    snprintf(path, sizeof path, "%s/places/0/events-0", logged->archive);
    struct error error;
    assert_true(archive_file_write(path, logged->log, FILE_SIZE, &error));
    *state = logged;
    return 0;
}

static int throw_away(void **state)
{
    struct logged *logged = *state;
    struct error error;
    archive_file_remove(logged->folder, &error);
    made_free(logged->made);
    free(logged->log);
    free(logged);
    return 0;
}

static struct archive *must_open(const struct logged *logged)
{
    struct error error = {0};
    struct archive *archive = archive_open(logged->archive, &error);
    assert_string_equal(error.text, "");
    return archive;
}

static size_t read_acts(const struct archive *archive, struct archive_act acts[MOST])
{
    struct error error = {0};
    size_t count = 0;
    struct archive_acts *all = archive_acts_of(archive, 0, 0, UINT64_MAX, &error);
    while (count < MOST && archive_acts_next(all, &acts[count]))
        count++;
    archive_acts_free(all);
    return count;
}

static void seal(const struct logged *logged)
{
    struct error error = {0};
    archive_seal(logged->archive, NULL, &error);
    assert_string_equal(error.text, "");
}

/* lane, spawn, spawn, wait, task, lock, release, task, open task */
static void check_acts(const struct archive *archive)
{
    static const uint32_t runs[] = {0, 0, 0, 0, 1, 1, 1, 1, 4};
    static const enum archive_kind kinds[] = {ARCHIVE_EXEC,   ARCHIVE_CALL, ARCHIVE_CALL,
                                              ARCHIVE_FINISH, ARCHIVE_EXEC, ARCHIVE_ATOMIC,
                                              ARCHIVE_ATOMIC, ARCHIVE_EXEC, ARCHIVE_EXEC};
    struct archive_act acts[MOST];
    assert_int_equal(read_acts(archive, acts), 9);
    for (int i = 0; i < 9; i++) {
        struct archive_facts facts = archive_facts_of(archive, &acts[i]);
        assert_int_equal(acts[i].runs, runs[i]);
        assert_int_equal(facts.activity, runs[i]);
        assert_int_equal(facts.kind, kinds[i]);
    }
    assert_int_equal(acts[1].activity, 1);
    assert_int_equal(acts[1].after_count, 0);
    assert_int_equal(acts[2].activity, 2);
    assert_int_equal(acts[2].after_count, 2);
    assert_int_equal(acts[2].after[0], 1);
    assert_int_equal(acts[2].after[1], 7);
    assert_int_equal(acts[3].activity, ARCHIVE_NONE);
    assert_int_equal(acts[5].holder, 9);
    assert_string_equal(archive_text(archive, archive->regions.name[acts[5].file]), "it");
    assert_int_equal(acts[6].held, 60);
    assert_int_equal(acts[6].holder, ARCHIVE_NONE);
    assert_true(acts[8].flags & ARCHIVE_ACT_UNFINISHED);
    assert_int_equal(acts[8].activity, 4); /* the lane says what it runs */
}

static void values_before_and_after_sealing(void **state)
{
    struct archive *archive = must_open(*state);
    check_acts(archive);
    archive_close(archive);
    seal(*state);
    archive = must_open(*state);
    assert_true(archive->sealed);
    check_acts(archive);
    archive_close(archive);
}

static void check_activities(struct archive *archive)
{
    struct error error;
    assert_true(archive_find_activities(archive, &error));
    const struct archive_activities *all = &archive->activities;
    assert_int_equal(all->rows, 4);
    uint32_t lane = archive_activity(archive, 0, 0), one = archive_activity(archive, 0, 1),
             two = archive_activity(archive, 0, 2);
    assert_int_equal(archive_activity(archive, 0, 3), ARCHIVE_NONE);
    assert_int_equal(all->kind[lane], ARCHIVE_THREAD);
    assert_int_equal(all->ran[lane], 1000 - 200 - 200); /* 800 to 1000 is the open task */
    assert_int_equal(all->kind[one], ARCHIVE_TASK);
    assert_int_equal(all->parent[one], 0);
    assert_int_equal(archive->regions.line[all->made_at[one]], 10);
    assert_int_equal(archive->regions.line[all->body[one]], 12);
    assert_int_equal(all->created[one], MADE_START + 100);
    assert_int_equal(all->start[one], MADE_START + 200);
    assert_int_equal(all->end[one], MADE_START + 500);
    assert_int_equal(all->ran[one], 200);
    assert_int_equal(all->parts[one], 2);
    assert_int_equal(all->moves[one], 0);
    assert_int_equal(all->start[two], ARCHIVE_UNKNOWN); /* it never began */
    assert_int_equal(all->after_count[two], 2);
    assert_int_equal(archive->dependences.on[all->first_after[two]], 1);
    assert_int_equal(archive->dependences.on[all->first_after[two] + 1], 7);
    assert_int_equal(archive->dependences.activity[all->first_after[two]], two);
    struct archive_act acts[MOST];
    read_acts(archive, acts);
    assert_int_equal(archive_facts_of(archive, &acts[5]).parent, 0); /* of task 1 */
    assert_int_equal(archive_facts_of(archive, &acts[0]).parent, ARCHIVE_NONE);
}

static void activities_before_and_after_sealing(void **state)
{
    struct archive *archive = must_open(*state);
    check_activities(archive);
    archive_close(archive);
    seal(*state);
    archive = must_open(*state);
    assert_int_equal(archive->activities.rows, 4);
    check_activities(archive);
    archive_close(archive);
}

/* Too many of them are not gathered while sealing; they can still be had. */
static void too_many_activities(void **state)
{
    struct archive *archive = must_open(*state);
    struct archive_act acts[MOST];
    size_t count = read_acts(archive, acts);
    struct activities *activities = activities_begin(archive, 2);
    activities_add_lane(activities, 0);
    for (size_t i = 1; i < count; i++)
        activities_add_act(activities, &acts[i]);
    activities_end(activities);
    assert_int_equal(archive->activities.rows, 0);
    assert_int_equal(archive->dependences.rows, 0);
    check_activities(archive);
    archive_close(archive);
}

/* An index of those that are gone would name rows that are not there. */
static void activities_that_were_found_stay(void **state)
{
    struct archive *archive = must_open(*state);
    struct error error = {0};
    check_activities(archive);
    const uint32_t *before = archive->activities.parent;
    assert_true(archive_find_events(archive, NULL, NULL, &error));
    assert_ptr_equal(archive->activities.parent, before);
    check_activities(archive);
    activities_end(activities_begin(archive, SIZE_MAX)); /* threads alone */
    assert_int_equal(archive->activities.rows, 1);
    assert_int_equal(archive_activity(archive, 0, 2), ARCHIVE_NONE);
    archive_close(archive);
}

static void events_may_be_found_again(void **state)
{
    struct archive *archive = must_open(*state);
    struct error error = {0};
    atomic_bool stop = true;
    assert_false(archive_find_events(archive, &stop, NULL, &error));
    assert_non_null(strstr(error.text, "stopped"));
    assert_int_equal(archive->activities.rows, 0);
    check_activities(archive);
    assert_false(archive_find_events(archive, &stop, NULL, &error));
    check_activities(archive);
    stop = false;
    assert_true(archive_find_events(archive, &stop, NULL, &error));
    assert_true(archive->blocks.rows > 0);
    archive_close(archive);
}

/* TMPDIR is this test's own folder, by a path that is too long. */
static void no_folder_but_its_own_is_removed(void **state)
{
    const struct logged *logged = *state;
    struct archive *archive = must_open(logged);
    struct error error = {0};
    char long_path[PATH_MAX + 64], *tmp = getenv("TMPDIR");
    char *before = tmp ? strdup(tmp) : NULL;
    memset(long_path, '/', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    memcpy(long_path, logged->folder, strlen(logged->folder));
    setenv("TMPDIR", long_path, 1);
    assert_false(archive_find_events(archive, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "too long"));
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
    archive_close(archive);
    assert_int_equal(access(logged->archive, F_OK), 0);
}

/* Names and queries may be any bytes; what was left out is not forgotten. */
static void parts_know_what_they_are(void **state)
{
    struct logged *logged = *state;
    struct archive *archive = must_open(logged);
    struct error error = {0};
    struct archive_excerpt_rows rows;
    char path[128];
    atomic_bool stop = true;
    assert_true(archive_find_events(archive, NULL, NULL, &error));
    assert_true(archive_acts_are_whole(archive));
    archive_excerpt_rows_begin(&rows, archive_event_blocks_rows(archive));
    archive_excerpt_rows_add(&rows, 1);
    snprintf(path, sizeof path, "%s/part.tri", logged->folder);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_false(archive_excerpt_write(
        archive, &rows, path, &(struct archive_excerpt_about){.query = ""}, &stop, NULL, &error));
    assert_int_equal(rmdir(path), 0); /* it is empty: it stopped while it read */
    assert_int_equal(mkdir(path, 0777), 0);
    assert_true(archive_excerpt_write(archive, &rows, path,
                                      &(struct archive_excerpt_about){.query = "events // \xff\n"},
                                      NULL, NULL, &error));
    archive_excerpt_rows_free(&rows);
    archive_close(archive);
    strcpy(logged->archive, path);
    archive = must_open(logged);
    assert_string_equal(archive->run.query, "events // ??");
    assert_non_null(strstr(archive->run.part_of, "/a.tri"));
    assert_false(archive_acts_are_whole(archive));
    archive_close(archive);
}

static void waits_are_kept(void **state)
{
    struct logged *logged = *state;
    struct made *made = made_threads();
    snprintf(logged->archive, sizeof logged->archive, "%s/b.tri", logged->folder);
    made_write(made, logged->archive);
    struct archive *before = must_open(logged);
    seal(logged);
    struct archive *after = must_open(logged);
    assert_true(after->sealed);
    assert_int_equal(before->waits.rows, 7);
    assert_int_equal(after->waits.rows, 7);
    assert_int_equal(after->objects.rows, before->objects.rows);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(after->waits.lane[i], before->waits.lane[i]);
        assert_int_equal(after->waits.object[i], before->waits.object[i]);
        assert_int_equal(after->waits.node[i], before->waits.node[i]);
        assert_int_equal(after->waits.since[i], before->waits.since[i]);
    }
    archive_close(before);
    archive_close(after);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_before_and_after_sealing, make, throw_away),
        cmocka_unit_test_setup_teardown(activities_before_and_after_sealing, make, throw_away),
        cmocka_unit_test_setup_teardown(too_many_activities, make, throw_away),
        cmocka_unit_test_setup_teardown(activities_that_were_found_stay, make, throw_away),
        cmocka_unit_test_setup_teardown(events_may_be_found_again, make, throw_away),
        cmocka_unit_test_setup_teardown(no_folder_but_its_own_is_removed, make, throw_away),
        cmocka_unit_test_setup_teardown(parts_know_what_they_are, make, throw_away),
        cmocka_unit_test_setup_teardown(waits_are_kept, make, throw_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
