/* expression.h: a checked expression: all names are resolved and all types are known. */
#ifndef QUERY_PARSE_EXPRESSION_H
#define QUERY_PARSE_EXPRESSION_H

#include "query/parse/stream_fields.h"

#include <regex.h>
#include <stddef.h>
#include <stdint.h>

/* Operations. Unless stated otherwise, the result is absent if any part is. */
enum query_expression_op {
    EXPRESSION_CONSTANT,
    EXPRESSION_FIELD,   /* of the row parts[0], or of the lambda's row if there are no parts */
    EXPRESSION_SELF,    /* the lambda's row itself */
    EXPRESSION_PRESENT, /* never absent */
    EXPRESSION_NOT,
    EXPRESSION_NEGATE,
    EXPRESSION_ADD, /* for arithmetic, both parts are numbers of one type; whole numbers saturate */
    EXPRESSION_SUBTRACT,
    EXPRESSION_MULTIPLY,
    EXPRESSION_DIVIDE,    /* of reals; absent if the divisor is 0 */
    EXPRESSION_REMAINDER, /* of whole numbers, with the sign of the first; absent if the divisor is
                             0 */
    EXPRESSION_EQUAL,     /* for comparisons, both parts have one type; rows are compared by their
                             numbers */
    EXPRESSION_UNEQUAL,
    EXPRESSION_LESS,
    EXPRESSION_LESS_OR_EQUAL,
    EXPRESSION_AND, /* false if one part is false; else absent if one is absent */
    EXPRESSION_OR,
    EXPRESSION_CHOICE, /* parts[0] ? parts[1] : parts[2]; absent if the condition or the chosen part
                          is */
    EXPRESSION_IN,     /* is parts[0] one of the constants parts[1], parts[2], ...? */
    EXPRESSION_STARTS, /* these four compare a text with the constant `text` */
    EXPRESSION_ENDS,
    EXPRESSION_CONTAINS,
    EXPRESSION_MATCHES,
    EXPRESSION_LENGTH, /* length of a text in UTF-8 characters */
    EXPRESSION_TO_REAL,
    EXPRESSION_TO_WHOLE, /* rounds towards zero; absent outside of the range */
    EXPRESSION_ABSOLUTE,
    EXPRESSION_LESSER,
    EXPRESSION_GREATER,
};

/* A node of an expression tree. */
struct query_expression {
    enum query_expression_op op;
    struct query_value_type type;
    size_t at, end;                  /* byte range in the query's text */
    const struct query_field *field; /* of EXPRESSION_FIELD */
    bool absent;                     /* of a constant: it has no value */
    int64_t
        whole; /* of a constant: a whole number, a truth value, an event type, a text's number */
    double real;
    char *text;     /* of a constant text; the text or pattern that a text is compared with */
    regex_t *regex; /* of EXPRESSION_MATCHES */
    struct query_expression **parts;
    size_t part_count, part_room;
};

struct query_expression *query_expression_new(enum query_expression_op op,
                                              struct query_value_type type, size_t at, size_t end);
void query_expression_free(struct query_expression *expression);

/* Appends a part, which the expression then owns. */
void query_expression_add(struct query_expression *expression, struct query_expression *part);

/* Returns the expression with its constant parts computed. Takes ownership of the argument. */
struct query_expression *query_expression_fold(struct query_expression *expression);

/* The part of a row that an expression reads. */
enum query_depends_on {
    DEPENDS_ON_NOTHING, /* nothing: it is constant */
    DEPENDS_ON_INDEX, /* one field that is a row of another stream, and fields reached through it */
    DEPENDS_ON_ROW,
};

struct query_depends {
    enum query_depends_on on;
    const struct query_field *index; /* the node of an event implies its lane */
};

struct query_depends query_expression_depends(const struct query_expression *expression);

/* Appends the expression in one line, fully bracketed; `row` is the name of the lambda's row. */
void query_expression_write(struct buffer *out, const struct query_expression *expression,
                            const char *row);

#endif
