/* test_engine.c: random queries on random archives give what the plainest way of computing them
 * gives. */
#include "random_query.h"
#include "reference.h"
#include "trace.h"

#include "archive/table/atomic_file.h"
#include "query/exec/run.h"
#include "query/live/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct comparing {
    const struct rows *expected;
    struct reference *reference;
    size_t row;
    char wrong[400];
};

static bool is_near(double a, double b)
{
    return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) + 1e-6;
}

static bool is_same(const struct query_rows *rows, const struct query_vector *column, size_t i,
                    const struct value *value)
{
    if (query_vector_is_absent(column, i) || value->absent)
        return query_vector_is_absent(column, i) == value->absent;
    if (column->type == TYPE_TEXT)
        return !strcmp(query_data_text(rows->data, column->whole[i]), value->text);
    if (column->type == TYPE_REAL)
        return is_near(column->real[i], value->real);
    return (column->type == TYPE_BOOL ? column->truth[i] : column->whole[i]) == value->whole;
}

/* The value of a field of the result: FIELD_VIA leads on. */
static struct value expected_value(const struct comparing *comparing,
                                   const struct query_fields *shape,
                                   const struct query_field *field, int64_t row)
{
    if (field->from != FIELD_VIA)
        return reference_field(comparing->reference, shape, field, row);
    const struct query_field *step = query_fields_get(shape, field->step, strlen(field->step));
    struct value next = expected_value(comparing, shape, step, row);
    if (next.absent)
        return next;
    const struct query_fields *there = step->type.shape;
    return expected_value(comparing, there,
                          query_fields_get(there, field->column, strlen(field->column)),
                          next.whole);
}

static bool compare(void *to, const struct query_rows *rows)
{
    struct comparing *comparing = to;
    const struct rows *expected = comparing->expected;
    for (size_t i = 0; i < rows->count; i++, comparing->row++) {
        if (comparing->row >= expected->count) {
            snprintf(comparing->wrong, sizeof comparing->wrong, "more than %zu rows",
                     expected->count);
            return false;
        }
        for (size_t k = 0; k < expected->shape->count; k++) {
            const struct query_field *field = &expected->shape->fields[k];
            struct value value = expected->shape->table
                                     ? expected_value(comparing, expected->shape, field,
                                                      expected->numbers[comparing->row])
                                     : expected->records[comparing->row][k];
            const struct query_vector *column = &rows->columns[k];
            if (is_same(rows, column, i, &value))
                continue;
            snprintf(comparing->wrong, sizeof comparing->wrong,
                     "row %zu, %s: absent %d instead of %d, or %lld (%.17g) instead of %lld "
                     "(%.17g) %.100s",
                     comparing->row, field->name, query_vector_is_absent(column, i), value.absent,
                     (long long)(column->type == TYPE_BOOL ? column->truth[i] : column->whole[i]),
                     column->type == TYPE_REAL ? column->real[i] : 0, (long long)value.whole,
                     value.real, value.text);
            return false;
        }
    }
    return true;
}

static bool check_with(unsigned threads, const struct rows *expected, struct reference *reference,
                       struct query_data *data, const struct query_plan *plan, const char *text)
{
    struct error error = {0};
    struct comparing comparing = {.expected = expected, .reference = reference};
    data->threads = threads;
    bool run = query_run(plan, data, compare, &comparing, NULL, &error);
    if (run && !comparing.wrong[0] && comparing.row != expected->count)
        snprintf(comparing.wrong, sizeof comparing.wrong, "%zu rows instead of %zu", comparing.row,
                 expected->count);
    if (!run || comparing.wrong[0])
        print_error("%s\n  with %u threads: %s%s\n", text, threads, comparing.wrong, error.text);
    return run && !comparing.wrong[0];
}

/* Takes the plan, and returns how many rows it gives: the same by any number of threads. */
static size_t check(struct reference *reference, struct query_data *data, struct query_plan *plan,
                    const char *text)
{
    static const unsigned threads[] = {1, 2, 7};
    struct rows expected = reference_run(reference, plan);
    size_t count = expected.count;
    bool good = true;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++)
        good &= check_with(threads[i], &expected, reference, data, plan, text);
    reference_free(&expected);
    query_plan_free(plan);
    assert_true(good);
    return count;
}

/* An archive on the disk, and both ways to look at it. */
struct tested {
    char folder[32];
    struct archive *archive;
    struct reference reference;
    struct query_data *data;
};

static void begin(struct tested *tested, const struct trace *trace)
{
    char path[64];
    struct error error = {0};
    strcpy(tested->folder, "/tmp/triptych-query-XXXXXX");
    assert_non_null(mkdtemp(tested->folder));
    snprintf(path, sizeof path, "%s/a.tri", tested->folder);
    trace_write(trace, path);
    tested->archive = archive_open(path, &error);
    assert_string_equal(error.text, "");
    reference_begin(&tested->reference, tested->archive);
    assert_int_equal(tested->reference.act_count, trace->events);
    tested->data = query_data_new(tested->archive, &error);
    assert_non_null(tested->data);
}

static void end(struct tested *tested)
{
    struct error error;
    query_data_free(tested->data);
    reference_end(&tested->reference);
    archive_close(tested->archive);
    assert_true(archive_file_remove(tested->folder, &error));
}

static void random_queries(const struct trace *trace, int count)
{
    struct tested tested;
    uint64_t random = trace->seed;
    size_t answered = 0;
    begin(&tested, trace);
    for (int i = 0; i < count; i++) {
        struct buffer text = {0};
        struct query_plan *plan = random_query(&random, &text);
        answered += check(&tested.reference, tested.data, plan, text.text) > 0;
        buffer_free(&text);
    }
    assert_true(answered > (size_t)count / 2); /* else little is tested */
    end(&tested);
}

static void small_archives(void **state)
{
    (void)state;
    const char *seed = getenv("QUERY_SEED"), *many = getenv("QUERY_ARCHIVES");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1;
    for (uint64_t i = 0; i < (many ? strtoull(many, NULL, 10) : 14); i++) {
        struct trace trace = {.events = 100 + 13 * (i % 7),
                              .block = 1 + (uint32_t)(i % 3) * 40,
                              .regions = 12,
                              .places = 3,
                              .lanes = 4,
                              .nodes = 40,
                              .activities = 9,
                              .communicators = 3,
                              .messages = 40,
                              .collectives = 20,
                              .seed = first + i};
        random_queries(&trace, 150);
    }
}

/* More rows than a batch has, or a block. */
static void many_rows(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "events.filter(e -> e.duration > 500).count()",
        "events.filter(e -> e.duration > 500 && e.type in [COMM, IO])",
        "events.filter(e -> e.duration != 7 && e.startTime > 20us && e.lane == 1).count()",
        "events.filter(e -> e.lane != 0 && e.unfinished && e.duration <= 4294967295).count()",
        "events.skip(4000).limit(200)",
        "events.limit(900).sorted(e -> e.name, e -> desc(e.trips)).skip(5).limit(7)",
        "events.filter(e -> e.row % 2 == 1).skip(3000).limit(1500).map(e -> e.row)",
        "events.groupBy(e -> e.region).aggregate(n: count(), t: sum(e -> e.duration))",
        "events.groupBy(e -> e.lane.rank).percentile(e -> e.duration, 90)",
        "events.overlaps(10us, 11us)",
        "events.filter(e -> e.finishTime > 5s).count()",
        "events.filter(e -> present(e.trips)).aggregate(mean(e -> e.trips), stddev(e -> e.held))",
        "events.filter(e -> e.about.kind == \"task\" || e.holder.number > 3).count()",
        "events.filter(e -> e.activityNumber != \"3-1\").map(e -> e.parent).limit(5000)",
        "events.limit(3).join(events.skip(900), e -> e.type).map(x -> x.otherRow)",
        "events.allMatch(e -> e.row < 9999)",
    };
    struct trace trace = {.events = 10000,
                          .block = 9000,
                          .regions = 12,
                          .places = 3,
                          .lanes = 2,
                          .nodes = 30,
                          .activities = 9,
                          .communicators = 3,
                          .messages = 40,
                          .collectives = 20,
                          .seed = 77};
    struct tested tested;
    begin(&tested, &trace);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        struct query_plan *plan = random_query_plan(queries[i]);
        assert_non_null(plan);
        if (!check(&tested.reference, tested.data, plan, queries[i]))
            fail_msg("%s gives no rows", queries[i]);
    }
    end(&tested);
}

static bool keep_real(void *to, const struct query_rows *rows)
{
    *(double *)to = rows->columns[0].real[0];
    return rows->count == 1;
}

/* Of 3, 4 and 5, by hand. */
static void known_sums(void **state)
{
    (void)state;
    static const struct {
        const char *query;
        double result;
    } cases[] = {{"places.mean(p -> p.number)", 4},
                 {"places.stddev(p -> p.number)", 0.81649658092772603},
                 {"places.percentile(p -> p.number, 75)", 4.5},
                 {"places.percentile(p -> p.number, 100)", 5},
                 {"places.sum(p -> p.number / 2)", 6}};
    struct trace trace = {.events = 10,
                          .block = 10,
                          .regions = 2,
                          .places = 3,
                          .lanes = 1,
                          .nodes = 2,
                          .activities = 1,
                          .communicators = 1,
                          .seed = 1};
    struct tested tested;
    begin(&tested, &trace);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct query_plan *plan = random_query_plan(cases[i].query);
        double result = 0;
        struct error error;
        assert_true(query_run(plan, tested.data, keep_real, &result, NULL, &error));
        assert_true(is_near(result, cases[i].result));
        query_plan_free(plan);
    }
    end(&tested);
}

struct numbers {
    int64_t rows[64];
    size_t count;
};

static bool keep_numbers(void *to, const struct query_rows *rows)
{
    struct numbers *numbers = to;
    for (size_t i = 0; i < rows->count && numbers->count < 64; i++)
        numbers->rows[numbers->count++] = rows->columns[0].whole[i];
    return numbers->count < 64;
}

/* The first rows of an order are the same whether others are kept or not. */
static void few_of_many(void **state)
{
    (void)state;
    static const char *const keys[] = {"e -> desc(e.duration)", "e -> e.bytes, e -> e.name",
                                       "e -> e.type == IO, e -> desc(e.trips)", "e -> 0"};
    struct trace trace = {.events = 200000,
                          .block = 4096,
                          .regions = 12,
                          .places = 3,
                          .lanes = 2,
                          .nodes = 30,
                          .activities = 9,
                          .communicators = 3,
                          .seed = 5};
    struct tested tested;
    begin(&tested, &trace);
    for (size_t i = 0; i < 4; i++) {
        struct numbers numbers[2] = {0};
        for (size_t k = 0; k < 2; k++) {
            char text[200];
            struct error error;
            snprintf(text, sizeof text, "events.sorted(%s)%s.map(e -> e.row)", keys[i],
                     k ? ".skip(1).limit(63)" : "");
            struct query_plan *plan = random_query_plan(text);
            assert_true(query_run(plan, tested.data, keep_numbers, &numbers[k], NULL, &error));
            query_plan_free(plan);
        }
        assert_int_equal(numbers[0].count, 64);
        assert_int_equal(numbers[1].count, 63);
        assert_memory_equal(numbers[0].rows + 1, numbers[1].rows, 63 * sizeof(int64_t));
    }
    end(&tested);
}

/* Conditions whose times are just those at which blocks begin and end. */
static void edges_of_blocks(void **state)
{
    (void)state;
    static const char *const conditions[] = {"e.startTime == %lldns", "e.startTime <= %lldns",
                                             "e.finishTime >= %lldns", "e.finishTime == %lldns",
                                             "e.duration >= %lldns"};
    struct trace trace = {.events = 300,
                          .block = 20,
                          .regions = 12,
                          .places = 3,
                          .lanes = 3,
                          .nodes = 30,
                          .activities = 9,
                          .communicators = 3,
                          .seed = 9};
    struct tested tested;
    begin(&tested, &trace);
    const struct archive_blocks *blocks = &tested.archive->blocks;
    for (size_t i = 0; i < blocks->rows; i++) {
        uint64_t start = tested.reference.start;
        long long base = (long long)(blocks->base[i] - start);
        long long last = (long long)(blocks->end[i] - start);
        const long long times[] = {base, base, last, last, last - base};
        for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
            struct buffer text = {0};
            const char *mark = strstr(conditions[k], "%lld");
            buffer_printf(&text, "events.filter(e -> %.*s%lld%s).map(e -> e.row)",
                          (int)(mark - conditions[k]), conditions[k], times[k], mark + 4);
            struct query_plan *plan = random_query_plan(text.text);
            assert_non_null(plan);
            check(&tested.reference, tested.data, plan, text.text);
            buffer_free(&text);
        }
    }
    end(&tested);
}

/* As many nodes as need codes of one byte, of two, tables of all sizes, and rows above 65535. */
static void many_nodes(void **state)
{
    (void)state;
    static const uint32_t nodes[] = {200, 400, 1000, 2000, 5000, 70000};
    static const char *const queries[] = {
        "events.filter(e -> e.name == \"solve\").count()",
        "events.filter(e -> e.duration > 500 && e.name != \"main\" && e.node > 100).map(e -> "
        "e.node)",
        "events.filter(e -> e.region == 7 || e.line == 3).count()",
        "events.filter(e -> e.startTime > 30us && e.name.contains(\"s\")).count()",
        "events.groupBy(e -> e.region).aggregate(count(), sum(e -> e.duration), mean(e -> "
        "e.duration))",
        "events.groupBy(e -> e.name, e -> e.lane).count()",
        "events.groupBy(e -> e.node).max(e -> e.startTime)",
        "events.filter(e -> e.duration > 900).groupBy(e -> e.name).sum(e -> e.duration)",
        "events.groupBy(e -> e.lane.rank).sum(e -> e.duration)",
    };
    size_t last = sizeof nodes / sizeof nodes[0] - 1;
    for (size_t i = 0; i <= last; i += getenv("QUERY_ARCHIVES") ? last : 1) { /* or the ends only */
        struct trace trace = {.events = 5000,
                              .block = 4096,
                              .regions = 40,
                              .places = 3,
                              .lanes = 1,
                              .nodes = nodes[i],
                              .activities = 9,
                              .communicators = 3,
                              .seed = 5 + i};
        struct tested tested;
        begin(&tested, &trace);
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++) {
            struct query_plan *plan = random_query_plan(queries[k]);
            assert_non_null(plan);
            if (!check(&tested.reference, tested.data, plan, queries[k]))
                fail_msg("%s gives no rows", queries[k]);
        }
        end(&tested);
    }
}

struct paths {
    size_t rows, bytes;
    char last[600];
};

static bool take_paths(void *to, const struct query_rows *rows)
{
    struct paths *paths = to;
    for (size_t i = 0; i < rows->count; i++, paths->rows++) {
        const char *path = query_data_text(rows->data, rows->columns[0].whole[i]);
        paths->bytes += strlen(path);
        snprintf(paths->last, sizeof paths->last, "%s", path);
    }
    return true;
}

/* Paths of a deep recursion do not take memory by the square of its depth, and fit patterns. */
static void deep_paths(void **state)
{
    (void)state;
    struct trace trace = {.events = 10,
                          .block = 10,
                          .regions = 40,
                          .places = 1,
                          .lanes = 1,
                          .nodes = 50000,
                          .activities = 1,
                          .communicators = 1,
                          .deep = 1,
                          .seed = 7};
    static const char *const queries[] = {
        "nodes.filter(n -> present(n.path)).map(n -> n.path)",
        "nodes.path(\"**\").map(n -> n.path).distinct()",
        "nodes.path(\"*/**/*\").path(\"**/*/*/**\").path(\"**/*/*/*\").map(n -> n.path)",
    };
    struct tested tested;
    begin(&tested, &trace);
    tested.data->memory = 1 << 30;
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        struct error error = {0};
        struct paths paths = {0};
        struct query_plan *plan = random_query_plan(queries[i]);
        assert_non_null(plan);
        assert_true(query_run(plan, tested.data, take_paths, &paths, NULL, &error));
        assert_true(paths.rows <= 49999 && paths.rows >= 49997);
        assert_true(paths.bytes < 50000000);
        assert_true(strlen(paths.last) < 550);
        assert_non_null(strstr(paths.last, "/…49"));
        query_plan_free(plan);
    }
    end(&tested);
}

static bool count_rows(void *to, const struct query_rows *rows)
{
    *(uint64_t *)to += rows->count;
    return true;
}

/* What would take too much memory ends with an error and without rows, by any number of threads. */
static void too_much(void **state)
{
    (void)state;
    static const char *const queries[] = {
        "events.sorted(e -> e.duration)",
        "events.groupBy(e -> e.row).count()",
        "events.distinct(e -> e.row).count()",
        "events.percentile(e -> e.row, 50)",
        "events.limit(3).join(events, e -> e.type).count()",
        "events.limit(3).join(events, e -> e.type)",
    };
    struct trace trace = {.events = 9000,
                          .block = 500,
                          .regions = 5,
                          .places = 2,
                          .lanes = 2,
                          .nodes = 9,
                          .activities = 1,
                          .communicators = 1,
                          .seed = 3};
    struct tested tested;
    begin(&tested, &trace);
    tested.data->memory = 40000;
    for (size_t i = 0; i < 3 * sizeof queries / sizeof queries[0]; i++) {
        struct error error = {0};
        struct query_plan *plan = random_query_plan(queries[i / 3]);
        assert_non_null(plan);
        tested.data->threads = 1 + (unsigned)(i % 3) * 2;
        uint64_t rows = 0;
        if (query_run(plan, tested.data, count_rows, &rows, NULL, &error))
            fail_msg("%s needs little memory", queries[i / 3]);
        if (rows)
            fail_msg("%s gives a part of its rows", queries[i / 3]);
        assert_non_null(strstr(error.text, "takes more memory than a query may use"));
        query_plan_free(plan);
    }
    end(&tested);
}

/* So does what is remembered from one look at a run to the next. */
static void too_many_looks(void **state)
{
    (void)state;
    enum { ROWS = 9000, LOOK = 100 };
    struct trace trace = {.events = ROWS,
                          .block = 500,
                          .regions = 5,
                          .places = 2,
                          .lanes = 2,
                          .nodes = 9,
                          .activities = 1,
                          .communicators = 1,
                          .seed = 3};
    struct tested tested;
    struct error error = {0};
    begin(&tested, &trace);
    tested.data->memory = 100000;
    tested.data->threads = 1;
    tested.data->live = query_live_memory_new();
    int looks = 0;
    for (bool good = true; good; looks += good) {
        char query[128];
        uint64_t rows = 0;
        assert_in_range(looks, 0, ROWS / LOOK - 1);
        snprintf(query, sizeof query,
                 "events.filter(e -> e.row >= %d && e.row < %d).distinct(e -> e.row)", looks * LOOK,
                 looks * LOOK + LOOK);
        struct query_plan *plan = random_query_plan(query);
        assert_non_null(plan);
        good = query_run(plan, tested.data, count_rows, &rows, NULL, &error);
        query_plan_free(plan);
    }
    assert_true(looks > 1);
    assert_non_null(strstr(error.text, "takes more memory than a query may use"));
    query_live_memory_free(tested.data->live);
    end(&tested);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_archives),  cmocka_unit_test(many_rows),
        cmocka_unit_test(known_sums),      cmocka_unit_test(few_of_many),
        cmocka_unit_test(edges_of_blocks), cmocka_unit_test(many_nodes),
        cmocka_unit_test(deep_paths),      cmocka_unit_test(too_much),
        cmocka_unit_test(too_many_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
