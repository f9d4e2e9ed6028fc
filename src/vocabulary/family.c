/* family.c: families of functions whose names and types differ in a word:
 *
 *   family TYPE = float, double, longlong: long long
 *   void shmem_{TYPE}_put(TYPE *to, const TYPE *from, size_t count, int pe) */
#include "vocabulary/parser.h"

#include <string.h>

enum {
    MOST_FAMILIES = 4,     /* in one name */
    MOST_FUNCTIONS = 8192, /* of a vocabulary */
    LONGEST_NAME = 512
};

static struct vocabulary_family *find(const struct vocabulary_parser *parser, const char *name,
                                      size_t size)
{
    struct vocabulary_family *family = parser->to->families;
    while (family && (strlen(family->name) != size || strncmp(family->name, name, size) != 0))
        family = family->next;
    return family;
}

static struct vocabulary_family *find_here(const struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    return lexeme->token == VOCABULARY_NAME
               ? find(parser, parser->lexer.text + lexeme->at, lexeme->end - lexeme->at)
               : NULL;
}

const struct vocabulary_family *vocabulary_sees_family(const struct vocabulary_parser *parser)
{
    const struct vocabulary_family *family = find_here(parser);
    return family && family->bound ? family : NULL;
}

static bool unknown(struct vocabulary_parser *parser, size_t at, size_t size)
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

/* Reads a word or a number, and the type behind a colon. */
static bool read_member(struct vocabulary_parser *parser, struct vocabulary_member *to)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    if (lexeme->token != VOCABULARY_NAME && lexeme->token != VOCABULARY_NUMBER)
        return vocabulary_expected(parser, "a word or a number");
    struct vocabulary_lexer before = parser->lexer;
    bool is_type = vocabulary_sees_known_type(parser);
    to->is_number = lexeme->token == VOCABULARY_NUMBER;
    to->number = lexeme->number;
    to->word = vocabulary_word(parser);
    if (!to->word || !vocabulary_step(parser))
        return false;
    if (vocabulary_sees(parser, ":"))
        return vocabulary_step(parser) && vocabulary_parse_type(parser, &to->type);
    if (!is_type)
        return true;
    parser->lexer = before;
    return vocabulary_parse_type(parser, &to->type);
}

/* Adds the members of another family to the list: {TYPE}. */
static bool read_others(struct vocabulary_parser *parser, struct vocabulary_member ***last)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    size_t size = lexeme->end - lexeme->at - 2;
    const struct vocabulary_family *family =
        find(parser, parser->lexer.text + lexeme->at + 1, size);
    if (!family)
        return unknown(parser, lexeme->at + 1, size);
    for (const struct vocabulary_member *member = family->members; member; member = member->next) {
        **last = arena_zeroed(&parser->to->arena, sizeof *member);
        ***last = *member;
        *last = &(**last)->next;
        **last = NULL;
    }
    return vocabulary_step(parser);
}

/* Reads what is between two commas of a family. */
static bool read_members(struct vocabulary_parser *parser, struct vocabulary_member ***last)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *text = parser->lexer.text + lexeme->at;
    if (lexeme->token == VOCABULARY_NAME && *text == '{' &&
        strcspn(text, "}") + 1 == lexeme->end - lexeme->at)
        return read_others(parser, last);
    **last = arena_zeroed(&parser->to->arena, sizeof ***last);
    if (!read_member(parser, **last))
        return false;
    *last = &(**last)->next;
    return true;
}

bool vocabulary_parse_family(struct vocabulary_parser *parser)
{
    struct vocabulary_family *made = arena_zeroed(&parser->to->arena, sizeof *made);
    struct vocabulary_member **last = &made->members;
    parser->lexer.hangs = true;
    if (!vocabulary_step(parser))
        return false;
    if (find_here(parser))
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "there is a family of this name already");
    if (!vocabulary_take_name(parser, "the name of a family", &made->name, &made->range) ||
        !vocabulary_take(parser, "="))
        return false;
    do {
        if ((made->members && !vocabulary_step(parser)) || !read_members(parser, &last))
            return false;
    } while (vocabulary_sees(parser, ","));
    made->next = parser->to->families;
    parser->to->families = made;
    return true;
}

const char *vocabulary_family_expand(struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *text = parser->lexer.text;
    char name[LONGEST_NAME];
    size_t used = 0;
    for (size_t at = lexeme->at; at < lexeme->end; at++) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}") : 0;
        const struct vocabulary_family *family = size ? find(parser, text + at + 1, size) : NULL;
        if (size && !family) {
            unknown(parser, at + 1, size);
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
        struct vocabulary_family *family = find(parser, text + at + 1, size);
        if (!family)
            return unknown(parser, at + 1, size);
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

bool vocabulary_parse_functions(struct vocabulary_parser *parser,
                                struct vocabulary_function ***last)
{
    struct vocabulary_family *families[MOST_FAMILIES];
    unsigned count;
    if (!find_families(parser, families, &count))
        return false;
    for (unsigned i = 0; i < count; i++)
        families[i]->bound = families[i]->members;
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
