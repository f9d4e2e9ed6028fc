/* lex.c: see lex.h */
#include "instrument/c/lex.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* True for a character of an identifier, those of UTF-8 included. */
static bool is_word(unsigned char c)
{
    return isalnum(c) || c == '_' || c == '$' || c >= 0x80;
}

/* Returns the end of the line, or of the last one that a backslash joins to it. */
static size_t end_of_line(const char *text, size_t at, size_t size)
{
    while (at < size && text[at] != '\n') {
        if (text[at] == '\\' && at + 1 < size && text[at + 1] == '\r' && at + 2 < size)
            at += 2;
        else if (text[at] == '\\' && at + 1 < size)
            at++;
        at++;
    }
    return at < size ? at : size;
}

static size_t end_of_comment(const char *text, size_t at, size_t size)
{
    const char *end = memmem(text + at + 2, size - at - 2, "*/", 2);
    return end ? (size_t)(end - text) + 2 : size;
}

static size_t end_of_string(const char *text, size_t at, size_t size)
{
    char quote = text[at++];
    while (at < size && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
    return at < size ? at + 1 : size;
}

/* Returns the end of a directive: that of its line, except that a line end inside a comment or
 * string does not count. */
static size_t end_of_directive(const char *text, size_t at, size_t size)
{
    while (at < size && text[at] != '\n') {
        if (text[at] == '\\')
            at += at + 2 < size && text[at + 1] == '\r' ? 3 : 2;
        else if (text[at] == '/' && at + 1 < size && text[at + 1] == '*')
            at = end_of_comment(text, at, size);
        else if (text[at] == '/' && at + 1 < size && text[at + 1] == '/')
            return end_of_line(text, at, size);
        else if (text[at] == '"')
            at = end_of_string(text, at, size);
        else
            at++;
    }
    return at < size ? at : size;
}

static size_t end_of_number(const char *text, size_t at, size_t size)
{
    while (at < size && (is_word((unsigned char)text[at]) || text[at] == '.' ||
                         ((text[at] == '+' || text[at] == '-') && strchr("eEpP", text[at - 1]))))
        at++;
    return at;
}

static size_t end_of_punct(const char *text, size_t at, size_t size)
{
    static const char *const longer[] = {"<<=", ">>=", "...", "##", "<%", "%>", "++", "--", "->",
                                         "<<",  ">>",  "<=",  ">=", "==", "!=", "&&", "||", "+=",
                                         "-=",  "*=",  "/=",  "%=", "&=", "^=", "|="};
    for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++) {
        size_t length = strlen(longer[i]);
        if (at + length <= size && !memcmp(text + at, longer[i], length))
            return at + length;
    }
    return at + 1;
}

static void add_token(struct lex *lex, enum lex_kind kind, size_t start, size_t end)
{
    lex->tokens = memory_grow(lex->tokens, &lex->room, lex->count + 1, sizeof *lex->tokens);
    lex->tokens[lex->count++] = (struct lex_token){kind, start, end};
}

static void add_comment(struct lex *lex, size_t start, size_t end)
{
    lex->comments = memory_grow(lex->comments, &lex->comment_room, lex->comment_count + 1,
                                sizeof *lex->comments);
    lex->comments[lex->comment_count++] = (struct lex_token){LEX_COMMENT, start, end};
}

/* Reads the token or comment at `at`, which must be no space. Returns the offset behind it. */
static size_t read_token(struct lex *lex, size_t at, bool line_start)
{
    const char *text = lex->text;
    size_t size = lex->size;
    unsigned char c = (unsigned char)text[at];
    char next = at + 1 < size ? text[at + 1] : '\0';
    size_t end;
    if (c == '/' && (next == '*' || next == '/')) {
        end = next == '*' ? end_of_comment(text, at, size) : end_of_line(text, at, size);
        add_comment(lex, at, end);
        return end;
    }
    if (line_start && (c == '#' || (c == '%' && next == ':'))) {
        end = end_of_directive(text, at, size);
        add_token(lex, LEX_DIRECTIVE, at, end);
    } else if (c == '"' || c == '\'') {
        end = end_of_string(text, at, size);
        add_token(lex, LEX_STRING, at, end);
    } else if (isdigit(c) || (c == '.' && isdigit((unsigned char)next))) {
        end = end_of_number(text, at + 1, size);
        add_token(lex, LEX_NUMBER, at, end);
    } else if (is_word(c)) {
        for (end = at + 1; end < size && is_word((unsigned char)text[end]); end++)
            ;
        add_token(lex, LEX_WORD, at, end);
    } else {
        end = end_of_punct(text, at, size);
        add_token(lex, LEX_PUNCT, at, end);
    }
    return end;
}

void lex_read(struct lex *lex, const char *text, size_t size, const struct lex_span *skipped,
              size_t skipped_count)
{
    lex->text = text;
    lex->size = size;
    bool line_start = true;
    size_t next_skip = 0;
    for (size_t at = 0; at < size;) {
        while (next_skip < skipped_count && skipped[next_skip].end <= at)
            next_skip++;
        if (next_skip < skipped_count && skipped[next_skip].start <= at) {
            at = skipped[next_skip].end;
            line_start = true;
            continue;
        }
        char c = text[at];
        if (c == '\n')
            line_start = true;
        if (isspace((unsigned char)c)) {
            at++;
        } else if (c == '\\' && at + 1 < size && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
            at += text[at + 1] == '\r' ? 3 : 2;
        } else {
            size_t before = lex->count;
            at = read_token(lex, at, line_start);
            if (lex->count != before)
                line_start = false;
        }
    }
}

void lex_spell_braces(char *text, size_t size)
{
    const struct lex_span none = {0};
    struct lex lex = {0};
    if (!memmem(text, size, "<%", 2))
        return;
    lex_read(&lex, text, size, &none, 0);
    for (size_t i = 0; i < lex.count; i++) {
        char *at = text + lex.tokens[i].start;
        bool opens = lex_is(&lex, i, "<%"), closes = lex_is(&lex, i, "%>");
        if (opens || closes) {
            at[0] = opens ? '{' : ' ';
            at[1] = opens ? ' ' : '}';
        }
    }
    lex_free(&lex);
}

void lex_free(struct lex *lex)
{
    free(lex->tokens);
    free(lex->comments);
    *lex = (struct lex){0};
}

size_t lex_at(const struct lex *lex, size_t offset)
{
    size_t low = 0, high = lex->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lex->tokens[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool lex_is(const struct lex *lex, size_t token, const char *text)
{
    if (token >= lex->count)
        return false;
    const struct lex_token *found = &lex->tokens[token];
    size_t length = found->end - found->start;
    return length == strlen(text) && !memcmp(lex->text + found->start, text, length);
}

size_t lex_after(const struct lex *lex, size_t offset)
{
    size_t token = lex_at(lex, offset);
    while (token < lex->count && lex->tokens[token].kind == LEX_DIRECTIVE)
        token++;
    return token;
}

size_t lex_before(const struct lex *lex, size_t offset)
{
    size_t token = lex_at(lex, offset);
    while (token-- > 0) {
        if (lex->tokens[token].kind != LEX_DIRECTIVE)
            return token;
    }
    return (size_t)-1;
}

size_t lex_closing(const struct lex *lex, size_t token)
{
    size_t depth = 0;
    for (; token < lex->count; token++) {
        if (lex->tokens[token].kind != LEX_PUNCT)
            continue;
        char c = lex->text[lex->tokens[token].start];
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if ((c == ')' || c == ']' || c == '}') && --depth == 0)
            return token;
    }
    return lex->count;
}

const char *lex_find_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        if (!memcmp(text + i, word, length) &&
            (i == 0 || (!isalnum((unsigned char)text[i - 1]) && text[i - 1] != '_')) &&
            (i + length == size ||
             (!isalnum((unsigned char)text[i + length]) && text[i + length] != '_')))
            return text + i;
    }
    return NULL;
}
