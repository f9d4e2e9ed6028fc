/* plan.h: what will be measured in one source file, and what is left alone and why. For every
 * language. */
#ifndef INSTRUMENT_PLAN_H
#define INSTRUMENT_PLAN_H

#include "instrument/edits.h"
#include "triptych/probes.h"

#include <stdbool.h>

/* One region: a row of the table at the end of an instrumented file. */
struct instrument_plan_region {
    enum tri_kind kind;
    unsigned flags; /* enum tri_flag */
    unsigned seq;
    unsigned line, end_line;
    unsigned routine; /* number of the routine around it plus 1; 0: none */
    char *name, *file;
    char *note; /* why it is not measured (TRI_UNMEASURED), or what is not known of it; NULL:
                   nothing */
    unsigned sums, ranges; /* of an anchor: how many it hands over */
    bool is_nest;          /* it hands over values, or chooses whether what is inside is timed */
    bool is_chain;         /* one whose values follow from the heads of loops inside each other */
};

/* Zero-initialise. */
struct instrument_plan {
    struct instrument_plan_region *regions;
    size_t count, room;
    struct tri_light *lights; /* regions are numbers in the plan */
    size_t light_count, light_room;
    struct instrument_edits edits;
};

struct instrument_plan_totals {
    unsigned routines, loops, io, marked; /* measured */
    unsigned left;                        /* alone */
};

/* The new region's number. It gets the next sequence number of its kind in its routine; the texts
 * are copied. */
unsigned instrument_plan_add(struct instrument_plan *plan,
                             const struct instrument_plan_region *region);
/* Adds a row to the table of lights. Returns its number plus 1, for `within`. */
unsigned instrument_plan_add_light(struct instrument_plan *plan, const struct tri_light *light);
void instrument_plan_note(struct instrument_plan *plan, unsigned number, const char *note);
void instrument_plan_leave_alone(struct instrument_plan *plan, unsigned number, const char *reason);
struct instrument_plan_totals instrument_plan_totals(const struct instrument_plan *plan);
void instrument_plan_free(struct instrument_plan *plan);

#endif
