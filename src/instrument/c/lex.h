/* lex.h: the tokens of a C text as written, before any macro is expanded. */
#ifndef INSTRUMENT_C_LEX_H
#define INSTRUMENT_C_LEX_H

#include <stdbool.h>
#include <stddef.h>

enum lex_kind {
    LEX_WORD, /* identifier or keyword */
    LEX_NUMBER,
    LEX_STRING, /* also character constants */
    LEX_PUNCT,
    LEX_DIRECTIVE, /* a whole # line, with its continuations */
    LEX_COMMENT
};

struct lex_token {
    enum lex_kind kind;
    size_t start, end;
};

struct lex_span {
    size_t start, end;
};

/* Zero-initialise. Comments are kept apart from what the compiler sees. */
struct lex {
    const char *text;
    size_t size;
    struct lex_token *tokens;
    size_t count, room;
    struct lex_token *comments;
    size_t comment_count, comment_room;
};

/* Reads text that must outlive `lex`. What stands in a skipped span (sorted; a false #if) is left
 * out. */
void lex_read(struct lex *lex, const char *text, size_t size, const struct lex_span *skipped,
              size_t skipped_count);
void lex_free(struct lex *lex);

/* Writes the digraphs <% and %> of a text as the braces that they stand for, with a space: every
 * offset stays. */
void lex_spell_braces(char *text, size_t size);

/* The number of the first token that starts at or after the offset; lex->count: none. */
size_t lex_at(const struct lex *lex, size_t offset);

bool lex_is(const struct lex *lex, size_t token, const char *text);

/* Like lex_at and the one before it, but over directives. (size_t)-1 / lex->count: none. */
size_t lex_after(const struct lex *lex, size_t offset);
size_t lex_before(const struct lex *lex, size_t offset);

/* The token that closes the bracket at `token`; lex->count: none. */
size_t lex_closing(const struct lex *lex, size_t token);

#endif
