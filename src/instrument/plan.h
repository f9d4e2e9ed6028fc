/* plan.h: what will be measured in one source file, and what is left alone and why. For every
 * language. */
#ifndef INSTRUMENT_PLAN_H
#define INSTRUMENT_PLAN_H

#include "instrument/edits.h"
#include "triptych/probes.h"

#include <stdbool.h>

/* One region: a row of the table at the end of an instrumented file. */
struct plan_region {
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
struct plan {
    struct plan_region *regions;
    size_t count, room;
    struct tri_light *lights; /* regions are numbers in the plan */
    size_t light_count, light_room;
    struct edits edits;
};

struct plan_totals {
    unsigned routines, loops, io, marked; /* measured */
    unsigned left;                        /* alone */
};

/* The new region's number. It gets the next sequence number of its kind in its routine; the texts
 * are copied. */
unsigned plan_add(struct plan *plan, const struct plan_region *region);
/* Adds a row to the table of lights. Returns its number plus 1, for `within`. */
unsigned plan_add_light(struct plan *plan, const struct tri_light *light);
void plan_note(struct plan *plan, unsigned number, const char *note);
void plan_leave_alone(struct plan *plan, unsigned number, const char *reason);
struct plan_totals plan_totals(const struct plan *plan);
void plan_free(struct plan *plan);

#endif
