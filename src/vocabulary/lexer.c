/* lexer.c: see lexer.h */
#include "vocabulary/lexer.h"

#include <string.h>

static bool is_name_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* Returns the length of a family in a name: {TYPE}; 0: there is none. */
static size_t family_size(const char *text)
{
    size_t size = 1;
    if (*text != '{' || !is_name_start(text[1]))
        return 0;
    while (is_name_start(text[size]) || is_digit(text[size]))
        size++;
    return text[size] == '}' ? size + 1 : 0;
}

/* Returns the length of a name, which may have families in it. */
static size_t name_size(const char *text)
{
    size_t size = 0, family = 0;
    while ((family = family_size(text + size)) || is_name_start(text[size]) ||
           (size && is_digit(text[size])))
        size += family ? family : 1;
    return size;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Returns the column of the next line that has something in it. */
static size_t next_column(const char *text)
{
    size_t column = 0;
    for (; is_blank(*text) || *text == '\n' || *text == '#'; text++) {
        if (*text == '#')
            text += strcspn(text, "\n");
        if (!*text)
            return 0;
        column = *text == '\n' ? 0 : *text == '\t' ? column / 8 * 8 + 8 : column + 1;
    }
    return *text ? column : 0;
}

/* Skips blanks, comments and, where a line goes on, its end. */
static void skip(struct vocabulary_lexer *lexer)
{
    const char *text = lexer->text;
    bool goes_on = lexer->goes_on || lexer->depth || !lexer->in_line;
    for (;; lexer->at++) {
        if (text[lexer->at] == '#')
            lexer->at += strcspn(text + lexer->at, "\n");
        bool ends = text[lexer->at] == '\n' && !goes_on &&
                    (!lexer->hangs || next_column(text + lexer->at) <= lexer->column);
        if (ends || (!is_blank(text[lexer->at]) && text[lexer->at] != '\n'))
            return;
    }
}

static int digit_of(char byte)
{
    return is_digit(byte)               ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : 16;
}

static bool read_number(struct vocabulary_lexer *lexer, struct diagnostic *trouble)
{
    struct vocabulary_lexeme *lexeme = &lexer->lexeme;
    const char *text = lexer->text;
    size_t at = lexeme->at;
    bool hex = text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X');
    uint64_t number = 0, base = hex ? 16 : 10;
    bool fits = true;
    size_t first = at += hex ? 2 : 0;
    for (; (uint64_t)digit_of(text[at]) < base; at++) {
        uint64_t digit = (uint64_t)digit_of(text[at]);
        fits = fits && number <= ((uint64_t)INT64_MAX - digit) / base;
        number = fits ? number * base + digit : number;
    }
    lexeme->token = VOCABULARY_NUMBER;
    lexeme->number = (int64_t)number;
    lexeme->end = lexer->at = at;
    if (!fits)
        return diagnostic_at(trouble, lexeme->at, at, "this number is too large");
    if (at == first || is_name_start(text[at]) || text[at] == '.')
        return diagnostic_at(trouble, lexeme->at, at + (text[at] != '\0'),
                             "expected a whole number");
    return true;
}

static bool read_text(struct vocabulary_lexer *lexer, struct diagnostic *trouble)
{
    struct vocabulary_lexeme *lexeme = &lexer->lexeme;
    size_t size = strcspn(lexer->text + lexeme->at + 1, "\"\n");
    lexeme->token = VOCABULARY_TEXT;
    lexeme->end = lexeme->at + 1 + size;
    if (lexer->text[lexeme->end] != '"')
        return diagnostic_at(trouble, lexeme->at, lexeme->end, "this text has no closing quote");
    lexer->at = ++lexeme->end;
    return true;
}

static bool read_sign(struct vocabulary_lexer *lexer, struct diagnostic *trouble)
{
    static const char *const signs[] = {
        "...", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "+=", "(", ")", "[", "]", ",",
        "*",   "/",  "%",  "+",  "-",  "<",  ">",  "!",  "?",  ":",  "=", ";", "&", "|"};
    struct vocabulary_lexeme *lexeme = &lexer->lexeme;
    const char *text = lexer->text + lexeme->at;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t size = strlen(signs[i]);
        if (strncmp(text, signs[i], size) != 0)
            continue;
        lexeme->token = VOCABULARY_SIGN;
        memcpy(lexeme->sign, signs[i], size + 1);
        lexeme->end = lexer->at = lexeme->at + size;
        bool opens = *text == '(' || *text == '[', closes = *text == ')' || *text == ']';
        if (opens)
            lexer->depth++;
        else if (closes && lexer->depth)
            lexer->depth--;
        return true;
    }
    size_t width = 1;
    while (((unsigned char)text[width] & 0xc0) == 0x80)
        width++;
    return diagnostic_at(trouble, lexeme->at, lexeme->at + width,
                         "this character has no meaning in a vocabulary");
}

static size_t column_of(const char *text, size_t at)
{
    size_t first = at, column = 0;
    while (first && text[first - 1] != '\n')
        first--;
    for (; first < at; first++)
        column = text[first] == '\t' ? column / 8 * 8 + 8 : column + 1;
    return column;
}

bool vocabulary_lexer_next(struct vocabulary_lexer *lexer, struct diagnostic *trouble)
{
    const char *text = lexer->text;
    bool starts = !lexer->in_line && !lexer->depth;
    skip(lexer);
    size_t at = lexer->at;
    if (starts) {
        lexer->column = column_of(text, at);
        lexer->hangs = lexer->column > 0;
    }
    lexer->lexeme = (struct vocabulary_lexeme){
        .at = at, .end = at, .indented = starts && at && is_blank(text[at - 1])};
    lexer->goes_on = false;
    if (!text[at] && !lexer->in_line)
        return true;
    if (!text[at] || text[at] == '\n') {
        lexer->at += text[at] == '\n';
        lexer->in_line = false;
        lexer->depth = 0;
        lexer->lexeme.token = VOCABULARY_LINE;
        return true;
    }
    lexer->in_line = true;
    if (is_digit(text[at]))
        return read_number(lexer, trouble);
    if (text[at] == '"')
        return read_text(lexer, trouble);
    size_t size = name_size(text + at);
    if (!size) {
        bool good = read_sign(lexer, trouble);
        lexer->goes_on = good && text[at] == ',';
        return good;
    }
    lexer->lexeme.token = VOCABULARY_NAME;
    lexer->lexeme.end = lexer->at = at + size;
    return true;
}

bool vocabulary_lexer_word(struct vocabulary_lexer *lexer, size_t *at, size_t *end)
{
    const char *text = lexer->text;
    while (is_blank(text[lexer->at]) || text[lexer->at] == ',')
        lexer->at++;
    *at = *end = lexer->at;
    while (text[*end] && !is_blank(text[*end]) && !strchr(",\n#", text[*end]))
        (*end)++;
    lexer->at = *end;
    return *end > *at;
}
