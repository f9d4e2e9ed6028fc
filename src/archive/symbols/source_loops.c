/* source_loops.c: see source_loops.h
 *
 * A statement is read up to its end. The content of parentheses, brackets and braces is read in the
 * same way, so that loops in lambdas and local classes are found. Only keywords matter. The first
 * branch of an #if is read with the text around it, the others by themselves: so braces are
 * balanced, whichever branch was compiled. */
#include "archive/symbols/source_loops.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 400, /* limit of nested statements */
    WORD = 'a',    /* a name, keyword or number */
    END = 0,
};

struct token {
    char kind; /* WORD, END, the character itself, or 'q' for a literal */
    const char *text;
    size_t size;
    uint64_t spot;
};

/* A branch of an #if that remains to be read. */
struct branch {
    const char *start, *end;
    uint32_t line;
};

struct branches {
    struct branch *all;
    size_t count, room;
};

struct reading {
    struct archive_source_loops *loops;
    struct branches *branches;
    const char *at, *end, *line_start;
    uint32_t line;
    bool starts_line; /* only blanks were read in this line */
    struct token now;
    uint64_t before; /* position of the token before it */
    int depth;
};

static uint64_t spot_of(const struct reading *reading, const char *at)
{
    size_t column = (size_t)(at - reading->line_start) + 1;
    return archive_source_spot(reading->line, column > UINT16_MAX ? UINT16_MAX : (uint32_t)column);
}

static void new_line(struct reading *reading)
{
    reading->line++;
    reading->line_start = reading->at;
    reading->starts_line = true;
}

static void skip_block_comment(struct reading *reading)
{
    const char *end = reading->end;
    for (const char *at = reading->at + 2; at < end; at++) {
        if (*at == '\n') {
            reading->at = at + 1;
            new_line(reading);
        } else if (*at == '*' && at + 1 < end && at[1] == '/') {
            reading->at = at + 2;
            return;
        }
    }
    reading->at = end;
}

/* Skips to the end of a line, including lines continued by a backslash: a directive or a
 * comment. */
static void skip_line(struct reading *reading)
{
    while (reading->at < reading->end && *reading->at != '\n') {
        bool continues = *reading->at == '\\';
        if (!continues && reading->at + 1 < reading->end && reading->at[0] == '/' &&
            reading->at[1] == '*') {
            skip_block_comment(reading);
            continue;
        }
        reading->at++;
        if (continues && reading->at < reading->end && *reading->at == '\r')
            reading->at++;
        if (continues && reading->at < reading->end && *reading->at == '\n') {
            reading->at++;
            new_line(reading);
        }
    }
}

static bool begins(const struct reading *reading, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(reading->end - reading->at) >= size && !memcmp(reading->at, text, size);
}

static void skip_spaces(struct reading *reading)
{
    while (reading->at < reading->end && (*reading->at == ' ' || *reading->at == '\t'))
        reading->at++;
}

static void end_line(struct reading *reading)
{
    skip_line(reading);
    if (reading->at < reading->end) {
        reading->at++;
        new_line(reading);
    }
}

static void add_branch(struct reading *reading, const char *start, uint32_t line, const char *end)
{
    struct branches *branches = reading->branches;
    branches->all =
        memory_grow(branches->all, &branches->room, branches->count + 1, sizeof *branches->all);
    branches->all[branches->count++] = (struct branch){start, end, line};
}

/* Skips everything after an #else or #elif to the line behind the #endif, and notes the
 * branches. */
static void skip_branches(struct reading *reading)
{
    const char *start = reading->at;
    uint32_t line = reading->line;
    for (int open = 1; reading->at < reading->end && open;) {
        const char *here = reading->at;
        skip_spaces(reading);
        bool directs = reading->at < reading->end && *reading->at == '#';
        if (directs) {
            reading->at++;
            skip_spaces(reading);
            open += begins(reading, "if");
            open -= begins(reading, "endif");
        }
        bool other = directs && open == 1 && begins(reading, "el");
        end_line(reading);
        if (!open || other || reading->at >= reading->end)
            add_branch(reading, start, line, open && !other ? reading->end : here);
        if (other) {
            start = reading->at;
            line = reading->line;
        }
    }
}

static void directive(struct reading *reading)
{
    reading->at++;
    skip_spaces(reading);
    if (!begins(reading, "else") && !begins(reading, "elif")) {
        skip_line(reading);
        return;
    }
    end_line(reading);
    skip_branches(reading);
}

/* Skips blanks, comments and directives. */
static void skip_blanks(struct reading *reading)
{
    while (reading->at < reading->end) {
        char c = *reading->at;
        if (c == '\n') {
            reading->at++;
            new_line(reading);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            reading->at++;
        } else if (c == '\\' && reading->at + 1 < reading->end &&
                   (reading->at[1] == '\n' || reading->at[1] == '\r')) {
            reading->at++;
        } else if (begins(reading, "/*")) {
            skip_block_comment(reading);
        } else if (begins(reading, "//") || (c == '#' && reading->starts_line)) {
            if (c == '#')
                directive(reading);
            else
                skip_line(reading);
        } else {
            return;
        }
    }
}

static bool is_word(char c)
{
    unsigned char byte = (unsigned char)c; /* independent of the locale */
    return (byte | 32U) - 'a' < 26 || byte - (unsigned)'0' < 10 || byte == '_' || byte == '$' ||
           byte >= 0x80;
}

static void skip_quoted(struct reading *reading, char quote)
{
    reading->at++;
    while (reading->at < reading->end && *reading->at != quote && *reading->at != '\n') {
        if (*reading->at == '\\' && reading->at + 1 < reading->end) {
            reading->at++;
            if (*reading->at == '\n') {
                reading->at++;
                new_line(reading);
                continue;
            }
        }
        reading->at++;
    }
    if (reading->at < reading->end && *reading->at == quote)
        reading->at++;
}

/* Skips R"mark( ... )mark". */
static void skip_raw(struct reading *reading)
{
    const char *mark = ++reading->at;
    while (reading->at < reading->end && *reading->at != '(' && *reading->at != '\n')
        reading->at++;
    size_t size = (size_t)(reading->at - mark);
    while (reading->at < reading->end) {
        if (*reading->at == ')' && (size_t)(reading->end - reading->at) >= size + 2 &&
            !memcmp(reading->at + 1, mark, size) && reading->at[size + 1] == '"') {
            reading->at += size + 2;
            return;
        }
        if (*reading->at++ == '\n')
            new_line(reading);
    }
}

static void next(struct reading *reading)
{
    struct token *now = &reading->now;
    reading->before = now->spot;
    skip_blanks(reading);
    reading->starts_line = false;
    *now = (struct token){END, reading->at, 0, spot_of(reading, reading->at)};
    if (reading->at >= reading->end)
        return;
    char c = *reading->at;
    now->kind = c;
    if (is_word(c)) {
        now->kind = WORD;
        const char *at = reading->at + 1;
        bool is_number = isdigit((unsigned char)c);
        while (at < reading->end && (is_word(*at) || (*at == '\'' && is_number)))
            at++;
        reading->at = at;
        now->size = (size_t)(reading->at - now->text);
        if (reading->at < reading->end && *reading->at == '"' && reading->at[-1] == 'R')
            skip_raw(reading);
        return;
    }
    if (c == '"' || c == '\'') {
        now->kind = 'q';
        skip_quoted(reading, c);
    } else {
        reading->at++;
    }
    now->size = (size_t)(reading->at - now->text);
}

static bool is(const struct reading *reading, const char *word)
{
    const struct token *now = &reading->now;
    return now->kind == WORD && now->size == strlen(word) && !memcmp(now->text, word, now->size);
}

/* Returns the position behind the current token. */
static uint64_t behind(const struct reading *reading)
{
    return spot_of(reading, reading->at);
}

static void statement(struct reading *reading);

/* Reads the content of braces; the current token is the opening one. */
static void block(struct reading *reading)
{
    next(reading);
    while (reading->now.kind != END && reading->now.kind != '}')
        statement(reading);
}

/* A condition. */
struct condition {
    struct archive_source_span span;
    unsigned words;   /* number of tokens */
    bool is_constant; /* a single token: a number or `true` */
};

static void add_token(struct reading *reading, struct condition *condition)
{
    bool digit = reading->now.kind == WORD && isdigit((unsigned char)reading->now.text[0]);
    if (!condition->words++)
        condition->span.start = reading->now.spot;
    condition->is_constant = condition->words == 1 && (digit || is(reading, "true"));
    condition->span.end = behind(reading);
}

/* Reads the content of parentheses or brackets up to the closing one or a semicolon at the same
 * depth. The current token is the first one in it, and afterwards the one that ends it. */
static void part(struct reading *reading, struct condition *condition)
{
    int depth = 0;
    *condition = (struct condition){.span = {reading->now.spot, reading->now.spot}};
    while (reading->now.kind != END) {
        char kind = reading->now.kind;
        if (!depth && (kind == ';' || kind == ')' || kind == ']' || kind == '}'))
            return;
        add_token(reading, condition);
        if (kind == '{') {
            block(reading);
            condition->span.end = behind(reading);
        }
        depth += kind == '(' || kind == '[';
        depth -= kind == ')' || kind == ']';
        next(reading);
    }
}

static uint32_t new_loop(struct reading *reading)
{
    struct archive_source_loops *loops = reading->loops;
    loops->all = memory_grow(loops->all, &loops->room, loops->count + 1, sizeof *loops->all);
    uint32_t number = (uint32_t)loops->count++;
    loops->all[number] = (struct archive_source_loop){.keyword = reading->now.spot};
    return number;
}

static void set_test(struct archive_source_loop *loop, const struct condition *condition)
{
    loop->test = condition->span;
    if (condition->is_constant || !condition->words)
        loop->test.end = loop->test.start;
}

/* Reads the head of a `for`: a classic one, or one over a range, all of which is the condition. */
static void for_head(struct reading *reading, uint32_t number)
{
    struct condition first, test, step;
    uint64_t start = reading->now.spot;
    part(reading, &first);
    struct archive_source_loop *loop = &reading->loops->all[number];
    if (reading->now.kind != ';') {
        loop->test = (struct archive_source_span){start, reading->now.spot};
        return;
    }
    next(reading);
    part(reading, &test);
    bool ranged = reading->now.kind != ';'; /* for (init; x : range) */
    if (!ranged) {
        next(reading);
        part(reading, &step);
    }
    loop = &reading->loops->all[number];
    if (ranged) {
        loop->test = (struct archive_source_span){start, reading->now.spot};
        return;
    }
    set_test(loop, &test);
    loop->step = step.span;
}

/* Sets the end of a loop to the current token; blanks before it do no harm. */
static void end_loop(struct reading *reading, uint32_t number)
{
    reading->loops->all[number].end = reading->now.spot;
}

/* Reads the body, which begins with the current token. */
static void body(struct reading *reading, uint32_t number)
{
    reading->loops->all[number].body = reading->now.spot;
    statement(reading);
}

static bool open_head(struct reading *reading)
{
    next(reading);
    while (reading->now.kind == WORD) /* if constexpr; macros */
        next(reading);
    if (reading->now.kind != '(')
        return false;
    next(reading);
    return true;
}

static void for_or_while(struct reading *reading)
{
    bool is_for = is(reading, "for");
    uint32_t number = new_loop(reading);
    if (!open_head(reading)) {
        reading->loops->count = number;
        return;
    }
    if (is_for) {
        for_head(reading, number);
    } else {
        struct condition test;
        part(reading, &test);
        set_test(&reading->loops->all[number], &test);
    }
    next(reading);
    body(reading, number);
    end_loop(reading, number);
}

static void do_while(struct reading *reading)
{
    uint32_t number = new_loop(reading);
    next(reading);
    body(reading, number);
    if (is(reading, "while")) {
        uint64_t closing = reading->before; /* position of clang's branch */
        struct condition test;
        if (open_head(reading)) {
            part(reading, &test);
            set_test(&reading->loops->all[number], &test);
            struct archive_source_span *span = &reading->loops->all[number].test;
            if (span->start < span->end)
                span->start = closing;
            next(reading);
        }
    }
    end_loop(reading, number);
}

/* Reads `if`, `switch` and the like: a head and a statement. */
static void with_head(struct reading *reading)
{
    struct condition ignored;
    if (open_head(reading)) {
        part(reading, &ignored);
        while (reading->now.kind == ';') { /* if (init; condition) */
            next(reading);
            part(reading, &ignored);
        }
        next(reading);
    }
    statement(reading);
    if (is(reading, "else")) {
        next(reading);
        statement(reading);
    }
}

/* Reads any other statement, up to its semicolon or the end of braces that stand alone. */
static void plain(struct reading *reading)
{
    bool begins_here = true;
    while (reading->now.kind != END) {
        char kind = reading->now.kind;
        if (kind == '}' || kind == ')' || kind == ']')
            return;
        if (!begins_here && (is(reading, "for") || is(reading, "while") || is(reading, "do") ||
                             is(reading, "if") || is(reading, "switch") || is(reading, "else")))
            return; /* a macro or a label came before it, or a function has ended */
        begins_here = false;
        if (kind == '{') {
            block(reading);
            next(reading);
            if (reading->now.kind != ';' && reading->now.kind != ',' && reading->now.kind != '(' &&
                reading->now.kind != ')' && reading->now.kind != '.')
                return;
            continue;
        }
        if (kind == '(' || kind == '[') {
            struct condition ignored;
            next(reading);
            part(reading, &ignored);
            while (reading->now.kind == ';') {
                next(reading);
                part(reading, &ignored);
            }
            next(reading);
            continue;
        }
        next(reading);
        if (kind == ';')
            return;
    }
}

static void statement(struct reading *reading)
{
    if (++reading->depth > DEEPEST) {
        reading->at = reading->end;
        reading->now = (struct token){END, reading->end, 0, behind(reading)};
    } else if (is(reading, "for") || is(reading, "while")) {
        for_or_while(reading);
    } else if (is(reading, "do")) {
        do_while(reading);
    } else if (is(reading, "if") || is(reading, "switch")) {
        with_head(reading);
    } else if (is(reading, "else")) {
        next(reading);
    } else if (reading->now.kind == '{') {
        block(reading);
        next(reading);
    } else if (reading->now.kind == ')' || reading->now.kind == ']' || reading->now.kind == '}') {
        if (reading->now.kind != '}')
            next(reading); /* unbalanced: skipped */
    } else {
        plain(reading);
    }
    reading->depth--;
}

static void find_in(struct archive_source_loops *loops, struct branches *branches,
                    struct branch from)
{
    struct reading reading = {.loops = loops,
                              .branches = branches,
                              .at = from.start,
                              .end = from.end,
                              .line_start = from.start,
                              .line = from.line,
                              .starts_line = true};
    next(&reading);
    while (reading.now.kind != END) {
        if (reading.now.kind == '}')
            next(&reading); /* one too many */
        statement(&reading);
    }
}

static int by_keyword(const void *a, const void *b)
{
    const struct archive_source_loop *left = a, *right = b;
    return left->keyword < right->keyword ? -1 : left->keyword > right->keyword;
}

void archive_source_loops_find(struct archive_source_loops *loops, const char *text, size_t size)
{
    struct branches branches = {0};
    *loops = (struct archive_source_loops){0};
    find_in(loops, &branches, (struct branch){text, text + size, 1});
    for (size_t i = 0; i < branches.count; i++) /* more may be found in these */
        find_in(loops, &branches, branches.all[i]);
    if (branches.count && loops->count)
        qsort(loops->all, loops->count, sizeof *loops->all, by_keyword);
    free(branches.all);
}

void archive_source_loops_free(struct archive_source_loops *loops)
{
    free(loops->all);
    *loops = (struct archive_source_loops){0};
}

/* With an unknown column, any position in the line counts. */
bool archive_source_span_has(const struct archive_source_span *span, uint64_t spot)
{
    if (spot & UINT32_MAX)
        return span->start <= spot && spot < span->end;
    return span->start < span->end && span->start >> 32 <= spot >> 32 &&
           spot >> 32 <= (span->end - 1) >> 32;
}

uint32_t archive_source_loops_at(const struct archive_source_loops *loops, uint64_t spot)
{
    uint32_t found = SOURCE_NONE;
    for (size_t i = 0; i < loops->count; i++) {
        const struct archive_source_loop *loop = &loops->all[i];
        if (loop->keyword >> 32 > spot >> 32)
            break;
        if (archive_source_span_has(&(struct archive_source_span){loop->keyword, loop->end}, spot))
            found = (uint32_t)i;
    }
    return found;
}

bool archive_source_loop_tests(const struct archive_source_loop *loop, uint64_t spot)
{
    bool tests = loop->test.start < loop->test.end;
    return tests && (archive_source_span_has(&loop->test, spot) ||
                     archive_source_span_has(&loop->step, spot) || spot == loop->keyword);
}
