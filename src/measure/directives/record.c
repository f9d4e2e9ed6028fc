/* record.c: records what `#pragma tri` directives do, as their run time tells it. */
#include "format/activity.h"
#include "format/event.h"
#include "format/hash.h"
#include "format/variables.h"
#include "measure/act.h"
#include "measure/directives/sites.h"
#include "measure/filter_case.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/node.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/region.h"

/* Ends the visits of main() and of what is around it, which never goes on at this place: from now
 * on, it only runs what activities bring. */
static void leave_main(void)
{
    uint64_t now = measure_clock_now();
    while (measure_lane_own && measure_lane_current != measure_lane_own->root)
        measure_node_close_from_outside(now);
}

void tri_record_place(int here, int places, const char *job)
{
    sigset_t before;
    measure_guard_enter(&before);
    struct format_place *page = measure_process_start() ? measure_place_page() : NULL;
    if (page) {
        page->name = (uint64_t)here + 1;
        if (!job)
            measure_filter_places_are_forked();
        if (job && !page->ranks) {
            page->job = format_hash_text(job);
            page->rank = (uint32_t)here;
            __atomic_store_n(&page->ranks, (uint32_t)places, __ATOMIC_RELEASE);
        }
        if (here)
            leave_main();
    }
    measure_guard_leave(&before);
}

void tri_record_offset(unsigned which, unsigned long long own, unsigned long long zero,
                       unsigned long long within)
{
    struct format_place *page = measure_place_page();
    if (page && which < FORMAT_OFFSETS)
        page->offsets[which] = (struct format_offset){own, zero, within};
}

void tri_record_apart(int by)
{
    listen_busy += (unsigned)by;
}

int tri_record_is_on(void)
{
    return measure_place_is_measuring();
}

unsigned tri_record_number(void)
{
    return measure_act_new_activity();
}

unsigned long long tri_record_now(void)
{
    return measure_place_is_measuring() ? measure_clock_now() : 0;
}

void tri_record_spawn(const struct tri_site *site, unsigned number)
{
    const struct measure_log_value made = {FORMAT_VALUE_ACTIVITY, number};
    measure_act_point(measure_directive_region(site),
                      &(struct measure_act_end){.values = &made, .count = 1});
}

void tri_record_point(const struct tri_site *site)
{
    struct tri_region *region = site->recorded;
    if (__builtin_expect(__atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_TIME_LOG, 1))
        measure_act_logged_point(region);
    else
        measure_act_plain_point(measure_directive_region(site));
}

struct tri_node *tri_record_begin(const struct tri_site *site)
{
    return measure_act_begin(measure_directive_region(site));
}

void tri_record_end(struct tri_node *node)
{
    measure_act_end_begun(node, &(struct measure_act_end){0});
}

void tri_record_finish(struct tri_node *node, unsigned long long begun)
{
    uint64_t now = measure_clock_now();
    measure_act_end_begun(node, &(struct measure_act_end){
                                    .now = now, .held = begun && now > begun ? now - begun : 0});
}

/* Adds the sizes of the variables that a move takes along. */
static unsigned add_sizes(struct measure_log_value *values, const struct tri_site *site,
                          const char *data)
{
    const size_t *sizes = (const size_t *)(const void *)data;
    unsigned count = 0;
    for (unsigned i = 0; i < site->variable_count; i++) {
        if (count < FORMAT_VARIABLES_LOGGED)
            values[count++] = (struct measure_log_value){FORMAT_VALUE_VARIABLE, 0};
        values[count - 1].value += sizes[i];
    }
    return count;
}

void tri_record_array(struct tri_region *region, const char *directory)
{
    sigset_t before;
    measure_guard_enter(&before);
    if (measure_process_start())
        measure_region_add(region, directory);
    measure_guard_leave(&before);
}

void tri_record_move(struct tri_node *node, const struct tri_site *site, int place, unsigned number,
                     const char *data)
{
    tri_record_access(node, site, place, number, NULL, data);
}

enum { MOVE_VALUES = 3 + FORMAT_VARIABLES_LOGGED };

/* Collects the values of a move; returns their number. */
static unsigned list_values(struct measure_log_value values[MOVE_VALUES],
                            const struct tri_site *site, int place, unsigned number,
                            const struct tri_region *array, const char *data)
{
    unsigned count = 0;
    values[count++] =
        (struct measure_log_value){FORMAT_VALUE_TO, format_address((uint32_t)place, -1)};
    if (number != FORMAT_NO_ACTIVITY)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_ACTIVITY, number};
    if (array && array->id)
        values[count++] = (struct measure_log_value){FORMAT_VALUE_FILE, array->id};
    if (measure_directive_is_dynamic(site))
        count += add_sizes(values + count, site, data);
    return count;
}

void tri_record_access(struct tri_node *node, const struct tri_site *site, int place,
                       unsigned number, const struct tri_region *array, const char *data)
{
    struct measure_log_value values[MOVE_VALUES];
    if (!node)
        return;
    unsigned count = list_values(values, site, place, number, array, data);
    measure_act_end_begun(
        node, &(struct measure_act_end){
                  .bytes = measure_directive_bytes(site, data), .values = values, .count = count});
}

void tri_record_stay(const struct tri_site *site, int place, unsigned number,
                     const struct tri_region *array, const char *data)
{
    struct measure_log_value values[MOVE_VALUES];
    unsigned count = list_values(values, site, place, number, array, data);
    measure_act_point(measure_directive_region(site),
                      &(struct measure_act_end){.bytes = measure_directive_bytes(site, data),
                                                .values = values,
                                                .count = count});
}

void tri_record_run(struct tri_record_run *run, const struct tri_site *site, int here, int birth,
                    long number)
{
    run->activity = (uint32_t)number;
    if (birth != here && !format_guest((uint32_t)birth, (uint64_t)number, &run->activity))
        run->activity = measure_act_new_activity();
    run->node = measure_act_begin(measure_directive_block(site)); /* it may begin the lane */
    run->before = measure_act_switch(run->activity);
}
