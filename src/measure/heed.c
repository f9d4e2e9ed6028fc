/* heed.c: see heed.h */
#include "measure/heed.h"

#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/region.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const uint32_t nothing;

const uint32_t *heed_asked = &nothing;

static uint32_t newest; /* the newest filter that was tried to be read */

static bool name_filter(char path[PATH_MAX], uint32_t number)
{
    int size = snprintf(path, PATH_MAX, "%s/%s/%u", measure_place_archive(), FORMAT_FILTERS_FOLDER,
                        number);
    return size > 0 && size < PATH_MAX;
}

/* Reads a filter that was sent, and makes it that of all regions. A thread uses it from its next
 * probe on. The guard must be held. */
static void read_filter(uint32_t number)
{
    char path[PATH_MAX];
    newest = number;
    if (!name_filter(path, number) || !measure_filter_read(number, path))
        return;
    measure_region_meet_again();
    __atomic_store_n(&measure_place_page()->filter, number, __ATOMIC_RELEASE);
}

void measure_heed(void)
{
    if (measure_guard_is_own() || !measure_lane_own)
        return;
    int saved = errno;
    uint32_t asked = __atomic_load_n(heed_asked, __ATOMIC_ACQUIRE);
    uint32_t number = asked & FORMAT_ASKED_FILTER;
    if (!measure_place_heed()) {
        sigset_t before;
        measure_guard_enter(&before);
        if (number > newest && number <= FORMAT_FILTERS)
            read_filter(number);
        filter_history_add(&measure_lane_own->filters, measure_clock_now(), filter_newest);
        heed_seen = asked;
        measure_guard_leave(&before);
    }
    heed_seen = asked;
    errno = saved;
}

void measure_heed_catch_up(void)
{
    struct format_place *page = measure_place_page();
    char path[PATH_MAX];
    uint32_t found = newest;
    while (found < FORMAT_FILTERS && name_filter(path, found + 1) && access(path, F_OK) == 0)
        found++;
    uint32_t asked = __atomic_load_n(&page->asked, __ATOMIC_RELAXED);
    while ((asked & FORMAT_ASKED_FILTER) < found &&
           !__atomic_compare_exchange_n(&page->asked, &asked, (asked & FORMAT_ASKED_STOP) | found,
                                        false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

void measure_heed_start(void)
{
    struct format_place *page = measure_place_page();
    measure_heed_catch_up();
    uint32_t number = page->asked & FORMAT_ASKED_FILTER;
    if (number && number <= FORMAT_FILTERS)
        read_filter(number);
    heed_asked = &page->asked;
}
