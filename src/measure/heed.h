/* heed.h: requests from outside while the program runs: `triptych stop` and `triptych filter`. They
 * set a word in the place's page, which each thread compares with the one that it has heeded. */
#ifndef MEASURE_HEED_H
#define MEASURE_HEED_H

#include "measure/filter_history.h"

#include <stdbool.h>
#include <stdint.h>

/* The word in the page. */
extern __attribute__((visibility("hidden"))) const uint32_t *heed_asked;

/* Reads the newest filter that was sent before this process began, and looks at the place's page
 * from now on. */
void measure_heed_start(void);

/* In a forked child: notes filters that were sent while its page was made. */
void measure_heed_catch_up(void);

/* Does what was asked. Call it without the guard; errno stays. */
void measure_heed(void);

/* True if there is anything new. */
static inline bool measure_heed_is_asked(void)
{
    return __atomic_load_n(heed_asked, __ATOMIC_RELAXED) != heed_seen;
}

/* Does what was asked, if there is anything new: a load and a branch if not. */
static inline void measure_heed_check(void)
{
    if (__builtin_expect(measure_heed_is_asked(), 0))
        measure_heed();
}

#endif
