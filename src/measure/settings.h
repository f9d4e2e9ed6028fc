/* settings.h: the settings of a run, from environment variables, which `triptych run` sets from its
 * options. */
#ifndef MEASURE_SETTINGS_H
#define MEASURE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#define SETTINGS_OPEN UINT64_MAX /* the library decides */

struct measure_settings {
    bool off; /* TRIPTYCH=off */
    const char
        *archive; /* TRIPTYCH_ARCHIVE: the archive to join; NULL: make one in the current folder */
    bool count;   /* TRIPTYCH_COUNT=1: count visits, do not time them */
    uint32_t clock;           /* TRIPTYCH_CLOCK=cpu|monotonic|counter */
    const char *only;         /* TRIPTYCH_ONLY: patterns, one per line; NULL: all regions */
    const char *exclude;      /* TRIPTYCH_EXCLUDE: patterns, one per line */
    const char *skip;         /* TRIPTYCH_SKIP: a file that lists regions to switch off */
    uint64_t throttle_visits; /* TRIPTYCH_THROTTLE=VISITS,NANOSECONDS; 0 visits: never sample */
    uint64_t throttle_ns;     /* or SETTINGS_OPEN */
    uint32_t events;       /* TRIPTYCH_EVENTS=routines,loops,... or all: enum format_events_kind */
    uint32_t events_keep;  /* TRIPTYCH_EVENTS_LIMIT=first:BYTES or last:BYTES: enum format_keep */
    uint64_t events_limit; /* event-log limit per lane in bytes; 0: none */
    const char *filter;    /* TRIPTYCH_FILTER: a file as in format/filter.h; NULL: log all events */
    uint32_t collects;     /* TRIPTYCH_COLLECT=threads,openmp,io,mpi: enum format_collector */
};

/* Reads all settings; texts point into the environment. */
void measure_settings_read(struct measure_settings *settings);

#endif
