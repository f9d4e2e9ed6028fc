/* lane_stack.h: the stack of open visits of a lane while its events are read. */
#ifndef EXPORT_OTF2_LANE_STACK_H
#define EXPORT_OTF2_LANE_STACK_H

#include "export/otf2/lane.h"

/* Begins a visit of a region, given by its number in the place. */
void foreign_lane_push(struct foreign_lane_reader *reader, struct lane_frame frame,
                       uint32_t region);

/* Ends all visits inside the innermost open one of a region or calling context; false if that is
 * not open. */
bool foreign_lane_unwind(struct foreign_lane_reader *reader, uint64_t ref, bool context);

/* Begin and end a visit that is given by its calling context. */
void foreign_lane_enter_context(struct foreign_lane_reader *reader, uint64_t context);
void foreign_lane_leave_context(struct foreign_lane_reader *reader, uint64_t context);

#endif
