/* type.h: the types of values. Every expression has one before the query runs. */
#ifndef QUERY_PARSE_TYPE_H
#define QUERY_PARSE_TYPE_H

#include "query/parse/lexer.h"

enum query_type {
    TYPE_NONE,    /* no value: an error was reported */
    TYPE_BOOL,    /* a byte, 0 or 1 */
    TYPE_INTEGER, /* 64 bits, signed */
    TYPE_REAL,
    TYPE_TEXT,   /* number of a text */
    TYPE_ACT,    /* enum archive_kind, an event type: MOVE EXEC FINISH ... */
    TYPE_ROW,    /* a row of another stream, whose fields can follow */
    TYPE_RECORD, /* only as the result of a lambda: named fields */
};

struct query_fields;

/* The type of a value. Any value may be absent, like NULL in SQL. */
struct query_value_type {
    enum query_type type;
    enum query_unit unit;             /* of integers and reals */
    const struct query_fields *shape; /* of a row: its stream; of a record: its fields */
};

/* Returns the type in words for messages: "a time", "text", "a region". */
const char *query_type_word(struct query_value_type type);

static inline bool query_type_is_number(struct query_value_type type)
{
    return type.type == TYPE_INTEGER || type.type == TYPE_REAL;
}

#endif
