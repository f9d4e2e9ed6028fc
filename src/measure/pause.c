/* pause.c: see pause.h. A pause is a region, so that its time is known and listed. */
#include "measure/pause.h"

#include "measure/lane.h"
#include "measure/visit.h"

#include <triptych/triptych.h>

static struct tri_region pause = {
    .mode = TRI_NEW, .kind = TRI_KIND_PAUSE, .name = "(paused)", .file = ""};

bool pause_is_on(void)
{
    return pause.id != 0 && lane_current->region == pause.id;
}

void tri_pause(void)
{
    if (!pause_is_on())
        tri_enter(&pause);
}

void tri_resume(void)
{
    if (pause_is_on())
        tri_leave(visit_handle_of(lane_current));
}
