/* calibrate.c: see calibrate.h. The real probes run on a private tree that is not part of the
 * profile. */
#include "measure/calibrate.h"

#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/log.h"

#include <sys/mman.h>
#include <triptych/probes.h>

enum {
    ROUNDS = 7,
    TRIES = 4,    /* calibrations at most, if the thread is interrupted again and again */
    FAR_OFF = 20, /* times the usual cost: what no condition explains */
    VISITS = 250,
    VISITS_BESIDE_WORK = 200,
    VISITS_COLD = 2,        /* few: emptying the cache takes far longer than a visit */
    VISITS_SLOW = 50,       /* timed visits if reading the clock is a system call */
    STEPS = 6,              /* dependent divisions per visit */
    VALUES = 20,            /* more values than a function call preserves in registers */
    NESTED = 10,            /* recursion depth */
    LINE = 64,              /* bytes */
    COLD_SIZE = 128 * 1024, /* bytes: more than the first-level cache */
};

/* LIGHT: a loop without a probe, which adds to variables of its routine. NOTED: an untimed visit of
 * a sampled region, which is counted as such. */
enum way { NOTHING, TIMED, COUNTED, LOOP_END, NOTED, NOTED_LOOP_END, LIGHT, WAYS };
enum condition { ALONE, BESIDE_WAITING, BESIDE_VALUES, RECURSIVE, COLD, CONDITIONS };

/* Ticks per visit including the work beside it, in each round. */
struct found {
    uint64_t costs[CONDITIONS][ROUNDS];
};

struct rehearsal {
    struct tri_region region;
    struct format_node root, nodes[NESTED]; /* each is the child of the one before */
    struct format_sampled sampled;          /* provided here, so that the probe makes none */
    unsigned char *cold;                    /* NULL: no memory */
    bool times;                             /* some visits are timed */
    bool logged;
};

static volatile double result;

/* The sums of light loops. They are in memory, as they are in a program with more sums than
 * registers. */
static unsigned long long light_visits, light_sum;
static struct tri_range light_range;

static inline bool is_pair(enum way way)
{
    return way == TIMED || way == COUNTED || way == NOTED;
}

static inline __attribute__((always_inline)) void visit_light(unsigned trips)
{
    __asm__ volatile(""
                     : "+r"(trips)
                     :
                     : "memory"); /* or the compiler would merge all visits into one addition */
    struct tri_light_loop loop = {0, trips, &light_visits, &light_sum, &light_range};
    tri_close_light_loop(&loop);
}

/* Runs one visit through the probes that a user's program has, with their tests and calls. */
static inline __attribute__((always_inline)) void visit(struct tri_region *region, enum way way,
                                                        unsigned trips)
{
    if (is_pair(way)) {
        struct tri_node *node = tri_enter(region);
        tri_close_frame(&node);
    } else if (way == LOOP_END || way == NOTED_LOOP_END)
        tri_count_loop(region, trips);
    else if (way == LIGHT)
        visit_light(trips);
}

static inline __attribute__((always_inline)) uint64_t run_alone(struct tri_region *region,
                                                                enum way way, unsigned visits)
{
    uint64_t start = measure_clock_now();
    for (unsigned i = 0; i < visits; i++)
        visit(region, way, i);
    return measure_clock_now() - start;
}

/* Runs visits beside work in which each step waits for the one before: the processor has idle
 * slots. */
static inline __attribute__((always_inline)) uint64_t
run_beside_waiting(struct tri_region *region, enum way way, unsigned visits)
{
    double value = 1.0;
    uint64_t start = measure_clock_now();
    for (unsigned i = 0; i < visits; i++) {
        for (int step = 0; step < STEPS; step++)
            value = 1.0 / (value + 1.5);
        visit(region, way, i);
    }
    uint64_t ticks = measure_clock_now() - start;
    result = value;
    return ticks;
}

/* Runs visits beside work that keeps more values in registers than a call preserves. */
static inline __attribute__((always_inline)) uint64_t
run_beside_values(struct tri_region *region, enum way way, unsigned visits)
{
    double values[VALUES];
    for (int j = 0; j < VALUES; j++)
        values[j] = 1.0 + j;
    uint64_t start = measure_clock_now();
    for (unsigned i = 0; i < visits; i++) {
        for (int j = 0; j < VALUES; j++)
            values[j] = values[j] * 0.75 + 0.5;
        visit(region, way, i);
    }
    uint64_t ticks = measure_clock_now() - start;
    double sum = 0;
    for (int j = 0; j < VALUES; j++)
        sum += values[j];
    result = sum;
    return ticks;
}

/* Runs visits with other data in the first-level cache before each. Returns the ticks of the visits
 * alone, each with a clock read. */
static inline __attribute__((always_inline)) uint64_t
run_cold(struct tri_region *region, enum way way, unsigned visits, unsigned char *memory)
{
    uint64_t ticks = 0;
    for (unsigned i = 0; i < visits; i++) {
        for (size_t at = 0; at < COLD_SIZE; at += LINE)
            ((volatile unsigned char *)memory)[at]++;
        uint64_t start = measure_clock_now();
        visit(region, way, i);
        ticks += measure_clock_now() - start;
    }
    return ticks;
}

static uint64_t run_clock(unsigned visits)
{
    uint64_t start = measure_clock_now(), last = start;
    for (unsigned i = 0; i < visits; i++)
        last = measure_clock_now();
    return last - start;
}

static uint64_t cost_of(uint64_t ticks, unsigned visits)
{
    return ticks * FORMAT_COSTS_SCALE / visits;
}

static void keep_least(uint64_t *least, uint64_t cost)
{
    if (cost < *least)
        *least = cost;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Defines the functions for one way, so that it is a constant in each loop. The first one calls
 * itself and returns the number of calls. */
#define DEFINE_WAY(name, way)                                                                      \
    static __attribute__((noinline)) unsigned name##_inside(struct tri_region *region,             \
                                                            unsigned depth)                        \
    {                                                                                              \
        struct tri_node *up = is_pair(way) ? tri_enter(region) : NULL;                             \
        unsigned calls = 1;                                                                        \
        if (depth > 1)                                                                             \
            calls += name##_inside(region, depth - 1) + name##_inside(region, depth - 2);          \
        if (is_pair(way))                                                                          \
            tri_close_frame(&up);                                                                  \
        else                                                                                       \
            visit(region, way, depth);                                                             \
        return calls;                                                                              \
    }                                                                                              \
    static uint64_t name##_recursive(struct tri_region *region)                                    \
    {                                                                                              \
        uint64_t start = measure_clock_now();                                                      \
        unsigned calls = name##_inside(region, NESTED);                                            \
        return cost_of(measure_clock_now() - start, calls);                                        \
    }                                                                                              \
    static void name(struct rehearsal *all, unsigned visits, struct found *found, int round)       \
    {                                                                                              \
        unsigned few = visits < VISITS_BESIDE_WORK ? visits : VISITS_BESIDE_WORK;                  \
        struct tri_region *region = &all->region;                                                  \
        uint64_t(*costs)[ROUNDS] = found->costs;                                                   \
        costs[ALONE][round] = cost_of(run_alone(region, way, visits), visits);                     \
        costs[BESIDE_WAITING][round] = cost_of(run_beside_waiting(region, way, few), few);         \
        costs[BESIDE_VALUES][round] = cost_of(run_beside_values(region, way, few), few);           \
        costs[RECURSIVE][round] = name##_recursive(region);                                        \
        costs[COLD][round] =                                                                       \
            all->cold ? cost_of(run_cold(region, way, VISITS_COLD, all->cold), VISITS_COLD)        \
                      : costs[ALONE][round];                                                       \
    }
DEFINE_WAY(run_nothing, NOTHING)
DEFINE_WAY(run_timed, TIMED)
DEFINE_WAY(run_counted, COUNTED)
DEFINE_WAY(run_loop_end, LOOP_END)
DEFINE_WAY(run_noted, NOTED)
DEFINE_WAY(run_noted_loop_end, NOTED_LOOP_END)
DEFINE_WAY(run_light, LIGHT)

static void set_up_timed(struct rehearsal *all)
{
    all->region.mode = clock_kind == FORMAT_CLOCK_COUNTER ? TRI_TIME : TRI_TIME_SLOW;
    if (all->logged) {
        all->region.mode = TRI_TIME_LOG;
        measure_log_rehearse_again();
    }
    all->nodes[0].time = 0;
    all->nodes[0].count = 0;
}

/* True if this way occurs: timed and noted visits only in programs in which some visits are
 * timed. */
static bool is_needed(enum way way, bool times)
{
    return times || (way != TIMED && way != NOTED && way != NOTED_LOOP_END);
}

typedef void run_way(struct rehearsal *all, unsigned visits, struct found *found, int round);

static void run_round(struct rehearsal *all, unsigned visits, struct found found[WAYS],
                      struct format_costs *costs, int round)
{
    static run_way *const ways[WAYS] = {run_nothing, run_timed,          run_counted, run_loop_end,
                                        run_noted,   run_noted_loop_end, run_light};
    keep_least(&costs->clock, cost_of(run_clock(visits), visits));
    for (enum way way = NOTHING; way < WAYS; way++) {
        if (!is_needed(way, all->times))
            continue;
        set_up_timed(all);
        if (way == TIMED) { /* the part inside the timed interval, of consecutive visits */
            run_alone(&all->region, TIMED, visits);
            keep_least(&costs->inside, cost_of(all->nodes[0].time, visits));
            set_up_timed(all);
        } else if (way != NOTHING) {
            all->region.mode = TRI_COUNT;
        }
        all->region.share =
            way == NOTED || way == NOTED_LOOP_END; /* a share so small that no visit is timed */
        ways[way](all, way == TIMED ? visits : VISITS, &found[way], round);
    }
}

static void sort_rounds(struct found *found)
{
    for (int condition = 0; condition < CONDITIONS; condition++) {
        uint64_t *costs = found->costs[condition];
        for (int i = 1; i < ROUNDS; i++)
            for (int j = i; j > 0 && costs[j] < costs[j - 1]; j--) {
                uint64_t cost = costs[j];
                costs[j] = costs[j - 1];
                costs[j - 1] = cost;
            }
    }
}

static uint32_t limited(uint64_t cost)
{
    return cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
}

/* Returns the range of costs of a probe. The least is the best round of the condition that hides
 * most of the probe. The most is the median round of the worst condition, since single rounds may
 * have been interrupted. */
static struct format_cost_range range_of(const struct found *with, const struct found *without)
{
    uint64_t least = with->costs[ALONE][0], most = with->costs[ALONE][ROUNDS / 2];
    keep_least(&least, minus(with->costs[BESIDE_WAITING][0], without->costs[BESIDE_WAITING][0]));
    for (int i = BESIDE_WAITING; i < CONDITIONS; i++) {
        uint64_t cost = minus(with->costs[i][ROUNDS / 2], without->costs[i][ROUNDS / 2]);
        if (cost > most)
            most = cost;
    }
    return (struct format_cost_range){limited(least), limited(most)};
}

/* Returns the range that covers both plain and noted visits. */
static struct format_cost_range range_of_both(const struct found *with, const struct found *noted,
                                              const struct found *without)
{
    struct format_cost_range range = range_of(with, without), other = range_of(noted, without);
    return (struct format_cost_range){range.least < other.least ? range.least : other.least,
                                      range.most > other.most ? range.most : other.most};
}

static unsigned char *make_cold(void)
{
    void *memory =
        mmap(NULL, COLD_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void make_nodes(struct rehearsal *all)
{
    struct format_node *up = &all->root;
    up->next = &measure_lane_nobody;
    for (int i = 0; i < NESTED; i++) {
        struct format_node *node = &all->nodes[i];
        *node = (struct format_node){.region = all->region.id,
                                     .up = up,
                                     .sampled = &all->sampled,
                                     .recent = &measure_lane_nobody,
                                     .next = &measure_lane_nobody};
        up->recent = node;
        up = node;
    }
}

/* Stores the results of the rounds. */
static void tell(struct found found[WAYS], bool times, struct format_costs *costs,
                 struct format_cost_ranges *ranges)
{
    for (enum way way = NOTHING; way < WAYS; way++)
        sort_rounds(&found[way]);
    costs->pair = found[TIMED].costs[ALONE][0];
    costs->inside = times ? costs->inside : 0;
    costs->count_pair = found[COUNTED].costs[ALONE][0];
    ranges->pair = range_of(&found[TIMED], &found[NOTHING]);
    ranges->count_pair = range_of(&found[COUNTED], &found[NOTHING]);
    ranges->loop_end = range_of(&found[LOOP_END], &found[NOTHING]);
    if (times) { /* visits of sampled regions are noted, too */
        ranges->count_pair = range_of_both(&found[COUNTED], &found[NOTED], &found[NOTHING]);
        ranges->loop_end = range_of_both(&found[LOOP_END], &found[NOTED_LOOP_END], &found[NOTHING]);
    }
    ranges->loop_end_alone = limited(found[LOOP_END].costs[ALONE][0]);
    ranges->light_alone =
        limited(minus(found[LIGHT].costs[ALONE][0], found[NOTHING].costs[ALONE][0]));
    ranges->light_most = range_of(&found[LIGHT], &found[NOTHING]).most;
}

static bool is_far_off(uint64_t usual, struct format_cost_range range)
{
    return usual && range.most / FAR_OFF > usual;
}

/* True if a cost at most is so far from the usual one that most rounds were interrupted. */
static bool is_disturbed(const struct format_costs *costs, const struct format_cost_ranges *ranges)
{
    return is_far_off(costs->pair, ranges->pair) ||
           is_far_off(costs->count_pair, ranges->count_pair) ||
           is_far_off(ranges->loop_end_alone, ranges->loop_end) ||
           ranges->light_most / FAR_OFF > costs->count_pair;
}

static void calibrate_once(struct rehearsal *all, unsigned visits, struct format_costs *costs,
                           struct format_cost_ranges *ranges)
{
    struct found found[WAYS] = {0};
    *costs = (struct format_costs){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int round = 0; round < ROUNDS; round++)
        run_round(all, visits, found, costs, round);
    tell(found, all->times, costs, ranges);
}

void calibrate(struct format_costs *costs, struct format_cost_ranges *ranges, bool times)
{
    unsigned visits = clock_kind == FORMAT_CLOCK_COUNTER ? VISITS : VISITS_SLOW;
    struct rehearsal all = {.region = {.id = UINT32_MAX - 1, .kind = TRI_KIND_ROUTINE},
                            .root = {.region = UINT32_MAX},
                            .times = times};
    struct format_node *before = measure_lane_current;
    make_nodes(&all);
    all.cold = make_cold();
    all.logged = measure_log_rehearse();
    measure_lane_current = &all.root;
    calibrate_once(&all, visits, costs, ranges);
    for (int i = 1; i < TRIES && is_disturbed(costs, ranges); i++)
        calibrate_once(&all, visits, costs, ranges);
    measure_log_perform();
    measure_lane_current = before;
    if (all.cold)
        munmap(all.cold, COLD_SIZE);
}
