/* shape.h: the fields of streams. */
#ifndef QUERY_SHAPE_H
#define QUERY_SHAPE_H

#include "query/type.h"

#include <stddef.h>
#include <stdint.h>

/* How a field is had from the row of a stream. */
enum field_from {
    FIELD_COLUMN,   /* of the table behind the stream */
    FIELD_ROW,      /* the number of the row itself */
    FIELD_VIA,      /* `step` leads to a row of another stream; the field `column` of that */
    FIELD_COMPUTED, /* by a function over many rows: see source.h */
    FIELD_MADE,     /* by a stage of the query: its number in the record */
};

/* Values of a column that mean that there is none. */
enum field_absent {
    ABSENT_NEVER,
    ABSENT_LARGEST,  /* of the column's type: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
    ABSENT_ZERO,     /* also of text: the empty one */
    ABSENT_COMPUTED, /* the function says so */
};

struct field {
    const char *name;
    struct value_type type;
    enum field_from from;
    const char *step;   /* of FIELD_VIA: the name of a field that is a row */
    const char *column; /* in the table; of FIELD_VIA, the field there */
    enum field_absent absent;
    uint32_t number; /* of FIELD_COMPUTED: which function; of FIELD_MADE: which column */
    bool is_moment;  /* ns of the archive's clock: shown, and compared, from the start of the run */
    const char *help; /* a phrase, for completion and the documentation; or NULL */
};

struct shape {
    const char *name;  /* "events" */
    const char *alias; /* "eventStream", or NULL */
    const char *table; /* of the archive; NULL: it is no table as it stands */
    const struct field *fields;
    size_t count;
};

/* The streams that every archive has. NULL: there is none of that name. */
const struct shape *shape_find(const char *name, size_t size);
const struct shape *shape_at(size_t i); /* NULL: there are no more */

const struct field *shape_field(const struct shape *shape, const char *name, size_t size);

#endif
