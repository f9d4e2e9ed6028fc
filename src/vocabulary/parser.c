/* parser.c: see parser.h */
#include "vocabulary/parser.h"

#include "vocabulary/family.h"

#include <stdio.h>
#include <string.h>

bool vocabulary_step(struct vocabulary_parser *parser)
{
    return vocabulary_lexer_next(&parser->lexer, parser->trouble);
}

bool vocabulary_sees(const struct vocabulary_parser *parser, const char *sign)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    return lexeme->token == VOCABULARY_SIGN && !strcmp(lexeme->sign, sign);
}

bool vocabulary_sees_word(const struct vocabulary_parser *parser, const char *word)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    size_t size = lexeme->end - lexeme->at;
    return lexeme->token == VOCABULARY_NAME && strlen(word) == size &&
           !strncmp(parser->lexer.text + lexeme->at, word, size);
}

bool vocabulary_expected(struct vocabulary_parser *parser, const char *what)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    if (lexeme->token == VOCABULARY_END || lexeme->token == VOCABULARY_LINE)
        return diagnostic_at(parser->trouble, lexeme->at, lexeme->end,
                             "%s is missing at the end of the line", what);
    return diagnostic_at(parser->trouble, lexeme->at, lexeme->end, "expected %s, not `%.*s`", what,
                         (int)(lexeme->end - lexeme->at), parser->lexer.text + lexeme->at);
}

bool vocabulary_take(struct vocabulary_parser *parser, const char *sign)
{
    char what[8];
    if (vocabulary_sees(parser, sign))
        return vocabulary_step(parser);
    snprintf(what, sizeof what, "`%s`", sign);
    return vocabulary_expected(parser, what);
}

bool vocabulary_end_line(struct vocabulary_parser *parser)
{
    if (parser->lexer.lexeme.token != VOCABULARY_LINE)
        return vocabulary_expected(parser, "the end of the line");
    return vocabulary_step(parser);
}

bool vocabulary_take_name(struct vocabulary_parser *parser, const char *what, const char **name,
                          struct vocabulary_range *range)
{
    if (parser->lexer.lexeme.token != VOCABULARY_NAME)
        return vocabulary_expected(parser, what);
    *name = vocabulary_word(parser);
    if (!*name)
        return false;
    if (range)
        *range = vocabulary_here(parser);
    return vocabulary_step(parser);
}

struct vocabulary_range vocabulary_here(const struct vocabulary_parser *parser)
{
    return (struct vocabulary_range){parser->lexer.lexeme.at, parser->lexer.lexeme.end};
}

const char *vocabulary_word(struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *text = parser->lexer.text + lexeme->at;
    size_t size = lexeme->end - lexeme->at;
    return memchr(text, '{', size) ? vocabulary_family_expand(parser)
                                   : arena_text(&parser->to->arena, text, size);
}
