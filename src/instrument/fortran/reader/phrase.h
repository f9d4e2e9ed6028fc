/* phrase.h: recognises parts of a normalised statement. Positions are indices of normal->text.
 * Functions that look for something at `at` return the index behind it, or 0 if it is not there. */
#ifndef INSTRUMENT_FORTRAN_READER_PHRASE_H
#define INSTRUMENT_FORTRAN_READER_PHRASE_H

#include "instrument/fortran/reader/normal.h"
#include "util/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* Looks for keywords; a blank in `words` may be absent in the text. In free form, a name must not
 * follow immediately. */
size_t phrase_words(const struct normal *normal, size_t at, const char *words);
/* Looks for keywords that a name or number may follow immediately. */
size_t phrase_prefix(const struct normal *normal, size_t at, const char *words);

/* Looks for a name. */
size_t phrase_name(const struct normal *normal, size_t at);
/* Looks for a label: at most five digits. */
size_t phrase_label(const struct normal *normal, size_t at, unsigned *label);
/* Looks for a character outside constants. */
size_t phrase_char(const struct normal *normal, size_t at, char c);

/* Returns the index behind the bracket that closes the one at `open`; 0: none does. */
size_t phrase_bracket(const struct normal *normal, size_t open);

/* Returns the index of the first `c` in [at, end) outside brackets and constants; `end`: there is
 * none. */
size_t phrase_find(const struct normal *normal, size_t at, size_t end, char c);

/* Returns a copy of text[from, to). */
char *phrase_copy(struct arena *arena, const struct normal *normal, size_t from, size_t to);

/* Returns the characters [from, to) as the user wrote them; `text` is the source. */
char *phrase_written(struct arena *arena, const struct normal *normal, const char *text,
                     size_t from, size_t to);

/* True if `c` is at `at`, outside constants. */
static inline bool phrase_is(const struct normal *normal, size_t at, char c)
{
    return at < normal->length && normal->text[at] == c && !(normal->flags[at] & NORMAL_CONSTANT);
}

/* True for letters, digits, _ and $. */
bool phrase_is_name_char(char c);

#endif
