/* cycles.h: how each lane spent each cycle: the sums over What × When × Where. */
#ifndef CUBE_CYCLES_H
#define CUBE_CYCLES_H

#include "archive/archive.h"
#include "archive/time/cycle_classes.h"
#include "util/progress.h"

struct missing_hidden;

struct cycles_range {
    uint64_t from, to; /* ns, as the lanes' times; 0 and UINT64_MAX: all */
    uint64_t length;   /* ns, of a cycle; 0: a 500th of the time from `from` to `to` */
    bool counts;       /* visits matter more than when exactly: those that are only counted, too */
    bool exact;        /* only events will do, whatever was not logged */
};

enum cycles_source {
    CYCLES_OF_EVENTS,  /* exact */
    CYCLES_OF_SAMPLES, /* from the profile as it was seen cycle by cycle while the program ran */
};

/* One (what, cycle, lane) with something in it. */
struct cycles_cell {
    uint32_t region, cycle, lane; /* rows; the number of the cycle */
    uint64_t time;                /* ns: in the region itself, not in those inside of it */
    uint64_t visits;              /* that began in it */
    uint64_t waits;               /* of these, that waited for others; of samples: at most */
    uint64_t bytes, messages;     /* that ended in it */
    bool unknown; /* it is of no region: events are missing, and what the lane did is not known */
};

struct cycles_shape {
    uint64_t start, length; /* ns, really used: samples have a length of their own */
    uint32_t count;
    enum cycles_source source;
    uint64_t stretch;                    /* ns, of samples: the usual time from one to the next */
    bool usual;                          /* the cycles that a sealed archive has sums of */
    const struct missing_hidden *hidden; /* see cycles_hide */
};

/* Fills the shape, then hands out every cell, lane after lane; the cells of a lane's cycle add up
 * to the time that it was there. False with an error. */
typedef void cycles_take(void *to, const struct cycles_cell *cell);
bool cycles_shape(const struct archive *archive, const struct cycles_range *range,
                  struct cycles_shape *shape, struct error *error);

/* Of what was not logged, cells tell that it is not known what the lane did; `hidden` has to live
 * as long as the shape. */
void cycles_hide(struct cycles_shape *shape, const struct missing_hidden *hidden);

bool cycles_of_lane(const struct archive *archive, const struct cycles_shape *shape, uint32_t lane,
                    cycles_take *take, void *to, struct error *error);

#endif
