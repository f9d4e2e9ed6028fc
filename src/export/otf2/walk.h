/* walk.h: the acts of a lane as enters and leaves, in the order of time. */
#ifndef EXPORT_OTF2_WALK_H
#define EXPORT_OTF2_WALK_H

#include "archive/archive.h"

struct act_walk {
    bool (*enter)(void *to, const struct archive_act *act); /* false: go no further */
    bool (*leave)(void *to, const struct archive_act *act); /* also of acts that did not end by
                                                               themselves: see their flags */
    void *to;
};

/* False with an error when acts cannot be read; without one when enter or leave said so. */
bool act_walk_lane(const struct archive *archive, uint32_t lane, const struct act_walk *walk,
                   struct error *error);

#endif
