/* family.c: finds families by their names, and puts their words into other names: see family.h */
#include "vocabulary/family.h"

#include "vocabulary/parser.h"

#include <string.h>

enum { LONGEST_NAME = 512 };

struct vocabulary_family *vocabulary_family_find(const struct vocabulary_parser *parser,
                                                 const char *name, size_t size)
{
    struct vocabulary_family *family = parser->to->families;
    while (family && (strlen(family->name) != size || strncmp(family->name, name, size) != 0))
        family = family->next;
    return family;
}

struct vocabulary_family *vocabulary_family_here(const struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    return lexeme->token == VOCABULARY_NAME
               ? vocabulary_family_find(parser, parser->lexer.text + lexeme->at,
                                        lexeme->end - lexeme->at)
               : NULL;
}

const struct vocabulary_family *vocabulary_sees_family(const struct vocabulary_parser *parser)
{
    const struct vocabulary_family *family = vocabulary_family_here(parser);
    return family && family->bound ? family : NULL;
}

bool vocabulary_family_unknown(struct vocabulary_parser *parser, size_t at, size_t size)
{
    const char *names[64];
    size_t count = 0;
    for (const struct vocabulary_family *family = parser->to->families; family && count < 64;
         family = family->next)
        names[count++] = family->name;
    const char *name = parser->lexer.text + at;
    diagnostic_at(parser->trouble, at, at + size, "there is no family `%.*s`", (int)size, name);
    const char *nearest = diagnostic_nearest(name, size, names, count);
    if (nearest)
        diagnostic_help(parser->trouble, "Did you mean `%s`?", nearest);
    else
        diagnostic_help(parser->trouble, "Declare it above this line: family %.*s = one, two",
                        (int)size, name);
    return false;
}

const char *vocabulary_family_expand(struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *text = parser->lexer.text;
    char name[LONGEST_NAME];
    size_t used = 0;
    for (size_t at = lexeme->at; at < lexeme->end; at++) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}") : 0;
        const struct vocabulary_family *family =
            size ? vocabulary_family_find(parser, text + at + 1, size) : NULL;
        if (size && !family) {
            vocabulary_family_unknown(parser, at + 1, size);
            return NULL;
        }
        if (family && !family->bound) {
            diagnostic_at(parser->trouble, at + 1, at + 1 + size,
                          "the name of the function has no {%s}", family->name);
            return NULL;
        }
        const char *part = family ? family->bound->word : text + at;
        size_t length = family ? strlen(part) : 1;
        if (used + length >= sizeof name) {
            diagnostic_at(parser->trouble, lexeme->at, lexeme->end, "this name is too long");
            return NULL;
        }
        memcpy(name + used, part, length);
        used += length;
        at += size ? size + 1 : 0;
    }
    return arena_text(&parser->to->arena, name, used);
}
