/* throttle.c: see throttle.h */
#include "measure/throttle.h"

#include "measure/clock.h"
#include "measure/light.h"
#include "measure/node.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/visit.h"

enum {
    TOLD_UNIT = 1024,   /* ticks: unit of format_node.told */
    LEAST_HALVINGS = 6, /* between one visit in 64 and one in 4096 is timed */
    MOST_HALVINGS = 12,
    SAMPLED_PAIRS = 6, /* what a timed visit of a sampled region takes, in pairs of probes */
    LEAST_WORK = 200,  /* time of all visits for each of them, in multiples of that */
    MOST_OF_ALL = 16,
    LONG_OF_LAST = 5, /* long visits among the last 8 timed ones that end the sampling */
};

/* Above the bits of the last visits, tri_region.lately holds two numbers: how many more visits are
 * timed in order to meet a new call path again (TRY), and how many short visits were timed for new
 * call paths (SPENT). The limit of the latter bounds their cost, however many call paths there
 * are. */
enum {
    TRY = REGION_LAST + 1,
    TRIES = 8,
    SPENT = 1 << 16,
    SPENT_MOST = 1024,
};

static uint64_t least_visits, set_ns;

void throttle_start(const struct measure_settings *settings)
{
    least_visits = settings->throttle_visits;
    set_ns = settings->throttle_ns;
}

/* Returns the visits since throttle_is_due() was last true. */
static uint64_t visits_since(uint64_t count)
{
    uint64_t place = count & 1023;
    if (place == 0)
        return 512;
    return place == 1 ? 1 : place / 2;
}

/* Returns the share of visits to time, so that timing them costs about half a percent of the time
 * of all visits, or less. A sampled visit is far from the fast path, and its code is rarely in the
 * cache: it takes several times as long as a pair of probes. */
static uint32_t share_of(double mean_ticks)
{
    double pair = (double)measure_place_page()->costs.pair / FORMAT_COSTS_SCALE;
    unsigned halvings = LEAST_HALVINGS;
    while (halvings < MOST_HALVINGS &&
           mean_ticks * (double)(1U << halvings) < LEAST_WORK * SAMPLED_PAIRS * pair)
        halvings++;
    return UINT32_C(1) << (32 - halvings);
}

static double in_ns(double ticks)
{
    return ticks * 1e9 / (double)measure_clock_ticks_per_second();
}

static double shortest_ns(void)
{
    if (set_ns != SETTINGS_OPEN)
        return (double)set_ns;
    return throttle_limit_for(
        in_ns((double)measure_place_page()->costs.clock / FORMAT_COSTS_SCALE));
}

/* True if a region with this number of visits, of `mean` ticks each, is too short to time. */
static bool is_short(uint64_t visits, double mean)
{
    return (double)visits >= throttle_visits_for((double)least_visits, in_ns(mean) / shortest_ns());
}

/* Returns the time of the node's visits that was not told yet. After some visits the longest one no
 * longer counts, since the thread may have been interrupted in it for a long time: if it was told
 * before, others are not, until they make up for it. */
static uint64_t ticks_since(struct format_node *node)
{
    uint64_t time = throttle_is_new(node) ? node->time : node->time - node->max;
    uint32_t now = (uint32_t)(time / TOLD_UNIT), more = now - node->told;
    if (more > INT32_MAX)
        return 0;
    node->told = now;
    return (uint64_t)more * TOLD_UNIT;
}

void throttle_consider(struct format_node *node)
{
    measure_place_heed();
    if (least_visits == 0 || node->count == 0) /* the only visit began before a fork */
        return;
    uint64_t ticks = ticks_since(node);
    struct measure_region_load load =
        measure_region_tell(node->region, visits_since(node->count), ticks);
    if (!load.visits || measure_region_is_sampled(node->region))
        return;
    double mean = (double)load.ticks / (double)load.visits;
    if (!is_short(load.visits, mean))
        return;
    measure_region_sample(node->region, share_of(mean));
    measure_node_begin_sampled(node);
    light_changed(measure_region_known(node->region));
}

static unsigned tries_of(unsigned lately)
{
    return lately % SPENT / TRY;
}

/* Sets the number of tries left, and times the next visit if there are any. */
static void set_tries(struct tri_region *region, unsigned lately, unsigned tries)
{
    lately -= tries_of(lately) * TRY;
    __atomic_store_n(&region->lately, lately + tries * TRY, __ATOMIC_RELAXED);
    if (tries && lately / SPENT < SPENT_MOST)
        measure_region_time_next(region);
}

bool throttle_wants(const struct tri_region *region, const struct format_node *node)
{
    return node->count < THROTTLE_FIRST && __atomic_load_n(&region->share, __ATOMIC_RELAXED) != 0 &&
           __atomic_load_n(&region->lately, __ATOMIC_RELAXED) / SPENT < SPENT_MOST;
}

void throttle_learn(struct tri_region *region)
{
    set_tries(region, __atomic_load_n(&region->lately, __ATOMIC_RELAXED), TRIES);
}

void throttle_counted(struct tri_region *region, struct format_node *node)
{
    measure_node_add_untimed(node);
    if (measure_visit_is_chosen(node->count, __atomic_load_n(&region->share, __ATOMIC_RELAXED)))
        measure_region_time_next(region);
    else if (throttle_is_new(node))
        throttle_learn(region);
}

/* After a timed visit: times the next one as well while the node is new, or if the visit belonged
 * to another node than the new one for which it was timed. */
static void learn_on(struct tri_region *region, const struct format_node *node, bool is_long)
{
    unsigned lately = __atomic_load_n(&region->lately, __ATOMIC_RELAXED);
    unsigned tries = tries_of(lately);
    if (!tries && !throttle_is_new(node))
        return;
    if (!is_long && lately / SPENT < SPENT_MOST)
        lately += SPENT;
    if (node->count < THROTTLE_FIRST)
        set_tries(region, lately, TRIES);
    else
        set_tries(region, lately, tries && !throttle_is_new(node) ? tries - 1 : 0);
}

void throttle_reconsider(const struct format_node *node, uint64_t ticks)
{
    uint32_t id = node->region;
    struct tri_region *region = measure_region_known(id);
    measure_place_heed();
    bool is_long = in_ns((double)ticks) > 1.5 * shortest_ns();
    if (measure_region_tell_length(id, is_long) >= LONG_OF_LAST) {
        measure_region_time_again(id);
        light_changed(region);
    } else if (region) {
        learn_on(region, node, is_long);
    }
}
