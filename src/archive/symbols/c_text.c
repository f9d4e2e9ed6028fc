/* c_text.c: see c_text.h */
#include "archive/symbols/c_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { DEEPEST = 200 }; /* limit of nested statements */

static bool is_at(const char *at, const char *end, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(end - at) >= size && !memcmp(at, text, size);
}

static const char *skip_line(const char *at, const char *end)
{
    while (at < end && *at != '\n') {
        if (*at == '\\' && at + 1 < end)
            at++;
        at++;
    }
    return at;
}

static const char *skip_comment(const char *at, const char *end)
{
    if (at[1] == '/')
        return skip_line(at, end);
    for (at += 2; at < end && !is_at(at, end, "*/"); at++)
        continue;
    return at < end ? at + 2 : end;
}

static const char *skip_quoted(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* Skips one character, a literal or a comment. */
static const char *skip_one(const char *at, const char *end)
{
    if (*at == '"' || *at == '\'')
        return skip_quoted(at, end);
    if (is_at(at, end, "//") || is_at(at, end, "/*"))
        return skip_comment(at, end);
    return at + 1;
}

static const char *skip_gap(const char *at, const char *end)
{
    while (at < end) {
        if (isspace((unsigned char)*at))
            at++;
        else if (is_at(at, end, "//") || is_at(at, end, "/*"))
            at = skip_comment(at, end);
        else if (*at == '#')
            at = skip_line(at, end);
        else
            break;
    }
    return at;
}

/* Skips from an opening bracket to behind the closing one. */
static const char *skip_brackets(const char *at, const char *end)
{
    int depth = 0;
    while (at < end) {
        depth +=
            (*at == '(' || *at == '{' || *at == '[') - (*at == ')' || *at == '}' || *at == ']');
        at = skip_one(at, end);
        if (depth <= 0)
            break;
    }
    return at;
}

/* Skips to behind a semicolon that is outside brackets. */
static const char *skip_simple(const char *at, const char *end)
{
    while (at < end && *at != ';' && *at != '}')
        at = *at == '(' || *at == '{' || *at == '[' ? skip_brackets(at, end) : skip_one(at, end);
    return at < end && *at == ';' ? at + 1 : at;
}

/* Skips a word; NULL if it is not there. */
static const char *skip_word(const char *at, const char *end, const char *word)
{
    const char *behind = is_at(at, end, word) ? at + strlen(word) : NULL;
    bool goes_on = behind && behind < end && (isalnum((unsigned char)*behind) || *behind == '_');
    return goes_on ? NULL : behind;
}

static const char *skip_statement(const char *at, const char *end, int depth);

/* Skips `if (x) a else b`, `for (...) a` and the like; `at` is behind the keyword. */
static const char *skip_controlled(const char *at, const char *end, int depth, bool has_else)
{
    at = skip_gap(at, end);
    if (at < end && *at == '(')
        at = skip_brackets(at, end);
    at = skip_statement(at, end, depth + 1);
    const char *other = has_else ? skip_word(skip_gap(at, end), end, "else") : NULL;
    return other ? skip_statement(other, end, depth + 1) : at;
}

static const char *skip_statement(const char *at, const char *end, int depth)
{
    static const char *const heads[] = {"for", "while", "switch"};
    const char *behind;
    at = skip_gap(at, end);
    if (at >= end || depth > DEEPEST)
        return end;
    if (*at == '{')
        return skip_brackets(at, end);
    if ((behind = skip_word(at, end, "if")))
        return skip_controlled(behind, end, depth, true);
    if ((behind = skip_word(at, end, "do")))
        return skip_simple(skip_statement(behind, end, depth + 1), end);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        if ((behind = skip_word(at, end, heads[i])))
            return skip_controlled(behind, end, depth, false);
    }
    return skip_simple(at, end);
}

const char *c_text_skip_statement(const char *at, const char *end)
{
    return skip_statement(at, end, 0);
}
