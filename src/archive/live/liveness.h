/* liveness.h: finds out whether a measured process is still running. */
#ifndef ARCHIVE_LIVE_LIVENESS_H
#define ARCHIVE_LIVE_LIVENESS_H

#include "format/place.h"

#include <stdbool.h>

/* True if the process runs on this host, since this boot, and is not another one with the same
 * pid. */
bool archive_process_is_alive(const struct format_place *place);

/* Returns a descriptor that makes archive_process_has_ended faster; -1 if the process has ended,
 * or the kernel has no pidfd_open. The caller closes it. */
int archive_process_open(const struct format_place *place);
bool archive_process_has_ended(int fd);

/* Returns CLOCK_MONOTONIC of the machine in ns: the clock of places, whatever time namespace this
 * process is in. */
uint64_t archive_process_now(void);

#endif
