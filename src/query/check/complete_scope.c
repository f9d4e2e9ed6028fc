/* complete_scope.c: see complete_scope.h */
#include "query/check/complete_scope.h"

#include "query/parse/parser.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

bool cursor_scope_sees(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *sign)
{
    return lexeme >= 0 && lexeme < scope->count && scope->lexemes[lexeme].token == TOKEN_SIGN &&
           query_check_is(scope->lexemes[lexeme].sign, sign);
}

static bool is_name(const struct cursor_scope *scope, ptrdiff_t lexeme)
{
    return lexeme >= 0 && lexeme < scope->count && scope->lexemes[lexeme].token == TOKEN_NAME;
}

bool cursor_scope_is(const struct cursor_scope *scope, ptrdiff_t lexeme, const char *word)
{
    if (!is_name(scope, lexeme))
        return false;
    size_t size = scope->lexemes[lexeme].end - scope->lexemes[lexeme].at;
    return strlen(word) == size && !memcmp(scope->text + scope->lexemes[lexeme].at, word, size);
}

char *cursor_scope_word(const struct cursor_scope *scope, ptrdiff_t lexeme)
{
    assert(lexeme >= 0 && lexeme < scope->count);
    const struct query_lexeme *word = &scope->lexemes[lexeme];
    return memory_printf("%.*s", (int)(word->end - word->at), scope->text + word->at);
}

static void open_bracket(struct cursor_scope *scope, ptrdiff_t at)
{
    bool is_call = cursor_scope_sees(scope, at, "(") && is_name(scope, at - 1);
    if (scope->depth == SCOPE_DEEPEST) {
        scope->inside = true;
        return;
    }
    scope->open[scope->depth++] = (struct open_bracket){
        .at = at,
        .call = is_call ? at - 1 : SCOPE_NONE,
        .is_method = is_call && cursor_scope_sees(scope, at - 2, "."),
        .next = SCOPE_NONE,
        .row = SCOPE_NONE,
        .started_at = at + 1,
    };
}

static void next_argument(struct open_bracket *bracket, ptrdiff_t comma)
{
    if (bracket->argument++ == 0)
        bracket->next = comma;
    bracket->row = SCOPE_NONE;
    bracket->started_at = comma + 1;
}

/* Updates the open brackets with lexeme `i`. */
static void follow(struct cursor_scope *scope, ptrdiff_t i)
{
    if (scope->lexemes[i].token != TOKEN_SIGN)
        return;
    struct open_bracket *inner = scope->depth ? &scope->open[scope->depth - 1] : NULL;
    const char *sign = scope->lexemes[i].sign;
    if (strchr("([{", sign[0])) {
        open_bracket(scope, i);
    } else if (strchr(")]}", sign[0])) {
        scope->depth -= scope->depth > 0;
    } else if (query_check_is(sign, ";")) {
        scope->depth = 0;
        scope->first = i + 1;
    } else if (inner && query_check_is(sign, ",")) {
        next_argument(inner, i);
    } else if (inner && query_check_is(sign, "->") && is_name(scope, i - 1)) {
        inner->row = i - 1;
    }
}

/* True if the cursor is in a comment that ends with the line. */
static bool in_comment(const struct cursor_scope *scope)
{
    size_t end = scope->count ? scope->lexemes[scope->count - 1].end : 0;
    const char *blanks = scope->text + end, *line = strrchr(blanks, '\n');
    line = line ? line : blanks;
    return strstr(line, "//") || strchr(line, '#');
}

void cursor_scope_read(struct cursor_scope *scope, const char *text, size_t cursor)
{
    struct diagnostic trouble = {0};
    size_t size = strlen(text);
    *scope = (struct cursor_scope){0};
    scope->text = memory_printf("%.*s", (int)(cursor < size ? cursor : size), text);
    struct query_lexer lexer = {.text = scope->text};
    bool good;
    while ((good = query_lexer_next(&lexer, &trouble)) && lexer.lexeme.token != TOKEN_END) {
        scope->lexemes = memory_grow(scope->lexemes, &scope->room, (size_t)scope->count + 1,
                                     sizeof *scope->lexemes);
        scope->lexemes[scope->count++] = lexer.lexeme;
        follow(scope, scope->count - 1);
    }
    if (!good && lexer.lexeme.token == TOKEN_NUMBER)
        scope->broken = trouble.at;
    scope->inside |= (!good && !scope->broken) || in_comment(scope);
}

void cursor_scope_free(struct cursor_scope *scope)
{
    free(scope->text);
    free(scope->lexemes);
    *scope = (struct cursor_scope){0};
}

/* Returns the bracket that the one at `close` closes; SCOPE_NONE if there is none. */
static ptrdiff_t opening(const struct cursor_scope *scope, ptrdiff_t close)
{
    size_t depth = 0;
    for (ptrdiff_t i = close; i >= scope->first; i--) {
        if (scope->lexemes[i].token != TOKEN_SIGN)
            continue;
        if (strchr(")]}", scope->lexemes[i].sign[0]))
            depth++;
        else if (strchr("([{", scope->lexemes[i].sign[0]) && --depth == 0)
            return i;
    }
    return SCOPE_NONE;
}

ptrdiff_t cursor_scope_operand(const struct cursor_scope *scope, ptrdiff_t end)
{
    for (ptrdiff_t i = end - 1; i >= scope->first;) {
        if (cursor_scope_sees(scope, i, ")")) {
            ptrdiff_t open = opening(scope, i);
            if (open == SCOPE_NONE)
                return SCOPE_NONE;
            i = is_name(scope, open - 1) && open - 1 >= scope->first ? open - 1 : open;
        } else if (scope->lexemes[i].token == TOKEN_SIGN) {
            return SCOPE_NONE;
        }
        if (i - 1 < scope->first || !cursor_scope_sees(scope, i - 1, "."))
            return i;
        i -= 2;
    }
    return SCOPE_NONE;
}

struct query_tree *cursor_scope_tree(const struct cursor_scope *scope, ptrdiff_t from,
                                     ptrdiff_t end)
{
    if (from < 0 || from >= end)
        return NULL;
    size_t at = scope->lexemes[from].at, size = scope->lexemes[end - 1].end - at;
    char *part = memory_printf("%.*s", (int)size, scope->text + at);
    struct query_parser parser;
    query_parser_start(&parser, part);
    struct query_tree *tree = query_parser_statement(&parser);
    bool whole = tree && !parser.trouble.what[0] && parser.lexer.lexeme.token == TOKEN_END;
    free(part);
    if (whole)
        return tree;
    query_tree_free(tree);
    return NULL;
}
