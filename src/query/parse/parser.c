/* parser.c: a recursive-descent parser: see parser.h */
#include "query/parse/parser.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    DEEPEST = 200,  /* nesting of brackets */
    HIGHEST = 1000, /* length of a chain of calls or of operators */
};

static struct query_tree *parse_expression(struct query_parser *parser);

static bool step(struct query_parser *parser)
{
    return query_lexer_next(&parser->lexer, &parser->trouble);
}

/* Skips the current lexeme and the sign after it. */
static bool step_over(struct query_parser *parser)
{
    if (!step(parser))
        return false;
    return step(parser);
}

static bool sees(const struct query_parser *parser, const char *sign)
{
    return parser->lexer.lexeme.token == TOKEN_SIGN && !strcmp(parser->lexer.lexeme.sign, sign);
}

static bool sees_word(const struct query_parser *parser, const char *word)
{
    const struct query_lexeme *lexeme = &parser->lexer.lexeme;
    size_t size = lexeme->end - lexeme->at;
    return lexeme->token == TOKEN_NAME && strlen(word) == size &&
           !strncmp(parser->lexer.text + lexeme->at, word, size);
}

static struct query_tree *make(const struct query_parser *parser, enum query_tree_kind kind,
                               size_t at)
{
    struct query_tree *tree = memory_zeroed(1, sizeof *tree);
    tree->kind = kind;
    tree->at = tree->word_at = at;
    tree->end = parser->lexer.lexeme.end;
    return tree;
}

static char *copy_word(const struct query_parser *parser)
{
    const struct query_lexeme *lexeme = &parser->lexer.lexeme;
    return memory_printf("%.*s", (int)(lexeme->end - lexeme->at), parser->lexer.text + lexeme->at);
}

/* Reports that `what` is missing. */
static bool expected(struct query_parser *parser, const char *what)
{
    const struct query_lexeme *lexeme = &parser->lexer.lexeme;
    if (lexeme->token == TOKEN_END && !parser->trouble.what[0]) {
        parser->trouble.early = true;
        return diagnostic_at(&parser->trouble, lexeme->at, lexeme->end,
                             "%s is missing at the end of the query", what);
    }
    return diagnostic_at(&parser->trouble, lexeme->at, lexeme->end, "expected %s, not `%.*s`", what,
                         (int)(lexeme->end - lexeme->at), parser->lexer.text + lexeme->at);
}

static bool take(struct query_parser *parser, const char *sign)
{
    if (!sees(parser, sign)) {
        char what[8] = "`";
        strcat(strcat(what, sign), "`");
        return expected(parser, what);
    }
    return step(parser);
}

static bool too_deep(struct query_parser *parser)
{
    const struct query_lexeme *lexeme = &parser->lexer.lexeme;
    return diagnostic_at(&parser->trouble, lexeme->at, lexeme->end, "this is nested too deeply");
}

static struct query_tree *give_up(struct query_tree *tree)
{
    query_tree_free(tree);
    return NULL;
}

/* True if the current lexeme is a name that is followed by that sign. */
static bool is_followed_by(const struct query_parser *parser, const char *sign)
{
    struct query_lexer ahead = parser->lexer;
    struct diagnostic ignored = {0};
    return parser->lexer.lexeme.token == TOKEN_NAME && query_lexer_next(&ahead, &ignored) &&
           ahead.lexeme.token == TOKEN_SIGN && !strcmp(ahead.lexeme.sign, sign);
}

/* Names a field of a record after the field it reads: {e.file} is {file: e.file}. Takes ownership
 * of the value; NULL with trouble if it is not a field. */
static struct query_tree *name_field(struct query_parser *parser, struct query_tree *value)
{
    if (value && value->kind != TREE_FIELD) {
        diagnostic_at(&parser->trouble, value->at, value->end,
                      "this field of the record has no name");
        diagnostic_help(&parser->trouble, "Name it, as in  {where: e.file, took: e.duration / 2}");
        return give_up(value);
    }
    if (!value)
        return NULL;
    struct query_tree *named = make(parser, TREE_NAMED, value->at);
    named->text = memory_string(value->text);
    named->end = value->end;
    query_tree_add(named, value);
    return named;
}

/* Parses `name: expression`, or an expression, which in a record must be a field. */
static struct query_tree *parse_argument(struct query_parser *parser, bool in_record)
{
    if (!is_followed_by(parser, ":")) {
        struct query_tree *value = parse_expression(parser);
        return in_record ? name_field(parser, value) : value;
    }
    struct query_tree *named = make(parser, TREE_NAMED, parser->lexer.lexeme.at);
    named->text = copy_word(parser);
    struct query_tree *value = step_over(parser) ? parse_expression(parser) : NULL;
    if (!value)
        return give_up(named);
    query_tree_add(named, value);
    named->end = value->end;
    return named;
}

/* Parses the parts between two brackets, including both. False with trouble. */
static bool parse_parts(struct query_parser *parser, struct query_tree *tree, const char *close)
{
    if (!step(parser))
        return false;
    while (!sees(parser, close)) {
        struct query_tree *part = parse_argument(parser, tree->kind == TREE_RECORD);
        if (!part)
            return false;
        query_tree_add(tree, part);
        if (!sees(parser, ","))
            break;
        if (!step(parser))
            return false;
    }
    tree->end = parser->lexer.lexeme.end;
    return take(parser, close);
}

static struct query_tree *parse_bracket(struct query_parser *parser, enum query_tree_kind kind,
                                        const char *close)
{
    struct query_tree *tree = make(parser, kind, parser->lexer.lexeme.at);
    return parse_parts(parser, tree, close) ? tree : give_up(tree);
}

static struct query_tree *parse_name(struct query_parser *parser)
{
    bool is_call = is_followed_by(parser, "(");
    struct query_tree *tree =
        make(parser, is_call ? TREE_CALL : TREE_NAME, parser->lexer.lexeme.at);
    tree->text = copy_word(parser);
    if (!step(parser) || (is_call && !parse_parts(parser, tree, ")")))
        return give_up(tree);
    return tree;
}

static struct query_tree *parse_literal(struct query_parser *parser, enum query_tree_kind kind)
{
    struct query_tree *tree = make(parser, kind, parser->lexer.lexeme.at);
    tree->number = parser->lexer.lexeme;
    if (kind != TREE_NUMBER)
        tree->text = query_lexer_string(&parser->lexer);
    return step(parser) ? tree : give_up(tree);
}

static struct query_tree *parse_primary(struct query_parser *parser)
{
    switch (parser->lexer.lexeme.token) {
    case TOKEN_NUMBER:
        return parse_literal(parser, TREE_NUMBER);
    case TOKEN_TEXT:
        return parse_literal(parser, TREE_TEXT);
    case TOKEN_PATTERN:
        return parse_literal(parser, TREE_PATTERN);
    case TOKEN_NAME:
        return parse_name(parser);
    case TOKEN_SIGN:
    case TOKEN_END:
        break;
    }
    if (sees(parser, "["))
        return parse_bracket(parser, TREE_LIST, "]");
    if (sees(parser, "{"))
        return parse_bracket(parser, TREE_RECORD, "}");
    if (!sees(parser, "(")) {
        expected(parser, "a value");
        return NULL;
    }
    struct query_tree *inside = step(parser) ? parse_expression(parser) : NULL;
    return inside && take(parser, ")") ? inside : give_up(inside);
}

/* Parses a value followed by any number of .field and .method(...). */
static struct query_tree *parse_postfix(struct query_parser *parser)
{
    struct query_tree *tree = parse_primary(parser);
    while (tree && sees(parser, ".")) {
        if (!step(parser))
            return give_up(tree);
        if (parser->lexer.lexeme.token != TOKEN_NAME) {
            expected(parser, "a field or a call");
            return give_up(tree);
        }
        bool is_call = is_followed_by(parser, "(");
        struct query_tree *outer = make(parser, is_call ? TREE_METHOD : TREE_FIELD, tree->at);
        outer->word_at = parser->lexer.lexeme.at;
        outer->text = copy_word(parser);
        query_tree_add(outer, tree);
        tree = outer;
        if ((tree->height > HIGHEST && !too_deep(parser)) || !step(parser) ||
            (is_call && !parse_parts(parser, tree, ")")))
            return give_up(tree);
    }
    return tree;
}

static struct query_tree *parse_unary(struct query_parser *parser)
{
    if (!sees(parser, "-") && !sees(parser, "!"))
        return parse_postfix(parser);
    struct query_tree *tree = make(parser, TREE_UNARY, parser->lexer.lexeme.at);
    strcpy(tree->sign, parser->lexer.lexeme.sign);
    bool fits = ++parser->depth < DEEPEST || too_deep(parser);
    struct query_tree *operand = fits && step(parser) ? parse_unary(parser) : NULL;
    parser->depth--;
    if (!operand)
        return give_up(tree);
    query_tree_add(tree, operand);
    tree->end = operand->end;
    return tree;
}

/* Operators by precedence, the loosest first. */
static const char *const levels[][7] = {
    {"||"}, {"&&"}, {"==", "!="}, {"<", "<=", ">", ">=", "in"}, {"+", "-"}, {"*", "/", "%"},
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static const char *operator_of(const struct query_parser *parser, size_t level)
{
    for (size_t i = 0; levels[level][i]; i++) {
        const char *sign = levels[level][i];
        if (sees(parser, sign) || (!strcmp(sign, "in") && sees_word(parser, sign)))
            return sign;
    }
    return NULL;
}

static struct query_tree *parse_binary(struct query_parser *parser, size_t level);

/* Parses an operator and its right operand. Takes ownership of the left one. */
static struct query_tree *parse_operation(struct query_parser *parser, struct query_tree *left,
                                          const char *sign, size_t level)
{
    assert(left && level < LEVELS);
    parser->lexer.after_operand = false; /* `in` is a name, but not an operand */
    struct query_tree *tree = make(parser, TREE_BINARY, left->at);
    tree->word_at = parser->lexer.lexeme.at;
    strcpy(tree->sign, sign);
    query_tree_add(tree, left);
    bool fits = tree->height <= HIGHEST || too_deep(parser);
    fits = fits && step(parser);
    bool listed = fits && !strcmp(sign, "in") && sees(parser, "(");
    struct query_tree *right = fits ? parse_binary(parser, level + 1) : NULL;
    if (!right && listed)
        diagnostic_help(&parser->trouble,
                        "Lists are written in square brackets:  e.rank in [0, 1]");
    if (!right)
        return give_up(tree);
    query_tree_add(tree, right);
    tree->end = right->end;
    return tree;
}

static struct query_tree *parse_binary(struct query_parser *parser, size_t level)
{
    if (level == LEVELS)
        return parse_unary(parser);
    struct query_tree *left = parse_binary(parser, level + 1);
    for (const char *sign; left && (sign = operator_of(parser, level));)
        left = parse_operation(parser, left, sign, level);
    return left;
}

static bool ends_in_number(const struct query_tree *tree)
{
    while (tree->kind == TREE_BINARY || tree->kind == TREE_UNARY)
        tree = tree->parts[tree->part_count - 1];
    return tree->kind == TREE_NUMBER && tree->number.unit == UNIT_NONE;
}

/* Reports notations of other languages, with what to write instead. */
static void hint(struct query_parser *parser, const struct query_tree *left)
{
    const struct query_lexeme *lexeme = &parser->lexer.lexeme;
    bool is_statement = parser->depth == 1;
    if (sees(parser, "=") && is_statement) {
        diagnostic_at(&parser->trouble, lexeme->at, lexeme->end, "`=` is only allowed after `let`");
        diagnostic_help(&parser->trouble, "As in  let %s = events.limit(10);",
                        left->kind == TREE_NAME ? left->text : "mine");
    } else if (sees(parser, "=") && parser->lexer.text[lexeme->end] == '>') {
        diagnostic_at(&parser->trouble, lexeme->at, lexeme->end + 1,
                      "`=>` is not the arrow of a lambda");
        diagnostic_help(&parser->trouble, "A lambda is written  %s -> ...",
                        left->kind == TREE_NAME ? left->text : "e");
    } else if (sees(parser, "=")) {
        diagnostic_at(&parser->trouble, lexeme->at, lexeme->end, "`=` does not compare");
        diagnostic_help(&parser->trouble, "Compare with  ==");
    } else if (sees_word(parser, "and") || sees_word(parser, "or")) {
        diagnostic_at(&parser->trouble, lexeme->at, lexeme->end, "`%s` is not an operator",
                      sees_word(parser, "and") ? "and" : "or");
        diagnostic_help(&parser->trouble, "Join conditions with && and ||.");
    } else if (lexeme->token == TOKEN_NAME && query_lexer_is_unit(parser->lexer.text, lexeme) &&
               parser->lexer.text[lexeme->at - 1] == ' ' && ends_in_number(left)) {
        diagnostic_at(&parser->trouble, lexeme->at, lexeme->end,
                      "there is a blank between the number and `%.*s`",
                      (int)(lexeme->end - lexeme->at), parser->lexer.text + lexeme->at);
        diagnostic_help(&parser->trouble, "Write the unit directly after the number, as in  3ms");
    }
}

static struct query_tree *parse_choice(struct query_parser *parser)
{
    struct query_tree *condition = parse_binary(parser, 0);
    if (condition)
        hint(parser, condition);
    if (parser->trouble.what[0])
        return give_up(condition);
    if (!condition || !sees(parser, "?"))
        return condition;
    struct query_tree *tree = make(parser, TREE_CHOICE, condition->at);
    query_tree_add(tree, condition);
    for (size_t i = 0; i < 2; i++) {
        struct query_tree *part =
            (i ? take(parser, ":") : step(parser)) ? parse_expression(parser) : NULL;
        if (!part)
            return give_up(tree);
        query_tree_add(tree, part);
        tree->end = part->end;
    }
    return tree;
}

static struct query_tree *parse_lambda(struct query_parser *parser)
{
    struct query_tree *tree = make(parser, TREE_LAMBDA, parser->lexer.lexeme.at);
    tree->text = copy_word(parser);
    struct query_tree *body = step_over(parser) ? parse_expression(parser) : NULL;
    if (!body)
        return give_up(tree);
    query_tree_add(tree, body);
    tree->end = body->end;
    return tree;
}

static struct query_tree *parse_expression(struct query_parser *parser)
{
    if (parser->depth >= DEEPEST && !too_deep(parser))
        return NULL;
    parser->depth++;
    struct query_tree *tree =
        is_followed_by(parser, "->") ? parse_lambda(parser) : parse_choice(parser);
    parser->depth--;
    return tree;
}

void query_parser_start(struct query_parser *parser, const char *text)
{
    *parser = (struct query_parser){.lexer.text = text};
    step(parser);
}

static struct query_tree *parse_let(struct query_parser *parser)
{
    struct query_tree *tree = make(parser, TREE_LET, parser->lexer.lexeme.at);
    if (!step(parser))
        return give_up(tree);
    if (parser->lexer.lexeme.token != TOKEN_NAME) {
        expected(parser, "a name");
        return give_up(tree);
    }
    tree->word_at = parser->lexer.lexeme.at;
    tree->text = copy_word(parser);
    struct query_tree *value = step(parser) && take(parser, "=") ? parse_expression(parser) : NULL;
    if (!value)
        return give_up(tree);
    query_tree_add(tree, value);
    tree->end = value->end;
    return tree;
}

static struct query_tree *parse_explain(struct query_parser *parser)
{
    struct query_tree *tree = make(parser, TREE_EXPLAIN, parser->lexer.lexeme.at);
    parser->lexer.after_operand = false;
    struct query_tree *query = step(parser) ? parse_expression(parser) : NULL;
    if (!query)
        return give_up(tree);
    query_tree_add(tree, query);
    tree->end = query->end;
    return tree;
}

static bool begins_with(const struct query_tree *tree, const char *word)
{
    while (tree->part_count)
        tree = tree->parts[0];
    return tree->kind == TREE_NAME && !strcasecmp(tree->text, word);
}

struct query_tree *query_parser_statement(struct query_parser *parser)
{
    while (!parser->trouble.what[0] && sees(parser, ";"))
        step(parser);
    if (parser->trouble.what[0] || parser->lexer.lexeme.token == TOKEN_END)
        return NULL;
    bool lets = sees_word(parser, "let") && !is_followed_by(parser, ".");
    bool explains = sees_word(parser, "explain") && !is_followed_by(parser, ".");
    struct query_tree *tree = lets       ? parse_let(parser)
                              : explains ? parse_explain(parser)
                                         : parse_expression(parser);
    if (tree && parser->lexer.lexeme.token != TOKEN_END && !sees(parser, ";")) {
        expected(parser, "`;` or the end of the query");
        if (begins_with(tree, "select"))
            diagnostic_help(&parser->trouble,
                            "This is not SQL. A query is a chain of calls on a stream, as in  "
                            "events.filter(e -> e.rank == 0).count()");
        return give_up(tree);
    }
    return tree;
}

struct query_tree *query_parser_lambda(struct query_parser *parser)
{
    if (!parser->trouble.what[0] && !is_followed_by(parser, "->")) {
        expected(parser, "a condition");
        diagnostic_help(&parser->trouble,
                        "Write a condition as  e -> e.type == COMM && e.bytes > 1kB");
    }
    struct query_tree *tree = parser->trouble.what[0] ? NULL : parse_expression(parser);
    if (tree && parser->lexer.lexeme.token != TOKEN_END) {
        expected(parser, "the end of the condition");
        return give_up(tree);
    }
    return tree;
}
