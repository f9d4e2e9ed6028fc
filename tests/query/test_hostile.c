/* test_hostile.c: archives whose tables were damaged: queries end, whatever they say, and nothing
 * outside of the tables is read. HOSTILE_SEED=N HOSTILE_ROUNDS=N: other damage, and more of it. */
#include "random_query.h"
#include "trace.h"

#include "archive/table/atomic_file.h"
#include "query/exec/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char paths[400][256];
static size_t path_count;

static int add_path(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)where;
    if (kind == FTW_F && status->st_size && path_count < sizeof paths / sizeof paths[0])
        snprintf(paths[path_count++], sizeof paths[0], "%s", path);
    return 0;
}

struct content {
    char *bytes;
    size_t size;
};

static struct content read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    struct content content = {0};
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    content.size = (size_t)ftell(file);
    rewind(file);
    content.bytes = malloc(content.size + 1);
    assert_int_equal(fread(content.bytes, 1, content.size, file), content.size);
    fclose(file);
    return content;
}

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Some bits, a number that is too large, or an end that is missing. */
static void damage(const char *path, const struct content *good, uint64_t *random)
{
    char *bytes = malloc(good->size + 8);
    size_t size = good->size, at = trace_random(random) % good->size;
    memcpy(bytes, good->bytes, good->size);
    switch (trace_random(random) % 4) {
    case 0:
        for (int i = 0; i < 4; i++)
            bytes[trace_random(random) % size] ^= (char)(1 << trace_random(random) % 8);
        break;
    case 1:
        memset(bytes + at, 0xff, size - at < 8 ? size - at : 8);
        break;
    case 2:
        memset(bytes + at, (int)(trace_random(random) % 256), size - at < 64 ? size - at : 64);
        break;
    default:
        size = at;
    }
    write_file(path, bytes, size);
    free(bytes);
}

static bool count_rows(void *to, const struct query_rows *rows)
{
    *(uint64_t *)to += rows->count;
    for (size_t i = 0; i < rows->count; i++) {
        const struct query_vector *first = &rows->columns[0];
        if (first->type == TYPE_TEXT && !query_vector_is_absent(first, i))
            *(uint64_t *)to += strlen(query_data_text(rows->data, first->whole[i])) > 1000;
    }
    return true;
}

static void run(struct query_data *data, struct query_plan *plan)
{
    struct error error = {0};
    uint64_t rows = 0;
    assert_non_null(plan);
    if (!query_run(plan, data, count_rows, &rows, NULL, &error))
        assert_string_not_equal(error.text, "");
    query_plan_free(plan);
}

static void ask(const char *folder, uint64_t *random, size_t *opened)
{
    static const char *const queries[] = {
        "events",
        "messages",
        "nodes",
        "cycles",
        "regions",
        "lanes",
        "activities",
        "collectives",
        "communicators",
        "places",
        "nodes.path(\"**/s*\").ancestors().children()",
        "events.filter(e -> e.duration > 100 && e.name == \"solve\").count()",
        "events.groupBy(e -> e.name, e -> e.lane).aggregate(count(), sum(e -> e.duration))",
        "events.sorted(e -> desc(e.finishTime)).limit(20)",
        "events.filter(e -> e.bytes > 5 || e.trips > 3).map(e -> e.object.name).distinct()",
    };
    struct error error = {0};
    struct archive *archive = archive_open(folder, &error);
    struct query_data *data = archive ? query_data_new(archive, &error) : NULL;
    if (data) {
        data->threads = 1 + (unsigned)(trace_random(random) % 3);
        data->memory = UINT64_C(100) << 20;
        for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
            run(data, random_query_plan(queries[i]));
        for (int i = 0; i < 8; i++) {
            struct buffer text = {0};
            run(data, random_query(random, &text));
            buffer_free(&text);
        }
        ++*opened;
    } else {
        assert_string_not_equal(error.text, "");
    }
    query_data_free(data);
    if (archive)
        archive_close(archive);
}

static void damaged_tables(void **state)
{
    (void)state;
    const char *seed = getenv("HOSTILE_SEED"), *many = getenv("HOSTILE_ROUNDS");
    uint64_t random = seed ? strtoull(seed, NULL, 10) : 1,
             rounds = many ? strtoull(many, NULL, 10) : 150;
    char folder[] = "/tmp/triptych-hostile-XXXXXX", archive[64];
    const struct trace trace = {.events = 600,
                                .block = 64,
                                .regions = 12,
                                .places = 3,
                                .lanes = 4,
                                .nodes = 40,
                                .activities = 9,
                                .communicators = 3,
                                .messages = 40,
                                .collectives = 20,
                                .seed = 5};
    struct error error;
    size_t opened = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(archive, sizeof archive, "%s/a.tri", folder);
    trace_write(&trace, archive);
    nftw(archive, add_path, 8, 0);
    assert_true(path_count > 50);
    for (uint64_t i = 0; i < rounds; i++) {
        const char *path = paths[trace_random(&random) % path_count];
        if (i % 2) { /* events have few files, and are the hardest to read */
            do
                path = paths[trace_random(&random) % path_count];
            while (!strstr(path, "/event"));
        }
        struct content good = read_file(path);
        damage(path, &good, &random);
        ask(archive, &random, &opened);
        write_file(path, good.bytes, good.size);
        free(good.bytes);
    }
    assert_true(opened > rounds / 4); /* else little is tested */
    assert_true(archive_file_remove(folder, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
