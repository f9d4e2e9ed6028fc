/* listen.c: see listen.h */
#include "measure/listen.h"

#include "measure/copies.h"

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned listen_busy;
__attribute__((section("tri_together"))) uint32_t listen_to; /* beside what quick calls read */

static bool preloaded;

void measure_listen_is_preloaded(void)
{
    preloaded = true;
}

void measure_listen_ended(void)
{
    __atomic_store_n(&listen_to, 0, __ATOMIC_RELAXED);
    measure_copies_are_stale();
}

void measure_listen_started(uint32_t collects, uint8_t *shown)
{
    if (!preloaded)
        return;
    *shown = (uint8_t)collects;
    __atomic_store_n(&listen_to, collects, __ATOMIC_RELEASE);
    measure_copies_are_stale();
}
