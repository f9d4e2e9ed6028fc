/* stream_fields.h: the streams of the language and their fields. */
#ifndef QUERY_PARSE_STREAM_FIELDS_H
#define QUERY_PARSE_STREAM_FIELDS_H

#include "query/parse/type.h"

#include <stddef.h>
#include <stdint.h>

/* The origin of a field's value. */
enum query_field_from {
    FIELD_COLUMN, /* a column of the table behind the stream */
    FIELD_ROW,    /* the number of the row itself */
    FIELD_VIA, /* the field `column` of the row that the field `step` leads to. Plans contain that
                  path instead */
    FIELD_COMPUTED, /* by a function: enum query_field_function */
    FIELD_MADE,     /* made by a stage of the query: `number` is its column */
};

/* The values of a column that mean "absent". */
enum query_field_absent {
    ABSENT_NEVER,
    ABSENT_LARGEST,  /* the column type's largest value: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
    ABSENT_ZERO,     /* 0; for text, the empty one */
    ABSENT_UNTIMED,  /* as ABSENT_LARGEST, and if the column `timed` is 0 */
    ABSENT_COMPUTED, /* the function decides; of FIELD_VIA: as for the field there */
};

/* Functions behind FIELD_COMPUTED. Activities are numbered PLACE-N. */
enum query_field_function {
    FUNCTION_EVENT_ACTIVITY_NUMBER, /* text: the activity that executed it */
    FUNCTION_EVENT_ACTIVITY,        /* that activity as a row */
    FUNCTION_EVENT_PARENT,          /* text: the activity that created that one */
    FUNCTION_EVENT_LANE,            /* row of lanes, from the event's block or node */
    FUNCTION_EVENT_FINISH,          /* start + duration */
    FUNCTION_EVENT_TRIPS,  /* from here to COMMUNICATOR: fields of archive_act, absent where it says
                              so */
    FUNCTION_EVENT_BYTES,  /* absent unless the type is IO or COMM */
    FUNCTION_EVENT_OBJECT, /* row of regions: `file` */
    FUNCTION_EVENT_ABOUT,  /* row of activities: `activity` */
    FUNCTION_EVENT_HOLDER, /* row of activities */
    FUNCTION_EVENT_HELD,   /* absent if it is 0 */
    FUNCTION_EVENT_SOURCE, /* row of places; its own place if none was recorded */
    FUNCTION_EVENT_TARGET, /* likewise */
    FUNCTION_EVENT_TAG,    /* absent unless recorded, like the communicator */
    FUNCTION_EVENT_COMMUNICATOR, /* row */
    FUNCTION_EVENT_UNFINISHED,   /* the flags of archive_act: unfinished, aborted, continued */
    FUNCTION_EVENT_ABORTED,
    FUNCTION_EVENT_CONTINUED,
    FUNCTION_MESSAGE_DURATION,    /* receive_end - send_start, if both are known */
    FUNCTION_COLLECTIVE_DURATION, /* end_end - begin_start, if it has ended */
    FUNCTION_NODE_EXCLUSIVE, /* time minus that of the nearest timed nodes below, except its own
                                loops */
    FUNCTION_NODE_LOOPS,     /* the part of the exclusive time spent in its own loops */
    FUNCTION_NODE_ESTIMATED, /* the column `timed` is ARCHIVE_ESTIMATED */
    FUNCTION_NODE_LIGHT,     /* the bit ARCHIVE_LIGHT of the column `how` */
    FUNCTION_NODE_DERIVED,   /* either of the bits ARCHIVE_DERIVED_... */
    FUNCTION_NODE_AT_LEAST,  /* the bit ARCHIVE_AT_LEAST */
    FUNCTION_NODE_TRIPS_AT_LEAST,
    FUNCTION_NODE_TRIPS,     /* the column; absent if it is 0 and trips_min is ARCHIVE_UNKNOWN */
    FUNCTION_NODE_TRIPS_MAX, /* the column; absent if trips_min is ARCHIVE_UNKNOWN */
    FUNCTION_NODE_BYTES,     /* the column; absent unless the type is IO or COMM */
    FUNCTION_NODE_DEPTH,     /* 0: the root of a lane */
    FUNCTION_NODE_PATH,      /* text: names of regions from below the root, separated by slashes; a
                                region without a name appears as kind and line: loop:12. Absent: the root
                              */
    FUNCTION_CYCLE_START,
    FUNCTION_CYCLE_FINISH,
    FUNCTION_CYCLE_DURATION,
    FUNCTION_REGION_TYPE,   /* event type, from archive_facts */
    FUNCTION_REGION_METHOD, /* text: the name of the routine around it, or its own; absent if empty
                             */
    FUNCTION_REGION_END,    /* end_line, or line; absent: 0 */
    FUNCTION_REGION_READS,  /* TRI_READS */
    FUNCTION_REGION_WRITES, /* TRI_WRITES */
    FUNCTION_LANE_DURATION,
    FUNCTION_LANE_ACTIVITY_NUMBER, /* text */
    FUNCTION_LANE_ACTIVITY,        /* row of activities */
    FUNCTION_ACTIVITY_NUMBER,      /* text */
    FUNCTION_ACTIVITY_PARENT,      /* row of activities */
    FUNCTION_ACTIVITY_PATH,        /* text: archive_activity_path */
    FUNCTION_ACTIVITY_DURATION,    /* end - start; absent: it never ran */
    FUNCTION_PLACE_PARENT,         /* row of places whose number is in the column `parent` */
    FUNCTION_PLACE_DURATION,
    FUNCTION_LOOP_COUNTED, /* enum format_loop_flag */
    FUNCTION_LOOP_IRREDUCIBLE,
    FUNCTION_LOOP_VECTOR,
    FUNCTION_MOVE_DURATION,
    FUNCTION_FINISH_DURATION,
    FUNCTION_FINISH_WAITED, /* end - wait */
    FUNCTION_VARIABLE_PATH, /* text: archive_relay_path */
    FUNCTIONS
};

/* A field of a stream's rows. */
struct query_field {
    const char *name;
    struct query_value_type type;
    enum query_field_from from;
    const char *step;   /* of FIELD_VIA: the name of a field that is a row */
    const char *column; /* in the table; of FIELD_VIA: the field of that row */
    enum query_field_absent absent;
    uint32_t number;  /* of FIELD_COMPUTED: enum query_field_function; of FIELD_MADE: the column */
    bool is_moment;   /* ns of the archive's clock, which queries count from the start of the run */
    const char *help; /* a phrase for completion and documentation, or NULL */
    const char *(*word)(uint32_t code); /* of a column of codes: their texts; else NULL */
    bool is_signed;                     /* a column of signed numbers of 32 bits */
};

/* The fields that the rows of a stream have: of a table, or of a stage's result. */
struct query_fields {
    const char *name;  /* "events" */
    const char *alias; /* "eventStream", or NULL */
    const char *one;   /* one row: "an event" */
    const char *table; /* the archive's table; NULL: the rows are computed */
    const struct query_field *fields;
    size_t count;
    const char *help;  /* what its rows are, or NULL */
    const char *shown; /* names of the fields that a table shows by default; NULL: all */
};

/* Finds one of the streams that every archive has, by name or alias. NULL if there is none. */
const struct query_fields *query_fields_find(const char *name, size_t size);
const struct query_fields *query_fields_at(size_t i); /* NULL after the last one */

const struct query_field *query_fields_get(const struct query_fields *shape, const char *name,
                                           size_t size);

/* True if the field can be absent. */
bool query_fields_may_be_absent(const struct query_fields *shape, const struct query_field *field);

#endif
