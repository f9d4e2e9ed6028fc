/* calibrate.c: see calibrate.h. Real probes, run on a tree of their own that nobody sees. */
#include "measure/calibrate.h"

#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/log.h"

#include <sys/mman.h>
#include <triptych/probes.h>

enum {
    ROUNDS = 7,
    VISITS = 250,
    VISITS_BESIDE_WORK = 200,
    VISITS_COLD = 2,        /* emptying the cache takes far longer than a visit: most of the time */
    VISITS_SLOW = 50,       /* with times, where reading the clock is a system call */
    STEPS = 6,              /* divisions of one visit, each of which needs the one before */
    VALUES = 20,            /* more than a function call leaves in registers */
    NESTED = 10,            /* how deep a routine calls itself */
    LINE = 64,              /* bytes */
    COLD_SIZE = 128 * 1024, /* bytes: more than the first-level cache has */
};

/* LIGHT: a loop without a probe of its own, which adds to variables of its routine. NOTED: visits
 * of a region of which some are timed; the others are noted as such. */
enum way { NOTHING, TIMED, COUNTED, LOOP_END, NOTED, NOTED_LOOP_END, LIGHT, WAYS };
enum condition { ALONE, BESIDE_WAITING, BESIDE_VALUES, RECURSIVE, COLD, CONDITIONS };

/* Ticks of a visit with all that is beside it, in each round. */
struct found {
    uint64_t costs[CONDITIONS][ROUNDS];
};

struct rehearsal {
    struct tri_region region;
    struct format_node root, nodes[NESTED]; /* each the child of the one before */
    struct format_sampled sampled;          /* so that none is made */
    unsigned char *cold;                    /* NULL: there is no memory */
    bool times;                             /* some visits are timed */
    bool logged;
};

static volatile double result;

/* The sums of light loops: in memory, where they are when there are more of them than registers. */
static unsigned long long light_visits, light_sum;
static struct tri_range light_range;

static inline bool is_pair(enum way way)
{
    return way == TIMED || way == COUNTED || way == NOTED;
}

static inline __attribute__((always_inline)) void visit_light(unsigned trips)
{
    __asm__ volatile("" : "+r"(trips) : : "memory"); /* else one addition does for all visits */
    struct tri_light_loop loop = {0, trips, &light_visits, &light_sum, &light_range};
    tri_close_light_loop(&loop);
}

/* The probes are those of a user's program, with their tests and calls. */
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
    uint64_t start = clock_now();
    for (unsigned i = 0; i < visits; i++)
        visit(region, way, i);
    return clock_now() - start;
}

/* Work whose every step waits for the one before: the processor is idle in between. */
static inline __attribute__((always_inline)) uint64_t
run_beside_waiting(struct tri_region *region, enum way way, unsigned visits)
{
    double value = 1.0;
    uint64_t start = clock_now();
    for (unsigned i = 0; i < visits; i++) {
        for (int step = 0; step < STEPS; step++)
            value = 1.0 / (value + 1.5);
        visit(region, way, i);
    }
    uint64_t ticks = clock_now() - start;
    result = value;
    return ticks;
}

/* Work that keeps more values in registers than a call leaves there. */
static inline __attribute__((always_inline)) uint64_t
run_beside_values(struct tri_region *region, enum way way, unsigned visits)
{
    double values[VALUES];
    for (int j = 0; j < VALUES; j++)
        values[j] = 1.0 + j;
    uint64_t start = clock_now();
    for (unsigned i = 0; i < visits; i++) {
        for (int j = 0; j < VALUES; j++)
            values[j] = values[j] * 0.75 + 0.5;
        visit(region, way, i);
    }
    uint64_t ticks = clock_now() - start;
    double sum = 0;
    for (int j = 0; j < VALUES; j++)
        sum += values[j];
    result = sum;
    return ticks;
}

/* The first-level cache has other data before each visit. Returns the time of the visits alone,
 * with a clock read for each. */
static inline __attribute__((always_inline)) uint64_t
run_cold(struct tri_region *region, enum way way, unsigned visits, unsigned char *memory)
{
    uint64_t ticks = 0;
    for (unsigned i = 0; i < visits; i++) {
        for (size_t at = 0; at < COLD_SIZE; at += LINE)
            ((volatile unsigned char *)memory)[at]++;
        uint64_t start = clock_now();
        visit(region, way, i);
        ticks += clock_now() - start;
    }
    return ticks;
}

static uint64_t run_clock(unsigned visits)
{
    uint64_t start = clock_now(), last = start;
    for (unsigned i = 0; i < visits; i++)
        last = clock_now();
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

/* Functions for each way, so that the compiler knows it in each loop. The first one calls itself
 * and returns how often. */
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
        uint64_t start = clock_now();                                                              \
        unsigned calls = name##_inside(region, NESTED);                                            \
        return cost_of(clock_now() - start, calls);                                                \
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
        log_rehearse_again();
    }
    all->nodes[0].time = 0;
    all->nodes[0].count = 0;
}

/* The others are of programs in which some visits are timed. */
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
        if (way == TIMED) { /* the part inside, of visits that follow each other */
            run_alone(&all->region, TIMED, visits);
            keep_least(&costs->inside, cost_of(all->nodes[0].time, visits));
            set_up_timed(all);
        } else if (way != NOTHING) {
            all->region.mode = TRI_COUNT;
        }
        all->region.share = way == NOTED || way == NOTED_LOOP_END; /* so few that none is timed */
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

/* The least is that of the best round under the condition that hides most of a probe. The most is
 * that of the median round under the worst condition; single rounds may have been interrupted. */
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

/* The same, where visits may have to be noted, too. */
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
    up->next = &lane_nobody;
    for (int i = 0; i < NESTED; i++) {
        struct format_node *node = &all->nodes[i];
        *node = (struct format_node){.region = all->region.id,
                                     .up = up,
                                     .sampled = &all->sampled,
                                     .recent = &lane_nobody,
                                     .next = &lane_nobody};
        up->recent = node;
        up = node;
    }
}

/* What the rounds have found. */
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
    if (times) { /* visits may have to be noted, too */
        ranges->count_pair = range_of_both(&found[COUNTED], &found[NOTED], &found[NOTHING]);
        ranges->loop_end = range_of_both(&found[LOOP_END], &found[NOTED_LOOP_END], &found[NOTHING]);
    }
    ranges->loop_end_alone = limited(found[LOOP_END].costs[ALONE][0]);
    ranges->light_alone =
        limited(minus(found[LIGHT].costs[ALONE][0], found[NOTHING].costs[ALONE][0]));
    ranges->light_most = range_of(&found[LIGHT], &found[NOTHING]).most;
}

void calibrate(struct format_costs *costs, struct format_cost_ranges *ranges, bool times)
{
    unsigned visits = clock_kind == FORMAT_CLOCK_COUNTER ? VISITS : VISITS_SLOW;
    struct rehearsal all = {.region = {.id = UINT32_MAX - 1, .kind = TRI_KIND_ROUTINE},
                            .root = {.region = UINT32_MAX},
                            .times = times};
    struct format_node *before = lane_current;
    struct found found[WAYS] = {0};
    make_nodes(&all);
    all.cold = make_cold();
    all.logged = log_rehearse();
    lane_current = &all.root;
    *costs = (struct format_costs){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    for (int round = 0; round < ROUNDS; round++)
        run_round(&all, visits, found, costs, round);
    tell(found, times, costs, ranges);
    log_perform();
    lane_current = before;
    if (all.cold)
        munmap(all.cold, COLD_SIZE);
}
