/* throttle.h: a region with many and short visits turns its own timing off. */
#ifndef MEASURE_THROTTLE_H
#define MEASURE_THROTTLE_H

#include "format/profile.h"
#include "measure/settings.h"

enum { THROTTLE_MASK = 1023 }; /* considered when a node's count has these bits all zero */

void throttle_start(const struct settings *settings);
void throttle_consider(const struct format_node *node);

#endif
