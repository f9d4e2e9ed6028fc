/* gnu.c: see gnu.h */
#include "measure/openmp/gnu.h"

#include "measure/openmp/frame.h"
#include "measure/place.h"
#include "measure/settings.h"

LANE_TLS struct gnu_here gnu_here;

bool gnu_is_seen;

static bool is_wanted(void)
{
    static int known; /* 1: yes, -1: no */
    int wanted = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!wanted) {
        struct measure_settings settings;
        measure_settings_read(&settings);
        bool is = !settings.off && settings.archive && settings.collects & FORMAT_COLLECT_OPENMP;
        wanted = is ? 1 : -1;
        __atomic_store_n(&known, wanted, __ATOMIC_RELAXED);
    }
    return wanted > 0;
}

bool gnu_begin(void)
{
    if (!is_wanted())
        return false;
    measure_listen_begin();
    if (!openmp_hears())
        return false;
    uint8_t seen = FORMAT_OPENMP_SEEN;
    __atomic_store_n(&measure_place_page()->openmp, seen, __ATOMIC_RELAXED);
    __atomic_store_n(&gnu_is_seen, true, __ATOMIC_RELAXED);
    return true;
}

void gnu_begin_work(ompt_work_t type, const void *site)
{
    gnu_end_work();
    team_work(type, ompt_scope_begin, gnu_here.parallel, NULL, 0, site);
    gnu_here.work = true;
}

void gnu_end_work(void)
{
    if (gnu_here.work)
        frame_pop(FRAME_WORK);
    gnu_here.work = false;
}

unsigned gnu_team_size(const void *site)
{
    static struct measure_calls_kept kept;
    int (*real)(void) =
        (int (*)(void))measure_calls_find(&kept, "omp_get_num_threads", site).function;
    int size = real ? real() : 1;
    return size > 0 ? (unsigned)size : 1;
}
