/* expression.h: an expression whose types are known, and which names nothing that is not there. */
#ifndef QUERY_PARSE_EXPRESSION_H
#define QUERY_PARSE_EXPRESSION_H

#include "query/parse/stream_fields.h"

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

/* Where nothing else is said, a result is absent if one of the parts is. */
enum expression_op {
    EXPRESSION_CONSTANT,
    EXPRESSION_FIELD,   /* of the lambda's row; of the row that parts[0] is, if there is one */
    EXPRESSION_SELF,    /* the lambda's row itself */
    EXPRESSION_PRESENT, /* never absent */
    EXPRESSION_NOT,
    EXPRESSION_NEGATE,
    EXPRESSION_ADD, /* of numbers of one type, as all of these; whole ones stay at the ends of their
                       range */
    EXPRESSION_SUBTRACT,
    EXPRESSION_MULTIPLY,
    EXPRESSION_DIVIDE,    /* of reals; absent where the divisor is 0 */
    EXPRESSION_REMAINDER, /* of whole numbers, with the sign of the first; likewise */
    EXPRESSION_EQUAL,     /* of parts of one type, as all of these; never of rows: their numbers */
    EXPRESSION_UNEQUAL,
    EXPRESSION_LESS,
    EXPRESSION_LESS_OR_EQUAL,
    EXPRESSION_AND, /* false if one is false; else absent if one is absent */
    EXPRESSION_OR,
    EXPRESSION_CHOICE, /* parts[0] ? parts[1] : parts[2]; absent if the condition is, or the part
                          that is chosen */
    EXPRESSION_IN,     /* parts[1] and the following are constants */
    EXPRESSION_STARTS, /* of text, with the constant `text`: */
    EXPRESSION_ENDS,
    EXPRESSION_CONTAINS,
    EXPRESSION_MATCHES,
    EXPRESSION_LENGTH, /* of text: its characters in UTF-8 */
    EXPRESSION_TO_REAL,
    EXPRESSION_TO_WHOLE, /* the nearest towards zero; absent outside of the range */
    EXPRESSION_ABSOLUTE,
    EXPRESSION_LESSER,
    EXPRESSION_GREATER,
};

struct expression {
    enum expression_op op;
    struct value_type type;
    size_t at, end;            /* bytes of the query's text */
    const struct field *field; /* of EXPRESSION_FIELD */
    bool absent;               /* of a constant: it has no value */
    int64_t whole;             /* of a constant: a whole number, a truth, an act, a text's number */
    double real;
    char *text;     /* of a constant text, and of what is looked for in one */
    regex_t *regex; /* of EXPRESSION_MATCHES */
    struct expression **parts;
    size_t part_count, part_room;
};

struct expression *expression_new(enum expression_op op, struct value_type type, size_t at,
                                  size_t end);
void expression_free(struct expression *expression);

/* Behind the other parts; from then on it is the expression's. */
void expression_add(struct expression *expression, struct expression *part);

/* The same as a constant or a smaller expression, where that can be told already. Takes the one
 * that it is given. */
struct expression *expression_fold(struct expression *expression);

/* What has to be known of a row to compute an expression of it. */
enum depends_on {
    DEPENDS_ON_NOTHING, /* it is a constant */
    DEPENDS_ON_INDEX,   /* one field, that is a row of another stream, and what that leads to */
    DEPENDS_ON_ROW,
};

struct depends {
    enum depends_on on;
    const struct field *index; /* a node of events tells the lane, too */
};

struct depends expression_depends(const struct expression *expression);

/* In one line, with all brackets: `row` is what the lambda's row is called. */
void expression_write(struct buffer *out, const struct expression *expression, const char *row);

#endif
