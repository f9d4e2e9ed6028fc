/* parser.h: parses text into trees. The grammar is in doc/query.md. */
#ifndef QUERY_PARSE_PARSER_H
#define QUERY_PARSE_PARSER_H

#include "query/parse/tree.h"

struct parser {
    struct lexer lexer; /* the text, and the read position */
    struct trouble trouble;
    unsigned depth;
};

/* Starts at the beginning of the text. */
void parser_start(struct parser *parser, const char *text);

/* Parses the next statement: a query, `let` or `explain`. Returns NULL after the last one, or on an
 * error, which is then in parser->trouble. The caller frees the tree. */
struct tree *parser_statement(struct parser *parser);

/* Parses a whole text that is one lambda, such as `e -> e.open`. Returns NULL on an error. */
struct tree *parser_lambda(struct parser *parser);

#endif
