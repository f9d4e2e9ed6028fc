/* words.c: reports names that do not exist, and what may have been meant. */
#include "query/check/check.h"

#include <stdarg.h>
#include <stdio.h>

static void *tell(const struct query_check *check, size_t at, size_t end, const char *format,
                  va_list arguments)
{
    char what[sizeof check->trouble->what];
    vsnprintf(what, sizeof what, format, arguments);
    diagnostic_at(check->trouble, at, end, "%s", what);
    return NULL;
}

void *query_check_wrong(const struct query_check *check, const struct query_tree *tree,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(check, tree->at, tree->end, format, arguments);
    va_end(arguments);
    return NULL;
}

void *query_check_wrong_word(const struct query_check *check, const struct query_tree *tree,
                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t size = tree->text ? strlen(tree->text) : strlen(tree->sign);
    tell(check, tree->word_at, tree->word_at + size, format, arguments);
    va_end(arguments);
    return NULL;
}

void query_check_words_add(struct query_check_words *words, const char *word)
{
    if (words->count < sizeof words->words / sizeof words->words[0])
        words->words[words->count++] = word;
}

void query_check_words_fields(struct query_check_words *words, const struct query_fields *shape)
{
    for (size_t i = 0; i < shape->count; i++)
        query_check_words_add(words, shape->fields[i].name);
}

void query_check_words_help(const struct query_check *check, const struct query_check_words *words,
                            const char *word, const char *before, const char *title)
{
    struct buffer help = {0};
    const char *nearest = diagnostic_nearest(word, strlen(word), words->words, words->count);
    size_t most = sizeof check->trouble->help - 40;
    if (nearest)
        buffer_printf(&help, "Did you mean `%s%s`? ", before, nearest);
    buffer_printf(&help, "%s:", title);
    for (size_t i = 0; i < words->count; i++) {
        if (help.used + strlen(words->words[i]) > most) {
            buffer_printf(&help, " and %zu more", words->count - i);
            break;
        }
        buffer_printf(&help, " %s", words->words[i]);
    }
    diagnostic_help(check->trouble, "%s.", help.text);
    buffer_free(&help);
}
