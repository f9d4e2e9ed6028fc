/* floor.h: a second, cheaper run of the same program, below whose times no compensated time goes.
 */
#ifndef CUBE_FLOOR_H
#define CUBE_FLOOR_H

#include "archive/archive.h"

struct cube;

/* Regions of both runs are in one group if they have the same kind, name, routine, file, line and
 * number in their routine. */
struct floor {
    const struct archive *cheap;
    uint32_t *group;         /* by region of the archive that is compensated */
    uint64_t *time;          /* by group: inclusive ns in the cheaper run; 0: not timed there */
    uint32_t groups;         /* of the archive that is compensated */
    uint64_t total;          /* of all lanes; 0: the two runs have different numbers of them */
    uint64_t least, most;    /* ns: what measuring added in the cheaper run */
    uint64_t cpu, cheap_cpu; /* CPU time of the two, where its difference tells what measuring
                                added: both ran to their end on one lane; or 0 */
};

/* What became of the compensation of an archive because of a floor. */
struct floor_result {
    uint8_t *kept;     /* by region: it would have gone below its time in the cheaper run */
    uint32_t compared; /* regions that both runs have times of */
    uint32_t regions;  /* of these, those that are kept */
    bool whole;        /* so is the time of all lanes */
    uint64_t left;     /* ns that are not taken out because of that */
    bool narrowed, contradicts; /* the range of the overhead, by the CPU times */
};

/* NULL with an error if the other archive is of another program, or of a run that was measured in
 * more detail. Both archives have to live as long. */
struct floor *floor_new(const struct archive *archive, const struct archive *cheap,
                        struct error *error);
void floor_free(struct floor *floor);

/* Lowers `taken`, what is to be taken out of each node's own time, until no region and not the
 * whole goes below its floor. The cube has its links, its total before compensation, and nothing
 * else yet. */
void floor_apply(const struct floor *floor, const struct cube *cube, uint64_t *taken,
                 struct floor_result *result);

/* Narrows a range of what measuring added, ns, by the difference of the CPU times. */
void floor_narrow(const struct floor *floor, uint64_t *least, uint64_t *most,
                  struct floor_result *result);

#endif
