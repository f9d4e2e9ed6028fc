/* family.c: finds families by their names, and puts their words into other names: see family.h */
#include "vocabulary/family.h"

#include "util/buffer.h"
#include "vocabulary/parser.h"

#include <string.h>

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
    if (strcspn(name, " \t\n;,*") < size) {
        diagnostic_at(parser->trouble, at, at + size, "braces only hold the name of a family");
        diagnostic_help(parser->trouble,
                        "Structures are not declared: `struct info *` is known without, and their "
                        "members are read by their type and place: `int32(info + 4)`.");
        return false;
    }
    diagnostic_at(parser->trouble, at, at + size, "there is no family `%.*s`", (int)size, name);
    const char *nearest = diagnostic_nearest(name, size, names, count);
    if (nearest)
        diagnostic_help(parser->trouble, "Did you mean `%s`?", nearest);
    else
        diagnostic_help(parser->trouble, "Declare it above this line: family %.*s = one, two",
                        (int)size, name);
    return false;
}

/* Returns the family at that place of a name; NULL with trouble if it has no word now. */
static const struct vocabulary_family *find_bound(struct vocabulary_parser *parser, size_t at,
                                                  size_t size)
{
    const struct vocabulary_family *family =
        vocabulary_family_find(parser, parser->lexer.text + at, size);
    if (family && family->bound)
        return family;
    if (family)
        diagnostic_at(parser->trouble, at, at + size, "the name of the function has no {%s}",
                      family->name);
    else
        vocabulary_family_unknown(parser, at, size);
    return NULL;
}

const char *vocabulary_family_expand(struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *text = parser->lexer.text;
    struct buffer name = {0};
    for (size_t at = lexeme->at; at < lexeme->end;) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}") : 0;
        const struct vocabulary_family *family = size ? find_bound(parser, at + 1, size) : NULL;
        if (size && !family) {
            buffer_free(&name);
            return NULL;
        }
        if (family)
            buffer_add(&name, family->bound->word);
        else
            buffer_add_bytes(&name, text + at, 1);
        at += size ? size + 2 : 1;
    }
    const char *made = arena_text(&parser->to->arena, name.text, name.used);
    buffer_free(&name);
    return made;
}
