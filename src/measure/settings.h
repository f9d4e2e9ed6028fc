/* settings.h: what the user asked for, by the environment; `triptych run` sets it from its options.
 */
#ifndef MEASURE_SETTINGS_H
#define MEASURE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

struct settings {
    bool off;                 /* TRIPTYCH=off */
    const char *archive;      /* TRIPTYCH_ARCHIVE: join this one; NULL: make one here */
    bool count;               /* TRIPTYCH_COUNT=1: counts only */
    uint32_t clock;           /* TRIPTYCH_CLOCK=cpu|monotonic|counter */
    const char *only;         /* TRIPTYCH_ONLY: patterns, one a line; NULL: all */
    const char *exclude;      /* TRIPTYCH_EXCLUDE: patterns, one a line */
    const char *skip;         /* TRIPTYCH_SKIP: a file that lists regions to switch off */
    uint64_t throttle_visits; /* TRIPTYCH_THROTTLE=VISITS,NANOSECONDS; 0: never */
    uint64_t throttle_ns;
    uint32_t events;       /* TRIPTYCH_EVENTS=routines,loops,... or all: enum format_events_kind */
    uint32_t events_keep;  /* TRIPTYCH_EVENTS_LIMIT=first:BYTES or last:BYTES: enum format_keep */
    uint64_t events_limit; /* bytes of events a lane; 0: no limit */
    const char *filter;    /* TRIPTYCH_FILTER: a file as in format/filter.h; NULL: all are logged */
    uint32_t collects;     /* TRIPTYCH_COLLECT=threads,openmp,io,mpi: enum format_collector */
};

void settings_read(struct settings *settings);

#endif
