/* repeat.c: anchors whose values follow from one or two numbers. As long as these do not change, a
 * visit only counts a repetition (struct format_repetition) and need not compute and add its
 * values.
 */
#include "measure/visit.h"

#pragma GCC visibility push(default)

/* Probes of Fortran (probes.inc). tri_repeat counts a visit of the anchor, and sets *done, if its
 * values are those that repeat; key and second are the numbers that they follow from. Otherwise
 * the caller computes the values, and tri_count_repeated counts the visit. */
void tri_repeat(struct tri_region *anchor, unsigned long long key, unsigned long long second,
                int64_t *done);
void tri_count_repeated(struct tri_region *anchor, unsigned long long key,
                        unsigned long long second, const unsigned long long *values);

#pragma GCC visibility pop

enum { STREAK = 8 };

/* Returns the repetition behind a node; NULL: it has none. */
static inline struct format_repetition *repetition_of(struct format_node *node)
{
    struct format_values *values = measure_node_values(node);
    if (__builtin_expect(!measure_node_is_anchor(node) || values->type != FORMAT_REPEATED, 0))
        return NULL;
    return (struct format_repetition *)(values->value +
                                        format_values_count(values->sums, values->ranges));
}

static inline bool has_key(const struct format_repetition *repetition, uint64_t key,
                           uint64_t second)
{
    return repetition->key[0] == key && repetition->key[1] == second;
}

/* Counts a visit of the current node, a child of `up`, as a repetition and ends it. `quick`: as of
 * measure_visit_count(). */
static inline __attribute__((always_inline)) void
count(struct tri_region *anchor, struct format_node *node, struct format_node *up,
      struct format_repetition *repetition, bool quick)
{
    uint64_t visit = ++node->count;
    repetition->visits++;
    measure_visit_end_counted(anchor, node, up, visit, quick);
}

static inline __attribute__((always_inline)) void repeat(struct tri_region *anchor,
                                                         struct format_node *node, uint64_t key,
                                                         uint64_t second, int64_t *done, bool quick)
{
    struct format_repetition *repetition = repetition_of(node);
    if (__builtin_expect(!repetition || !repetition->visits || !has_key(repetition, key, second),
                         0)) {
        if (!quick)
            measure_bridge_return();
        return;
    }
    *done = 1;
    struct format_node *up = measure_lane_current;
    measure_node_make_current(node);
    count(anchor, node, up, repetition, quick);
}

static VISIT_RARE void repeat_far(struct tri_region *anchor, uint64_t key, uint64_t second,
                                  int64_t *done)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(anchor);
    if (node)
        repeat(anchor, node, key, second, done, false);
    else
        measure_bridge_return();
}

void tri_repeat(struct tri_region *anchor, unsigned long long key, unsigned long long second,
                int64_t *done)
{
    struct format_node *node = measure_visit_quick_child(measure_lane_current, anchor);
    if (__builtin_expect(node != NULL, 1))
        repeat(anchor, node, key, second, done, true);
    else
        repeat_far(anchor, key, second, done);
}

/* Makes the values those that repeat. Visits count as repetitions from then on. */
static void begin(struct format_node *node, struct format_repetition *repetition,
                  const unsigned long long *values)
{
    struct format_values *all = measure_node_values(node);
    uint64_t *range = all->value + all->sums;
    const unsigned long long *wider = values + all->sums;
    for (unsigned i = 0; i < all->sums; i++)
        repetition->sum[i] = values[i];
    for (unsigned i = 0; i < all->ranges; i++, range += 2, wider += 2) {
        range[0] = wider[0] < range[0] ? wider[0] : range[0];
        range[1] = wider[1] > range[1] ? wider[1] : range[1];
    }
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_thread_fence(__ATOMIC_RELEASE); /* for a process that reads the file meanwhile */
}

/* Notes the numbers of a visit while it is not known which repeat. True if they were the same in
 * STREAK visits, one after the other. Their number is in sum[0], which is not used yet. */
static bool is_streak(struct format_repetition *repetition, uint64_t key, uint64_t second)
{
    if (!has_key(repetition, key, second))
        repetition->sum[0] = 0;
    repetition->key[0] = key;
    repetition->key[1] = second;
    return ++repetition->sum[0] >= STREAK;
}

/* The first values that occur in a streak are those that repeat. Values that occur later are added
 * in each visit: so nothing is ever to be moved from the repetition to the sums, which could not be
 * done in one step. */
void tri_count_repeated(struct tri_region *anchor, unsigned long long key,
                        unsigned long long second, const unsigned long long *values)
{
    measure_bridge_cross();
    struct format_node *node = measure_visit_find_child(anchor);
    struct format_repetition *repetition = node ? repetition_of(node) : NULL;
    if (repetition) {
        struct format_node *up = measure_lane_current;
        measure_node_make_current(node); /* a signal handler leaves its repetition alone */
        if (!repetition->visits && is_streak(repetition, key, second)) {
            begin(node, repetition, values);
            count(anchor, node, up, repetition, false);
            return;
        }
        __asm__ volatile("" ::: "memory");
        measure_lane_current = up;
    }
    measure_bridge_return();
    tri_count_nest(anchor, TRI_NO_TRIPS, values);
}
