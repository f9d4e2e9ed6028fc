/* test_sealed.c: sealing, and reading what was sealed. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"
#include "archive/table/table_rows.h"
#include "made.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct place {
    char root[64], archive[128];
};

static int make_folder(void **state)
{
    struct place *here = calloc(1, sizeof *here);
    snprintf(here->root, sizeof here->root, "/tmp/triptych-sealed-XXXXXX");
    if (!mkdtemp(here->root))
        return -1;
    snprintf(here->archive, sizeof here->archive, "%s/made.tri", here->root);
    struct made *made = made_sample();
    made_write(made, here->archive);
    made_free(made);
    *state = here;
    return 0;
}

static int remove_folder(void **state)
{
    struct place *here = *state;
    struct error error;
    bool removed = archive_file_remove(here->root, &error);
    free(here);
    return removed ? 0 : -1;
}

static const char *path_in(const struct place *here, const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", here->archive, name);
    return path;
}

static bool there_is(const struct place *here, const char *name)
{
    return !access(path_in(here, name), F_OK);
}

static void seal(const struct place *here)
{
    struct error error = {0};
    bool sealed = archive_seal(here->archive, NULL, &error);
    assert_string_equal(error.text, "");
    assert_true(sealed);
}

static struct archive *open_here(const struct place *here)
{
    struct error error = {0};
    struct archive *archive = archive_open(here->archive, &error);
    assert_string_equal(error.text, "");
    return archive;
}

static void assert_same_tables(const struct archive *a, const struct archive *b)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        assert_int_equal(a->tables[i].rows, b->tables[i].rows);
        for (size_t j = 0; j < a->tables[i].column_count; j++) {
            const struct archive_table_column *left = &a->tables[i].columns[j];
            const struct archive_table_column *right =
                archive_table_find(&b->tables[i], left->name);
            assert_non_null(right);
            assert_int_equal(left->type, right->type);
            assert_memory_equal(left->data, right->data,
                                a->tables[i].rows * archive_table_type_size(left->type));
        }
    }
    assert_int_equal(a->strings.rows, b->strings.rows);
    assert_memory_equal(a->strings.bytes, b->strings.bytes, a->strings.offset[a->strings.rows]);
}

static void the_same_before_and_after(void **state)
{
    struct error error;
    struct archive *before = open_here(*state);
    assert_true(archive_find_activities(before, &error)); /* those of a sealed one are there */
    seal(*state);
    assert_false(there_is(*state, "places"));
    assert_false(there_is(*state, "tables.part"));
    struct archive *after = open_here(*state);
    assert_true(after->sealed);
    assert_same_tables(before, after);
    archive_close(before);
    archive_close(after);
}

static void again_and_after_an_interruption(void **state)
{
    struct error error;
    assert_true(archive_file_make_folder(path_in(*state, "tables.part/nodes"), &error));
    seal(*state); /* the rest of an earlier try is in the way */
    assert_false(there_is(*state, "tables.part"));
    seal(*state);
    assert_true(archive_file_make_folder(path_in(*state, "places/0"),
                                         &error)); /* it ended before removing them */
    seal(*state);
    assert_false(there_is(*state, "places"));
}

static void earlier_versions_are_refused(void **state)
{
    static const uint32_t before = SEALED_VERSION - 1;
    struct error error;
    seal(*state);
    assert_true(archive_file_write(path_in(*state, "tables/archive/version.u32"), &before,
                                   sizeof before, &error));
    assert_int_equal(unlink(path_in(*state, "manifest")), 0);
    struct archive *archive = archive_open(((struct place *)*state)->archive, &error);
    assert_null(archive);
    assert_non_null(strstr(error.text, "made by an earlier version of Triptych"));
}

/* Writes the columns of a small table as files of their own. */
static void spread_table(const struct place *here, const char *name)
{
    const struct archive_folder folder = {.root = here->archive};
    struct archive_table table;
    struct error error = {0};
    char file[128];
    size_t size = 0;
    snprintf(file, sizeof file, "tables/%s" TABLE_ROWS_END, name);
    char *bytes = archive_folder_read_all(&folder, file, TABLE_ROWS_LARGEST, &size);
    if (!bytes)
        return;
    archive_table_init(&table, name);
    assert_true(archive_table_rows_decode(&table, bytes, size, &error));
    assert_int_equal(unlink(path_in(here, file)), 0);
    *strrchr(file, '.') = '\0';
    assert_true(archive_file_make_folder(path_in(here, file), &error));
    for (size_t i = 0; i < table.column_count; i++) {
        const struct archive_table_column *column = &table.columns[i];
        snprintf(file, sizeof file, "tables/%s/%s.%s", name, column->name,
                 archive_table_type_name(column->type));
        assert_true(archive_file_write(path_in(here, file), column->data,
                                       column->rows * archive_table_type_size(column->type),
                                       &error));
    }
    archive_table_free(&table);
    free(bytes);
}

/* Gives each column a file of its own, as large tables have them, and removes the manifest. */
static void spread(const struct place *here)
{
    char tables[] = "tables";
    const struct archive_folder folder = {.root = here->archive};
    char **names = archive_folder_names(&folder, tables);
    for (char **name = names; *name; name++) {
        char *dot = strchr(*name, '.');
        if (dot)
            *dot = '\0';
        spread_table(here, *name);
    }
    archive_folder_free_names(names);
    assert_int_equal(unlink(path_in(here, "manifest")), 0);
}

static void small_tables_are_one_file(void **state)
{
    seal(*state);
    assert_true(there_is(*state, "tables/nodes" TABLE_ROWS_END));
    assert_false(there_is(*state, "tables/nodes/visits.u64"));
    struct archive *before = open_here(*state);
    spread(*state);
    assert_true(there_is(*state, "tables/nodes/visits.u64"));
    struct archive *after = open_here(*state);
    assert_same_tables(before, after);
    archive_close(before);
    archive_close(after);
}

static void large_tables_have_a_file_for_each_column(void **state)
{
    struct place *here = *state;
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    uint32_t region =
        made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "f", "", "");
    struct made_profile *profile = made_add_profile(place);
    uint32_t node = made_lane(profile, 0, "", MADE_START, MADE_START + 5);
    for (unsigned i = 0; i < 60; i++) /* about 100 bytes each */
        node = made_node(profile, node, region, 1, 0);
    struct error error;
    assert_true(archive_file_remove(here->archive, &error));
    made_write(made, here->archive);
    made_free(made);
    seal(here);
    assert_true(there_is(here, "tables/nodes/visits.u64"));
    assert_false(there_is(here, "tables/nodes" TABLE_ROWS_END));
    assert_true(there_is(here, "tables/places" TABLE_ROWS_END));
    archive_close(open_here(here));
}

static void a_column_is_an_array(void **state)
{
    seal(*state);
    spread(*state);
    FILE *file = fopen(path_in(*state, "tables/nodes/visits.u64"), "r");
    assert_non_null(file);
    uint64_t counts[3] = {0};
    assert_int_equal(fread(counts, sizeof counts[0], 3, file), 3);
    fclose(file);
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[2], 4); /* root, main, fread */
}

/* Whether all rows of a column are what stands for it where it is missing. */
static bool tells_nothing(const struct archive *archive, int table,
                          const struct archive_schema_column *as)
{
    const uint8_t *bytes = archive_table_find(&archive->tables[table], as->name)->data;
    size_t size = archive->tables[table].rows * archive_table_type_size(as->type);
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != (as->missing == SCHEMA_ONES ? 0xff : 0))
            return false;
    }
    return as->missing != SCHEMA_DAMAGE;
}

static void columns_that_tell_nothing_have_no_file(void **state)
{
    size_t written = 0, left_out = 0;
    seal(*state);
    spread(*state);
    struct archive *archive = open_here(*state);
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        for (size_t j = 0; archive->tables[i].rows && j < archive_schema_tables[i].column_count;
             j++) {
            const struct archive_schema_column *as = &archive_schema_tables[i].columns[j];
            char name[128];
            snprintf(name, sizeof name, "tables/%s/%s.%s", archive_schema_tables[i].name, as->name,
                     archive_table_type_name(as->type));
            bool nothing = tells_nothing(archive, i, as);
            assert_int_equal(there_is(*state, name), !nothing);
            left_out += nothing;
            written += as->missing != SCHEMA_DAMAGE && !nothing;
        }
    }
    assert_true(written > 0);
    assert_true(left_out > 0);
    archive_close(archive);
}

static void truncate_to(const struct place *here, const char *name, off_t size)
{
    assert_int_equal(truncate(path_in(here, name), size), 0);
}

static void expect_damage(const struct place *here, const char *text)
{
    struct error error = {0};
    struct archive *archive = archive_open(here->archive, &error);
    assert_null(archive);
    if (!strstr(error.text, text))
        fail_msg("'%s' is not in '%s'", text, error.text);
}

static void overwrite(const struct place *here, const char *name, long offset, const void *data,
                      size_t size)
{
    FILE *file = fopen(path_in(here, name), "r+");
    assert_non_null(file);
    fseek(file, offset, SEEK_SET);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

static void damaged_tables_are_told(void **state)
{
    static const uint32_t large = 1000000, newer = SEALED_VERSION + 1, zero = 0, two = 2;
    static const uint64_t far = UINT64_MAX, one = 1;
    seal(*state);
    overwrite(*state, "tables/strings/offset.u64", 8, &large, 4);
    expect_damage(*state, "tables/strings/offset.u64 was changed");
    spread(*state);
    expect_damage(*state, "table strings is damaged");
    overwrite(*state, "tables/strings/offset.u64", 8, &one, 8);
    overwrite(*state, "tables/nodes/region.u32", 8, &large, 4);
    expect_damage(*state, "column region is 1000000");
    overwrite(*state, "tables/nodes/region.u32", 8, &two, 4);
    overwrite(*state, "tables/nodes/parent.u32", 4, &large, 4);
    expect_damage(*state, "row 1 has an invalid parent");
    overwrite(*state, "tables/nodes/parent.u32", 4, &zero, 4);
    overwrite(*state, "tables/strings/offset.u64", 16, &far, 8);
    expect_damage(*state, "table strings is damaged");
    truncate_to(*state, "tables/strings/offset.u64", 0);
    expect_damage(*state, "table strings is damaged");
    truncate_to(*state, "tables/strings/offset.u64", 3);
    expect_damage(*state, "not a whole number of elements");
    overwrite(*state, "tables/archive/version.u32", 0, &newer, 4);
    expect_damage(*state, "newer version");
    overwrite(*state, "tables/archive/version.u32", 0, &large, 4);
    expect_damage(*state, "it is damaged: tables/archive/version.u32");
    truncate_to(*state, "tables/archive/version.u32", 0);
    expect_damage(*state, "damaged");
}

static void missing_and_short_columns_are_told(void **state)
{
    seal(*state);
    spread(*state);
    truncate_to(*state, "tables/nodes/inclusive_time.u64", 8);
    expect_damage(*state, "differ in length");
    unlink(path_in(*state, "tables/nodes/inclusive_time.u64"));
    expect_damage(*state, "has no column inclusive_time.u64");
}

static void damaged_rows_are_told(void **state)
{
    static const char file[] = "tables/nodes" TABLE_ROWS_END;
    struct stat facts;
    seal(*state);
    assert_int_equal(stat(path_in(*state, file), &facts), 0);
    truncate_to(*state, file, facts.st_size - 1);
    expect_damage(*state, "tables/nodes.npy is truncated");
    unlink(path_in(*state, "manifest"));
    expect_damage(*state, "bytes of rows instead of");
    overwrite(*state, file, 20, "x", 1);
    expect_damage(*state, "tables/nodes.npy is damaged: its header is not understood");
    truncate_to(*state, file, 0);
    expect_damage(*state, "it is not a NumPy array");
    unlink(path_in(*state, file));
    expect_damage(*state, "the table nodes has no column");
}

static void sources_are_copied(void **state)
{
    struct place *here = *state;
    char text[64] = "", path[256];
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    snprintf(path, sizeof path, "%s/./x/../a.c", here->root);
    made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "f", path, "");
    made_region(place, (struct format_region){.kind = TRI_KIND_ROUTINE}, "g", "/nowhere/at/all.c",
                "");
    struct made_profile *profile = made_add_profile(place);
    made_lane(profile, 0, "", MADE_START, MADE_START + 5);
    struct error error;
    assert_true(archive_file_remove(here->archive, &error));
    made_write(made, here->archive);
    made_free(made);
    snprintf(path, sizeof path, "%s/a.c", here->root);
    assert_true(archive_file_write(path, "int f;\n", 7, &error));
    seal(here);
    snprintf(path, sizeof path, "%s/source%s/a.c", here->archive, here->root);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "int f;\n");
}

static void what_is_damaged_is_not_sealed(void **state)
{
    struct error error = {0};
    overwrite(*state, "places/0/profile-1", 0, "????", 4);
    assert_false(archive_seal(((struct place *)*state)->archive, NULL, &error));
    assert_non_null(strstr(error.text, "not sealed"));
    assert_true(there_is(*state, "places/0/profile-1"));
    assert_false(there_is(*state, "tables"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_same_before_and_after),
        TEST(again_and_after_an_interruption),
        TEST(earlier_versions_are_refused),
        TEST(small_tables_are_one_file),
        TEST(large_tables_have_a_file_for_each_column),
        TEST(a_column_is_an_array),
        TEST(columns_that_tell_nothing_have_no_file),
        TEST(damaged_tables_are_told),
        TEST(sources_are_copied),
        TEST(missing_and_short_columns_are_told),
        TEST(damaged_rows_are_told),
        TEST(what_is_damaged_is_not_sealed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
