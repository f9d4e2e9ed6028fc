/* words.c: see words.h */
#include "words.h"

#include <ctype.h>

bool words_end(struct words *words)
{
    while (words->length > 0 && words->word[words->length - 1] == '\'')
        words->length--;
    if (words->length == 0)
        return true;
    words->word[words->length] = '\0';
    words->length = 0;
    words->seen++;
    return table_add(words->table, words->word, words->file);
}

bool words_feed(struct words *words, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (isalpha(c) || (c == '\'' && words->length > 0)) {
            if (words->length < WORDS_LONGEST)
                words->word[words->length++] = (char)tolower(c);
        } else if (words->length > 0 && !words_end(words)) {
            return false;
        }
    }
    return true;
}
