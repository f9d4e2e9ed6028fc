/* family_read.c: reads the declaration of a family: see parser.h */
#include "vocabulary/family.h"
#include "vocabulary/parser.h"

#include <string.h>

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
        vocabulary_family_find(parser, parser->lexer.text + lexeme->at + 1, size);
    if (!family)
        return vocabulary_family_unknown(parser, lexeme->at + 1, size);
    if (family->sort != FAMILY_LISTED)
        return diagnostic_at(parser->trouble, lexeme->at, lexeme->end,
                             "the family `%s` has any member, and no list of them", family->name);
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

static bool read_text(struct vocabulary_parser *parser, const char **to)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    if (lexeme->token != VOCABULARY_TEXT || lexeme->end - lexeme->at < 3)
        return vocabulary_expected(parser, "a text such as \"__\"");
    *to = arena_text(&parser->to->arena, parser->lexer.text + lexeme->at + 1,
                     lexeme->end - lexeme->at - 2);
    return vocabulary_step(parser);
}

/* Reads the rest of `any`, `any number`, `any containing "__"`, `any with "__" as "_", "_24" as
 * "$"`.
 */
static bool read_any(struct vocabulary_parser *parser, struct vocabulary_family *to)
{
    struct vocabulary_spelling **last = &to->spellings;
    to->sort = FAMILY_ANY;
    if (!vocabulary_step(parser))
        return false;
    if (vocabulary_sees_word(parser, "number")) {
        to->sort = FAMILY_ANY_NUMBER;
        return vocabulary_step(parser);
    }
    if (vocabulary_sees_word(parser, "containing") &&
        (!vocabulary_step(parser) || !read_text(parser, &to->containing)))
        return false;
    if (!vocabulary_sees_word(parser, "with"))
        return true;
    do {
        *last = arena_zeroed(&parser->to->arena, sizeof **last);
        if (!vocabulary_step(parser) || !read_text(parser, &(*last)->written))
            return false;
        if (!vocabulary_sees_word(parser, "as"))
            return vocabulary_expected(parser, "`as`");
        if (!vocabulary_step(parser) || !read_text(parser, &(*last)->read))
            return false;
        last = &(*last)->next;
    } while (vocabulary_sees(parser, ","));
    return true;
}

bool vocabulary_parse_family(struct vocabulary_parser *parser)
{
    struct vocabulary_family *made = arena_zeroed(&parser->to->arena, sizeof *made);
    struct vocabulary_member **last = &made->members;
    parser->lexer.hangs = true;
    if (!vocabulary_step(parser))
        return false;
    if (vocabulary_family_here(parser))
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "there is a family of this name already");
    if (!vocabulary_take_name(parser, "the name of a family", &made->name, &made->range) ||
        !vocabulary_take(parser, "="))
        return false;
    if (vocabulary_sees_word(parser, "any")) {
        if (!read_any(parser, made))
            return false;
    } else {
        do {
            if ((made->members && !vocabulary_step(parser)) || !read_members(parser, &last))
                return false;
        } while (vocabulary_sees(parser, ","));
    }
    made->next = parser->to->families;
    parser->to->families = made;
    return true;
}
