/* stream_fields.h: the fields of streams. */
#ifndef QUERY_PARSE_STREAM_FIELDS_H
#define QUERY_PARSE_STREAM_FIELDS_H

#include "query/parse/type.h"

#include <stddef.h>
#include <stdint.h>

/* How a field is had from the row of a stream. */
enum field_from {
    FIELD_COLUMN,   /* of the table behind the stream */
    FIELD_ROW,      /* the number of the row itself */
    FIELD_VIA,      /* `step` leads to a row of another stream; the field `column` of that. In
                       plans there is that one, and this is not */
    FIELD_COMPUTED, /* by a function over many rows: enum field_function */
    FIELD_MADE,     /* by a stage of the query: its number in the record */
};

/* Values of a column that mean that there is none. */
enum field_absent {
    ABSENT_NEVER,
    ABSENT_LARGEST,  /* of the column's type: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
    ABSENT_ZERO,     /* also of text: the empty one */
    ABSENT_UNTIMED,  /* as ABSENT_LARGEST, and where the column `timed` is 0 */
    ABSENT_COMPUTED, /* the function says so; of FIELD_VIA: as the field there */
};

/* What FIELD_COMPUTED is had by. Numbers of activities are PLACE-N: by number of the place. */
enum field_function {
    FUNCTION_EVENT_ACTIVITY_NUMBER, /* text of archive_facts: the activity that does it */
    FUNCTION_EVENT_ACTIVITY,        /* the same as a row of activities */
    FUNCTION_EVENT_PARENT,          /* text: the activity that made that one */
    FUNCTION_EVENT_LANE,            /* row of lanes: that of its block, and of its node */
    FUNCTION_EVENT_FINISH,          /* start + duration */
    FUNCTION_EVENT_TRIPS,           /* these are of archive_act, absent where that says so: */
    FUNCTION_EVENT_BYTES,           /* absent unless the type is IO or COMM */
    FUNCTION_EVENT_OBJECT,          /* row of regions: `file` */
    FUNCTION_EVENT_ABOUT,           /* row of activities: `activity` */
    FUNCTION_EVENT_HOLDER,          /* row of activities */
    FUNCTION_EVENT_HELD,            /* absent where it is 0 */
    FUNCTION_EVENT_SOURCE,          /* row of places; its own, if nothing was told */
    FUNCTION_EVENT_TARGET,          /* the same */
    FUNCTION_EVENT_TAG,             /* absent unless it was told, as the next */
    FUNCTION_EVENT_COMMUNICATOR,    /* row */
    FUNCTION_EVENT_OPEN,            /* ARCHIVE_ACT_OPEN, and the other two */
    FUNCTION_EVENT_LEFT,
    FUNCTION_EVENT_CONTINUED,
    FUNCTION_MESSAGE_TAG,      /* the column, with its sign */
    FUNCTION_MESSAGE_DURATION, /* receive_end - send_start, if both are there */
    FUNCTION_COLLECTIVE_KIND,  /* text: barrier n-to-n n-to-1 1-to-n prefix near; absent: unknown */
    FUNCTION_COLLECTIVE_DURATION, /* end_end - begin_start, if it has ended */
    FUNCTION_NODE_EXCLUSIVE,      /* time less that of the nearest timed nodes below it, but with
                                     its own loops */
    FUNCTION_NODE_LOOPS,          /* of this, the part in these loops */
    FUNCTION_NODE_ESTIMATED,      /* timed is ARCHIVE_ESTIMATED */
    FUNCTION_NODE_LIGHT,          /* bits of how: ARCHIVE_LIGHT */
    FUNCTION_NODE_DERIVED,        /* either of ARCHIVE_DERIVED_... */
    FUNCTION_NODE_AT_LEAST,       /* ARCHIVE_AT_LEAST */
    FUNCTION_NODE_TRIPS,          /* the column, unless it is 0 and trips_min ARCHIVE_UNKNOWN */
    FUNCTION_NODE_TRIPS_MAX,      /* the column, where trips_min is not ARCHIVE_UNKNOWN */
    FUNCTION_NODE_BYTES,          /* the column, where the type is IO or COMM */
    FUNCTION_NODE_DEPTH,          /* 0: the root of a lane */
    FUNCTION_NODE_PATH, /* text: names of regions from below the root on, with slashes between; one
                           without a name is called by kind and line: loop:12. Absent: the root */
    FUNCTION_CYCLE_START,
    FUNCTION_CYCLE_FINISH,
    FUNCTION_CYCLE_DURATION,
    FUNCTION_REGION_TYPE,   /* act: that of archive_facts */
    FUNCTION_REGION_KIND,   /* text: shape_region_kind; absent for row 0 */
    FUNCTION_REGION_METHOD, /* text: the name of the routine, or its own; absent: empty */
    FUNCTION_REGION_END,    /* end_line, or line; absent: 0 */
    FUNCTION_REGION_READS,  /* TRI_READS */
    FUNCTION_REGION_WRITES, /* TRI_WRITES */
    FUNCTION_LANE_DURATION,
    FUNCTION_LANE_ACTIVITY_NUMBER, /* text */
    FUNCTION_LANE_ACTIVITY,        /* row of activities */
    FUNCTION_ACTIVITY_NUMBER,      /* text */
    FUNCTION_ACTIVITY_PARENT,      /* row of activities */
    FUNCTION_ACTIVITY_KIND,        /* text: thread implicit task */
    FUNCTION_ACTIVITY_DURATION,    /* end - start; absent: it never ran */
    FUNCTION_PLACE_PARENT,         /* row of places: that with the number in the column `parent` */
    FUNCTION_PLACE_STATE,          /* text: running exited replaced cut stopped */
    FUNCTION_PLACE_DURATION,
    FUNCTION_COMMUNICATOR_KIND, /* text: intra inter alone */
    FUNCTION_LOOP_COUNTED,      /* enum format_loop_flag */
    FUNCTION_LOOP_IRREDUCIBLE,
    FUNCTION_LOOP_VECTOR,
    FUNCTIONS
};

struct field {
    const char *name;
    struct value_type type;
    enum field_from from;
    const char *step;   /* of FIELD_VIA: the name of a field that is a row */
    const char *column; /* in the table; of FIELD_VIA, the field there */
    enum field_absent absent;
    uint32_t number;  /* of FIELD_COMPUTED: enum field_function; of FIELD_MADE: which column */
    bool is_moment;   /* ns of the archive's clock: in queries, ns from the start of the run */
    const char *help; /* a phrase, for completion and the documentation; or NULL */
};

struct shape {
    const char *name;  /* "events" */
    const char *alias; /* "eventStream", or NULL */
    const char *one;   /* "an event": a row of it */
    const char *table; /* of the archive; NULL: it is no table as it stands */
    const struct field *fields;
    size_t count;
    const char *help;  /* what its rows are, or NULL */
    const char *shown; /* names of the fields that a table shows; NULL: all */
};

/* The streams that every archive has. NULL: there is none of that name. */
const struct shape *shape_find(const char *name, size_t size);
const struct shape *shape_at(size_t i); /* NULL: there are no more */

const struct field *shape_field(const struct shape *shape, const char *name, size_t size);

/* Whether some rows have no value there. */
bool shape_may_be_absent(const struct shape *shape, const struct field *field);

/* What a kind of region (enum tri_kind) is called: "routine", "loop"; NULL: there is no such kind.
 */
const char *shape_region_kind(uint32_t kind);

#endif
