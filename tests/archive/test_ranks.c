/* test_ranks.c: ranks of MPI and their communicators, from archives made by hand. */
#include "unit.h"

#include "archive/archive.h"
#include "made.h"

#include <stdlib.h>
#include <string.h>

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    return archive;
}

/* Two ranks: the process that came second is rank 0. */
static struct made *two_ranks(void)
{
    struct made *made = made_new();
    for (uint32_t i = 0; i < 2; i++) {
        struct made_place *place = made_add_place(made);
        made_rank(place, 1 - i, 2);
        made_lane(made_add_profile(place), 0, "main", MADE_START, MADE_START + 100);
    }
    return made;
}

static void in_the_order_of_ranks(void **state)
{
    (void)state;
    struct made *made = two_ranks();
    struct archive *archive = must_read(made);
    char name[ARCHIVE_NAME];
    assert_int_equal(archive->places.rows, 2);
    assert_int_equal(archive->places.rank[0], 0);
    assert_int_equal(archive->places.number[0], 1);
    assert_int_equal(archive->places.rank[1], 1);
    assert_int_equal(archive->places.ranks[1], 2);
    assert_int_equal(archive->places.job[1], 77);
    assert_true(archive->ranked);
    archive_lane_name(archive, 1, name);
    assert_int_equal(archive->lanes.place[1], 1);
    assert_string_equal(name, "1.0");
    archive_close(archive);
    made_free(made);
}

static void others_keep_their_numbers(void **state)
{
    (void)state;
    struct made *made = two_ranks();
    char name[ARCHIVE_NAME];
    made->places[0].record.ranks = 0; /* a process that is no rank, but came first */
    struct archive *archive = must_read(made);
    assert_int_equal(archive->places.rank[0], 0);
    assert_int_equal(archive->places.rank[1], ARCHIVE_NONE);
    archive_place_name(archive, 1, name);
    assert_string_equal(name, "p0");
    archive_close(archive);
    made->places[0].record.ranks = 2;
    made->places[0].record.job = 78; /* of another program: ranks are no names */
    archive = must_read(made);
    assert_false(archive->ranked);
    assert_int_equal(archive->places.number[0], 0); /* the job that came first */
    archive_place_name(archive, 0, name);
    assert_string_equal(name, "0");
    archive_close(archive);
    made->places[0].record.job = 77;
    made->places[0].record.rank = 2; /* of 2 */
    archive = must_read(made);
    assert_int_equal(archive->places.rank[1], ARCHIVE_NONE);
    archive_close(archive);
    made_free(made);
}

static void communicators(void **state)
{
    (void)state;
    struct made *made = two_ranks();
    struct archive *archive = must_read(made);
    const struct archive_communicators *all = &archive->communicators;
    assert_int_equal(all->rows, 4);
    assert_int_equal(all->place[0], 0);
    assert_int_equal(all->number[0], 1);
    assert_int_equal(all->size[0], 2);
    assert_int_equal(all->first_member[0], 0);
    assert_int_equal(all->first_member[2], ARCHIVE_UNKNOWN);
    assert_int_equal(all->id[3], UINT64_C(2) << 32);
    assert_int_equal(all->made[0], MADE_START);
    assert_int_equal(archive->members.rows, 2);
    assert_int_equal(archive->members.rank[1], 1);
    archive_close(archive);
    made_free(made);
}

/* Whatever the file says: what makes no sense is left out, and said. */
static void hostile_communicators(void **state)
{
    (void)state;
    const struct format_communicator wrong[] = {
        {.kind = 4, .size = 2, .members = FORMAT_NO_MEMBERS},
        {.kind = 1, .size = 2, .rank = 2, .members = FORMAT_NO_MEMBERS},
        {.kind = 1, .size = 3, .members = 0},
        {.kind = 1, .size = 2, .members = 1},
        {.kind = 1, .size = 1, .remote_size = UINT32_MAX, .members = 0},
        {.kind = 1, .size = 2, .members = FORMAT_NO_MEMBERS - 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct made *made = two_ranks();
        made->places[1].communicators.records[1] = wrong[i];
        struct archive *archive = must_read(made);
        assert_int_equal(archive->communicators.rows, 3);
        assert_string_equal(archive_text(archive, archive->places.damage[0]),
                            "damaged communicators: 1");
        archive_close(archive);
        made_free(made);
    }
    struct made *made = two_ranks();
    made->places[0].communicators.header.magic++;
    struct archive *archive = must_read(made);
    assert_int_equal(archive->communicators.rows, 2);
    assert_string_equal(archive_text(archive, archive->places.damage[1]), "unreadable files: 1");
    archive_close(archive);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_order_of_ranks),
        cmocka_unit_test(others_keep_their_numbers),
        cmocka_unit_test(communicators),
        cmocka_unit_test(hostile_communicators),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
