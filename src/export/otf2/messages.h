/* messages.h: what the other events of an OTF2 trace say of the acts that they happen in. */
#ifndef EXPORT_OTF2_MESSAGES_H
#define EXPORT_OTF2_MESSAGES_H

#include "export/otf2/lane.h"

/* An event with its arguments, which is kept already. */
void foreign_lane_take(struct foreign_lane_reader *reader, uint32_t kind, const uint64_t *values);

#endif
