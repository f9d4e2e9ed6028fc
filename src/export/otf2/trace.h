/* trace.h: the definitions of an OTF2 trace, as an archive understands them. */
#ifndef EXPORT_OTF2_TRACE_H
#define EXPORT_OTF2_TRACE_H

#include "archive/write/place.h"
#include "export/otf2/records.h"
#include "util/pairs.h"

/* Where the arguments of definitions stand. */
enum {
    TRACE_SELF = 0,
    TRACE_CLOCK_RESOLUTION = 0,
    TRACE_CLOCK_OFFSET = 1,
    TRACE_CLOCK_LENGTH = 2,
    TRACE_CLOCK_REAL = 3,
    TRACE_STRING_AT = 1, /* in `texts` */
    TRACE_NODE_NAME = 1,
    TRACE_NODE_CLASS = 2,
    TRACE_NODE_PARENT = 3,
    TRACE_PLACE_NAME = 1, /* a location group */
    TRACE_PLACE_TYPE = 2,
    TRACE_PLACE_NODE = 3,
    TRACE_LANE_NAME = 1, /* a location */
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
    TRACE_COMM_GROUP = 2, /* the first one of an intercommunicator */
    TRACE_COMM_OTHER = 3, /* the second one */
    TRACE_CONTEXT_REGION = 1,
    TRACE_CONTEXT_SITE = 2,
    TRACE_HANDLE_FILE = 2,
    TRACE_FILE_NAME = 1,
};

/* The definitions of one kind, in their order. */
struct trace_list {
    uint64_t *values;
    size_t used, room;
    size_t *first; /* of each: where its values begin */
    size_t count, first_room;
    struct pairs by_self;
};

struct foreign_trace {
    struct trace_list lists[FOREIGN_DEFINITIONS];
    char *texts; /* one behind another */
    size_t text_used, text_room;
    uint32_t *seq;  /* by number of a region: what tells it from others that look like it */
    uint32_t *same; /* the first region that is the same but for its number: processes may have
                       defined each their own */
};

/* Adds a definition; one that is of no interest, or lacks arguments, is left out. */
void foreign_trace_add(struct foreign_trace *trace, uint32_t kind,
                       const struct foreign_record *record);
void foreign_trace_free(struct foreign_trace *trace);

static inline size_t foreign_trace_count(const struct foreign_trace *trace, uint32_t kind)
{
    return trace->lists[kind].count;
}

static inline const uint64_t *foreign_trace_at(const struct foreign_trace *trace, uint32_t kind,
                                               size_t number)
{
    return trace->lists[kind].values + trace->lists[kind].first[number];
}

/* The number among those of its kind; PAIRS_NONE: there is none. */
uint32_t foreign_trace_find(const struct foreign_trace *trace, uint32_t kind, uint64_t self);

/* "" where there is none. */
const char *foreign_trace_text(const struct foreign_trace *trace, uint64_t string);

/* How a region looks in an archive. The kinds of OTF2 are ours as far as there are such. */
struct archive_raw_write_region foreign_trace_region(struct foreign_trace *trace, size_t number);

/* The first region that is the same as that one. */
uint32_t foreign_trace_same(struct foreign_trace *trace, uint32_t number);

/* Those regions that have no definition have a number from here on: they are in no trace. */
#define FOREIGN_SEQ_MADE UINT32_C(0x80000000)

/* Times: ns of the archive, and ticks of the trace. What ns do not tell comes from *low. */
#define FOREIGN_START UINT64_C(1000000000) /* ns: when the trace begins */
struct foreign_clock {
    uint64_t resolution; /* ticks a second */
    uint64_t offset;     /* ticks at FOREIGN_START */
    uint64_t real;       /* ns since 1970 at that moment; 0: not known */
};

struct foreign_clock foreign_trace_clock(const struct foreign_trace *trace);
uint64_t foreign_clock_ns(const struct foreign_clock *clock, uint64_t ticks);
uint64_t foreign_clock_ticks(const struct foreign_clock *clock, uint64_t ns); /* the first of it */

static inline bool foreign_clock_is_fine(const struct foreign_clock *clock)
{
    return clock->resolution > UINT64_C(1000000000);
}

#endif
