/* words.h: text that comes in pieces, cut into words: letters, with apostrophes inside, in lower
 * case. */
#ifndef WORDS_H
#define WORDS_H

#include "table.h"

enum { WORDS_LONGEST = 63 }; /* the rest of a longer word is dropped */

struct words {
    struct table *table;
    int file;      /* that the words are counted for */
    long seen;     /* words so far */
    size_t length; /* of the word that is being read */
    char word[WORDS_LONGEST + 1];
};

/* The words of a piece go into the table; one that is not over at its end goes on in the next. */
bool words_feed(struct words *words, const char *text, size_t size);

/* The text is over. */
bool words_end(struct words *words);

#endif
