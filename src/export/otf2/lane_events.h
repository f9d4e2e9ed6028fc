/* lane_events.h: handles all events of an OTF2 trace except enters and leaves: messages, collective
 * operations, I/O, calling contexts. */
#ifndef EXPORT_OTF2_LANE_EVENTS_H
#define EXPORT_OTF2_LANE_EVENTS_H

#include "export/otf2/lane.h"

/* Adds what an event says to the act that it happens in. The event itself is already stored. */
void foreign_lane_take(struct foreign_lane_reader *reader, uint32_t kind, const uint64_t *values);

#endif
