/* type.h: what values are: every expression has one of these types before anything is computed. */
#ifndef QUERY_PARSE_TYPE_H
#define QUERY_PARSE_TYPE_H

#include "query/parse/lexer.h"

enum type {
    TYPE_NONE,    /* no value: a mistake was told of */
    TYPE_BOOL,    /* a byte, 0 or 1 */
    TYPE_INTEGER, /* 64 bits with a sign */
    TYPE_REAL,
    TYPE_TEXT,   /* 32 bits: a row of the archive's strings, or behind them of the query's own */
    TYPE_ACT,    /* enum archive_kind: MOVE EXEC FINISH ... */
    TYPE_ROW,    /* a row of another stream: its fields follow */
    TYPE_RECORD, /* only as the result of a lambda: fields with names */
};

struct shape;

/* Any value may be absent, as SQL's NULL. */
struct value_type {
    enum type type;
    enum unit unit;            /* of integers and reals */
    const struct shape *shape; /* of a row: whose; of records: their fields */
};

/* "a time", "text", "a region": for messages. */
const char *type_word(struct value_type type);

static inline bool type_is_number(struct value_type type)
{
    return type.type == TYPE_INTEGER || type.type == TYPE_REAL;
}

#endif
