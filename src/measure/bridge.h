/* bridge.h: call paths that lead from functions that are counted in the binary (loops/) to regions
 * with probes, and back.
 *
 * Both collectors keep a tree of their own: nodes of regions here, contexts of functions there. The
 * functions with probes have contexts, too, so the current context of a thread always tells which
 * functions called which. Where a call leads from one collector to the other, the tree of nodes
 * gets a crossing (format/profile.h):
 *
 *     contexts   main -- solve* -- callback         *: has probes
 *     nodes      root -- [main] -- solve -- loop -- [[callback]]
 *
 *     [main]         the nodes below are visited in this context
 *     [[callback]]   this context was made below the node
 *
 * A thread's current node is a crossing only while a probe is in progress. Otherwise it has no
 * recent child: the entries of procedures (triptych/entry.h) look at that alone, and would count a
 * visit below the current node even if a function of the binary called the procedure. */
#ifndef MEASURE_BRIDGE_H
#define MEASURE_BRIDGE_H

#include <stdbool.h>
#include <stdint.h>

/* The current context of the calling thread, as the counting of binaries tells it. */
struct measure_bridge {
    /* Returns the record of the innermost context of a function without probes; 0: there is none.
     * *loop: number of the loop that contains the call, as in FORMAT_CROSSING_LOOP; 0: unknown. */
    uint32_t (*where)(uint32_t *loop);
    /* True if the first context is the second one or below it. */
    bool (*is_below)(uint32_t context, uint32_t above);
};

/* True if functions of the binary are counted in this process. */
extern __attribute__((visibility("hidden"))) bool measure_bridge_is_on;

void measure_bridge_begin(const struct measure_bridge *bridge);

/* The rare parts of the functions below. */
void measure_bridge_find(void);

/* The same without making nodes, which may change vector registers. False if one is missing. */
bool measure_bridge_find_known(void);
void measure_bridge_leave(void);

/* Makes the node current below which the next visit belongs. To be called before the current node
 * is read. */
static inline void measure_bridge_cross(void)
{
    if (__builtin_expect(measure_bridge_is_on, 0))
        measure_bridge_find();
}

/* Ends what measure_bridge_cross() began, where no visit has begun. */
static inline void measure_bridge_return(void)
{
    if (__builtin_expect(measure_bridge_is_on, 0))
        measure_bridge_leave();
}

/* Notes that a context was made by a function with probes, or by code that is not counted and that
 * the context `from` called (0: none did): then it is below the innermost visit, if that began in
 * `from`, such as a parallel region, pthread_once or a library with probes. */
void measure_bridge_link(uint32_t context, bool is_probed, uint32_t from);

/* Ends the visits that an exception or longjmp left which continues in that context. */
void measure_bridge_land(uint32_t context);

#endif
