/* words.h: reads lists of words that users write: "sync,io". */
#ifndef FORMAT_WORDS_H
#define FORMAT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A word of a list, and the bit that it stands for. */
struct format_word {
    const char *word;
    uint32_t bit;
};

/* Reads a list with commas as a sum of bits; "all" stands for every word. False if a word is
 * unknown; the others count all the same. */
static inline bool format_words(const struct format_word *words, uint32_t count, const char *list,
                                uint32_t *sum)
{
    bool known = true;
    *sum = 0;
    for (const char *at = list;; at++) {
        size_t size = strcspn(at, ",");
        bool all = size == 3 && !strncmp(at, "all", 3), found = all;
        for (uint32_t i = 0; i < count; i++)
            if (all || (strlen(words[i].word) == size && !strncmp(words[i].word, at, size))) {
                *sum |= words[i].bit;
                found = true;
            }
        known &= found;
        at += size;
        if (!*at)
            return known;
    }
}

#endif
