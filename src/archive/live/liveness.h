/* liveness.h: whether a process that was measured is still there. */
#ifndef ARCHIVE_LIVE_LIVENESS_H
#define ARCHIVE_LIVE_LIVENESS_H

#include "format/place.h"

#include <stdbool.h>

/* On this host, since this boot, the same process and not another one with its number. */
bool process_is_alive(const struct format_place *place);

/* A descriptor by which to ask again for less; -1: it is gone, or the kernel has no such thing. */
int process_open(const struct format_place *place);
bool process_has_ended(int fd);

/* CLOCK_MONOTONIC of the machine, ns: that of places, whatever time namespace this process is in.
 */
uint64_t process_now(void);

#endif
