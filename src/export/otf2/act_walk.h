/* act_walk.h: goes through the acts of a lane as enters and leaves, in the order of time. */
#ifndef EXPORT_OTF2_ACT_WALK_H
#define EXPORT_OTF2_ACT_WALK_H

#include "archive/archive.h"

/* The receiver of enters and leaves. Both return false to stop. */
struct act_walk {
    bool (*enter)(void *to, const struct archive_act *act);
    bool (*leave)(void *to,
                  const struct archive_act *act); /* also called for acts that were not ended by
                                                     themselves: see their flags */
    void *to;
};

/* Goes through a lane. False with an error if acts cannot be read; false without one if the
 * receiver stopped. */
bool act_walk_lane(const struct archive *archive, uint32_t lane, const struct act_walk *walk,
                   struct error *error);

#endif
