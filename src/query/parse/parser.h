/* parser.h: parses text into trees. The grammar is in doc/query.md. */
#ifndef QUERY_PARSE_PARSER_H
#define QUERY_PARSE_PARSER_H

#include "query/parse/tree.h"

struct query_parser {
    struct query_lexer lexer; /* the text, and the read position */
    struct diagnostic trouble;
    unsigned depth;
};

/* Starts at the beginning of the text. */
void query_parser_start(struct query_parser *parser, const char *text);

/* Parses the next statement: a query, `let` or `explain`. Returns NULL after the last one, or on an
 * error, which is then in parser->trouble. The caller frees the tree. */
struct query_tree *query_parser_statement(struct query_parser *parser);

/* Parses a whole text that is one lambda, such as `e -> e.open`. Returns NULL on an error. */
struct query_tree *query_parser_lambda(struct query_parser *parser);

#endif
