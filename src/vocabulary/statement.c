/* statement.c: reads the statements of a function: its act, the values it names, the states it
 * sets. */
#include "vocabulary/parser.h"

#include <string.h>

static const struct vocabulary_act *find_act(const struct vocabulary_parser *parser)
{
    for (size_t i = 0; i < vocabulary_act_count; i++) {
        if (vocabulary_sees_word(parser, vocabulary_acts[i].word))
            return &vocabulary_acts[i];
    }
    return NULL;
}

static bool wrong_word(struct vocabulary_parser *parser, const char *what, const char *const *words,
                       size_t count)
{
    const struct vocabulary_lexeme *lexeme = &parser->lexer.lexeme;
    const char *word = parser->lexer.text + lexeme->at;
    size_t size = lexeme->end - lexeme->at;
    vocabulary_expected(parser, what);
    const char *nearest = diagnostic_nearest(word, size, words, count);
    if (nearest && size)
        diagnostic_help(parser->trouble, "Did you mean `%s`?", nearest);
    return false;
}

static bool no_act(struct vocabulary_parser *parser)
{
    const char *words[40] = {"set", "let", "before", "call", "takes", "opens", "place"};
    size_t count = 7;
    for (size_t i = 0; i < vocabulary_act_count && count < sizeof words / sizeof words[0]; i++)
        words[count++] = vocabulary_acts[i].word;
    return wrong_word(parser, "what the function does", words, count);
}

static bool read_operation(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    const char *words[24];
    for (size_t i = 0; i < vocabulary_operation_count; i++) {
        words[i] = vocabulary_operations[i].word;
        if (vocabulary_sees_word(parser, words[i]))
            to->operation = &vocabulary_operations[i];
    }
    if (!to->operation)
        return wrong_word(parser,
                          "a collective operation (broadcast, gather, scatter, reduce, ...)", words,
                          vocabulary_operation_count);
    return vocabulary_step(parser);
}

static bool read_field(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    struct vocabulary_field *field = arena_zeroed(&parser->to->arena, sizeof *field),
                            **last = &to->fields;
    unsigned found = 0;
    while (found < FORMAT_FIELDS && !vocabulary_sees_word(parser, vocabulary_fields[found]))
        found++;
    field->field = (enum format_act_field)found;
    field->range = vocabulary_here(parser);
    if (found == FORMAT_FIELDS)
        return wrong_word(parser, "a field of the act", vocabulary_fields, FORMAT_FIELDS);
    if (!(to->act->fields >> found & 1))
        return diagnostic_at(parser->trouble, field->range.at, field->range.end,
                             "`%s` has no field `%s`", to->act->word, vocabulary_fields[found]);
    for (; *last; last = &(*last)->next) {
        if ((*last)->field == field->field)
            return diagnostic_at(parser->trouble, field->range.at, field->range.end,
                                 "the field `%s` is given twice", vocabulary_fields[found]);
    }
    *last = field;
    return vocabulary_step(parser) && (field->value = vocabulary_parse_expression(parser));
}

/* Reads the words behind the name of an act, before its fields. */
static bool read_manner(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    while (vocabulary_sees_word(parser, "polls") || vocabulary_sees_word(parser, "begins") ||
           vocabulary_sees_word(parser, "anonymous")) {
        to->polls |= vocabulary_sees_word(parser, "polls");
        to->begins |= vocabulary_sees_word(parser, "begins");
        to->anonymous |= vocabulary_sees_word(parser, "anonymous");
        if (to->anonymous && to->act->type != FORMAT_DOES_SEND &&
            to->act->type != FORMAT_DOES_RECEIVE)
            return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                                 "only `send` and `receive` may be anonymous");
        if (!to->act->facts)
            return diagnostic_at(parser->trouble, parser->lexer.lexeme.at, parser->lexer.lexeme.end,
                                 "this word belongs to acts of communication");
        if (!vocabulary_step(parser))
            return false;
    }
    return true;
}

static bool read_each(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    return vocabulary_step(parser) &&
           vocabulary_take_name(parser, "the name of a number", &to->each, &to->each_range) &&
           (vocabulary_sees_word(parser, "below") ? vocabulary_step(parser)
                                                  : vocabulary_expected(parser, "`below`")) &&
           (to->below = vocabulary_parse_expression(parser));
}

static bool read_act(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    to->kind = STATEMENT_ACT;
    to->act = find_act(parser);
    if (!to->act)
        return no_act(parser);
    if (!vocabulary_step(parser) ||
        (!strcmp(to->act->word, "collective") && !read_operation(parser, to)) ||
        !read_manner(parser, to))
        return false;
    uint32_t has = 0;
    while (parser->lexer.lexeme.token == VOCABULARY_NAME && !vocabulary_sees_word(parser, "when") &&
           !vocabulary_sees_word(parser, "for")) {
        if (!read_field(parser, to))
            return false;
        if (vocabulary_sees(parser, ",") && !vocabulary_step(parser))
            return false;
    }
    for (const struct vocabulary_field *field = to->fields; field; field = field->next)
        has |= UINT32_C(1) << field->field;
    for (unsigned i = 0; i < FORMAT_FIELDS; i++) {
        bool has_none = !to->fields && !to->each && !vocabulary_sees_word(parser, "for");
        bool is_unknown = to->anonymous && i == FORMAT_FIELD_FROM;
        if (to->act->needs >> i & ~has >> i & 1 && !has_none && !is_unknown)
            return diagnostic_at(parser->trouble, to->range.at, to->range.end,
                                 "`%s` needs the field `%s`", to->act->word, vocabulary_fields[i]);
    }
    bool sends = to->act->type == FORMAT_DOES_SEND || to->act->type == FORMAT_DOES_RECEIVE;
    if (to->begins && sends && to->fields && !(has >> FORMAT_FIELD_REQUEST & 1)) {
        diagnostic_at(parser->trouble, to->range.at, to->range.end,
                      "`%s begins` needs the field `request`", to->act->word);
        diagnostic_help(parser->trouble,
                        "A later `wait` with the same request ends it. If it is over when the "
                        "function returns, leave out `begins`.");
        return false;
    }
    return !vocabulary_sees_word(parser, "for") || read_each(parser, to);
}

static bool read_set(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    to->kind = STATEMENT_SET;
    if (!vocabulary_step(parser) ||
        !vocabulary_take_name(parser, "the name of a state", &to->name, &to->name_range))
        return false;
    if (vocabulary_sees(parser, "[") &&
        (!vocabulary_step(parser) || !(to->key = vocabulary_parse_expression(parser)) ||
         !vocabulary_take(parser, "]")))
        return false;
    to->adds = vocabulary_sees(parser, "+=");
    return (to->adds ? vocabulary_step(parser) : vocabulary_take(parser, "=")) &&
           (to->value = vocabulary_parse_expression(parser));
}

/* Reads `name = value`, or `call f(...)`. */
static bool read_value(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    to->kind = STATEMENT_LET;
    if (vocabulary_sees_word(parser, "call")) {
        if (!vocabulary_step(parser) || !(to->value = vocabulary_parse_expression(parser)))
            return false;
        return to->value->kind == EXPRESSION_CALL ||
               diagnostic_at(parser->trouble, to->value->range.at, to->value->range.end,
                             "expected a call of a function");
    }
    return vocabulary_take_name(parser, "the name of a value", &to->name, &to->name_range) &&
           vocabulary_take(parser, "=") && (to->value = vocabulary_parse_expression(parser));
}

/* True if an act follows that can be over before the call begins, and no value of that name. */
static bool sees_early_act(const struct vocabulary_parser *parser)
{
    const struct vocabulary_act *act = find_act(parser);
    struct vocabulary_parser ahead = *parser;
    struct diagnostic ignored = {0};
    ahead.trouble = &ignored;
    return act && vocabulary_step(&ahead) && !vocabulary_sees(&ahead, "=");
}

static bool read_body(struct vocabulary_parser *parser, struct vocabulary_statement *to)
{
    if (vocabulary_sees_word(parser, "set"))
        return read_set(parser, to);
    if (vocabulary_sees_word(parser, "call"))
        return read_value(parser, to);
    if (vocabulary_sees_word(parser, "let"))
        return vocabulary_step(parser) && read_value(parser, to);
    if (vocabulary_sees_word(parser, "before")) {
        to->before = true;
        if (!vocabulary_step(parser))
            return false;
        return vocabulary_sees_word(parser, "set") ? read_set(parser, to)
               : sees_early_act(parser)            ? read_act(parser, to)
                                                   : read_value(parser, to);
    }
    if (vocabulary_sees_word(parser, "takes")) {
        to->kind = STATEMENT_TAKES;
        return vocabulary_step(parser) &&
               vocabulary_take_name(parser, "the name of a function", &to->name, &to->name_range);
    }
    if (vocabulary_sees_word(parser, "opens")) {
        to->kind = STATEMENT_OPENS;
        return vocabulary_step(parser);
    }
    if (vocabulary_sees_word(parser, "place")) {
        to->kind = STATEMENT_PLACE;
        return vocabulary_step(parser);
    }
    return read_act(parser, to);
}

struct vocabulary_statement *vocabulary_parse_statement(struct vocabulary_parser *parser)
{
    struct vocabulary_statement *made = arena_zeroed(&parser->to->arena, sizeof *made);
    made->range = vocabulary_here(parser);
    if (!read_body(parser, made))
        return NULL;
    bool may_have =
        made->kind == STATEMENT_ACT || made->kind == STATEMENT_SET || made->kind == STATEMENT_LET;
    if (may_have && vocabulary_sees_word(parser, "when") &&
        (!vocabulary_step(parser) || !(made->when = vocabulary_parse_expression(parser))))
        return NULL;
    return made;
}
