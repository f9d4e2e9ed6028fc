/* timens.h: the offsets of the clocks of a time namespace (time_namespaces(7)) to those of the
 * machine, from /proc/self/timens_offsets. Archives use the machine's clocks. */
#ifndef FORMAT_TIMENS_H
#define FORMAT_TIMENS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_TIMENS_FILE "/proc/self/timens_offsets"

/* These name the namespace of the process, and the one of its next child, to which the offsets
 * apply: they differ between unshare() and exec(). */
#define FORMAT_TIMENS_OWN "/proc/self/ns/time"
#define FORMAT_TIMENS_NEXT "/proc/self/ns/time_for_children"

/* Returns the offset of a clock, "monotonic" or "boottime", in ns; 0 if the text does not have
 * it. */
static inline int64_t format_timens_offset(const char *text, const char *clock)
{
    const char *at = strstr(text, clock);
    if (!at)
        return 0;
    char *end;
    long long seconds = strtoll(at + strlen(clock), &end, 10);
    long long ns = strtoll(end, NULL, 10);
    const long long most = INT64_MAX / 1000000000 - 1;
    return seconds > most || seconds < -most || ns < 0 || ns >= 1000000000
               ? 0
               : seconds * 1000000000 + ns;
}

#endif
