/* floor.h: a second, cheaper run of the same program whose times bound the compensation from
 * below. */
#ifndef CUBE_FLOOR_H
#define CUBE_FLOOR_H

#include "archive/archive.h"

struct cube;

/* The times of the cheaper run. Regions of both runs belong to one group if they have the same
 * kind, name, routine, file, line and position in their routine. */
struct cube_floor {
    const struct archive *cheap;
    uint32_t *group;         /* by region of the compensated archive */
    uint64_t *time;          /* by group: inclusive ns in the cheaper run; 0: not timed there */
    uint32_t groups;         /* of the compensated archive */
    uint64_t total;          /* of all lanes; 0: the two runs have different numbers of lanes */
    uint64_t least, most;    /* ns: overhead of measuring in the cheaper run */
    uint64_t cpu, cheap_cpu; /* CPU time of the two runs, if both ran to their end on one lane, so
                                that the difference is due to measuring; else 0 */
};

/* The effect of a floor on the compensation of an archive. */
struct cube_floor_result {
    uint8_t *kept; /* by region: compensation would have gone below its time in the cheaper run */
    uint32_t compared; /* regions that both runs have times of */
    uint32_t regions;  /* those of them that were limited */
    bool whole;        /* the time of all lanes was limited, too */
    uint64_t left;     /* ns that were not subtracted because of the limits */
    bool narrowed,
        contradicts; /* the CPU times narrowed, or contradict, the range of the overhead */
};

/* Reads the cheaper run. NULL with an error if it is of another program, or was measured in more
 * detail. Both archives must outlive the floor. */
struct cube_floor *cube_floor_new(const struct archive *archive, const struct archive *cheap,
                                  struct error *error);
void cube_floor_free(struct cube_floor *floor);

/* Reduces `taken`, the time to subtract from each node's own time, until neither a region nor the
 * total falls below its floor. Needs only the cube's links and its total before compensation. */
void cube_floor_apply(const struct cube_floor *floor, const struct cube *cube, uint64_t *taken,
                      struct cube_floor_result *result);

/* Narrows the range of the overhead, in ns, by the difference of the CPU times. */
void cube_floor_narrow(const struct cube_floor *floor, uint64_t *least, uint64_t *most,
                       struct cube_floor_result *result);

#endif
