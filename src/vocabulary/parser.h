/* parser.h: what the parts of the parser share. */
#ifndef VOCABULARY_PARSER_H
#define VOCABULARY_PARSER_H

#include "vocabulary/lexer.h"
#include "vocabulary/tree.h"

struct vocabulary_program;

struct vocabulary_parser {
    struct vocabulary *to;
    struct vocabulary_lexer lexer;
    struct diagnostic *trouble;
    unsigned depth;
    unsigned functions;                 /* that were read */
    bool in_sizeof;                     /* a type is read for its size */
    struct vocabulary_program *program; /* NULL: not known */
};

/* Steps to the next lexeme. False with trouble. */
bool vocabulary_step(struct vocabulary_parser *parser);

/* True if the present lexeme is this sign or word. */
bool vocabulary_sees(const struct vocabulary_parser *parser, const char *sign);
bool vocabulary_sees_word(const struct vocabulary_parser *parser, const char *word);

/* Report that `what` is missing here; step over a sign, or report that it is missing. */
bool vocabulary_expected(struct vocabulary_parser *parser, const char *what);
bool vocabulary_take(struct vocabulary_parser *parser, const char *sign);

/* Steps to the next line. */
bool vocabulary_end_line(struct vocabulary_parser *parser);

/* Takes a name. */
bool vocabulary_take_name(struct vocabulary_parser *parser, const char *what, const char **name,
                          struct vocabulary_range *range);

struct vocabulary_range vocabulary_here(const struct vocabulary_parser *parser);

/* Returns the text of the lexeme, with the words of families in it; NULL with trouble. */
const char *vocabulary_word(struct vocabulary_parser *parser);

/* Reads an expression; NULL with trouble. */
struct vocabulary_expression *vocabulary_parse_expression(struct vocabulary_parser *parser);

/* Reads a C prototype with the symbol that may follow it, up to the end of the line. */
struct vocabulary_function *vocabulary_parse_prototype(struct vocabulary_parser *parser);

/* True if a prototype may begin with the present lexeme. */
bool vocabulary_sees_type(const struct vocabulary_parser *parser);

/* Reads a type of C with its stars. */
bool vocabulary_parse_type(struct vocabulary_parser *parser, struct vocabulary_type *type);

/* True if the present lexeme is a word of C's types. */
bool vocabulary_sees_known_type(const struct vocabulary_parser *parser);

/* Reads the declaration of a family. */
bool vocabulary_parse_family(struct vocabulary_parser *parser);

/* Reads a function with its statements, once for each combination of its families' members. `last`
 * is where the list of functions ends. */
bool vocabulary_parse_functions(struct vocabulary_parser *parser,
                                struct vocabulary_function ***last);

/* Reads labels, and what happens there, up to the end of the line. */
bool vocabulary_parse_labels(struct vocabulary_parser *parser);

/* Reads a statement of a function, up to the end of the line; NULL with trouble. */
struct vocabulary_statement *vocabulary_parse_statement(struct vocabulary_parser *parser);

#endif
