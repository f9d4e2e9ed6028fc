/* test_room.c: memory within reach of code: beside it, below, or above. */
#include "measure/loops/room.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>

#include <cmocka.h>

#define MEGABYTE (UINT64_C(1) << 20)
#define UNIT UINT64_C(65536)

/* Returns so many megabytes of the address space that nothing else is in. */
static uint64_t reserve(uint64_t megabytes)
{
    void *found = mmap(NULL, megabytes * MEGABYTE, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(found, MAP_FAILED);
    return ((uint64_t)(uintptr_t)found + MEGABYTE - 1) & ~(MEGABYTE - 1);
}

static void release(uint64_t start, uint64_t size)
{
    assert_int_equal(munmap((void *)(uintptr_t)start, size), 0);
}

static void the_room_ends_where_the_module_begins(void **state)
{
    (void)state;
    uint64_t start = reserve(64), module = start + 32 * MEGABYTE;
    release(start + 16 * MEGABYTE, 16 * MEGABYTE);
    char *room = room_near(module + 3 * UNIT + 100, module + MEGABYTE, UNIT + 1);
    assert_int_equal((uint64_t)(uintptr_t)room, module - 2 * UNIT);
    room[0] = room[2 * UNIT - 1] = 1;
    char *other = room_near(module + 100, module + MEGABYTE, 1);
    assert_int_equal((uint64_t)(uintptr_t)other, module - 3 * UNIT);
    release((uint64_t)(uintptr_t)other, 3 * UNIT);
}

static void code_far_inside_of_a_module_has_its_room_below(void **state)
{
    (void)state;
    uint64_t start = reserve(64), module = start + 16 * MEGABYTE;
    release(start + 8 * MEGABYTE, 8 * MEGABYTE);
    char *room = room_near(module + 10 * MEGABYTE, module + 11 * MEGABYTE, 1);
    uint64_t at = (uint64_t)(uintptr_t)room;
    assert_true(at >= start + 8 * MEGABYTE && at < module);
    release(at, UNIT);
}

/* x86-64 reaches 2 GB: other mappings may be there. */
#ifdef __aarch64__
static void the_room_is_above_or_there_is_none(void **state)
{
    (void)state;
    uint64_t start = reserve(512), module = start + 200 * MEGABYTE;
    errno = 0;
    assert_null(room_near(module, module + MEGABYTE, 1));
    assert_int_equal(errno, ENOMEM);
    release(module + 100 * MEGABYTE, MEGABYTE);
    char *room = room_near(module, module + MEGABYTE, 1);
    uint64_t at = (uint64_t)(uintptr_t)room;
    assert_true(at >= module + 100 * MEGABYTE && at < module + 101 * MEGABYTE);
    assert_null(room_near(module, module + 128 * MEGABYTE, 1));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_room_ends_where_the_module_begins),
        cmocka_unit_test(code_far_inside_of_a_module_has_its_room_below),
#ifdef __aarch64__
        cmocka_unit_test(the_room_is_above_or_there_is_none),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
