/* parser.h: text in, tree out. The grammar is in doc/query.md. */
#ifndef QUERY_PARSE_PARSER_H
#define QUERY_PARSE_PARSER_H

#include "query/parse/tree.h"

struct parser {
    struct lexer lexer; /* the text, and how far it was read */
    struct trouble trouble;
    unsigned depth;
};

/* From the beginning of the text. */
void parser_start(struct parser *parser, const char *text);

/* The next statement: a query, `let` or `explain`; NULL: there is no other, or, if parser->trouble
 * says so, it is wrong. */
struct tree *parser_statement(struct parser *parser);

/* A condition alone: e -> expression, as a whole. */
struct tree *parser_lambda(struct parser *parser);

#endif
