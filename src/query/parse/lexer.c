/* lexer.c: see lexer.h */
#include "query/parse/lexer.h"

#include "util/memory.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_name_start(char byte)
{
    return isalpha((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

static bool is_name(char byte)
{
    return is_name_start(byte) || isdigit((unsigned char)byte);
}

/* Skips blanks and comments, which are Java's, or begin with # and end with the line. */
static bool skip_blanks(struct query_lexer *lexer, struct diagnostic *trouble)
{
    const char *text = lexer->text;
    for (;;) {
        size_t at = lexer->at;
        if (isspace((unsigned char)text[at])) {
            lexer->at++;
        } else if ((text[at] == '/' && text[at + 1] == '/') || text[at] == '#') {
            lexer->at += strcspn(text + at, "\n");
        } else if (text[at] == '/' && text[at + 1] == '*') {
            const char *end = strstr(text + at + 2, "*/");
            if (!end) {
                trouble->early = true;
                return diagnostic_at(trouble, at, at + 2, "this comment has no end");
            }
            lexer->at = (size_t)(end - text) + 2;
        } else {
            return true;
        }
    }
}

static const struct {
    const char *word;
    enum query_unit unit;
    double scale;
} units[] = {
    {"ns", UNIT_TIME, 1},         {"us", UNIT_TIME, 1e3},       {"ms", UNIT_TIME, 1e6},
    {"s", UNIT_TIME, 1e9},        {"min", UNIT_TIME, 60e9},     {"h", UNIT_TIME, 3600e9},
    {"B", UNIT_BYTES, 1},         {"kB", UNIT_BYTES, 1e3},      {"KB", UNIT_BYTES, 1e3},
    {"MB", UNIT_BYTES, 1e6},      {"GB", UNIT_BYTES, 1e9},      {"TB", UNIT_BYTES, 1e12},
    {"KiB", UNIT_BYTES, 1 << 10}, {"MiB", UNIT_BYTES, 1 << 20}, {"GiB", UNIT_BYTES, 1 << 30},
    {"µs", UNIT_TIME, 1e3},       {"TiB", UNIT_BYTES, 0x1p40},
};

enum { UNITS = sizeof units / sizeof units[0] };

bool query_lexer_is_unit(const char *text, const struct query_lexeme *name)
{
    size_t size = name->end - name->at;
    for (size_t i = 0; i < UNITS; i++) {
        if (strlen(units[i].word) == size && !strncmp(units[i].word, text + name->at, size))
            return true;
    }
    return false;
}

/* Returns the unit that was probably meant: with another case, or an abbreviation; NULL if none. */
static const char *nearest_unit(const char *word, size_t size)
{
    static const char *const others[][2] = {
        {"msec", "ms"}, {"usec", "us"}, {"nsec", "ns"}, {"sec", "s"}, {"k", "kB"}};
    for (size_t i = 0; i < UNITS; i++) {
        if (strlen(units[i].word) == size && !strncasecmp(units[i].word, word, size))
            return units[i].word;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strlen(others[i][0]) == size && !strncasecmp(others[i][0], word, size))
            return others[i][1];
    }
    return NULL;
}

/* Copies the digits of a number without the _ that may group them: 1_000_000. Returns the offset
 * after it. */
static size_t copy_digits(const char *text, size_t at, char *digits, size_t room, bool *is_real)
{
    size_t used = 0;
    for (bool exponent = false;; at++) {
        char byte = text[at], next = byte ? text[at + 1] : 0;
        bool sign = (byte == '+' || byte == '-') && exponent && strchr("eE", text[at - 1]);
        bool point = byte == '.' && !*is_real && isdigit((unsigned char)next);
        bool power = (byte == 'e' || byte == 'E') && !exponent &&
                     (isdigit((unsigned char)next) ||
                      ((next == '+' || next == '-') && isdigit((unsigned char)text[at + 2])));
        if (byte == '_' && isdigit((unsigned char)next))
            continue;
        if (!isdigit((unsigned char)byte) && !sign && !point && !power)
            break;
        *is_real |= point || power;
        exponent |= power;
        if (used + 1 < room)
            digits[used++] = byte;
    }
    digits[used] = 0;
    return at;
}

/* Scales a number by its unit. A fraction of a unit becomes a whole number of the smallest unit:
 * 1.5us is 1500 ns. */
static bool scale(struct query_lexeme *lexeme, double factor, struct diagnostic *trouble)
{
    if (!lexeme->is_real) {
        if (__builtin_mul_overflow(lexeme->whole, (int64_t)factor, &lexeme->whole))
            return diagnostic_at(trouble, lexeme->at, lexeme->end, "this number is too large");
    } else {
        lexeme->real *= factor;
        if (lexeme->unit != UNIT_NONE && fabs(lexeme->real) < 0x1p62) {
            lexeme->whole = (int64_t)llround(lexeme->real);
            lexeme->is_real = false;
        }
    }
    return true;
}

static bool read_number(struct query_lexer *lexer, struct diagnostic *trouble)
{
    struct query_lexeme *lexeme = &lexer->lexeme;
    const char *text = lexer->text;
    char digits[64], *end;
    size_t at = copy_digits(text, lexer->at, digits, sizeof digits, &lexeme->is_real), size = 0;
    lexeme->token = TOKEN_NUMBER;
    errno = 0;
    if (lexeme->is_real)
        lexeme->real = strtod(digits, &end);
    else
        lexeme->whole = strtoll(digits, &end, 10);
    lexeme->end = lexer->at = at;
    if (errno == ERANGE)
        return diagnostic_at(trouble, lexeme->at, at, "this number is too large");
    while (is_name(text[at + size]))
        size++;
    if (!size)
        return true;
    lexeme->end = lexer->at = at + size;
    for (size_t i = 0; i < UNITS; i++) {
        if (strlen(units[i].word) == size && !strncmp(units[i].word, text + at, size)) {
            lexeme->unit = units[i].unit;
            return scale(lexeme, units[i].scale, trouble);
        }
    }
    diagnostic_at(trouble, at, at + size, "`%.*s` is not a unit", (int)size, text + at);
    const char *nearest = nearest_unit(text + at, size);
    diagnostic_help(
        trouble,
        "%s%s%sTime units: ns us ms s min h. Data units: B kB MB GB TB (powers of 1000), "
        "KiB MiB GiB TiB (powers of 1024).",
        nearest ? "Did you mean `" : "", nearest ? nearest : "", nearest ? "`? " : "");
    return false;
}

/* Reads up to and past the closing quote; a backslash escapes the next character. */
static bool read_quoted(struct query_lexer *lexer, enum token token, const char *what,
                        struct diagnostic *trouble)
{
    const char *text = lexer->text;
    size_t start = lexer->at, at = start + 1;
    char quote = text[start];
    bool in_set = false; /* in a bracket expression of a pattern: [/] */
    for (; text[at] && text[at] != '\n' && (text[at] != quote || in_set); at++) {
        if (text[at] == '\\' && text[at + 1])
            at++;
        else if (token == TOKEN_PATTERN && (text[at] == '[' || text[at] == ']'))
            in_set = text[at] == '[';
    }
    if (text[at] != quote) {
        trouble->early = true;
        return diagnostic_at(trouble, start, at, "this %s has no closing %s", what,
                             token == TOKEN_PATTERN ? "slash" : "quote");
    }
    lexer->lexeme.token = token;
    lexer->lexeme.end = lexer->at = at + 1;
    return true;
}

static bool read_sign(struct query_lexer *lexer, struct diagnostic *trouble)
{
    static const char *const two[] = {"->", "==", "!=", "<=", ">=", "&&", "||"};
    struct query_lexeme *lexeme = &lexer->lexeme;
    const char *text = lexer->text + lexer->at;
    lexeme->token = TOKEN_SIGN;
    size_t size = 1;
    for (size_t i = 0; i < sizeof two / sizeof two[0]; i++) {
        if (!strncmp(text, two[i], 2))
            size = 2;
    }
    memcpy(lexeme->sign, text, size);
    lexeme->end = lexer->at += size;
    if (size == 2 || strchr(".,;:?()[]{}!-+*/%<>=", text[0]))
        return true;
    diagnostic_at(trouble, lexeme->at, lexeme->end, "unexpected character `%c`",
                  isprint((unsigned char)text[0]) ? text[0] : '?');
    if (text[0] == '&' || text[0] == '|')
        diagnostic_help(trouble, "Join conditions with && and ||.");
    return false;
}

bool query_lexer_next(struct query_lexer *lexer, struct diagnostic *trouble)
{
    if (!skip_blanks(lexer, trouble))
        return false;
    const char *text = lexer->text;
    bool after_operand = lexer->after_operand;
    lexer->lexeme = (struct query_lexeme){.at = lexer->at, .end = lexer->at};
    char byte = text[lexer->at];
    lexer->after_operand = true;
    if (!byte)
        return true;
    if (isdigit((unsigned char)byte))
        return read_number(lexer, trouble);
    if (byte == '"' || byte == '\'')
        return read_quoted(lexer, TOKEN_TEXT, "text", trouble);
    if (byte == '/' && !after_operand)
        return read_quoted(lexer, TOKEN_PATTERN, "pattern", trouble);
    if (is_name_start(byte)) {
        while (is_name(text[lexer->at]))
            lexer->at++;
        lexer->lexeme.token = TOKEN_NAME;
        lexer->lexeme.end = lexer->at;
        return true;
    }
    lexer->after_operand = byte == ')' || byte == ']' || byte == '}';
    return read_sign(lexer, trouble);
}

static char unescaped(char byte)
{
    return byte == 'n' ? '\n' : byte == 't' ? '\t' : byte == 'r' ? '\r' : byte;
}

char *query_lexer_string(const struct query_lexer *lexer)
{
    const struct query_lexeme *lexeme = &lexer->lexeme;
    size_t used = 0;
    char *string = memory_zeroed(lexeme->end - lexeme->at, 1);
    for (size_t i = lexeme->at + 1; i + 1 < lexeme->end; i++) {
        bool escape = lexer->text[i] == '\\' && i + 2 < lexeme->end;
        if (!escape) {
            string[used++] = lexer->text[i];
        } else if (lexeme->token == TOKEN_TEXT) {
            string[used++] = unescaped(lexer->text[++i]);
        } else { /* a pattern keeps its backslashes, except before a slash */
            if (lexer->text[i + 1] != '/')
                string[used++] = '\\';
            string[used++] = lexer->text[++i];
        }
    }
    return string;
}
