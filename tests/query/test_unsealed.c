/* test_unsealed.c: queries give the same before and after an archive is sealed. */
#include "random_query.h"
#include "trace.h"

#include "archive/events/events.h"
#include "archive/table/atomic_file.h"
#include "archive/write/place.h"
#include "format/place.h"
#include "query/output/output.h"

#include <triptych/probes.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REGIONS = 8, START = 1000000 };

struct made {
    uint64_t random;
    struct raw_write *place;
    uint32_t regions[REGIONS];
    uint64_t acts;
};

static uint64_t below(struct made *made, uint64_t end)
{
    return trace_random(&made->random) % end;
}

static void make_regions(struct made *made)
{
    static const struct archive_raw_write_region regions[REGIONS] = {
        {.kind = TRI_KIND_ROUTINE, .line = 3, .name = "main", .file = "a.c", .dir = "/x"},
        {.kind = TRI_KIND_ROUTINE, .line = 9, .name = "solve", .file = "b.f90", .dir = "/x"},
        {.kind = TRI_KIND_LOOP, .line = 12, .routine = 2, .file = "b.f90", .dir = "/x"},
        {.kind = TRI_KIND_IO, .line = 15, .routine = 1, .name = "printf", .file = "a.c"},
        {.kind = TRI_KIND_FILE, .name = "out.txt"},
        {.kind = TRI_KIND_FILE, .name = "in.txt"},
        {.kind = TRI_KIND_TASK, .line = 20, .name = "task", .file = "a.c", .dir = "/x"},
        {.kind = TRI_KIND_ATOMIC, .line = 22, .name = "lock", .file = "a.c", .dir = "/x"},
    };
    for (int i = 0; i < REGIONS; i++)
        made->regions[i] = archive_raw_write_region(made->place, &regions[i]);
}

static void make_values(struct made *made, struct raw_write_lane *lane, int region)
{
    if (region == 2 && below(made, 4))
        assert_true(archive_raw_write_value(lane, FORMAT_VALUE_TRIPS, below(made, 3)));
    if (region == 3)
        assert_true(archive_raw_write_value(lane, FORMAT_VALUE_BYTES, below(made, 5000)));
    if (region == 3 && below(made, 3))
        assert_true(
            archive_raw_write_value(lane, FORMAT_VALUE_FILE, made->regions[4 + below(made, 2)]));
    if (region == 6)
        assert_true(archive_raw_write_value(lane, FORMAT_VALUE_ACTIVITY, 100 + below(made, 20)));
    if (region == 7 && below(made, 2))
        assert_true(archive_raw_write_value(lane, FORMAT_VALUE_HOLDER, below(made, 3)));
}

/* Acts inside of each other; returns when the last one ended. Some that are open at the end stay
 * so. */
static uint64_t make_acts(struct made *made, struct raw_write_lane *lane, uint64_t now,
                          uint64_t count)
{
    static const int kinds[] = {0, 1, 2, 3, 6, 7};
    int open[8];
    size_t depth = 0;
    for (uint64_t i = 0; i < count;) {
        now += below(made, 50) ? below(made, 300) : 5000000000;
        if (depth < 8 && below(made, 2)) {
            int region = kinds[below(made, 6)];
            archive_raw_write_enter(
                lane,
                archive_raw_write_node(lane, archive_raw_write_inside(lane), made->regions[region]),
                now);
            open[depth++] = region;
        } else if (depth) {
            make_values(made, lane, open[--depth]);
            archive_raw_write_leave(lane, now, below(made, 30) == 0);
            made->acts++;
            i++;
        }
    }
    made->acts += depth;
    return now + 10;
}

static void make_place(struct made *made, const char *path, uint32_t number, uint64_t acts)
{
    struct error error = {0};
    struct archive_raw_write_about about = {.number = number,
                                            .parent = ARCHIVE_NONE,
                                            .state =
                                                number ? FORMAT_PLACE_EXITED : FORMAT_PLACE_RUNNING,
                                            .start = START,
                                            .host = "here",
                                            .program = "p"};
    made->place = archive_raw_write_open(path, &about, &error);
    assert_string_equal(error.text, "");
    make_regions(made);
    for (uint32_t i = 0; i < 2; i++) {
        struct archive_raw_write_lane_about thread = {.number = i,
                                                      .name = "thread",
                                                      .start = START + i,
                                                      .activity = i,
                                                      .parent = i ? 0 : ARCHIVE_NONE};
        struct raw_write_lane *lane = archive_raw_write_lane_open(made->place, &thread, &error);
        assert_non_null(lane);
        uint64_t end = make_acts(made, lane, START + 100, acts);
        assert_true(archive_raw_write_lane_close(lane, number || i ? end : 0, &error));
    }
    assert_true(archive_raw_write_close(made->place, &error));
}

/* A path below a new folder. */
static void make(char path[64], uint64_t seed, uint64_t acts, struct made *made)
{
    struct error error;
    strcpy(path, "/tmp/triptych-unsealed-XXXXXX");
    assert_non_null(mkdtemp(path));
    strcat(path, "/a.tri");
    assert_true(archive_file_make_folder(path, &error));
    *made = (struct made){.random = seed};
    make_place(made, path, 0, acts);
    make_place(made, path, 1, acts);
}

static void take_away(char path[64])
{
    struct error error;
    *strrchr(path, '/') = '\0';
    assert_true(archive_file_remove(path, &error));
}

/* The result as lines, or the error. */
static char *ask(struct query_data *data, const char *query)
{
    char *text = NULL;
    size_t size;
    struct error error = {0};
    struct query_plan *plan = random_query_plan(query);
    assert_non_null(plan);
    FILE *to = open_memstream(&text, &size);
    struct output *output = query_output_new(to, OUTPUT_JSON, plan->shape);
    if (!query_run(plan, data, query_output_take, output, NULL, &error))
        fprintf(to, "error: %s\n", error.text);
    query_output_end(output);
    fclose(to);
    query_plan_free(plan);
    return text;
}

static struct query_data *open_data(const char *path)
{
    struct error error = {0};
    struct archive *archive = archive_open(path, &error);
    assert_string_equal(error.text, "");
    struct query_data *data = query_data_new(archive, &error);
    assert_non_null(data);
    return data;
}

static void close_data(struct query_data *data)
{
    struct archive *archive = data->archive;
    query_data_free(data);
    archive_close(archive);
}

static const char *const fixed[] = {
    "events",
    "cycles",
    "activities",
    "nodes",
    "events.sorted(e -> desc(e.duration)).limit(20)",
    "events.groupBy(e -> e.activityNumber).aggregate(count(), sum(e -> e.duration))",
    "events.filter(e -> e.unfinished)",
};
enum { FIXED = sizeof fixed / sizeof fixed[0], RANDOM = 60 };

/* The same before and after sealing, and there are as many events as were written. */
static void compare(uint64_t seed, uint64_t acts)
{
    char path[64], *answers[FIXED + RANDOM];
    struct made made;
    struct error error = {0};
    uint64_t random = seed;
    make(path, seed, acts, &made);
    struct query_data *data = open_data(path);
    for (size_t i = 0; i < FIXED + RANDOM; i++) {
        struct buffer text = {0};
        if (i >= FIXED)
            query_plan_free(random_query(&random, &text));
        answers[i] = ask(data, i < FIXED ? fixed[i] : text.text);
        buffer_free(&text);
    }
    assert_false(data->archive->sealed);
    assert_int_equal(archive_event_blocks_rows(data->archive), made.acts);
    close_data(data);
    assert_true(archive_seal(path, NULL, &error));
    data = open_data(path);
    assert_true(data->archive->sealed);
    random = seed;
    for (size_t i = 0; i < FIXED + RANDOM; i++) {
        struct buffer text = {0};
        if (i >= FIXED)
            query_plan_free(random_query(&random, &text));
        const char *query = i < FIXED ? fixed[i] : text.text;
        char *answer = ask(data, query);
        if (strcmp(answer, answers[i]) != 0)
            fail_msg("%s\n  before: %.300s\n  after:  %.300s", query, answers[i], answer);
        free(answer);
        free(answers[i]);
        buffer_free(&text);
    }
    close_data(data);
    take_away(path);
}

static void same_after_sealing(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 5; seed++)
        compare(seed, 20 + seed * 25);
    compare(5, 9000); /* more than a block on each lane */
}

/* Whatever a log was cut to, or has in it: an answer or an error, and nothing is left behind. */
static void damaged_logs(void **state)
{
    (void)state;
    char path[64], log[128];
    struct made made;
    for (uint64_t seed = 1; seed < 25; seed++) {
        make(path, seed, 300, &made);
        snprintf(log, sizeof log, "%s/places/%u/%s-%u", path, (unsigned)(seed % 2),
                 seed % 3 ? "events" : "profile", (unsigned)(seed / 2 % 2));
        int file = open(log, O_RDWR);
        if (file < 0) { /* both lanes are in one */
            log[strlen(log) - 1] = '0';
            file = open(log, O_RDWR);
        }
        assert_true(file >= 0);
        off_t size = lseek(file, 0, SEEK_END);
        if (seed % 5 == 0)
            assert_int_equal(ftruncate(file, (off_t)(trace_random(&made.random) % (uint64_t)size)),
                             0);
        for (int i = 0; i < 40 && seed % 5; i++) {
            uint64_t value = trace_random(&made.random);
            off_t at = (off_t)(trace_random(&made.random) % (uint64_t)size) & ~7;
            assert_int_equal(pwrite(file, &value, sizeof value, at), sizeof value);
        }
        close(file);
        struct error error = {0};
        struct archive *archive = archive_open(path, &error);
        struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
        if (data)
            free(ask(data, "events.groupBy(e -> e.name).count()"));
        query_data_free(data);
        archive_close(archive);
        take_away(path);
    }
}

static bool stop_it(void *to, const struct query_rows *rows)
{
    struct query_data *data = to;
    (void)rows;
    atomic_store(&data->stop, true);
    return true;
}

/* A query that is told to stop ends with an error; the next one is as good as ever. */
static void stopped(void **state)
{
    (void)state;
    char path[64];
    struct made made;
    struct error error = {0};
    make(path, 3, 9000, &made);
    struct query_data *data = open_data(path);
    struct query_plan *rows = random_query_plan("events"),
                      *sum = random_query_plan("events.count()");
    atomic_store(&data->stop, true); /* before the events are there */
    assert_false(query_run(sum, data, stop_it, data, NULL, &error));
    atomic_store(&data->stop, false);
    assert_false(query_run(rows, data, stop_it, data, NULL, &error));
    assert_string_not_equal(error.text, "");
    atomic_store(&data->stop, false);
    char *answer = ask(data, "events.count()"), expected[64];
    snprintf(expected, sizeof expected, "{\"count\": %llu}\n", (unsigned long long)made.acts);
    assert_string_equal(answer, expected);
    free(answer);
    query_plan_free(rows);
    query_plan_free(sum);
    close_data(data);
    take_away(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_after_sealing),
        cmocka_unit_test(damaged_logs),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
