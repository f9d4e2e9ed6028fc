/* start.c: activities that the thread which starts them runs at once. The directive and the
 * beginning of its block are one moment, which is read from the clock once. */
#include "format/activity.h"
#include "measure/act.h"
#include "measure/bridge.h"
#include "measure/directives/sites.h"
#include "measure/heed.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/visit.h"

#include <errno.h>

/* True if visits of the region are logged, and nothing has to be asked about them. */
static inline bool is_logged(const struct tri_region *region)
{
    return __atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_TIME_LOG;
}

static inline bool log_start(const struct format_node *node, uint64_t now, int place,
                             uint64_t bytes, uint32_t number)
{
    return place < 0 ? measure_log_numbered(node->self, now, 0, number)
                     : measure_log_stayed(node->self, now, (uint32_t)place, bytes, number);
}

/* Logs what does not fit into one record. */
static VISIT_RARE void log_start_far(const struct format_node *node, uint64_t now, int place,
                                     uint64_t bytes, uint32_t number)
{
    const struct measure_log_value values[] = {
        {FORMAT_VALUE_ACTIVITY, number},
        {FORMAT_VALUE_TO, format_address((uint32_t)place, -1)},
        {FORMAT_VALUE_BYTES, bytes}};
    measure_log_far(FORMAT_EVENT_ACT, node->self, now, 0, values, place < 0 ? 1 : 2 + (bytes != 0));
}

/* Does what is due after some acts. */
static VISIT_RARE void look_around(const struct format_node *node, uint64_t now)
{
    int saved = errno;
    if (measure_act_tells_cost(node->count))
        measure_act_tell_cost(now);
    measure_heed_check();
    if (measure_place_is_due(now))
        measure_place_heed();
    errno = saved;
}

static inline bool has_to_look(const struct format_node *node, uint64_t now)
{
    return __builtin_expect(
        measure_act_tells_cost(node->count) || measure_heed_is_asked() || now >= place_due, 0);
}

/* Begins both visits. NULL if they need more than this. */
static inline struct tri_node *start_quickly(const struct tri_site *site, int place,
                                             uint32_t number)
{
    struct tri_region *region = site->recorded, *block = region + 1;
    struct format_node *up = measure_lane_current, *node = measure_visit_near_child(up, region),
                       *inside = node ? node->next : NULL;
    if (__builtin_expect(!node || inside->region != block->id, 0) || !is_logged(region) ||
        !is_logged(block) || measure_filter_is_on() || measure_directive_is_dynamic(site) ||
        measure_bridge_is_on)
        return NULL;
    uint64_t now = measure_clock_now(), bytes = measure_directive_bytes(site, NULL);
    measure_node_make_current(node);
    node->count++;
    node->bytes += bytes;
    node->min = 0;
    if (__builtin_expect(!log_start(node, now, place, bytes, number), 0))
        log_start_far(node, now, place, bytes, number);
    __asm__ volatile("" ::: "memory");
    up->recent = inside;
    measure_node_make_current(inside);
    inside->count++;
    inside->open = now;
    return measure_visit_logged_handle(up);
}

unsigned tri_record_start(struct tri_record_run *run, const struct tri_site *site, int place,
                          const char *data)
{
    run->activity = measure_act_new_activity();
    run->node = start_quickly(site, place, run->activity);
    if (!run->node) {
        if (place < 0)
            tri_record_spawn(site, run->activity);
        else
            tri_record_stay(site, place, run->activity, NULL, data);
        run->node = measure_act_begin(measure_directive_block(site)); /* it may begin the lane */
        run->before = measure_act_switch(run->activity);
        return run->activity;
    }
    run->before = measure_lane_switch(run->activity);
    return run->activity;
}

void tri_record_ran(const struct tri_record_run *run)
{
    const struct measure_log_value value = {FORMAT_VALUE_ACTIVITY, run->activity};
    struct format_node *up = run->node ? measure_visit_up(run->node) : NULL,
                       *node = up ? up->recent : NULL;
    if (!node || node != measure_lane_current || !measure_visit_is_logged(run->node) ||
        !log_logged || measure_filter_is_on()) {
        measure_act_end_begun(run->node, &(struct measure_act_end){.values = &value, .count = 1});
        measure_act_switch(run->before);
        return;
    }
    uint64_t now = measure_clock_now(), ticks = now > node->open ? now - node->open : 0;
    measure_node_add_time(node, ticks);
    if (!measure_log_numbered(node->self, node->open, ticks, run->activity))
        measure_log_far(FORMAT_EVENT_ACT, node->self, node->open, ticks, &value, 1);
    measure_visit_go_up(node, up);
    if (has_to_look(node, now))
        look_around(node, now);
    measure_lane_switch(run->before);
}
