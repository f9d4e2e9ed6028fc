/* lex.h: the tokens of a C text as it is written, before macros are expanded. */
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

/* A token, as offsets into the text: [start, end). */
struct lex_token {
    enum lex_kind kind;
    size_t start, end;
};

/* A stretch of the text: [start, end). */
struct lex_span {
    size_t start, end;
};

/* A text and its tokens, sorted by offset; zero-initialise. Comments have a list of their own. */
struct lex {
    const char *text;
    size_t size;
    struct lex_token *tokens;
    size_t count, room;
    struct lex_token *comments;
    size_t comment_count, comment_room;
};

/* Reads a text, which must outlive `lex`. Text in the skipped spans, which must be sorted, has no
 * tokens: it is below a false #if condition. */
void lex_read(struct lex *lex, const char *text, size_t size, const struct lex_span *skipped,
              size_t skipped_count);
void lex_free(struct lex *lex);

/* Replaces the digraphs <% and %> by braces and a space, so that no offset changes. */
void lex_spell_braces(char *text, size_t size);

/* Returns the index of the first token that starts at or after the offset; lex->count: none. */
size_t lex_at(const struct lex *lex, size_t offset);

/* True if the token has this text; false for an index beyond the last token. */
bool lex_is(const struct lex *lex, size_t token, const char *text);

/* Return the index of the first token at or after the offset, or of the last one before it, where
 * directives do not count. None: lex_after() returns lex->count, lex_before() (size_t)-1. */
size_t lex_after(const struct lex *lex, size_t offset);
size_t lex_before(const struct lex *lex, size_t offset);

/* Returns the index of the token that closes the bracket at `token`; lex->count: none. */
size_t lex_closing(const struct lex *lex, size_t token);

/* Returns the first place of the word in text[0, size), as a whole word; NULL: none. */
const char *lex_find_word(const char *text, size_t size, const char *word);

#endif
