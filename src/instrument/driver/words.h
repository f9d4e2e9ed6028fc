/* words.h: lists of words, such as the arguments of a command. */
#ifndef INSTRUMENT_DRIVER_WORDS_H
#define INSTRUMENT_DRIVER_WORDS_H

#include <stddef.h>

/* A list of allocated words, NULL-terminated once a word was added. Starts zeroed; words_free()
 * frees it. */
struct words {
    char **list;
    size_t count, room;
};

/* Append a copy of a word, or a formatted one. */
void words_add(struct words *words, const char *word);
void words_printf(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3), nonnull(2)));
void words_free(struct words *words);

#endif
