/* words.c: see words.h */
#include "instrument/driver/words.h"

#include "util/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Appends a word that the list then owns. */
static void add_owned(struct words *words, char *word)
{
    words->list = memory_grow(words->list, &words->room, words->count + 2, sizeof *words->list);
    words->list[words->count++] = word;
    words->list[words->count] = NULL;
}

void words_add(struct words *words, const char *word)
{
    add_owned(words, memory_string(word));
}

void words_printf(struct words *words, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *word = memory_zeroed((size_t)size + 1, 1);
    vsnprintf(word, (size_t)size + 1, format, again);
    va_end(again);
    add_owned(words, word);
}

void words_free(struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i]);
    free(words->list);
    *words = (struct words){0};
}
