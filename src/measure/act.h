/* act.h: how collectors record what a thread does. An act is a visit of a region, as a probe's
 * visit is, but a collector begins and ends it. */
#ifndef MEASURE_ACT_H
#define MEASURE_ACT_H

#include "format/object.h"
#include "measure/clock.h"
#include "measure/filter.h"
#include "measure/log.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* Returns the region of a call site: its kind, the name of the called function (a literal: only the
 * pointer is stored) and the return address. Fast after the first call. NULL if nothing is
 * measured. */
struct tri_region *measure_act_site(enum tri_kind kind, unsigned flags, const char *name,
                                    const void *site);

/* Returns the region of a call of a described function, with facts of format/mpi.h. A new one gets
 * the note, if that is not NULL. */
struct tri_region *measure_act_described(enum tri_kind kind, unsigned flags, uint32_t facts,
                                         const char *name, const void *site, const char *note);

/* Returns the address that measure_act_site() made the region for; other sites may share the
 * region. NULL if it was made for no address. */
const void *measure_act_address(const struct tri_region *region);

/* Returns a new region for the site of `base`, which measure_act_site() returned, with a note. The
 * guard must be held. NULL if there is no room. */
struct tri_region *measure_act_variant(const struct tri_region *base, const char *note);

/* True if the region of measure_act_site() belongs to that address alone. */
bool measure_act_has_address(const struct tri_region *base, const void *address);

/* True if the call is a jump (a tail call), so that the calling routine has left the stack. */
bool measure_act_is_tail_call(const struct tri_region *base);

/* Forgets the sites of libraries that are no longer loaded: another library may get their
 * addresses. */
void measure_act_forget_unloaded(void);

/* Begins an act and returns its handle. NULL if it is not measured. */
static inline struct tri_node *measure_act_begin(struct tri_region *region)
{
    return region ? tri_enter(region) : (struct tri_node *)0;
}

/* The facts that are known when an act ends. */
struct measure_act_end {
    uint64_t now; /* ticks; 0: measure_act_end() reads the clock */
    struct format_object
        *with;     /* the object that it waited for, acquired or released; NULL: none */
    uint64_t held; /* ticks that a released object was held */
    uint64_t bytes;
    const struct measure_log_value *values; /* values for the event log only */
    unsigned count;                         /* number of values, at most 12 */
    bool counts_bytes; /* the values have the bytes, so that they are not logged once more */
    bool has_more;     /* values of a message were logged before: FORMAT_EVENT_MORE */
    const struct measure_filter_message *message; /* fields of those values; NULL: none */
};

/* Ends an act: adds time, bytes and object to its node, and logs it. NULL as handle does
 * nothing. */
void measure_act_end(struct tri_node *handle, const struct measure_act_end *end);

/* Does the same for a handle of measure_act_begin(), which tells whether the act is logged. */
void measure_act_end_begun(struct tri_node *handle, const struct measure_act_end *end);

enum { ACT_TOLD_EVERY = 256, ACT_TOLD_FIRST = 2 }; /* visits of a node whose cost is measured */

/* True if the cost of a node's visit of that number is measured. The first visit is no measure of
 * the others: it makes objects, and touches pages that were never touched. What it makes is counted
 * where it is made. */
static inline bool measure_act_tells_cost(uint64_t number)
{
    return __builtin_expect(number % ACT_TOLD_EVERY == ACT_TOLD_FIRST, 0);
}

/* Measures what an act costs after its clock read, which was at `since`. A thread that lost its
 * processor meanwhile adds nothing. */
void measure_act_tell_cost(uint64_t since);

/* Cancels an act that did not take place: it is not counted. */
void measure_act_undo(struct tri_node *handle);

/* Records an act that takes no time, at end->now in ticks, or at the time of the call if that is
 * 0. */
void measure_act_point(struct tri_region *region, const struct measure_act_end *end);

/* The same without anything to tell. measure_act_logged_point(): quickly, and only for a region
 * whose mode is TRI_TIME_LOG. */
void measure_act_plain_point(struct tri_region *region);
void measure_act_logged_point(struct tri_region *region);

/* Returns the activity that this thread runs. */
uint32_t measure_act_activity(void);

/* Returns the number for a new activity. */
uint32_t measure_act_new_activity(void);

/* Makes this thread run another activity; returns the one that it ran before. */
uint32_t measure_act_switch(uint32_t activity);

#endif
