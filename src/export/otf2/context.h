/* context.h: which visits of a lane are open while its events are read. */
#ifndef EXPORT_OTF2_CONTEXT_H
#define EXPORT_OTF2_CONTEXT_H

#include "export/otf2/lane.h"

/* A visit of that region begins. */
void foreign_lane_push(struct foreign_lane_reader *reader, struct lane_frame frame,
                       uint32_t region);

/* Ends what is inside of the innermost act of that region. False: there is none. */
bool foreign_lane_unwind(struct foreign_lane_reader *reader, uint64_t ref, bool context);

/* Acts that are known by calling contexts. */
void foreign_lane_enter_context(struct foreign_lane_reader *reader, uint64_t context);
void foreign_lane_leave_context(struct foreign_lane_reader *reader, uint64_t context);

#endif
