/* idle_loop.c: see idle_loop.h. This file handles C and C++. */
#include "analysis/idle_loop.h"

#include <ctype.h>
#include <string.h>

enum kind {
    END,
    NAME,
    LITERAL, /* a number or a text */
    CHANGE,  /* an operator that changes a variable, except "=" */
    ASSIGN,  /* "=" */
    OTHER,   /* one character of punctuation, or an operator that changes nothing */
};

enum { DEEPEST = 32 }; /* nesting of statements */

/* The reader of tokens. */
struct reader {
    const char *at, *end;
    enum kind kind; /* of the last token */
    const char *token;
    size_t size;
    bool atomic_read; /* a directive before it says "atomic read" */
    bool new_line;    /* it is the first token of its line */
};

static bool is_name_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_to(struct reader *reader, const char *text)
{
    size_t size = strlen(text);
    while (reader->at < reader->end &&
           ((size_t)(reader->end - reader->at) < size || memcmp(reader->at, text, size) != 0))
        reader->at++;
    reader->at = (size_t)(reader->end - reader->at) < size ? reader->end : reader->at + size;
}

/* Skips a preprocessor line with its continuation lines. */
static void skip_directive(struct reader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && (*reader->at != '\n' || reader->at[-1] == '\\'))
        reader->at++;
    size_t size = (size_t)(reader->at - start);
    reader->atomic_read = memmem(start, size, "atomic", 6) && memmem(start, size, "read", 4);
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end) {
        char c = *reader->at, next = reader->at + 1 < reader->end ? reader->at[1] : '\0';
        if (c == '\n')
            reader->new_line = true;
        if (isspace((unsigned char)c))
            reader->at++;
        else if (c == '/' && next == '/')
            skip_to(reader, "\n");
        else if (c == '/' && next == '*')
            skip_to(reader, "*/");
        else if (c == '#' && reader->new_line)
            skip_directive(reader);
        else
            return;
    }
}

static void read_text(struct reader *reader)
{
    char quote = *reader->at++;
    while (reader->at < reader->end && *reader->at != quote)
        reader->at += *reader->at == '\\' && reader->at + 1 < reader->end ? 2 : 1;
    if (reader->at < reader->end)
        reader->at++;
}

static enum kind read_operator(struct reader *reader)
{
    static const char *const changes[] = {
        "<<=", ">>=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    static const char *const others[] = {"==", "!=", "<=", ">=", "&&", "||", "->", "::"};
    size_t left = (size_t)(reader->end - reader->at);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        size_t size = strlen(changes[i]);
        if (left >= size && !memcmp(reader->at, changes[i], size)) {
            reader->at += size;
            return CHANGE;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (left >= 2 && !memcmp(reader->at, others[i], 2)) {
            reader->at += 2;
            return OTHER;
        }
    }
    return *reader->at++ == '=' ? ASSIGN : OTHER;
}

/* Reads the next token. */
static void next(struct reader *reader)
{
    skip_blanks(reader);
    reader->token = reader->at;
    reader->new_line = false;
    if (reader->at == reader->end) {
        reader->kind = END;
    } else if (is_name_part(*reader->at)) {
        reader->kind = isdigit((unsigned char)*reader->at) ? LITERAL : NAME;
        while (reader->at < reader->end && is_name_part(*reader->at))
            reader->at++;
    } else if (*reader->at == '"' || *reader->at == '\'') {
        reader->kind = LITERAL;
        read_text(reader);
    } else {
        reader->kind = read_operator(reader);
    }
    reader->size = (size_t)(reader->at - reader->token);
}

static bool is(const struct reader *reader, const char *text)
{
    return reader->kind != END && strlen(text) == reader->size &&
           !memcmp(reader->token, text, reader->size);
}

/* Skips the token if it is this one. False if it is not. */
static bool take(struct reader *reader, const char *text)
{
    bool found = is(reader, text);
    if (found)
        next(reader);
    return found;
}

static bool is_one_of(const char *name, size_t size, const char *const *names)
{
    for (; *names; names++) {
        if (strlen(*names) == size && !memcmp(*names, name, size))
            return true;
    }
    return false;
}

/* True for functions that read a value as others see it. */
static bool reads(const char *name, size_t size)
{
    static const char *const names[] = {
        "atomic_load", "atomic_load_explicit", "__atomic_load_n", "load", "test", "READ_ONCE", 0};
    return is_one_of(name, size, names);
}

/* True for functions that waiting threads call. */
static bool waits(const char *name, size_t size)
{
    static const char *const names[] = {"sched_yield",
                                        "pthread_yield",
                                        "thrd_yield",
                                        "yield",
                                        "_mm_pause",
                                        "__builtin_ia32_pause",
                                        "__yield",
                                        "cpu_relax",
                                        "pause",
                                        "__sync_synchronize",
                                        "__atomic_thread_fence",
                                        "atomic_thread_fence",
                                        "usleep",
                                        "nanosleep",
                                        "sleep_for",
                                        "asm",
                                        "__asm__",
                                        "__asm",
                                        "volatile",
                                        "__volatile__",
                                        0};
    return is_one_of(name, size, names);
}

/* True for keywords before a parenthesis, which are not calls. */
static bool is_word(const char *name, size_t size)
{
    static const char *const names[] = {"sizeof", "return", "if", "while", "for", "switch", 0};
    return is_one_of(name, size, names);
}

/* Reads an expression up to one of these characters, at the same depth. False if it changes
 * something. */
static bool is_still(struct reader *reader, const char *until)
{
    int depth = 0;
    bool still = true, has_read = false;
    for (; reader->kind != END; next(reader)) {
        const char *token = reader->token;
        size_t size = reader->size;
        if (reader->kind == OTHER && !depth && size == 1 && strchr(until, *token))
            break;
        if (reader->kind == OTHER && size == 1)
            depth += *token == '(' || *token == '[' ? 1 : *token == ')' || *token == ']' ? -1 : 0;
        if (reader->kind == OTHER && size == 1 && (*token == '{' || *token == '}'))
            return false;
        if (reader->kind == CHANGE)
            still = false;
        if (reader->kind == ASSIGN) { /* of a value that is read: "is = atomic_load(&flag)" */
            still &= reader->atomic_read || has_read;
            has_read = true;
        }
        if (reader->kind != NAME)
            continue;
        struct reader after = *reader;
        next(&after);
        if (is(&after, "(") && !is_word(token, size) && !waits(token, size) && !reads(token, size))
            still = false;
    }
    return still && reader->kind != END;
}

/* True if the rest of the statement calls a reading function. */
static bool has_reading(struct reader reader)
{
    for (; reader.kind != END && !is(&reader, ";"); next(&reader)) {
        if (reader.kind == NAME && reads(reader.token, reader.size))
            return true;
    }
    return false;
}

static bool is_idle(struct reader *reader, int depth);

static bool take_condition(struct reader *reader)
{
    return take(reader, "(") && is_still(reader, ")") && take(reader, ")");
}

static bool is_block_idle(struct reader *reader, int depth)
{
    while (reader->kind != END && !is(reader, "}")) {
        if (!is_idle(reader, depth + 1))
            return false;
    }
    return take(reader, "}");
}

/* Reads a statement. False if it does something, or is not understood. */
static bool is_idle(struct reader *reader, int depth)
{
    if (depth > DEEPEST)
        return false;
    if (take(reader, ";"))
        return true;
    if (take(reader, "{"))
        return is_block_idle(reader, depth);
    if (take(reader, "if")) {
        if (!take_condition(reader) || !is_idle(reader, depth + 1))
            return false;
        return !take(reader, "else") || is_idle(reader, depth + 1);
    }
    if (is(reader, "while") || is(reader, "for") || is(reader, "do") || is(reader, "switch"))
        return false;
    bool read = reader->atomic_read;
    reader->atomic_read = read || has_reading(*reader);
    bool still = is_still(reader, ";") && take(reader, ";");
    reader->atomic_read = false;
    return still;
}

/* Reads the parentheses of a "for"; its initialisation may be anything. */
static bool take_for(struct reader *reader)
{
    if (!take(reader, "("))
        return false;
    is_still(reader, ";");
    return take(reader, ";") && is_still(reader, ";") && take(reader, ";") &&
           is_still(reader, ")") && take(reader, ")");
}

static bool is_loop(const struct reader *reader)
{
    return reader->kind == NAME && (is(reader, "while") || is(reader, "for") || is(reader, "do"));
}

static const char *find_line(const char *text, size_t size, uint32_t line)
{
    const char *at = text, *end = text + size;
    for (uint32_t i = 1; at && i < line; i++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return at;
}

/* True if another loop begins in the same line. */
static bool has_another(struct reader reader, const char *line_end)
{
    for (next(&reader); reader.kind != END && reader.token < line_end; next(&reader)) {
        if (is_loop(&reader))
            return true;
    }
    return false;
}

bool analysis_idle_loop_of_c(const char *text, size_t size, uint32_t line)
{
    const char *start = find_line(text, size, line);
    if (!start)
        return false;
    const char *line_end = memchr(start, '\n', (size_t)(text + size - start));
    struct reader reader = {.at = start, .end = text + size, .new_line = true};
    do
        next(&reader);
    while (reader.kind != END && !is_loop(&reader));
    if (reader.kind == END || (line_end && reader.token > line_end))
        return false;
    bool is_do = is(&reader, "do");
    if (!is_do && has_another(reader, line_end ? line_end : text + size))
        return false;
    if (take(&reader, "while"))
        return take_condition(&reader) && is_idle(&reader, 0);
    if (take(&reader, "for"))
        return take_for(&reader) && is_idle(&reader, 0);
    next(&reader);
    return is_idle(&reader, 0) && take(&reader, "while") && take_condition(&reader);
}
