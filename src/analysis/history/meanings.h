/* meanings.h: what the exclusive time of a region includes in each run of a history.
 *
 * A small region is timed by itself in some runs and only counted in others, as its visits are long
 * enough or the build has probes there. Where it is only counted, its time is in the next timed
 * region around it. Times of such a region are alike only in runs where it includes the same. */
#ifndef ANALYSIS_HISTORY_MEANINGS_H
#define ANALYSIS_HISTORY_MEANINGS_H

#include "analysis/history/history.h"

/* The regions whose times are in others, run by run. To be set to zeros. */
struct history_meanings {
    struct history_taken {
        uint32_t run, taker, taken; /* series */
    } * all;
    size_t count, room;
    uint8_t *timing; /* by series: bits of enum history_timing */
    size_t timing_room;
};

/* Notes which regions of a run are timed. `series_of`: by item. */
void history_meanings_see(struct history_meanings *meanings,
                          const struct analysis_changes_items *items, const uint32_t *series_of,
                          uint32_t run);

/* Numbers the meanings of all series, when all runs were seen, and forgets the rest. */
void history_meanings_settle(struct history_meanings *meanings, struct analysis_history *history);

#endif
