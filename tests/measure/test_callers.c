/* test_callers.c: where the callers of a call site are looked for first. */
#include "../archive/unit.h"

#include "measure/callers.h"

#include <string.h>

enum { SITES = 50, CALLERS = 20 };

/* The share of (site, caller) pairs, in percent, whose slot another pair has, too. */
static unsigned shared(uintptr_t site_distance, uintptr_t caller_distance)
{
    static struct measure_callers_slots slots;
    static unsigned char used[CALLERS_OTHER];
    memset(used, 0, sizeof used);
    const char *frame = (const char *)UINT64_C(0x7ffe12345670);
    unsigned twice = 0;
    for (uintptr_t site = 0; site < SITES; site++) {
        uint32_t key =
            measure_callers_key((const void *)(0x555555555139 + site * site_distance), frame);
        for (uintptr_t caller = 0; caller < CALLERS; caller++) {
            uintptr_t word = 0x555555556217 + caller * caller_distance;
            size_t slot = (size_t)(measure_callers_other(&slots, key, word) - slots.other);
            assert_true(slot < CALLERS_OTHER);
            twice += used[slot]++ > 0;
        }
    }
    return 100 * twice / (SITES * CALLERS);
}

/* 50 sites in a row, each with 20 callers in a row, at all distances that calls have. */
static void sites_at_equal_distances_have_slots_of_their_own(void **state)
{
    (void)state;
    for (uintptr_t site = 5; site <= 256; site++) {
        for (uintptr_t caller = 5; caller <= 256; caller++) {
            unsigned percent = shared(site, caller);
            if (percent > 12)
                fail_msg("sites %lu apart, callers %lu apart: %u %% share a slot",
                         (unsigned long)site, (unsigned long)caller, percent);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sites_at_equal_distances_have_slots_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
