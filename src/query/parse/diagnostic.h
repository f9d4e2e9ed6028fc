/* diagnostic.h: what is wrong with a query, and where in its text. */
#ifndef QUERY_PARSE_DIAGNOSTIC_H
#define QUERY_PARSE_DIAGNOSTIC_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

struct trouble {
    size_t at, end; /* bytes of the text; `end` may be `at`: something is missing there */
    bool early;     /* the text ends too early: more of it might be right */
    char what[512]; /* a sentence without a full stop; empty: nothing is wrong */
    char help[512]; /* what to do, in further sentences, or empty */
};

/* Only the first thing that is wrong is kept. Returns false. */
bool trouble_at(struct trouble *trouble, size_t at, size_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void trouble_help(struct trouble *trouble, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the sentence, the line of `text` that it is about, a caret below it, and the help:
 *
 *   no field of events is called `durration`
 *     events.filter(e -> e.durration > 3ms)
 *                          ^^^^^^^^^
 *   did you mean `duration`? Fields: ...
 *
 * `name`, if not NULL, is the file that the text is from; line and column stand behind it. */
void trouble_write(struct buffer *out, const struct trouble *trouble, const char *name,
                   const char *text);

/* The word among `count` that is nearest to one that is `size` bytes long; NULL: none is near. */
const char *trouble_nearest(const char *word, size_t size, const char *const *words, size_t count);

#endif
