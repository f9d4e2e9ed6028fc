/* lexer.h: the words of the filter language. */
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

/* What a number counts. */
enum unit { UNIT_NONE, UNIT_TIME, UNIT_BYTES }; /* ns; bytes */

struct lexeme {
    enum token token;
    size_t at, end; /* its bytes in the text */
    char sign[3];   /* of a sign */
    bool is_real;   /* of a number: it has a fraction that its unit did not take away */
    int64_t whole;
    double real;
    enum unit unit;
};

struct lexer {
    const char *text; /* zero-terminated */
    size_t at;        /* behind the lexeme that was read last */
    struct lexeme lexeme;
    bool after_operand; /* a slash divides */
};

/* Reads the next lexeme; false: it is none, and `trouble` says why. */
bool lexer_next(struct lexer *lexer, struct trouble *trouble);

/* Whether a name is that of a unit. */
bool lexer_is_unit(const char *text, const struct lexeme *name);

/* The text or pattern of the last lexeme, without quotes and escapes; the caller's. */
char *lexer_string(const struct lexer *lexer);

#endif
