/* act.h: how collectors tell of what a thread does: visits of regions, like those of probes. */
#ifndef MEASURE_ACT_H
#define MEASURE_ACT_H

#include "format/object.h"
#include "measure/clock.h"
#include "measure/log.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

/* The region of a call: its kind, the name of what is called (a literal: it is kept), and the
 * return address. Fast after the first time. NULL: nothing is measured. */
struct tri_region *act_site(enum tri_kind kind, unsigned flags, const char *name, const void *site);

/* The address that a region of act_site() was made for, which may be shared by others; NULL: none.
 */
const void *act_address(const struct tri_region *region);

/* A region for the same site as `base`, which act_site() has returned, with a note. With the guard
 * held. NULL: there is no room. */
struct tri_region *act_variant(const struct tri_region *base, const char *note);

/* Whether a region of act_site() is the site of that address alone. */
bool act_has_address(const struct tri_region *base, const void *address);

/* Whether the call is a jump, so that the routine it is in has left the stack. */
bool act_is_tail_call(const struct tri_region *base);

/* A library may have been unloaded: calls from its addresses are no longer its own. */
void act_forget_unloaded(void);

/* Begins an act. NULL: it is not measured. */
static inline struct tri_node *act_begin(struct tri_region *region)
{
    return region ? tri_enter(region) : (struct tri_node *)0;
}

/* What is known when it ends. */
struct act_end {
    uint64_t now;               /* ticks; 0: the clock is read */
    struct format_object *with; /* what it waited for, got or let go of; NULL: nothing */
    uint64_t held;              /* ticks: of a release, how long it was held */
    uint64_t bytes;
    const struct log_value *values; /* for the log only */
    unsigned count;                 /* at most 4 */
};

void act_end(struct tri_node *handle, const struct act_end *end);

/* It did not begin after all. */
void act_undo(struct tri_node *handle);

/* An act that takes no time: at `now` in ticks, or when it is called for 0. */
void act_point(struct tri_region *region, const struct act_end *end);

/* The activity that this thread runs. */
uint32_t act_activity(void);

/* A number for a new one. */
uint32_t act_new_activity(void);

/* From now on this thread runs it; returns the one that it ran before. */
uint32_t act_switch(uint32_t activity);

#endif
