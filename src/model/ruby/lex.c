/* lex.c: see lex.h */
#include "model/ruby/lex.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HEREDOCS = 8 };

/* A here-document whose body begins at the next line. */
struct heredoc {
    const char *word;
    size_t size;
    bool indented;
};

struct lexer {
    const char *at, *end, *begin;
    unsigned line;
    struct ruby_tokens *tokens;
    struct ruby_token last; /* the last token that is neither space nor comment */
    bool spaced;            /* space stands before the current character */
    struct heredoc heredocs[HEREDOCS];
    unsigned heredoc_count;
};

bool ruby_token_is(const struct ruby_token *token, const char *text)
{
    return token->size == strlen(text) && !memcmp(token->text, text, token->size);
}

bool ruby_token_ends_value(const struct ruby_token *token)
{
    static const char *const before_values[] = {
        "if",   "unless", "while", "until", "and", "or",   "not",   "return", "then",  "do",
        "else", "elsif",  "when",  "case",  "in",  "puts", "begin", "yield",  "ensure"};
    if (token->kind == RUBY_WORD) {
        for (size_t i = 0; i < sizeof before_values / sizeof before_values[0]; i++) {
            if (ruby_token_is(token, before_values[i]))
                return false;
        }
        return true;
    }
    return token->kind == RUBY_NUMBER || token->kind == RUBY_LITERAL ||
           (token->kind == RUBY_MARK && token->size == 1 && strchr(")]}", token->text[0]));
}

static bool is_word_part(int c)
{
    return isalnum(c) || c == '_' || c >= 0x80;
}

static int peek(const struct lexer *lexer, size_t ahead)
{
    return (size_t)(lexer->end - lexer->at) > ahead ? (unsigned char)lexer->at[ahead] : 0;
}

/* Adds the next `size` bytes as one token. */
static void take(struct lexer *lexer, enum ruby_token_kind kind, size_t size)
{
    struct ruby_tokens *tokens = lexer->tokens;
    struct ruby_token token = {kind, lexer->at, size, lexer->line};
    tokens->list =
        memory_grow(tokens->list, &tokens->room, tokens->count + 1, sizeof *tokens->list);
    tokens->list[tokens->count++] = token;
    for (size_t i = 0; i < size; i++)
        lexer->line += lexer->at[i] == '\n';
    lexer->at += size;
    lexer->spaced = kind == RUBY_SPACE;
    if (kind != RUBY_SPACE && kind != RUBY_COMMENT)
        lexer->last = token;
}

/* Returns the size up to and including the closing character, which may nest; escapes are skipped.
 */
static size_t closed(const struct lexer *lexer, size_t from, int open, int close)
{
    unsigned depth = 1;
    size_t most = (size_t)(lexer->end - lexer->at);
    for (size_t i = from; i < most; i++) {
        int c = (unsigned char)lexer->at[i];
        if (c == '\\')
            i++;
        else if (c == close && --depth == 0)
            return i + 1;
        else if (c == open && open != close)
            depth++;
    }
    return most;
}

/* Returns the size of a quoted text, with all that its #{...} hold. */
static size_t quoted(const struct lexer *lexer, int quote)
{
    size_t most = (size_t)(lexer->end - lexer->at);
    for (size_t i = 1; i < most; i++) {
        int c = (unsigned char)lexer->at[i];
        if (c == '\\')
            i++;
        else if (c == quote)
            return i + 1;
        else if (c == '#' && quote != '\'' && i + 1 < most && lexer->at[i + 1] == '{')
            i = closed(lexer, i + 2, '{', '}') - 1;
    }
    return most;
}

static size_t to_line_end(const struct lexer *lexer)
{
    const char *end = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
    return (size_t)((end ? end : lexer->end) - lexer->at);
}

static bool at_line_start(const struct lexer *lexer)
{
    return lexer->at == lexer->begin || lexer->at[-1] == '\n';
}

static bool line_is(const struct lexer *lexer, const char *word)
{
    size_t size = strlen(word);
    return to_line_end(lexer) >= size && !memcmp(lexer->at, word, size) &&
           !is_word_part(peek(lexer, size));
}

/* Takes the comment from =begin to the end of the line of =end. */
static void take_block_comment(struct lexer *lexer)
{
    struct lexer ahead = *lexer;
    while (ahead.at < ahead.end && !line_is(&ahead, "=end")) {
        ahead.at += to_line_end(&ahead);
        ahead.at += ahead.at < ahead.end;
    }
    ahead.at += to_line_end(&ahead);
    take(lexer, RUBY_COMMENT, (size_t)(ahead.at - lexer->at));
}

/* Takes the bodies of the here-documents that the line before announced. */
static void take_heredocs(struct lexer *lexer)
{
    for (unsigned i = 0; i < lexer->heredoc_count; i++) {
        struct heredoc *heredoc = &lexer->heredocs[i];
        struct lexer ahead = *lexer;
        for (bool found = false; !found && ahead.at < ahead.end;) {
            struct lexer word = ahead;
            while (heredoc->indented && word.at < word.end && (*word.at == ' ' || *word.at == '\t'))
                word.at++;
            found = to_line_end(&word) == heredoc->size &&
                    !memcmp(word.at, heredoc->word, heredoc->size);
            ahead.at += to_line_end(&ahead);
            ahead.at += ahead.at < ahead.end;
        }
        if (ahead.at > lexer->at)
            take(lexer, RUBY_LITERAL, (size_t)(ahead.at - lexer->at));
    }
    lexer->heredoc_count = 0;
    lexer->last = (struct ruby_token){.kind = RUBY_NEWLINE, .text = "\n", .size = 1};
}

/* Reads <<WORD, <<~WORD, <<-"WORD". Returns its size; 0: it is none. */
static size_t heredoc_start(struct lexer *lexer)
{
    size_t i = 2;
    bool indented = peek(lexer, i) == '~' || peek(lexer, i) == '-';
    i += indented;
    int quote = peek(lexer, i) == '"' || peek(lexer, i) == '\'' ? peek(lexer, i) : 0;
    size_t word = i += quote != 0;
    while (is_word_part(peek(lexer, i)))
        i++;
    bool named = i > word && !isdigit(peek(lexer, word)) && (!quote || peek(lexer, i) == quote);
    if (!named || lexer->heredoc_count == HEREDOCS)
        return 0;
    lexer->heredocs[lexer->heredoc_count++] =
        (struct heredoc){lexer->at + word, i - word, indented};
    return i + (quote != 0);
}

/* Returns the size of a %q(...), %w[...], %(...) literal; 0: it is an operator. */
static size_t percent_literal(const struct lexer *lexer)
{
    size_t i = 1 + (isalpha(peek(lexer, 1)) && strchr("qQwWiIrsx", peek(lexer, 1)) ? 1 : 0);
    int open = peek(lexer, i);
    if (!open || isalnum(open) || isspace(open) || open == '=')
        return 0;
    static const char pairs[] = "()[]{}<>";
    const char *pair = strchr(pairs, open);
    return closed(lexer, i + 1, open, pair && (pair - pairs) % 2 == 0 ? pair[1] : open);
}

static size_t word_size(const struct lexer *lexer)
{
    size_t i = 0;
    while (peek(lexer, i) == '@' || peek(lexer, i) == '$')
        i++;
    while (is_word_part(peek(lexer, i)))
        i++;
    if ((peek(lexer, i) == '?' || peek(lexer, i) == '!') && peek(lexer, i + 1) != '=' && i > 0)
        i++;
    return i ? i : 1;
}

static size_t number_size(const struct lexer *lexer)
{
    size_t i = 1;
    while (is_word_part(peek(lexer, i)) || (peek(lexer, i) == '.' && isdigit(peek(lexer, i + 1))) ||
           ((peek(lexer, i) == '-' || peek(lexer, i) == '+') &&
            tolower((unsigned char)lexer->at[i - 1]) == 'e' && isdigit(peek(lexer, i + 1)) &&
            peek(lexer, 1) != 'x'))
        i++;
    return i;
}

static size_t symbol_size(const struct lexer *lexer)
{
    if (peek(lexer, 1) == '"') {
        struct lexer ahead = *lexer;
        ahead.at++;
        return 1 + quoted(&ahead, '"');
    }
    size_t i = 1;
    while (is_word_part(peek(lexer, i)) || peek(lexer, i) == '@')
        i++;
    return i;
}

/* Takes a mark; == != => =~ <= >= && || ** :: and the like are one. */
static void take_mark(struct lexer *lexer)
{
    static const char *const pairs[] = {"==", "!=", "=>", "=~", "<=", ">=", "&&", "||", "**",
                                        "::", "..", "+=", "-=", "*=", "/=", "->", "<<"};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (peek(lexer, 0) == pairs[i][0] && peek(lexer, 1) == pairs[i][1]) {
            take(lexer, RUBY_MARK, 2);
            return;
        }
    }
    take(lexer, RUBY_MARK, 1);
}

/* Returns the size of a literal that begins here; 0: none does. */
static size_t literal_size(struct lexer *lexer)
{
    int c = peek(lexer, 0), next = peek(lexer, 1);
    bool value = !ruby_token_ends_value(&lexer->last);
    /* `f /x/` and `f %w[x]`: a command with an argument, not a division */
    bool command = lexer->last.kind == RUBY_WORD && lexer->spaced && !isspace(next) && next != '=';
    if (c == '"' || c == '\'' || c == '`')
        return quoted(lexer, c);
    if (c == '/' && (value || command))
        return quoted(lexer, c);
    if (c == '%' && (value || command))
        return percent_literal(lexer);
    if (c == '<' && next == '<' && (value || command))
        return heredoc_start(lexer);
    if (c == '?' && value && is_word_part(next) && !is_word_part(peek(lexer, 2)))
        return 2;
    if (c == ':' && next != ':' && (is_word_part(next) || next == '"' || next == '@') &&
        (value || lexer->spaced))
        return symbol_size(lexer);
    return 0;
}

static void take_next(struct lexer *lexer)
{
    int c = peek(lexer, 0);
    size_t size = 1;
    if (at_line_start(lexer) && line_is(lexer, "__END__")) {
        take(lexer, RUBY_COMMENT, (size_t)(lexer->end - lexer->at));
    } else if (at_line_start(lexer) && line_is(lexer, "=begin")) {
        take_block_comment(lexer);
    } else if (c == '\n') {
        take(lexer, RUBY_NEWLINE, 1);
        if (lexer->heredoc_count)
            take_heredocs(lexer);
    } else if (c == ' ' || c == '\t' || c == '\r') {
        take(lexer, RUBY_SPACE, 1);
    } else if (c == '\\' && peek(lexer, 1) == '\n') {
        take(lexer, RUBY_SPACE, 2);
    } else if (c == '#') {
        take(lexer, RUBY_COMMENT, to_line_end(lexer));
    } else if (isdigit(c)) {
        take(lexer, RUBY_NUMBER, number_size(lexer));
    } else if (is_word_part(c) || c == '@' || c == '$') {
        take(lexer, RUBY_WORD, word_size(lexer));
    } else if ((size = literal_size(lexer)) > 0) {
        take(lexer, RUBY_LITERAL, size);
    } else {
        take_mark(lexer);
    }
}

void ruby_lex(const char *text, size_t size, struct ruby_tokens *tokens)
{
    struct lexer lexer = {.at = text,
                          .begin = text,
                          .end = text + size,
                          .line = 1,
                          .tokens = tokens,
                          .last = {.kind = RUBY_NEWLINE, .text = "\n", .size = 1}};
    while (lexer.at < lexer.end)
        take_next(&lexer);
}

void ruby_tokens_free(struct ruby_tokens *tokens)
{
    free(tokens->list);
    *tokens = (struct ruby_tokens){0};
}

void ruby_tokens_keep_lines(struct buffer *out, const struct ruby_token *tokens, size_t first,
                            size_t end)
{
    for (size_t i = first; i < end; i++) {
        for (size_t k = 0; k < tokens[i].size; k++) {
            if (tokens[i].text[k] == '\n')
                buffer_add(out, "\n");
        }
    }
}
