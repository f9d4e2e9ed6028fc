/* words.h: reads lists of words that users write: "sync,io". */
#ifndef FORMAT_WORDS_H
#define FORMAT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Reads a list with commas as bits: bit i for words[i], all bits for "all". False if a word is
 * unknown; the others count all the same. */
static inline bool format_words(const char *const *words, uint32_t count, const char *list,
                                uint32_t *sum)
{
    bool known = true;
    *sum = 0;
    for (const char *at = list;; at++) {
        size_t size = strcspn(at, ",");
        uint32_t i = 0;
        while (i < count && (strlen(words[i]) != size || strncmp(words[i], at, size) != 0))
            i++;
        if (i < count)
            *sum |= 1U << i;
        else if (size == 3 && !strncmp(at, "all", 3))
            *sum |= (1U << count) - 1;
        else
            known = false;
        at += size;
        if (!*at)
            return known;
    }
}

#endif
