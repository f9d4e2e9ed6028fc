/* lane.c: the events of a lane that earlier calls of query_live_look have given. */
#include "query/live/state.h"

#include "util/memory.h"

#include <assert.h>
#include <signal.h>

struct live_lane *live_lane_of(struct live *live, uint32_t lane)
{
    const struct archive *archive = live->archive;
    assert(lane < archive->lanes.rows);
    uint32_t place = archive->places.number[archive->lanes.place[lane]];
    uint32_t row =
        pairs_add(&live->lane_rows, place, archive->lanes.number[lane], (uint32_t)live->lane_count);
    if (row == live->lane_count) {
        live->lanes = memory_grow(live->lanes, &live->lane_room, row + 1, sizeof *live->lanes);
        live->lanes[live->lane_count++] = (struct live_lane){0};
    }
    return &live->lanes[row];
}
