/* test_call_sites.c: quick calls find the site of every call, however its slots collide. */
#include "measure/vocabulary/quick.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SITES = 500, MANY = 20000, FUNCTIONS = 2 };

static const struct {
    struct format_vocabulary_function all[FUNCTIONS];
    char names[16];
} functions = {.all = {{.name = offsetof(__typeof__(functions), names), .kind = 3},
                       {.start = sizeof functions.all[0],
                        .name = offsetof(__typeof__(functions), names) + 4,
                        .kind = 5}},
               .names = "one\0two"};

const struct measure_act_site *quick_sites[QUICK_SITES];
static struct measure_act_site sites[MANY][FUNCTIONS];

static struct described_call call_at(uint64_t address, unsigned function)
{
    return (struct described_call){
        .site = (const void *)(uintptr_t)address,
        .function = (struct format_vocabulary_function *)(uintptr_t)&functions.all[function]};
}

/* Puts call sites of two functions, that far apart, where they are looked for. */
static void put(unsigned count, uint64_t start, uint64_t distance)
{
    memset(quick_sites, 0, sizeof quick_sites);
    memset(call_sites, 0, sizeof call_sites);
    for (unsigned i = 0; i < FUNCTIONS * count; i++) {
        struct described_call call = call_at(start + i / FUNCTIONS * distance, i % FUNCTIONS);
        struct measure_act_site *site = &sites[i / FUNCTIONS][i % FUNCTIONS];
        site->address = call.site;
        site->kind = call.function->kind;
        site->name = measure_vocabulary_name(&call);
        call_sites_put(measure_vocabulary_slot(&call), site);
    }
}

/* Counts those that are found; none is found as another one. */
static unsigned found(unsigned count, uint64_t start, uint64_t distance)
{
    unsigned all = 0;
    for (unsigned i = 0; i < FUNCTIONS * count; i++) {
        struct described_call call = call_at(start + i / FUNCTIONS * distance, i % FUNCTIONS);
        const struct measure_act_site *site = measure_vocabulary_any_site(&call);
        assert_true(!site || site == &sites[i / FUNCTIONS][i % FUNCTIONS]);
        all += site != NULL;
    }
    return all;
}

static void finds_sites_that_collide(void **state)
{
    static const uint64_t distances[] = {5, 13, 21, 34, 144, 377, 610, 987, 1024, 4096, 1 << 20};
    (void)state;
    for (unsigned i = 0; i < sizeof distances / sizeof *distances; i++) {
        for (uint64_t start = 0x401000; start < UINT64_C(1) << 47; start *= 1021) {
            put(SITES, start, distances[i]);
            assert_int_equal(found(SITES, start, distances[i]), FUNCTIONS * SITES);
        }
    }
}

static void finds_no_other_site(void **state)
{
    (void)state;
    put(SITES, 0x401000, 16);
    assert_int_equal(found(SITES, 0x401008, 16), 0);
    struct described_call call = call_at(0x401000, 0);
    const struct measure_act_site *site = measure_vocabulary_any_site(&call);
    assert_non_null(site);
    sites[0][0].kind++;
    assert_null(measure_vocabulary_any_site(&call));
}

static void full_tables_have_the_last_ones(void **state)
{
    (void)state;
    put(MANY, 0x401000, 11);
    assert_in_range(found(MANY, 0x401000, 11), CALL_SITES / 2, CALL_SITES + 2 * QUICK_SITES);
    struct described_call last = call_at(0x401000 + (MANY - 1) * 11, FUNCTIONS - 1);
    assert_ptr_equal(measure_vocabulary_any_site(&last), &sites[MANY - 1][FUNCTIONS - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_sites_that_collide),
        cmocka_unit_test(finds_no_other_site),
        cmocka_unit_test(full_tables_have_the_last_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
