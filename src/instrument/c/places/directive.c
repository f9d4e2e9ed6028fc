/* directive.c: reads `#pragma tri` lines, and finds the statement of each. */
#include "instrument/c/places/directive.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A place in a directive's line. The text of a line may go on behind a backslash. */
struct reading {
    struct translation *translation;
    const char *text;
    size_t at, end;
    struct directive *directive;
    bool failed;
};

bool directive_is_outlined(const struct directive *directive)
{
    return directive->kind == DIRECTIVE_ASYNC || directive->kind == DIRECTIVE_AT ||
           directive->kind == DIRECTIVE_ASYNC_AT;
}

bool directive_contains(const struct directive *directive, size_t offset)
{
    return directive->kind != DIRECTIVE_NEXT && offset >= directive->end &&
           offset < directive->stop;
}

const char *directive_word(const struct directive *directive)
{
    static const char *const words[] = {"finish", "async", "at",  "async at",
                                        "atomic", "when",  "next"};
    return words[directive->kind];
}

static void skip_space(struct reading *reading)
{
    while (reading->at < reading->end) {
        const char *at = reading->text + reading->at;
        if (*at == '\\' && at[1] == '\n')
            reading->at += 2;
        else if (!strncmp(at, "/*", 2)) {
            const char *close = memmem(at + 2, reading->end - reading->at - 2, "*/", 2);
            reading->at = close ? (size_t)(close + 2 - reading->text) : reading->end;
        } else if (!strncmp(at, "//", 2))
            reading->at = reading->end;
        else if (isspace((unsigned char)*at))
            reading->at++;
        else
            break;
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Reads a word; its length, 0 if there is none. */
static size_t word(struct reading *reading, const char **start)
{
    skip_space(reading);
    size_t from = reading->at;
    while (reading->at < reading->end && is_word(reading->text[reading->at]))
        reading->at++;
    *start = reading->text + from;
    return reading->at - from;
}

static bool is(const char *start, size_t length, const char *what)
{
    return length == strlen(what) && !memcmp(start, what, length);
}

/* Reads a character, if it comes next. */
static bool take(struct reading *reading, char c)
{
    skip_space(reading);
    if (reading->at >= reading->end || reading->text[reading->at] != c)
        return false;
    reading->at++;
    return true;
}

#define FAIL(reading, ...)                                                                         \
    do {                                                                                           \
        if (!(reading)->failed)                                                                    \
            complain((reading)->translation, (reading)->at, __VA_ARGS__);                          \
        (reading)->failed = true;                                                                  \
    } while (0)

/* Reads up to one of the characters, outside of brackets; the span is without the spaces around. */
static struct lex_span expression(struct reading *reading, const char *stops)
{
    unsigned depth = 0;
    skip_space(reading);
    struct lex_span span = {reading->at, reading->at};
    for (; reading->at < reading->end; reading->at++) {
        char c = reading->text[reading->at];
        if (depth == 0 && strchr(stops, c))
            break;
        if (c == '"' || c == '\'') {
            while (++reading->at < reading->end && reading->text[reading->at] != c)
                reading->at += reading->text[reading->at] == '\\';
        }
        depth += c == '(' || c == '[' || c == '{';
        depth -= depth && (c == ')' || c == ']' || c == '}');
        if (!isspace((unsigned char)c))
            span.end = reading->at + 1;
    }
    if (span.end > reading->end)
        span.end = reading->end;
    return span;
}

/* Reads (expression). */
static struct lex_span in_brackets(struct reading *reading, const char *what)
{
    struct lex_span span = {0, 0};
    if (!take(reading, '('))
        FAIL(reading, "expected `(` and %s", what);
    else {
        span = expression(reading, ")");
        if (span.start == span.end || !take(reading, ')'))
            FAIL(reading, "expected %s and `)`", what);
    }
    return span;
}

/* Reads the operator of a reduction, and the colon. */
static void operation(struct reading *reading, char out[4])
{
    static const char *const known[] = {"&&", "||", "+", "*", "-", "&", "|", "^", "min", "max"};
    skip_space(reading);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t length = strlen(known[i]);
        if (reading->end - reading->at > length &&
            !memcmp(reading->text + reading->at, known[i], length)) {
            reading->at += length;
            memcpy(out, known[i], length + 1);
            if (!take(reading, ':'))
                FAIL(reading, "expected `:` behind the operator of the reduction");
            return;
        }
    }
    FAIL(reading, "expected an operator: reduction(+:x), with one of + * - & | ^ && || min max");
}

static void read_section(struct reading *reading, struct clause *clause)
{
    clause->is_section = true;
    clause->low = expression(reading, ":]");
    if (!take(reading, ':')) {
        FAIL(reading, "expected `:`: write %s[FIRST:COUNT]", clause->name);
        return;
    }
    clause->count = expression(reading, "]");
    if (clause->count.start == clause->count.end || !take(reading, ']'))
        FAIL(reading, "expected the number of elements and `]`: write %s[FIRST:COUNT]",
             clause->name);
}

/* Reads (x, p[0:n], ...). */
static void read_clause(struct reading *reading, enum clause_kind kind)
{
    struct directive *directive = reading->directive;
    char which[4] = "";
    if (!take(reading, '(')) {
        FAIL(reading, "expected `(` and names of variables");
        return;
    }
    if (kind == CLAUSE_REDUCTION)
        operation(reading, which);
    do {
        const char *start;
        size_t length = reading->failed ? 0 : word(reading, &start);
        if (!length || isdigit((unsigned char)*start)) {
            FAIL(reading, "expected the name of a variable");
            return;
        }
        directive->clauses = memory_grow(directive->clauses, &directive->clause_room,
                                         directive->clause_count + 1, sizeof *directive->clauses);
        struct clause *clause = &directive->clauses[directive->clause_count++];
        *clause = (struct clause){.kind = kind, .at = (size_t)(start - reading->text)};
        clause->name = memory_printf("%.*s", (int)length, start);
        memcpy(clause->operation, which, sizeof which);
        if (take(reading, '[')) {
            if (kind == CLAUSE_COPY || kind == CLAUSE_COPYBACK)
                read_section(reading, clause);
            else
                FAIL(reading, "a section, %s[...], is only for copy and copyback", clause->name);
        }
    } while (take(reading, ','));
    if (!take(reading, ')'))
        FAIL(reading, "expected `,` or `)`");
}

/* Reads the words that say what a directive does. */
static bool read_kind(struct reading *reading, const char *start, size_t length)
{
    struct directive *directive = reading->directive;
    static const char *const words[] = {"finish", "async", "at", "", "atomic", "when", "next"};
    if (is(start, length, "clocked")) { /* a finish with a clock */
        directive->kind = DIRECTIVE_FINISH;
        read_clause(reading, CLAUSE_CLOCKED);
        return true;
    }
    for (int i = 0; i <= DIRECTIVE_NEXT; i++) {
        if (!is(start, length, words[i]))
            continue;
        directive->kind = (enum directive_kind)i;
        if (i == DIRECTIVE_AT)
            directive->place = in_brackets(reading, "the number of a place");
        if (i == DIRECTIVE_WHEN)
            directive->condition = in_brackets(reading, "a condition");
        return true;
    }
    reading->at = (size_t)(start - reading->text);
    FAIL(reading,
         "unknown directive `%.*s`; there are finish, async, at, async at, atomic, when, "
         "clocked and next",
         (int)length, start);
    return false;
}

/* The clauses that a directive may have. */
static bool allows(enum directive_kind kind, enum clause_kind clause)
{
    switch (clause) {
    case CLAUSE_COPY:
    case CLAUSE_SHARE:
    case CLAUSE_REDUCTION:
        return kind == DIRECTIVE_ASYNC || kind == DIRECTIVE_AT || kind == DIRECTIVE_ASYNC_AT;
    case CLAUSE_COPYBACK:
        return kind == DIRECTIVE_AT || kind == DIRECTIVE_ASYNC_AT;
    default:
        return kind == DIRECTIVE_FINISH || kind == DIRECTIVE_ASYNC || kind == DIRECTIVE_ASYNC_AT;
    }
}

static void read_clauses(struct reading *reading)
{
    static const char *const words[] = {"copy", "copyback", "share", "reduction", "clocked"};
    struct directive *directive = reading->directive;
    const char *start;
    for (size_t length; !reading->failed && (length = word(reading, &start));) {
        if (is(start, length, "at") && directive->kind == DIRECTIVE_ASYNC) {
            directive->kind = DIRECTIVE_ASYNC_AT;
            directive->place = in_brackets(reading, "the number of a place");
            continue;
        }
        unsigned kind = 0;
        while (kind < sizeof words / sizeof words[0] && !is(start, length, words[kind]))
            kind++;
        if (kind == sizeof words / sizeof words[0]) {
            reading->at = (size_t)(start - reading->text);
            FAIL(reading,
                 "unknown clause `%.*s`; there are copy, copyback, share, reduction and "
                 "clocked",
                 (int)length, start);
            return;
        }
        read_clause(reading, (enum clause_kind)kind);
    }
    skip_space(reading);
    if (!reading->failed && reading->at < reading->end)
        FAIL(reading, "expected a clause or the end of the line");
    for (size_t i = 0; i < directive->clause_count && !reading->failed; i++) {
        const struct clause *clause = &directive->clauses[i];
        reading->at = clause->at;
        if (!allows(directive->kind, clause->kind)) {
            const char *advice = "";
            if (directive->kind == DIRECTIVE_ASYNC)
                advice = "; to change a variable of the same place, write share(...)";
            FAIL(reading, "`%s` has no clause `%s`%s", directive_word(directive),
                 words[clause->kind], advice);
        }
    }
}

/* Returns the directive of a line; NULL if it is none, or none of ours. */
static struct directive *read_line(struct translation *translation, const struct lex_token *line)
{
    struct directive *directive = memory_zeroed(1, sizeof *directive);
    struct reading reading = {.translation = translation,
                              .text = translation->unit->text,
                              .at = line->start + 1,
                              .end = line->end,
                              .directive = directive};
    const char *start;
    size_t length = word(&reading, &start);
    bool ours = is(start, length, "pragma");
    length = ours ? word(&reading, &start) : 0;
    ours = ours && is(start, length, "tri");
    if (!ours) {
        free(directive);
        return NULL;
    }
    directive->start = line->start;
    directive->end = line->end;
    length = word(&reading, &start);
    if (!length)
        FAIL(&reading, "expected a directive: finish, async, at, async at, atomic, when, clocked "
                       "or next");
    else if (read_kind(&reading, start, length))
        read_clauses(&reading);
    return directive;
}

void directive_lines_read(struct translation *translation)
{
    const struct lex *lex = &translation->unit->lex;
    for (size_t i = 0; i < lex->count; i++) {
        const struct lex_token *token = &lex->tokens[i];
        if (lex_is(lex, i, "_Pragma") && i + 2 < lex->count &&
            !strncmp(lex->text + lex->tokens[i + 2].start, "\"tri ", 5))
            complain(translation, token->start, "write this directive as a `#pragma tri` line");
        if (token->kind != LEX_DIRECTIVE)
            continue;
        struct directive *directive = read_line(translation, token);
        if (!directive)
            continue;
        directive->number = (unsigned)translation->count;
        translation->directives =
            memory_grow(translation->directives, &translation->room, translation->count + 1,
                        sizeof *translation->directives);
        translation->directives[translation->count++] = directive;
    }
}

/* True if an #if begins or ends in the text without its other end. */
static bool splits_condition(const struct unit *unit, size_t start, size_t stop)
{
    int depth = 0;
    for (size_t i = lex_at(&unit->lex, start); i < unit->lex.count; i++) {
        const struct lex_token *token = &unit->lex.tokens[i];
        if (token->start >= stop)
            break;
        if (token->kind != LEX_DIRECTIVE)
            continue;
        const char *at = unit->text + token->start + 1;
        while (*at == ' ' || *at == '\t')
            at++;
        if (!strncmp(at, "if", 2))
            depth++;
        else if (!strncmp(at, "endif", 5) && --depth < 0)
            return true;
    }
    return depth != 0;
}

/* `next` has no statement: it must stand between two. */
static void place_next(struct translation *translation, struct directive *directive)
{
    const struct lex *lex = &translation->unit->lex;
    size_t token = lex_before(lex, directive->start);
    if (!lex_is(lex, token, ";") && !lex_is(lex, token, "{") && !lex_is(lex, token, "}"))
        complain(translation, directive->start,
                 "`next` must stand between two statements of a block: put braces around it");
    directive->body = directive->stop = directive->end;
}

static void place(struct translation *translation, struct function *function,
                  struct directive *directive)
{
    const struct unit *unit = translation->unit;
    size_t token = lex_after(&unit->lex, directive->end);
    size_t offset = token < unit->lex.count ? unit->lex.tokens[token].start : unit->size;
    struct node *node = function->node;
    directive->function = function;
    directive->stop = directive->body = directive->end;
    if (directive->kind == DIRECTIVE_NEXT) {
        place_next(translation, directive);
        return;
    }
    while (node && !(node->in_file && node->start == offset && node != function->node))
        node = tree_next(function->node, node);
    if (!node || lex_is(&unit->lex, token, "}")) {
        complain(translation, directive->start, "no statement follows `%s`",
                 directive_word(directive));
        return;
    }
    size_t stop = tree_statement_end(unit, node);
    if (node->kind == CXCursor_DeclStmt)
        complain(translation, offset,
                 "`%s` needs a statement, and this is a declaration: put both "
                 "into braces",
                 directive_word(directive));
    else if (!stop)
        complain(translation, offset,
                 "a macro makes the end of this statement: put it into braces");
    else if (splits_condition(unit, directive->end, stop))
        complain(translation, directive->start,
                 "an #if begins or ends between this directive and the end of its statement");
    else {
        directive->body = offset;
        directive->stop = stop;
    }
}

/* Finds which directive each one is inside, and what may not be inside an atomic block. */
static void nest(struct translation *translation, const struct function *function)
{
    for (size_t i = 0; i < function->directive_count; i++) {
        struct directive *directive = function->directives[i];
        for (size_t j = i; j-- > 0 && !directive->around;) {
            if (directive_contains(function->directives[j], directive->start))
                directive->around = function->directives[j];
        }
        const struct directive *around = directive->around;
        if (around && (around->kind == DIRECTIVE_ATOMIC || around->kind == DIRECTIVE_WHEN) &&
            directive->kind != DIRECTIVE_ATOMIC)
            complain(translation, directive->start, "`%s` may not stand inside `%s`",
                     directive_word(directive), directive_word(around));
    }
}

void directive_lines_place(struct translation *translation, struct function *function)
{
    for (size_t i = 0; i < translation->count; i++) {
        struct directive *directive = translation->directives[i];
        if (directive->start < function->body->start || directive->start >= function->body->end)
            continue;
        function->directives =
            memory_grow(function->directives, &function->directive_room,
                        function->directive_count + 1, sizeof *function->directives);
        function->directives[function->directive_count++] = directive;
        place(translation, function, directive);
    }
    nest(translation, function);
}

void directive_free(struct directive *directive)
{
    for (size_t i = 0; i < directive->clause_count; i++)
        free(directive->clauses[i].name);
    for (size_t i = 0; i < directive->clock_count; i++)
        free(directive->clocks[i]);
    free(directive->clauses);
    free(directive->clocks);
    free(directive->captures);
    free(directive->outlined);
    free(directive);
}
