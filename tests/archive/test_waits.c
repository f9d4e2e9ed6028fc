/* test_waits.c: who waits for what held by whom, from archives made by hand. */
#include "unit.h"

#include "analysis/waits.h"
#include "archive/archive.h"
#include "made.h"

#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    return archive;
}

/* The item of the lane with that number. */
static const struct analysis_waits_item *
item_of(const struct archive *archive, const struct analysis_waits *waits, uint32_t number)
{
    for (size_t i = 0; i < waits->count; i++) {
        if (archive->lanes.number[waits->items[i].lane] == number)
            return &waits->items[i];
    }
    return NULL;
}

static uint32_t lane_number(const struct archive *archive, uint32_t row)
{
    return row == ARCHIVE_NONE ? ARCHIVE_NONE : archive->lanes.number[row];
}

static void the_deadlock(void **state)
{
    (void)state;
    struct made *made = made_threads();
    struct archive *archive = must_read(made);
    struct analysis_waits waits = analysis_waits_find(archive);
    assert_int_equal(waits.count, 7);
    assert_int_equal(waits.circles, 1);
    assert_true(waits.is_deadlock);
    const struct analysis_waits_item *one = item_of(archive, &waits, 1),
                                     *two = item_of(archive, &waits, 2);
    assert_true(one->circle == 1 && two->circle == 1 && one->stuck && two->stuck);
    assert_ptr_equal(&waits.items[one->next], two);
    assert_ptr_equal(&waits.items[two->next], one);
    assert_int_equal(lane_number(archive, one->holder_lane), 2);
    assert_int_equal(one->what, WAITS_FOR_HOLDER);
    assert_int_equal(one->since, MADE_START + 500 * MS);
    assert_int_equal(archive->regions.line[archive->nodes.region[one->node]], 31);
    const struct analysis_waits_item *join = item_of(archive, &waits, 0);
    assert_int_equal(join->what, WAITS_FOR_END); /* behind the circle, not in it */
    assert_true(join->stuck && !join->circle);
    const struct analysis_waits_item *left = item_of(archive, &waits, 6);
    assert_int_equal(left->what, WAITS_FOR_ENDED);
    assert_true(left->stuck);
    const struct analysis_waits_item *timed = item_of(archive, &waits, 5);
    assert_false(timed->stuck); /* it gives up by itself */
    analysis_waits_free(&waits);
    archive_close(archive);
    made_free(made);
}

static void barriers(void **state)
{
    (void)state;
    struct made *made = made_threads();
    struct archive *archive = must_read(made);
    struct analysis_waits waits = analysis_waits_find(archive);
    const struct analysis_waits_item *here = item_of(archive, &waits, 3);
    assert_int_equal(here->what, WAITS_FOR_OTHERS);
    assert_int_equal(here->there, 2);
    assert_int_equal(here->needed, 4);
    assert_true(here->stuck); /* two must come, and only lane 5 can */
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        uint32_t number = archive->lanes.number[lane];
        bool missing = number != 3 && number != 4 && number != 7; /* 7 has ended */
        assert_int_equal(analysis_waits_is_missing(archive, &waits, lane, here->object), missing);
    }
    analysis_waits_free(&waits);
    archive_close(archive);
    made->places[0].objects.records[3].needed = 3;
    archive = must_read(made);
    waits = analysis_waits_find(archive);
    assert_false(item_of(archive, &waits, 3)->stuck); /* lane 5 may come */
    analysis_waits_free(&waits);
    archive_close(archive);
    made_free(made);
}

/* One lane that waits for a mutex; who has it is the test's. */
static struct made *one_lane_in(const char *name, uint32_t holder, uint32_t kind)
{
    struct made *made = made_new();
    struct made_place *place = made_add_place(made);
    struct made_profile *profile = made_add_profile(place);
    uint32_t lock = made_region(place, (struct format_region){.kind = TRI_KIND_ATOMIC, .line = 3},
                                name, "a.c", "");
    uint32_t region =
        made_region(place, (struct format_region){.kind = TRI_KIND_OBJECT}, "it", "", "");
    uint64_t object = made_object(
        place, (struct format_object){.kind = kind, .region = region, .holder = holder});
    uint32_t root = made_lane(profile, 0, "a", MADE_START, 0);
    made_open(profile, root, lock, MADE_START + 5);
    made_lane_of(profile, root)->waits_for = object;
    return made;
}

static struct made *one_lane(uint32_t holder, uint32_t kind)
{
    return one_lane_in("pthread_mutex_lock", holder, kind);
}

/* A call with a timeout is not stuck; a vocabulary's functions may have any name. */
static void timeouts(void **state)
{
    static const struct {
        const char *name;
        bool has_timeout;
    } cases[] = {
        {"pthread_mutex_timedlock", true},
        {"pthread_mutex_clocklock", true},
        {"pthread_rwlock_timedrdlock", true},
        {"pthread_rwlock_trywrlock", true},
        {"pthread_timedjoin_np", true},
        {"sem_clockwait", true},
        {"mtx_timedlock", true},
        {"std::timed_mutex::try_lock_for", true},
        {"QMutex::tryLock", true},
        {"registry_lock", false},
        {"entry_lock", false},
        {"clock_lock", false},
        {"retry_lock", false},
        {"lock_country", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *made = one_lane_in(cases[i].name, 1, FORMAT_OBJECT_MUTEX);
        struct archive *archive = must_read(made);
        struct analysis_waits waits = analysis_waits_find(archive);
        assert_int_equal(waits.items[0].stuck, !cases[i].has_timeout);
        analysis_waits_free(&waits);
        archive_close(archive);
        made_free(made);
    }
}

static void alone(void **state)
{
    static const struct {
        uint32_t holder, kind;
        enum analysis_waits_for what;
        bool is_deadlock;
    } cases[] = {
        {1, FORMAT_OBJECT_MUTEX, WAITS_FOR_ITSELF, true},
        {0, FORMAT_OBJECT_MUTEX, WAITS_FOR_ANYONE, false},  /* but who knows who may come */
        {77, FORMAT_OBJECT_MUTEX, WAITS_FOR_ANYONE, false}, /* no such activity */
        {UINT32_MAX, FORMAT_OBJECT_RWLOCK, WAITS_FOR_ANYONE, false},
        {1, FORMAT_OBJECT_SEMAPHORE, WAITS_FOR_ANYONE, false}, /* whoever comes may let it go on */
        {1, FORMAT_OBJECT_THREAD, WAITS_FOR_END, true},
        {1, 99, WAITS_FOR_ANYONE, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *made = one_lane(cases[i].holder, cases[i].kind);
        struct archive *archive = must_read(made);
        struct analysis_waits waits = analysis_waits_find(archive);
        assert_int_equal(waits.count, 1);
        assert_int_equal(waits.items[0].what, cases[i].what);
        assert_true(waits.items[0].stuck);
        assert_int_equal(waits.is_deadlock, cases[i].is_deadlock);
        analysis_waits_free(&waits);
        archive_close(archive);
        made_free(made);
    }
}

static void another_lane_may_help(void **state)
{
    (void)state;
    struct made *made = one_lane(0, FORMAT_OBJECT_CONDITION);
    uint32_t root = made_lane(&made->places[0].profiles[0], 1, "b", MADE_START, 0);
    struct archive *archive = must_read(made);
    struct analysis_waits waits = analysis_waits_find(archive);
    assert_false(waits.items[0].stuck);
    analysis_waits_free(&waits);
    archive_close(archive);
    made_lane_of(&made->places[0].profiles[0], root)->flags = FORMAT_LANE_POOL;
    archive = must_read(made);
    waits = analysis_waits_find(archive);
    assert_true(waits.items[0].stuck); /* one that is idle does nothing by itself */
    analysis_waits_free(&waits);
    archive_close(archive);
    made_free(made);
}

static void a_run_that_ended_by_itself(void **state)
{
    (void)state;
    struct made *made = one_lane(0, FORMAT_OBJECT_CONDITION);
    made->places[0].record.state = FORMAT_PLACE_EXITED;
    made->places[0].record.end = MADE_START + 10;
    struct archive *archive = must_read(made);
    struct analysis_waits waits = analysis_waits_find(archive);
    assert_int_equal(waits.count, 1);
    assert_false(waits.items[0].stuck);
    analysis_waits_free(&waits);
    archive_close(archive);
    made_free(made);
}

static void what_it_waits_for_is_not_there(void **state)
{
    (void)state;
    struct made *made = one_lane(1, FORMAT_OBJECT_MUTEX);
    made->places[0].objects.header.magic = 1;
    struct archive *archive = must_read(made);
    assert_int_equal(archive->objects.rows, 0);
    assert_int_equal(archive->waits.rows, 1);
    assert_int_equal(archive->waits.object[0], ARCHIVE_NONE);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "unreadable files: 1");
    archive_close(archive);
    made->places[0].objects.header.magic = FORMAT_OBJECTS_MAGIC;
    made->places[0].objects.records[1].region = 4000;
    archive = must_read(made);
    assert_int_equal(archive->objects.region[0], 0);
    archive_close(archive);
    made_free(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deadlock),
        cmocka_unit_test(barriers),
        cmocka_unit_test(timeouts),
        cmocka_unit_test(alone),
        cmocka_unit_test(another_lane_may_help),
        cmocka_unit_test(a_run_that_ended_by_itself),
        cmocka_unit_test(what_it_waits_for_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
