/* lexer.h: splits a query into lexemes. */
#ifndef QUERY_PARSE_LEXER_H
#define QUERY_PARSE_LEXER_H

#include "util/diagnostic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_TEXT,
    TOKEN_PATTERN, /* a regular expression, between slashes */
    TOKEN_SIGN,    /* . , ; : ? ( ) [ ] { } -> ! - + * / % < <= > >= == != && || = */
};

/* The unit of a number: none, ns, or bytes. */
enum query_unit { UNIT_NONE, UNIT_TIME, UNIT_BYTES };

/* One lexeme of the text. */
struct query_lexeme {
    enum token token;
    size_t at, end; /* byte range in the text */
    char sign[3];   /* of a sign */
    bool is_real;   /* of a number: it has a fraction, even in the smallest unit */
    int64_t whole;
    double real;
    enum query_unit unit;
};

struct query_lexer {
    const char *text; /* zero-terminated */
    size_t at;        /* offset after the last lexeme */
    struct query_lexeme lexeme;
    bool after_operand; /* a slash here means division */
};

/* Reads the next lexeme. False with trouble if the text is malformed. */
bool query_lexer_next(struct query_lexer *lexer, struct diagnostic *trouble);

/* True if a name is that of a unit. */
bool query_lexer_is_unit(const char *text, const struct query_lexeme *name);

/* Returns the text or pattern of the last lexeme, without quotes and escapes; the caller frees
 * it. */
char *query_lexer_string(const struct query_lexer *lexer);

#endif
