/* pause.c: see pause.h. A pause is a region, so that its time is known and listed. */
#include "measure/pause.h"

#include "measure/lane.h"

static struct tri_region pause = {
    .mode = TRI_NEW, .kind = TRI_KIND_PAUSE, .name = "(paused)", .file = ""};

struct tri_region *pause_region(void)
{
    return &pause;
}

bool pause_is_on(void)
{
    return pause.id != 0 && measure_lane_current->region == pause.id;
}
