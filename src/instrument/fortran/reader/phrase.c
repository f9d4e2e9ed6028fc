/* phrase.c: see phrase.h */
#include "instrument/fortran/reader/phrase.h"

#include <ctype.h>

bool phrase_is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* True if a name or keyword that ends before `at` does not continue there. */
static bool is_boundary(const struct normal *normal, size_t at)
{
    return at >= normal->length || normal->fixed || normal->lenient ||
           (normal->flags[at] & NORMAL_GAP) || (normal->flags[at] & NORMAL_CONSTANT) ||
           !phrase_is_name_char(normal->text[at]);
}

size_t phrase_prefix(const struct normal *normal, size_t at, const char *words)
{
    bool apart = true; /* a blank may be here */
    for (; *words; words++) {
        if (*words == ' ') {
            apart = true;
            continue;
        }
        if (!phrase_is(normal, at, *words))
            return 0;
        if (!apart && !normal->fixed && (normal->flags[at] & NORMAL_GAP))
            return 0;
        apart = !isalpha((unsigned char)*words);
        at++;
    }
    return at;
}

size_t phrase_words(const struct normal *normal, size_t at, const char *words)
{
    size_t behind = phrase_prefix(normal, at, words);
    return behind && is_boundary(normal, behind) ? behind : 0;
}

size_t phrase_name(const struct normal *normal, size_t at)
{
    size_t start = at;
    if (at >= normal->length || (normal->flags[at] & NORMAL_CONSTANT) ||
        !(isalpha((unsigned char)normal->text[at]) || normal->text[at] == '_' ||
          normal->text[at] == '$'))
        return 0;
    while (at < normal->length && phrase_is_name_char(normal->text[at]) &&
           !(normal->flags[at] & NORMAL_CONSTANT) &&
           (at == start || normal->fixed || !(normal->flags[at] & NORMAL_GAP)))
        at++;
    return at;
}

size_t phrase_label(const struct normal *normal, size_t at, unsigned *label)
{
    size_t start = at;
    unsigned value = 0;
    while (at < normal->length && isdigit((unsigned char)normal->text[at]) &&
           !(normal->flags[at] & NORMAL_CONSTANT) && at - start < 6 &&
           (at == start || normal->fixed || !(normal->flags[at] & NORMAL_GAP)))
        value = value * 10 + (unsigned)(normal->text[at++] - '0');
    *label = value;
    return at > start && at - start < 6 ? at : 0;
}

size_t phrase_char(const struct normal *normal, size_t at, char c)
{
    return phrase_is(normal, at, c) ? at + 1 : 0;
}

size_t phrase_bracket(const struct normal *normal, size_t open)
{
    size_t depth = 0;
    for (size_t at = open; at < normal->length; at++) {
        if (normal->flags[at] & NORMAL_CONSTANT)
            continue;
        char c = normal->text[at];
        if (c == '(' || c == '[')
            depth++;
        else if ((c == ')' || c == ']') && depth)
            depth--;
        if (!depth)
            return at == open ? 0 : at + 1;
    }
    return 0;
}

size_t phrase_find(const struct normal *normal, size_t at, size_t end, char c)
{
    size_t depth = 0;
    for (; at < end; at++) {
        if (normal->flags[at] & NORMAL_CONSTANT)
            continue;
        if (!depth && normal->text[at] == c)
            return at;
        if (normal->text[at] == '(' || normal->text[at] == '[')
            depth++;
        else if ((normal->text[at] == ')' || normal->text[at] == ']') && depth)
            depth--;
    }
    return end;
}

char *phrase_copy(struct arena *arena, const struct normal *normal, size_t from, size_t to)
{
    return arena_text(arena, normal->text + from, to - from);
}

char *phrase_written(struct arena *arena, const struct normal *normal, const char *text,
                     size_t from, size_t to)
{
    char *copy = arena_text(arena, normal->text + from, to - from);
    for (size_t i = from; i < to; i++)
        copy[i - from] = text[normal->offset[i]];
    return copy;
}
