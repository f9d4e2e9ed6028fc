/* function.c: reads functions with their statements, those of families once for each member: see
 * parser.h */
#include "vocabulary/family.h"
#include "vocabulary/parser.h"
#include "vocabulary/pattern.h"
#include "vocabulary/vocabulary.h"

#include <string.h>

enum {
    MOST_FAMILIES = 4,    /* in one name */
    MOST_FUNCTIONS = 8192 /* of a vocabulary */
};

/* Finds the families in the name of a function: those before the first parenthesis of the line. */
static bool find_families(struct vocabulary_parser *parser, struct vocabulary_family **families,
                          unsigned *count)
{
    const char *text = parser->lexer.text;
    size_t at = parser->lexer.lexeme.at, end = at + strcspn(text + at, "(#\n");
    for (*count = 0; at < end; at++) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}(#\n") : 0;
        if (!size || text[at + 1 + size] != '}')
            continue;
        struct vocabulary_family *family = vocabulary_family_find(parser, text + at + 1, size);
        if (!family)
            return vocabulary_family_unknown(parser, at + 1, size);
        bool seen = false;
        for (unsigned i = 0; i < *count; i++)
            seen |= families[i] == family;
        if (!seen && *count == MOST_FAMILIES)
            return diagnostic_at(parser->trouble, at + 1, at + 1 + size,
                                 "a function has at most %d families", MOST_FAMILIES);
        if (!seen)
            families[(*count)++] = family;
        at += size;
    }
    return true;
}

/* Reads a function with its statements. */
static bool read_one(struct vocabulary_parser *parser, struct vocabulary_function **to)
{
    *to = vocabulary_parse_prototype(parser);
    if (!*to || !vocabulary_end_line(parser))
        return false;
    struct vocabulary_statement **next = &(*to)->statements;
    while (parser->lexer.lexeme.token != VOCABULARY_END && parser->lexer.lexeme.indented) {
        *next = vocabulary_parse_statement(parser);
        if (!*next || !vocabulary_end_line(parser))
            return false;
        next = &(*next)->next;
    }
    return true;
}

/* Binds the next combination of members; false after the last one. */
static bool next_combination(struct vocabulary_family **families, unsigned count)
{
    for (unsigned i = count; i-- > 0;) {
        families[i]->bound = families[i]->bound->next;
        if (families[i]->bound)
            return true;
        families[i]->bound = families[i]->members;
    }
    return false;
}

/* Binds the families of any member to a word, so that the line can be read. */
static void bind_nothing(struct vocabulary_family **families, unsigned count)
{
    static const struct vocabulary_member anything = {.word = "any"};
    static const struct vocabulary_member any_number = {.word = "0", .is_number = true};
    for (unsigned i = 0; i < count; i++)
        families[i]->bound = families[i]->sort == FAMILY_ANY          ? &anything
                             : families[i]->sort == FAMILY_ANY_NUMBER ? &any_number
                                                                      : families[i]->members;
}

/* True if a line above describes the function with that symbol. */
static bool is_described(const struct vocabulary *vocabulary, const char *symbol)
{
    const struct vocabulary_function *each = vocabulary->functions;
    while (each && strcmp(each->symbol, symbol) != 0)
        each = each->next;
    return each != NULL;
}

/* Reads the function once for each one of the program that has such a symbol. The first line that
 * matches counts. */
static bool read_matching(struct vocabulary_parser *parser, const struct vocabulary_lexer *start,
                          const struct vocabulary_function *read,
                          struct vocabulary_function ***last)
{
    const struct vocabulary_range *symbol = &read->symbol_range;
    const char *pattern =
        arena_text(&parser->to->arena, start->text + symbol->at, symbol->end - symbol->at);
    struct vocabulary_lexer end = parser->lexer;
    for (size_t i = 0; i < parser->program->count; i++) {
        if (!vocabulary_pattern_bind(parser->to, pattern, parser->program->functions[i]) ||
            is_described(parser->to, parser->program->functions[i]))
            continue;
        parser->lexer = *start;
        if (++parser->functions > MOST_FUNCTIONS)
            return diagnostic_at(parser->trouble, start->lexeme.at, start->lexeme.end,
                                 "a vocabulary has at most %d functions", MOST_FUNCTIONS);
        if (!read_one(parser, *last))
            return false;
        (**last)->pattern = pattern;
        *last = &(**last)->next;
    }
    parser->lexer = end;
    return true;
}

/* Reads a function whose name has a family of any member. */
static bool read_open(struct vocabulary_parser *parser, struct vocabulary_family **families,
                      unsigned count, struct vocabulary_function ***last)
{
    const struct vocabulary_lexer start = parser->lexer;
    struct vocabulary_function *read = NULL;
    bind_nothing(families, count);
    if (!read_one(parser, &read))
        return false;
    bool good = true;
    if (parser->program) {
        good = read_matching(parser, &start, read, last);
    } else {
        read->is_open = true;
        read->pattern = arena_text(&parser->to->arena, start.text + read->range.at,
                                   read->range.end - read->range.at);
        **last = read;
        *last = &read->next;
    }
    for (unsigned i = 0; i < count; i++)
        families[i]->bound = NULL;
    return good;
}

bool vocabulary_parse_functions(struct vocabulary_parser *parser,
                                struct vocabulary_function ***last)
{
    struct vocabulary_family *families[MOST_FAMILIES];
    unsigned count;
    if (!find_families(parser, families, &count))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (families[i]->sort != FAMILY_LISTED)
            return read_open(parser, families, count, last);
        families[i]->bound = families[i]->members;
    }
    const struct vocabulary_lexer start = parser->lexer;
    const char *pattern = NULL;
    do {
        parser->lexer = start;
        if (++parser->functions > MOST_FUNCTIONS)
            return diagnostic_at(parser->trouble, start.lexeme.at, start.lexeme.end,
                                 "a vocabulary has at most %d functions", MOST_FUNCTIONS);
        if (!read_one(parser, *last))
            return false;
        struct vocabulary_range name = (**last)->range;
        if (count && !pattern)
            pattern = arena_text(&parser->to->arena, start.text + name.at, name.end - name.at);
        (**last)->pattern = pattern;
        *last = &(**last)->next;
    } while (next_combination(families, count));
    for (unsigned i = 0; i < count; i++)
        families[i]->bound = NULL;
    return true;
}
