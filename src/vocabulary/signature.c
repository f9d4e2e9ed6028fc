/* signature.c: reads prototypes of C functions: int pvm_send(int tid, int msgtag) */
#include "vocabulary/family.h"
#include "vocabulary/parser.h"

#include <string.h>

/* The words of C types. A name that is none of them is a type that somebody has defined: it can
 * only be pointed at. */
static const struct word {
    const char *word;
    uint8_t size; /* 0: it only qualifies, or changes another one */
    enum { PLAIN, SIGNED, UNSIGNED, SHORT, LONG, REAL, NOTHING, QUALIFIES, STRUCTURE } does;
} words[] = {
    {"char", 1, PLAIN},        {"int", 4, PLAIN},          {"short", 2, SHORT},
    {"long", 8, LONG},         {"signed", 4, SIGNED},      {"unsigned", 4, UNSIGNED},
    {"float", 4, REAL},        {"double", 8, REAL},        {"void", 0, NOTHING},
    {"const", 0, QUALIFIES},   {"volatile", 0, QUALIFIES}, {"restrict", 0, QUALIFIES},
    {"extern", 0, QUALIFIES},  {"struct", 0, STRUCTURE},   {"union", 0, STRUCTURE},
    {"enum", 4, STRUCTURE},    {"size_t", 8, UNSIGNED},    {"ssize_t", 8, SIGNED},
    {"ptrdiff_t", 8, SIGNED},  {"intptr_t", 8, SIGNED},    {"uintptr_t", 8, UNSIGNED},
    {"int8_t", 1, SIGNED},     {"int16_t", 2, SIGNED},     {"int32_t", 4, SIGNED},
    {"int64_t", 8, SIGNED},    {"uint8_t", 1, UNSIGNED},   {"uint16_t", 2, UNSIGNED},
    {"uint32_t", 4, UNSIGNED}, {"uint64_t", 8, UNSIGNED},  {"bool", 1, UNSIGNED},
    {"_Bool", 1, UNSIGNED},
};

static const struct word *find(const struct vocabulary_parser *parser)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (vocabulary_sees_word(parser, words[i].word))
            return &words[i];
    }
    return NULL;
}

bool vocabulary_sees_known_type(const struct vocabulary_parser *parser)
{
    const struct word *word = find(parser);
    return word && word->does != QUALIFIES && word->does != STRUCTURE;
}

bool vocabulary_sees_type(const struct vocabulary_parser *parser)
{
    return parser->lexer.lexeme.token == VOCABULARY_NAME;
}

/* A type while it is read. */
struct reading {
    struct vocabulary_range range;
    const char *other; /* name of a defined type */
    uint8_t size;
    bool is_signed, is_real, is_void, has_words, is_long, is_structure;
    bool is_pointer;
};

static bool add_word(struct vocabulary_parser *parser, struct reading *type,
                     const struct word *word)
{
    if (word->does == QUALIFIES)
        return vocabulary_step(parser);
    if (word->does == STRUCTURE) {
        bool is_enum = word->size;
        type->is_structure = !is_enum;
        type->size = word->size;
        type->is_signed = is_enum;
        type->has_words = true;
        return vocabulary_step(parser) &&
               vocabulary_take_name(parser, "a name", &type->other, NULL);
    }
    if (word->does == NOTHING)
        type->is_void = true;
    else if (word->does == REAL)
        type->is_real = true;
    bool keeps_size = !strcmp(word->word, "int") || !strcmp(word->word, "signed") ||
                      !strcmp(word->word, "unsigned");
    if (!keeps_size || !type->size)
        type->size = word->size;
    if (!strcmp(word->word, "char") && !type->has_words) /* plain char: as the machine has it */
        type->is_signed = (char)-1 < 0;
    else if (word->does == UNSIGNED)
        type->is_signed = false;
    else if (!type->has_words || word->does == SIGNED)
        type->is_signed = true;
    type->is_long |= word->does == LONG;
    type->has_words = true;
    return vocabulary_step(parser);
}

/* Takes the type of a family's member. */
static bool add_member(struct vocabulary_parser *parser, struct reading *type,
                       const struct vocabulary_family *family)
{
    const struct vocabulary_type *of = &family->bound->type;
    if (!of->size)
        return diagnostic_at(parser->trouble, type->range.at, type->range.end,
                             "`%s` of the family `%s` is no type of C; write it behind a colon: "
                             "%s: int",
                             family->bound->word, family->name, family->bound->word);
    type->has_words = true;
    type->size = of->size;
    type->is_signed = of->is_signed;
    type->is_real = of->sort == TYPE_REAL;
    type->is_long = of->size > 8;
    type->is_pointer = of->sort == TYPE_POINTER;
    return vocabulary_step(parser);
}

/* Reads the words of a type, without its stars. */
static bool read_base(struct vocabulary_parser *parser, struct reading *type)
{
    *type = (struct reading){.range = vocabulary_here(parser)};
    for (const struct word *word;;) {
        if (parser->lexer.lexeme.token != VOCABULARY_NAME)
            break;
        word = find(parser);
        if (!word && type->has_words)
            break;
        type->range.end = parser->lexer.lexeme.end;
        const struct vocabulary_family *family = vocabulary_sees_family(parser);
        if (family && !add_member(parser, type, family))
            return false;
        if (family)
            continue;
        if (word && !add_word(parser, type, word))
            return false;
        if (word)
            continue;
        type->has_words = true;
        if (!vocabulary_take_name(parser, "a type", &type->other, NULL))
            return false;
        type->is_structure = true;
    }
    return type->has_words || vocabulary_expected(parser, "a type of C");
}

/* Makes the type of base and stars. */
static bool finish(struct vocabulary_parser *parser, const struct reading *base, unsigned stars,
                   struct vocabulary_type *type)
{
    *type = (struct vocabulary_type){.size = base->size, .is_signed = base->is_signed};
    if (stars) {
        type->sort = TYPE_POINTER;
        type->size = 8;
        type->is_signed = false;
        bool plain = !base->is_real && !base->is_void && !base->is_structure;
        type->target_size = stars > 1 || base->is_pointer ? 8 : plain ? base->size : 0;
        type->target_signed = stars == 1 && plain && base->is_signed;
        return true;
    }
    if (base->is_structure)
        return diagnostic_at(parser->trouble, base->range.at, base->range.end,
                             "`%s` is not a type of C that is known here: a structure cannot be "
                             "passed by value; for a number, write its type: int, long, uint64_t",
                             base->other);
    if (base->is_pointer) {
        *type = (struct vocabulary_type){.sort = TYPE_POINTER, .size = 8};
        return true;
    }
    if (base->is_real && base->is_long)
        return diagnostic_at(parser->trouble, base->range.at, base->range.end,
                             "functions with values of type long double cannot be described");
    type->sort = base->is_void ? TYPE_VOID : base->is_real ? TYPE_REAL : TYPE_INTEGER;
    return true;
}

static bool read_stars(struct vocabulary_parser *parser, unsigned *stars)
{
    for (*stars = 0;;) {
        const struct word *word = find(parser);
        if (vocabulary_sees(parser, "*"))
            ++*stars;
        else if (!word || word->does != QUALIFIES)
            return true;
        if (!vocabulary_step(parser))
            return false;
    }
}

bool vocabulary_parse_type(struct vocabulary_parser *parser, struct vocabulary_type *type)
{
    struct reading base;
    unsigned stars;
    if (!read_base(parser, &base) || !read_stars(parser, &stars))
        return false;
    if (!stars && base.is_real && base.is_long) {
        *type = (struct vocabulary_type){.sort = TYPE_REAL, .size = 16};
        return true;
    }
    if (!stars && base.is_structure && parser->in_sizeof)
        return diagnostic_at(parser->trouble, base.range.at, base.range.end,
                             "the size of `%s` is not known here: write it as a number",
                             base.other);
    return finish(parser, &base, stars, type);
}

/* Reads a pointer to a function behind its result: (*name)(...) */
static bool read_callback(struct vocabulary_parser *parser, struct vocabulary_parameter *to)
{
    if (!vocabulary_step(parser) || !vocabulary_take(parser, "*"))
        return false;
    if (parser->lexer.lexeme.token == VOCABULARY_NAME &&
        !vocabulary_take_name(parser, "a name", &to->name, &to->range))
        return false;
    if (!vocabulary_take(parser, ")") || !vocabulary_take(parser, "("))
        return false;
    for (unsigned depth = 1; depth;) {
        const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
        if (lexeme->token == VOCABULARY_END || lexeme->token == VOCABULARY_LINE)
            return vocabulary_expected(parser, "`)`");
        depth += vocabulary_sees(parser, "(");
        depth -= vocabulary_sees(parser, ")");
        if (!vocabulary_step(parser))
            return false;
    }
    to->type = (struct vocabulary_type){.sort = TYPE_POINTER, .size = 8};
    return true;
}

static bool read_parameter(struct vocabulary_parser *parser, struct vocabulary_parameter *to)
{
    struct reading base;
    unsigned stars;
    *to = (struct vocabulary_parameter){.name = "", .range = vocabulary_here(parser)};
    if (!read_base(parser, &base) || !read_stars(parser, &stars))
        return false;
    if (vocabulary_sees(parser, "("))
        return read_callback(parser, to);
    if (parser->lexer.lexeme.token == VOCABULARY_NAME &&
        !vocabulary_take_name(parser, "a name", &to->name, &to->range))
        return false;
    while (vocabulary_sees(parser, "[")) { /* an array is a pointer */
        stars++;
        if (!vocabulary_step(parser) ||
            (parser->lexer.lexeme.token == VOCABULARY_NUMBER && !vocabulary_step(parser)) ||
            !vocabulary_take(parser, "]"))
            return false;
    }
    return finish(parser, &base, stars, &to->type);
}

static bool add_parameter(struct vocabulary_parser *parser, struct vocabulary_function *to)
{
    struct vocabulary_parameter *parameter = &to->parameters[to->parameter_count];
    if (to->parameter_count == FORMAT_VOCABULARY_ARGUMENTS)
        return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                             "a described function has at most %d parameters",
                             FORMAT_VOCABULARY_ARGUMENTS);
    if (!read_parameter(parser, parameter))
        return false;
    for (size_t i = 0; i < to->parameter_count; i++) {
        if (*parameter->name && !strcmp(parameter->name, to->parameters[i].name))
            return diagnostic_at(parser->trouble, parameter->range.at, parameter->range.end,
                                 "two parameters are called `%s`", parameter->name);
    }
    if (parameter->type.sort == TYPE_VOID) {
        if (to->parameter_count || *parameter->name || !vocabulary_sees(parser, ")"))
            return diagnostic_at(parser->trouble, parameter->range.at, parameter->range.end,
                                 "a parameter cannot be void");
        return true; /* f(void) */
    }
    to->parameter_count++;
    return true;
}

/* Reads the `...` with which parameters may end. */
static bool read_more(struct vocabulary_parser *parser, struct vocabulary_function *to)
{
    to->has_more = true;
    to->more_range = vocabulary_here(parser);
    if (!to->parameter_count)
        return diagnostic_at(parser->trouble, to->more_range.at, to->more_range.end,
                             "in C, a parameter with a name comes before `...`");
    return vocabulary_step(parser) &&
           (vocabulary_sees(parser, ")") || vocabulary_expected(parser, "`)`"));
}

/* Reads the parameters behind the parenthesis at `open`. */
static bool read_parameters(struct vocabulary_parser *parser, struct vocabulary_function *to,
                            struct vocabulary_range open)
{
    to->parameters = arena_zeroed(&parser->to->arena,
                                  (FORMAT_VOCABULARY_ARGUMENTS + 1) * sizeof *to->parameters);
    for (bool first = true; !vocabulary_sees(parser, ")"); first = false) {
        if (parser->lexer.lexeme.token == VOCABULARY_END ||
            parser->lexer.lexeme.token == VOCABULARY_LINE)
            return diagnostic_at(parser->trouble, open.at, open.end,
                                 "`)` is missing: the parameters of `%s` do not end", to->name);
        if (!first && !vocabulary_take(parser, ","))
            return false;
        bool is_end = vocabulary_sees(parser, "...");
        if (is_end ? !read_more(parser, to) : !add_parameter(parser, to))
            return false;
    }
    return vocabulary_step(parser);
}

struct vocabulary_function *vocabulary_parse_prototype(struct vocabulary_parser *parser)
{
    struct vocabulary_function *made = arena_zeroed(&parser->to->arena, sizeof *made);
    struct reading base;
    unsigned stars;
    if (!read_base(parser, &base) || !read_stars(parser, &stars) ||
        !finish(parser, &base, stars, &made->result) ||
        !vocabulary_take_name(parser, "the name of a function", &made->name, &made->range))
        return NULL;
    const struct vocabulary_range open = vocabulary_here(parser);
    if (!vocabulary_take(parser, "(") || !read_parameters(parser, made, open))
        return NULL;
    made->symbol = made->name;
    made->symbol_range = made->range;
    if (vocabulary_sees_word(parser, "symbol") &&
        (!vocabulary_step(parser) || !vocabulary_take_name(parser, "the symbol of the function",
                                                           &made->symbol, &made->symbol_range)))
        return NULL;
    if (vocabulary_sees(parser, ";") && !vocabulary_step(parser))
        return NULL;
    return made;
}
