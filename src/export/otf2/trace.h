/* trace.h: the definitions of an OTF2 trace, as an archive understands them.
 *
 * Import and export share these structures:
 *
 *    OTF2 library --callbacks--> struct foreign_record   one record: numbers and texts (records.h)
 *         definitions ---------> struct foreign_trace    lists by kind (here), ranks.h
 *         events of a location   struct foreign_lane_reader   (lane.h, lane_events.h)
 *               |   enters and leaves ----> acts of a lane of the archive (archive/write)
 *               '-- all other events -----> struct foreign_writer: NAME.tri/foreign (store.h)
 *
 *    export of an imported archive:  acts + NAME.tri/foreign --> reexport.c  \
 *    export of any other archive:    acts + messages ---------> own_trace.c  --> trace_out.h
 */
#ifndef EXPORT_OTF2_TRACE_H
#define EXPORT_OTF2_TRACE_H

#include "archive/write/place.h"
#include "export/otf2/records.h"
#include "util/pairs.h"

#include <assert.h>

/* Positions of the arguments in the values of a definition. */
enum {
    TRACE_SELF = 0,
    TRACE_CLOCK_RESOLUTION = 0,
    TRACE_CLOCK_OFFSET = 1,
    TRACE_CLOCK_LENGTH = 2,
    TRACE_CLOCK_REAL = 3,
    TRACE_STRING_AT = 1, /* its offset in `texts` */
    TRACE_NODE_NAME = 1,
    TRACE_NODE_CLASS = 2,
    TRACE_NODE_PARENT = 3,
    TRACE_PLACE_NAME = 1, /* of a location group */
    TRACE_PLACE_TYPE = 2,
    TRACE_PLACE_NODE = 3,
    TRACE_LANE_NAME = 1, /* of a location */
    TRACE_LANE_TYPE = 2,
    TRACE_LANE_PLACE = 4,
    TRACE_REGION_NAME = 1,
    TRACE_REGION_ROLE = 4,
    TRACE_REGION_PARADIGM = 5,
    TRACE_REGION_FILE = 7,
    TRACE_REGION_LINE = 8,
    TRACE_REGION_END = 9,
    TRACE_GROUP_TYPE = 2,
    TRACE_GROUP_PARADIGM = 3,
    TRACE_GROUP_COUNT = 5,
    TRACE_GROUP_MEMBERS = 6,
    TRACE_COMM_GROUP = 2, /* the first group of an intercommunicator */
    TRACE_COMM_OTHER = 3, /* its second group */
    TRACE_CONTEXT_REGION = 1,
    TRACE_CONTEXT_SITE = 2,
    TRACE_HANDLE_FILE = 2,
    TRACE_FILE_NAME = 1,
};

/* The definitions of one kind, in the order of the trace. */
struct trace_list {
    uint64_t *values;
    size_t used, room;
    size_t *first; /* by definition: the index of its first value */
    size_t count, first_room;
    struct pairs by_self; /* its own reference -> its number */
};

/* All definitions of a trace that matter here. Starts zeroed. */
struct foreign_trace {
    struct trace_list lists[FOREIGN_DEFINITIONS];
    char *texts; /* the strings, zero-terminated, one after another */
    size_t text_used, text_room;
    uint32_t *seq;  /* by region: a number that distinguishes it from others with the same name,
                       kind, file and line; NULL until needed */
    uint32_t *same; /* by region: the first one that is defined equally; each process may have
                       defined its own */
};

/* Adds a definition. Definitions that are not needed, lack arguments or are repeated are dropped.
 */
void foreign_trace_add(struct foreign_trace *trace, uint32_t kind,
                       const struct foreign_record *record);
void foreign_trace_free(struct foreign_trace *trace);

/* Returns the number of definitions of a kind. */
static inline size_t foreign_trace_count(const struct foreign_trace *trace, uint32_t kind)
{
    return trace->lists[kind].count;
}

/* Returns the values of a definition, by its number among those of its kind. */
static inline const uint64_t *foreign_trace_at(const struct foreign_trace *trace, uint32_t kind,
                                               size_t number)
{
    assert(number < trace->lists[kind].count);
    return trace->lists[kind].values + trace->lists[kind].first[number];
}

/* Returns the number of a definition among those of its kind, by its reference; PAIRS_NONE if there
 * is none. */
uint32_t foreign_trace_find(const struct foreign_trace *trace, uint32_t kind, uint64_t self);

/* Returns the text of a string definition; "" if there is none. */
const char *foreign_trace_text(const struct foreign_trace *trace, uint64_t string);

/* Returns a region as the archive describes it. OTF2's roles become our kinds where there are such.
 */
struct archive_raw_write_region foreign_trace_region(struct foreign_trace *trace, size_t number);

/* Returns the first region that is defined equally. */
uint32_t foreign_trace_same(struct foreign_trace *trace, uint32_t number);

/* Regions without a definition, which are in no trace, have sequence numbers from here on. */
#define FOREIGN_SEQ_MADE UINT32_C(0x80000000)

/* Conversion between ns of the archive and ticks of the trace. */
#define FOREIGN_START UINT64_C(1000000000) /* ns: when the trace begins */
struct foreign_clock {
    uint64_t resolution; /* ticks per second */
    uint64_t offset;     /* ticks at FOREIGN_START */
    uint64_t real;       /* ns since 1970 at FOREIGN_START; 0: not known */
};

/* Returns the clock of a trace; without a definition, one that counts ns from 0. */
struct foreign_clock foreign_trace_clock(const struct foreign_trace *trace);
uint64_t foreign_clock_ns(const struct foreign_clock *clock, uint64_t ticks);
uint64_t foreign_clock_ticks(const struct foreign_clock *clock,
                             uint64_t ns); /* the first tick of that ns */

/* True if several ticks fall into one ns. */
static inline bool foreign_clock_is_fine(const struct foreign_clock *clock)
{
    return clock->resolution > UINT64_C(1000000000);
}

#endif
