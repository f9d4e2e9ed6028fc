/* cycles.h: the time slices (cycles) of each lane: sums over What × When × Where. */
#ifndef CUBE_CYCLES_H
#define CUBE_CYCLES_H

#include "archive/archive.h"
#include "archive/time/cycle_classes.h"
#include "util/progress.h"

struct cube_missing_hidden;

/* The time range and cycle length that are wanted. */
struct cube_cycles_range {
    uint64_t from, to; /* ns, on the lanes' clock; 0 and UINT64_MAX: all */
    uint64_t length;   /* ns per cycle; 0: a 500th of the range */
    bool counts; /* the number of visits matters most: count visits that were not logged, too */
    bool exact;  /* use events only, even if some were not logged */
};

enum cube_cycles_source {
    CYCLES_OF_EVENTS,  /* exact */
    CYCLES_OF_SAMPLES, /* from the profile, sampled while the program ran */
};

/* The sums of one region on one lane in one cycle. */
struct cube_cycles_cell {
    uint32_t region, cycle, lane; /* rows; number of the cycle */
    uint64_t time;                /* ns: exclusive */
    uint64_t visits;              /* that began in the cycle */
    uint64_t waits;               /* those of them that waited; an upper bound for samples */
    uint64_t bytes, messages;     /* of visits that ended in the cycle */
    bool unknown;                 /* events are missing, and what the lane did is not known */
};

/* The cycles that are really used. */
struct cube_cycles_shape {
    uint64_t start, length; /* ns; samples have their own minimum length */
    uint32_t count;
    enum cube_cycles_source source;
    uint64_t stretch; /* ns, of samples: the typical sampling interval */
    bool usual;       /* these are the cycles whose sums a sealed archive stores */
    const struct cube_missing_hidden *hidden; /* see cube_cycles_hide */
};

typedef void cycles_take(void *to, const struct cube_cycles_cell *cell);

/* Decides source, length and number of the cycles. False with an error. */
bool cube_cycles_shape(const struct archive *archive, const struct cube_cycles_range *range,
                       struct cube_cycles_shape *shape, struct error *error);

/* Marks time as unknown where visits that were not logged hide what the lane did. `hidden` must
 * outlive the shape. */
void cube_cycles_hide(struct cube_cycles_shape *shape, const struct cube_missing_hidden *hidden);

/* Passes every cell of a lane to `take`. The cells of a cycle add up to the time that the lane
 * existed in it. False with an error. */
bool cube_cycles_of_lane(const struct archive *archive, const struct cube_cycles_shape *shape,
                         uint32_t lane, cycles_take *take, void *to, struct error *error);

#endif
