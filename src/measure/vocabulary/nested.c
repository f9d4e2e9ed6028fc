/* nested.c: see nested.h */
#include "measure/vocabulary/nested.h"

#include "measure/lane.h"
#include "measure/place.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>

/* Only what is used becomes memory. */
void *measure_vocabulary_nested(enum nested which, size_t size)
{
    struct measure_lane *lane = measure_lane_own;
    if (!lane || lane->nested[which])
        return lane ? lane->nested[which] : NULL;
    int saved = errno;
    void *made = mmap(NULL, NESTED_MOST * size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = saved;
    lane->nested[which] = made == MAP_FAILED ? NULL : made;
    return lane->nested[which];
}

void measure_vocabulary_say_nested(void)
{
    static bool is_said;
    if (!__atomic_exchange_n(&is_said, true, __ATOMIC_RELAXED))
        measure_place_say(0, "described calls are open inside of one another, too many of them",
                          "those that are deeper are not recorded");
}
