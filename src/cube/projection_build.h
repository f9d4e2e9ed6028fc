/* projection_build.h: a projection on its way, inside the cube. */
#ifndef CUBE_PROJECTION_BUILD_H
#define CUBE_PROJECTION_BUILD_H

#include "cube/missing.h"
#include "cube/projection.h"
#include "cube/region_keys.h"
#include "util/memory.h"

/* Columns are cycles or lanes, rows are whats or lanes; both already merged. */
struct building {
    const struct archive *archive;
    const struct projection_request *request;
    enum projection_measure measure;
    enum projection_by by;
    bool by_message; /* single messages are counted, not what lanes did */
    struct cycles_shape shape;
    struct missing_hidden hidden; /* what was not logged hides it */
    struct whats whats;
    struct lanes lanes;             /* the chosen ones */
    size_t lanes_each, cycles_each; /* in one row or column */
    size_t groups, columns;
    double **sums; /* by what or group of lanes: its columns; NULL: nothing yet */
    size_t keys;
    double *present; /* ns that lanes were there: by column, or by row and column of WHEN_WHERE */
    size_t group;    /* of the lane that is read now */
    uint32_t *kinds; /* by row of regions: that of its kind; NULL: regions are whats themselves */
};

static inline void building_add(struct building *building, size_t key, size_t column, double value)
{
    if (!building->sums[key])
        building->sums[key] = memory_zeroed(building->columns, sizeof **building->sums);
    building->sums[key][column] += value;
}

/* Whether single messages are counted, and by what. False with an error: they are not known. */
bool building_choose_messages(struct building *building, struct error *error);

/* How many whats messages can have; and one of them. */
size_t building_message_keys(const struct building *building);
void building_message_item(const struct building *building, size_t key,
                           struct projection_item *item);
void building_read_messages(struct building *building);

#endif
