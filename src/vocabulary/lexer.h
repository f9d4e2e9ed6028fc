/* lexer.h: splits the text of a vocabulary into words, numbers, texts, signs and ends of lines. */
#ifndef VOCABULARY_LEXER_H
#define VOCABULARY_LEXER_H

#include "util/diagnostic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vocabulary_token {
    VOCABULARY_END,  /* of the text */
    VOCABULARY_LINE, /* end of a line that has something in it; one that ends with a comma or within
                        parentheses goes on in the next, and so does an indented one before one
                        that is indented more */
    VOCABULARY_NAME, /* also with families in it: shmem_{TYPE}_put */
    VOCABULARY_NUMBER,
    VOCABULARY_TEXT,
    VOCABULARY_SIGN,
};

struct vocabulary_lexeme {
    enum vocabulary_token token;
    size_t at, end;
    char sign[4];
    int64_t number;
    bool indented; /* the first one of a line, which begins with a blank */
};

struct vocabulary_lexer {
    const char *text; /* zero-terminated */
    size_t at;
    struct vocabulary_lexeme lexeme;
    unsigned depth; /* of parentheses */
    size_t column;  /* of the first lexeme of the line */
    bool hangs;     /* the line goes on in those that are indented more */
    bool in_line;   /* something of the line was read */
    bool goes_on;   /* the last lexeme was a comma */
};

/* Reads the next lexeme. False with trouble if the text is malformed. */
bool vocabulary_lexer_next(struct vocabulary_lexer *lexer, struct diagnostic *trouble);

/* Reads the rest of the line up to a blank or a comma: the name of a file. False at its end. */
bool vocabulary_lexer_word(struct vocabulary_lexer *lexer, size_t *at, size_t *end);

#endif
