/* plan.h: the regions of one source file, measured or not, and the edits that insert their probes.
 * For all languages; instrument.h shows how it is used. */
#ifndef INSTRUMENT_PLAN_H
#define INSTRUMENT_PLAN_H

#include "instrument/edits.h"
#include "triptych/probes.h"

#include <stdbool.h>

/* A region: one row of the table at the end of an instrumented file (struct tri_region). */
struct instrument_plan_region {
    enum tri_kind kind;
    unsigned flags; /* enum tri_flag */
    unsigned seq;   /* position among the regions of its kind in its routine, from 1 */
    unsigned line, end_line;
    unsigned routine; /* number of the routine around it, plus 1; 0: none */
    char *name, *file;
    char *note; /* why it is not measured (TRI_UNMEASURED), or which of its values is unknown; NULL:
                   none */
    unsigned sums, ranges; /* anchor: the numbers of values that it hands over */
    bool repeats;          /* anchor that may count a visit as a repetition of an earlier one */
    bool is_nest;  /* anchor that hands over values or chooses whether inner loops are timed */
    bool is_chain; /* nest whose values all follow from the heads of directly nested loops */
};

/* The regions and edits of one file; zero-initialise. The number of a region is its index. */
struct instrument_plan {
    struct instrument_plan_region *regions;
    size_t count, room;
    struct tri_light *lights; /* their fields `region` and `anchor` are numbers of regions */
    size_t light_count, light_room;
    struct instrument_edits edits;
};

/* Numbers of regions, by kind. */
struct instrument_plan_totals {
    unsigned routines, loops, io, marked; /* measured */
    unsigned left;                        /* not measured, of all kinds */
};

/* Adds a copy of the region, its texts included, and returns its number. Its `seq` is set; its
 * routine must have been added before. */
unsigned instrument_plan_add(struct instrument_plan *plan,
                             const struct instrument_plan_region *region);
/* Adds a row to the table of lights. Returns its index plus 1, which is its `within` for the rows
 * inside it. */
unsigned instrument_plan_add_light(struct instrument_plan *plan, const struct tri_light *light);
/* Sets the note of a region. */
void instrument_plan_note(struct instrument_plan *plan, unsigned number, const char *note);
/* Marks a region as not measured; the reason becomes its note. */
void instrument_plan_leave_alone(struct instrument_plan *plan, unsigned number, const char *reason);
struct instrument_plan_totals instrument_plan_totals(const struct instrument_plan *plan);
void instrument_plan_free(struct instrument_plan *plan);

#endif
