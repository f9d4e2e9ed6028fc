/* phrase.h: pieces of a normalised statement. Positions are indices of normal->text; functions
 * that look for something at a place give the index behind it, or 0 when it is not there. */
#ifndef INSTRUMENT_FORTRAN_READER_PHRASE_H
#define INSTRUMENT_FORTRAN_READER_PHRASE_H

#include "instrument/fortran/reader/arena.h"
#include "instrument/fortran/reader/normal.h"

#include <stdbool.h>
#include <stddef.h>

/* Keywords; a blank in `words` may be there or not. In free form they must not run on into a name.
 */
size_t phrase_words(const struct normal *normal, size_t at, const char *words);
size_t phrase_prefix(const struct normal *normal, size_t at, const char *words); /* or may */

size_t phrase_name(const struct normal *normal, size_t at);
size_t phrase_label(const struct normal *normal, size_t at, unsigned *label); /* digits */
size_t phrase_char(const struct normal *normal, size_t at, char c);

/* From an opening bracket: behind the one that closes it. */
size_t phrase_bracket(const struct normal *normal, size_t open);

/* The first `c` in [at, end) outside brackets and constants; `end` when there is none. */
size_t phrase_find(const struct normal *normal, size_t at, size_t end, char c);

char *phrase_copy(struct arena *arena, const struct normal *normal, size_t from, size_t to);

/* The same as the user wrote it: `text` is the source. */
char *phrase_written(struct arena *arena, const struct normal *normal, const char *text,
                     size_t from, size_t to);

static inline bool phrase_is(const struct normal *normal, size_t at, char c)
{
    return at < normal->length && normal->text[at] == c && !(normal->flags[at] & NORMAL_CONSTANT);
}

bool phrase_is_name_char(char c);

#endif
