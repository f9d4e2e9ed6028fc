/* projection_build.h: a projection under construction, inside the cube. */
#ifndef CUBE_PROJECTION_BUILD_H
#define CUBE_PROJECTION_BUILD_H

#include "cube/missing.h"
#include "cube/projection.h"
#include "cube/region_keys.h"
#include "util/memory.h"

/* A projection under construction. Columns are cycles or lanes, rows are whats or lanes; both are
 * merged already. */
struct building {
    const struct archive *archive;
    const struct cube_projection_request *request;
    enum cube_projection_measure measure;
    enum cube_projection_by by;
    bool by_message; /* single messages are counted, not what lanes did */
    struct cube_cycles_shape shape;
    struct cube_missing_hidden hidden; /* time that is unknown, as visits were not logged */
    struct cube_region_keys whats;
    struct lanes lanes;             /* the selected ones */
    size_t lanes_each, cycles_each; /* number merged in one row or column */
    size_t groups, columns;
    double **sums; /* by what or group of lanes: its columns; NULL: no value yet */
    size_t keys;
    double *present;  /* ns that lanes existed: by column, or by row and column of WHEN_WHERE */
    uint64_t unsized; /* ends of messages whose bytes are not known, if bytes are added up */
    size_t group;     /* of the lane being read */
    uint32_t *kinds;  /* by row of regions: the region that stands for its kind; NULL: each region
                         stands for itself */
};

static inline void building_add(struct building *building, size_t key, size_t column, double value)
{
    if (!building->sums[key])
        building->sums[key] = memory_zeroed(building->columns, sizeof **building->sums);
    building->sums[key][column] += value;
}

/* Decides if single messages are counted, and how they are grouped. False with an error if they are
 * needed but unknown. */
bool building_choose_messages(struct building *building, struct error *error);

/* building_message_keys returns how many whats messages can have; building_message_item describes
 * one. */
size_t building_message_keys(const struct building *building);
void building_message_item(const struct building *building, size_t key,
                           struct cube_projection_item *item);
void building_read_messages(struct building *building);

#endif
