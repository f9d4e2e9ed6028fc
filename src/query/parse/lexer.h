/* lexer.h: splits a query into lexemes. */
#ifndef QUERY_PARSE_LEXER_H
#define QUERY_PARSE_LEXER_H

#include "query/parse/diagnostic.h"

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
enum unit { UNIT_NONE, UNIT_TIME, UNIT_BYTES };

/* One lexeme of the text. */
struct lexeme {
    enum token token;
    size_t at, end; /* byte range in the text */
    char sign[3];   /* of a sign */
    bool is_real;   /* of a number: it has a fraction, even in the smallest unit */
    int64_t whole;
    double real;
    enum unit unit;
};

struct lexer {
    const char *text; /* zero-terminated */
    size_t at;        /* offset after the last lexeme */
    struct lexeme lexeme;
    bool after_operand; /* a slash here means division */
};

/* Reads the next lexeme. False with trouble if the text is malformed. */
bool lexer_next(struct lexer *lexer, struct trouble *trouble);

/* True if a name is that of a unit. */
bool lexer_is_unit(const char *text, const struct lexeme *name);

/* Returns the text or pattern of the last lexeme, without quotes and escapes; the caller frees
 * it. */
char *lexer_string(const struct lexer *lexer);

#endif
