/* process.h: whether a process that was measured is still there. */
#ifndef ARCHIVE_PROCESS_H
#define ARCHIVE_PROCESS_H

#include "format/place.h"

#include <stdbool.h>

/* On this host, since this boot, the same process and not another one with its number. */
bool process_is_alive(const struct format_place *place);

uint64_t process_now(void); /* CLOCK_MONOTONIC, ns */

#endif
