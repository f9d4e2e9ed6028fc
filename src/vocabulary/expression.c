/* expression.c: reads expressions. Their operators are those of the filter language: || && ==
 * != < <= > >= + - * / % ! ?: and, for bits, << >> & | as in C; for what may be unknown, `else`. */
#include "util/buffer.h"
#include "util/memory.h"
#include "vocabulary/family.h"
#include "vocabulary/parser.h"
#include "vocabulary/vocabulary.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 40 };

static struct vocabulary_expression *make(struct vocabulary_parser *parser,
                                          enum vocabulary_expression_kind kind,
                                          struct vocabulary_range range)
{
    struct vocabulary_expression *made = arena_zeroed(&parser->to->arena, sizeof *made);
    made->kind = kind;
    made->range = range;
    return made;
}

/* Reads a value that a call reads or writes through a pointer: `in name` or `out name`. */
static struct vocabulary_expression *read_pointed(struct vocabulary_parser *parser,
                                                  enum vocabulary_expression_kind kind)
{
    struct vocabulary_expression *value = make(parser, kind, vocabulary_here(parser));
    return vocabulary_step(parser) &&
                   vocabulary_take_name(parser, "the name of a value", &value->name, &value->range)
               ? value
               : NULL;
}

static struct vocabulary_expression *read_argument(struct vocabulary_parser *parser)
{
    if (vocabulary_sees_word(parser, "out"))
        return read_pointed(parser, EXPRESSION_OUT);
    if (vocabulary_sees_word(parser, "in"))
        return read_pointed(parser, EXPRESSION_IN);
    return vocabulary_parse_expression(parser);
}

/* Reads the rest of a sum or product, after its term: for i below count). */
static bool read_fold(struct vocabulary_parser *parser, struct vocabulary_expression *to,
                      struct vocabulary_expression *term)
{
    to->kind = EXPRESSION_FOLD;
    to->sign[0] = *to->name == 's' ? '+' : '*';
    to->parts[0] = term;
    struct vocabulary_range range;
    if (!vocabulary_step(parser) ||
        !vocabulary_take_name(parser, "the name of a number", &to->name, &range))
        return false;
    if (!vocabulary_sees_word(parser, "below"))
        return vocabulary_expected(parser, "`below`");
    if (!vocabulary_step(parser) || !(to->parts[1] = vocabulary_parse_expression(parser)))
        return false;
    to->range.end = parser->lexer.lexeme.end;
    return vocabulary_take(parser, ")");
}

/* Reads the arguments of a call, after the opening parenthesis. */
static bool read_arguments(struct vocabulary_parser *parser, struct vocabulary_expression *call)
{
    struct vocabulary_expression **last = &call->arguments;
    while (!vocabulary_sees(parser, ")")) {
        if (call->arguments && !vocabulary_take(parser, ","))
            return false;
        *last = read_argument(parser);
        if (!*last)
            return false;
        bool folds = !strcmp(call->name, "sum") || !strcmp(call->name, "product");
        if (folds && last == &call->arguments && vocabulary_sees_word(parser, "for"))
            return read_fold(parser, call, *last);
        last = &(*last)->next;
    }
    call->range.end = parser->lexer.lexeme.end;
    return vocabulary_step(parser);
}

/* Reads the type in sizeof(TYPE), after the opening parenthesis. */
static bool read_size(struct vocabulary_parser *parser, struct vocabulary_expression *to)
{
    struct vocabulary_type type;
    struct vocabulary_range range = vocabulary_here(parser);
    parser->in_sizeof = true;
    bool good = vocabulary_parse_type(parser, &type);
    parser->in_sizeof = false;
    if (!good)
        return false;
    if (!type.size)
        return diagnostic_at(parser->trouble, range.at, range.end, "void has no size");
    to->kind = EXPRESSION_NUMBER;
    to->number = type.size;
    to->range.end = parser->lexer.lexeme.end;
    return vocabulary_take(parser, ")");
}

/* Makes a number of a family's member. */
static bool use_member(struct vocabulary_parser *parser, const struct vocabulary_family *family,
                       struct vocabulary_expression *to)
{
    to->kind = EXPRESSION_NUMBER;
    to->number = family->bound->number;
    return family->bound->is_number ||
           diagnostic_at(parser->trouble, to->range.at, to->range.end,
                         family->bound->type.size ? "`%s` is a type; its size is sizeof(%s)"
                                                  : "`%s` is no number: a member of it is `%s`",
                         family->name,
                         family->bound->type.size ? family->name : family->bound->word);
}

static struct vocabulary_expression *read_name(struct vocabulary_parser *parser)
{
    struct vocabulary_expression *made = make(parser, EXPRESSION_NAME, vocabulary_here(parser));
    const struct vocabulary_family *family = vocabulary_sees_family(parser);
    bool is_size = vocabulary_sees_word(parser, "sizeof");
    made->name = vocabulary_word(parser);
    if (!made->name || (family && !use_member(parser, family, made)) || !vocabulary_step(parser))
        return NULL;
    if (is_size && vocabulary_sees(parser, "("))
        return vocabulary_step(parser) && read_size(parser, made) ? made : NULL;
    if (!vocabulary_sees(parser, "("))
        return made;
    made->kind = EXPRESSION_CALL;
    return vocabulary_step(parser) && read_arguments(parser, made) ? made : NULL;
}

/* Returns the name of the class that a mangled name stands for, to be freed. */
static char *class_of(const struct vocabulary_program *program, const char *word)
{
    return program && program->class ? program->class(word)
                                     : memory_string(word + strspn(word, "0123456789"));
}

/* Adds what a family is at present: {CLASS} its word, {CLASS.class} the C++ class of that
 * mangled name, {CLASS.fields} the fields of that class. False if it is none. */
static bool add_member(struct vocabulary_parser *parser, const char *text, size_t size,
                       struct buffer *to)
{
    enum { MOST = 160 }; /* bytes of the fields */
    size_t name = strcspn(text, ".}");
    const struct vocabulary_family *family =
        vocabulary_family_find(parser, text, name < size ? name : size);
    if (!family || !family->bound)
        return false;
    const char *word = family->bound->word, *what = text + name;
    size_t rest = size - (name < size ? name : size);
    if (!rest) {
        buffer_add(to, word);
        return true;
    }
    bool is_class = rest == 6 && !strncmp(what, ".class", rest);
    if (!is_class && (rest != 7 || strncmp(what, ".fields", rest) != 0))
        return false;
    struct vocabulary_program *program = parser->program;
    char *class = class_of(program, word);
    if (is_class) {
        buffer_add(to, class);
        free(class);
        return true;
    }
    char *fields = program && program->fields ? program->fields(program, class) : NULL;
    free(class);
    size_t length = fields ? strlen(fields) : 0;
    buffer_printf(to, "%.*s%s", MOST, fields ? fields : "not known", length > MOST ? "..." : "");
    free(fields);
    return true;
}

/* Reads a text; {name} in it is a number, or what a family is. */
static struct vocabulary_expression *read_text(struct vocabulary_parser *parser)
{
    struct vocabulary_range range = vocabulary_here(parser);
    struct vocabulary_expression *made = make(parser, EXPRESSION_TEXT, range),
                                 **last = &made->arguments;
    const char *text = parser->lexer.text;
    struct buffer name = {0};
    for (size_t at = range.at + 1; at < range.end - 1; at++) {
        size_t size = text[at] == '{' ? strcspn(text + at + 1, "}\"") : 0;
        if (!size || text[at + 1 + size] != '}') {
            buffer_add_bytes(&name, text + at, 1);
            continue;
        }
        if (!add_member(parser, text + at + 1, size, &name)) {
            *last = make(parser, EXPRESSION_NAME, (struct vocabulary_range){at + 1, at + 1 + size});
            (*last)->name = arena_text(&parser->to->arena, text + at + 1, size);
            last = &(*last)->next;
            buffer_printf(&name, "%c", FORMAT_VOCABULARY_HOLE);
        }
        at += size + 1;
    }
    made->name = arena_text(&parser->to->arena, name.text ? name.text : "", name.used);
    buffer_free(&name);
    return vocabulary_step(parser) ? made : NULL;
}

/* Says that there is no value here; `info->from` is how C reads a member. */
static void expected_value(struct vocabulary_parser *parser)
{
    const size_t at = parser->lexer.lexeme.at;
    if (!vocabulary_sees(parser, ">") || !at || parser->lexer.text[at - 1] != '-') {
        vocabulary_expected(parser, "a value");
        return;
    }
    diagnostic_at(parser->trouble, at - 1, at + 1, "members of structures have no names here");
    diagnostic_help(parser->trouble,
                    "They are read by their type and place: `int32(info + 4)` is an int that is 4 "
                    "bytes behind the beginning.");
}

static struct vocabulary_expression *read_operand(struct vocabulary_parser *parser)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    struct vocabulary_expression *made = NULL;
    if (lexeme->token == VOCABULARY_NUMBER) {
        made = make(parser, EXPRESSION_NUMBER, vocabulary_here(parser));
        made->number = lexeme->number;
        return vocabulary_step(parser) ? made : NULL;
    }
    if (lexeme->token == VOCABULARY_NAME)
        return read_name(parser);
    if (lexeme->token == VOCABULARY_TEXT)
        return read_text(parser);
    if (!vocabulary_sees(parser, "(")) {
        expected_value(parser);
        return NULL;
    }
    if (!vocabulary_step(parser) || !(made = vocabulary_parse_expression(parser)) ||
        !vocabulary_take(parser, ")"))
        return NULL;
    return made;
}

/* Reads an operand with its indexes: tids[i]. */
static struct vocabulary_expression *read_indexed(struct vocabulary_parser *parser)
{
    struct vocabulary_expression *made = read_operand(parser);
    while (made && vocabulary_sees(parser, "[")) {
        struct vocabulary_expression *outer = make(parser, EXPRESSION_INDEX, made->range);
        outer->parts[0] = made;
        if (!vocabulary_step(parser) || !(outer->parts[1] = vocabulary_parse_expression(parser)))
            return NULL;
        outer->range.end = parser->lexer.lexeme.end;
        made = vocabulary_take(parser, "]") ? outer : NULL;
    }
    return made;
}

static struct vocabulary_expression *read_unary(struct vocabulary_parser *parser)
{
    static const char *const signs[] = {"-", "!", "*"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (!vocabulary_sees(parser, signs[i]))
            continue;
        struct vocabulary_expression *made =
            make(parser, i == 2 ? EXPRESSION_BEHIND : EXPRESSION_UNARY, vocabulary_here(parser));
        memcpy(made->sign, signs[i], 2);
        if (++parser->depth > DEEPEST) {
            diagnostic_at(parser->trouble, made->range.at, made->range.end,
                          "this is nested too deeply");
            return NULL;
        }
        made->parts[0] = vocabulary_step(parser) ? read_unary(parser) : NULL;
        parser->depth--;
        if (!made->parts[0])
            return NULL;
        made->range.end = made->parts[0]->range.end;
        return made;
    }
    return read_indexed(parser);
}

static unsigned strength_of(const struct vocabulary_parser *parser)
{
    static const char *const signs[][5] = {{"||"},       {"&&"},       {"|"},
                                           {"&"},        {"==", "!="}, {"<", "<=", ">", ">="},
                                           {"<<", ">>"}, {"+", "-"},   {"*", "/", "%"}};
    for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        for (unsigned k = 0; k < 5 && signs[i][k]; k++) {
            if (vocabulary_sees(parser, signs[i][k]))
                return i + 1;
        }
    }
    return 0;
}

/* Reads operands with operators that bind at least as strongly as `least`. */
static struct vocabulary_expression *read_binary(struct vocabulary_parser *parser, unsigned least)
{
    struct vocabulary_expression *left = read_unary(parser);
    if (!left)
        return NULL;
    for (unsigned strength; (strength = strength_of(parser)) >= least && strength;) {
        struct vocabulary_expression *made = make(parser, EXPRESSION_BINARY, left->range);
        memcpy(made->sign, parser->lexer.lexeme.sign, sizeof made->sign);
        made->parts[0] = left;
        made->parts[1] = vocabulary_step(parser) ? read_binary(parser, strength + 1) : NULL;
        if (!made->parts[1])
            return NULL;
        made->range.end = made->parts[1]->range.end;
        left = made;
    }
    return left;
}

static struct vocabulary_expression *read_whole(struct vocabulary_parser *parser)
{
    struct vocabulary_expression *first = read_binary(parser, 1);
    if (first && vocabulary_sees(parser, "?")) {
        struct vocabulary_expression *made = make(parser, EXPRESSION_CHOICE, first->range);
        made->parts[0] = first;
        if (!vocabulary_step(parser) || !(made->parts[1] = vocabulary_parse_expression(parser)) ||
            !vocabulary_take(parser, ":") ||
            !(made->parts[2] = vocabulary_parse_expression(parser)))
            return NULL;
        made->range.end = made->parts[2]->range.end;
        return made;
    }
    if (first && vocabulary_sees_word(parser, "else")) {
        struct vocabulary_expression *made = make(parser, EXPRESSION_OTHERWISE, first->range);
        made->parts[0] = first;
        if (!vocabulary_step(parser) || !(made->parts[1] = vocabulary_parse_expression(parser)))
            return NULL;
        made->range.end = made->parts[1]->range.end;
        return made;
    }
    return first;
}

struct vocabulary_expression *vocabulary_parse_expression(struct vocabulary_parser *parser)
{
    if (++parser->depth > DEEPEST) {
        diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                      "this is nested too deeply");
        return NULL;
    }
    struct vocabulary_expression *made = read_whole(parser);
    parser->depth--;
    return made;
}
