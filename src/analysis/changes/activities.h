/* activities.h: what activities of places did otherwise after a change. They are matched by their
 * paths: the activity that started them, the directive, and which of the activities started there
 * they are. So are finishes. Directives are matched as regions are, also where lines have moved. */
#ifndef ANALYSIS_CHANGES_ACTIVITIES_H
#define ANALYSIS_CHANGES_ACTIVITIES_H

#include "analysis/changes/changes.h"

enum analysis_activity_fate {
    ACTIVITY_NEW,
    ACTIVITY_GONE,
    ACTIVITY_MOVES,        /* it moved to other places, or with other bytes */
    ACTIVITY_PARTICIPANTS, /* of a finish: another number of activities */
    ACTIVITY_LAST,         /* of a finish: another activity was late */
};

/* The moves of an activity. */
struct analysis_activity_moves {
    uint64_t count, bytes;
    uint64_t where;          /* the same if they lead to the same places */
    uint32_t source, target; /* rows of places, of the first one */
};

/* One change of all activities of a directive, or of all finishes. The first one is an example, in
 * the run of each side that is in the middle. */
struct analysis_activity_change {
    enum analysis_activity_fate fate;
    uint32_t site[CHANGES_SIDES];                 /* number of the directive in all runs; 0: none */
    uint64_t count;                               /* of activities, or of finishes */
    const struct archive *archive[CHANGES_SIDES]; /* of the example; NULL: none */
    uint32_t region[CHANGES_SIDES];               /* the directive; 0: none */
    uint32_t example[CHANGES_SIDES]; /* row of activities, or of finishes; ARCHIVE_NONE: none */
    struct analysis_activity_moves moves[CHANGES_SIDES]; /* of an activity */
};

/* A side has what more than half of its runs with a log have. Numbers are those of the run in the
 * middle; where moves lead, and who was late, differs if no run before is like a run after. */
struct analysis_activity_changes {
    uint64_t activities[CHANGES_SIDES]; /* that directives started */
    uint64_t both;                      /* of them, on both sides */
    bool is_logged;                     /* both sides have a log of them */
    struct analysis_activity_change *list;
    size_t count, room;
};

/* Returns NULL unless both runs have directives of places. Needs the tables of moves: see
 * archive_find_moves. */
struct analysis_activity_changes *
analysis_activity_changes_new(const struct analysis_changes *changes);
void analysis_activity_changes_free(struct analysis_activity_changes *changes);

#endif
